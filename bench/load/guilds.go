package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"cardroom/bot/discordtest/gateway"
)

// manyGuilds is the gateway of a bot that is on many guilds. The one of discordtest has the channels of each guild, and is slow with
// many. This one sends events, and all requests still go to discordtest.
type manyGuilds struct {
	gateway     *gateway.Gateway
	url         string
	user        any
	application string
	list        []gateway.Guild

	mu         sync.Mutex // held while the methods of gateway.Host run
	complaints []string
}

// channelsOfGuild is most of the data that Discord sends for a guild.
var channelsOfGuild = strings.Repeat(`{"id":"1100000000000000000","type":0,"name":"general","position":1,"parent_id":"1100000000000000001",`+
	`"topic":null,"nsfw":false,"flags":0,"rate_limit_per_user":0,"last_message_id":null,"permission_overwrites":`+
	`[{"id":"1100000000000000002","type":0,"allow":"0","deny":"1024"}]},`, 39)

// newGuilds returns a gateway with the guilds of the tables, and others up to n.
func newGuilds(w *system, tables []*table, n, atOnce int) (*manyGuilds, error) {
	m := &manyGuilds{url: strings.Replace(w.srv.URL(), "http", "ws", 1) + "/gateway"}
	var me struct{ ID string }
	if err := w.read("/users/@me", &m.user); err != nil {
		return nil, err
	}
	if err := w.read("/applications/@me", &me); err != nil {
		return nil, err
	}
	m.application = me.ID
	m.gateway = gateway.New(gateway.Config{Token: w.srv.Token(), AtOnce: atOnce, OneIdentifyPer5s: true, Daily: 10_000, Heartbeat: 41250 * time.Millisecond}, m, &m.mu)
	for _, t := range tables {
		m.add(t.channel.Guild().ID())
	}
	for i := len(m.list); i < n; i++ {
		m.add(fmt.Sprint((uint64(1_000_000_000) + uint64(i)) << 22))
	}
	return m, nil
}

func (m *manyGuilds) add(id string) {
	m.list = append(m.list, gateway.Guild{ID: id, JSON: func() any {
		return json.RawMessage(`{"channels":[` + channelsOfGuild + `{"id":"1100000000000000003","type":0}],"features":[],"id":"` + id +
			`","joined_at":"2026-01-01T00:00:00Z","large":false,"member_count":100,"members":[],"name":"a guild","roles":[],"unavailable":false}`)
	}})
}

// read reads an object of the API of discordtest.
func (w *system) read(path string, to any) error {
	r, err := http.NewRequest(http.MethodGet, w.srv.URL()+"/api/v10"+path, nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bot "+w.srv.Token())
	resp, err := w.srv.Client().Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(to)
}

// A gateway calls these methods of its Discord.

func (m *manyGuilds) Complain(format string, args ...any) {
	m.complaints = append(m.complaints, fmt.Sprintf(format, args...))
}
func (m *manyGuilds) StatusChanged(string)             {}
func (m *manyGuilds) Identity() (user any, app string) { return m.user, m.application }
func (m *manyGuilds) Guilds() []gateway.Guild          { return append([]gateway.Guild(nil), m.list...) }
func (m *manyGuilds) GatewayURL() string               { return m.url }

// measureGuilds starts the program anew on many guilds, and prints the time and memory that it takes.
func (r *report) measureGuilds(ctx context.Context, w *system, c *crowd) (bool, error) {
	if err := w.kill(); err != nil {
		return false, err
	}
	many, err := newGuilds(w, c.tables, r.goal.guilds, r.goal.atOnce)
	if err != nil {
		return false, err
	}
	w.guilds.Store(many)
	w.earlierMemory = 0
	begun, before := time.Now(), w.cpu()
	if err := w.start(); err != nil {
		return false, err
	}
	r.printf("%d guilds on %d shards, %d tables: ready after %v and %v of a processor, %d MB", r.goal.guilds, max(1, r.goal.shards),
		len(c.tables), time.Since(begun).Round(100*time.Millisecond), w.cpu()-before, w.memory("VmRSS")>>20)
	for last := time.Duration(0); ctx.Err() == nil && w.cpu()-last > 100*time.Millisecond; time.Sleep(2 * time.Second) {
		last = w.cpu()
	}
	r.printf("all events read %v after the start, with %v of a processor, %d MB, %d MB at most", time.Since(begun).Round(time.Second), w.cpu()-before,
		w.memory("VmRSS")>>20, w.peakMemory()>>20)
	many.mu.Lock()
	r.check(len(many.complaints) == 0, "Discord objects: %v", many.complaints)
	many.mu.Unlock()
	idle := w.cpu()
	time.Sleep(20 * time.Second)
	r.printf("then %.3f cores for twenty seconds", (w.cpu()-idle).Seconds()/20)
	r.end(w)
	return r.ok(), ctx.Err()
}
