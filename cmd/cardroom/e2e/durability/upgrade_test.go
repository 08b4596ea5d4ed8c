package durability_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"database/sql"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	_ "modernc.org/sqlite"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/engine/fair"
	"cardroom/store/storetest"
)

// earlierData is the folder of an earlier commit's stored data, and earlierKey the key of its records.
const (
	earlierData = "testdata/d0f9b5a/"
	earlierKey  = "7e57000000000000000000000000000000000000000000000000000000007e57"
)

// inherited is a card room left by an earlier program.
type inherited struct {
	t      *testing.T
	srv    *discordtest.Server
	guild  *discordtest.Guild
	env    []string
	dir    string
	tables map[string]inheritedTable // by channel
	bot    *program.Process
}

// inheritedTable is the visible state of a table before the earlier program ended.
type inheritedTable struct {
	Hand  string              // the first line of the board
	Actor string              // the player to act; "" if several decide
	Cards map[string][]string // by person
}

// TestAFileOfAnEarlierProgramIsPlayedOn is P9: today's program plays an earlier commit's stored hand to its end with the same
// cards, and another hand after it. It verifies every hand's receipt, those of the earlier program too, and the ledger adds up.
func TestAFileOfAnEarlierProgramIsPlayedOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	inherit(t, "file", dir, inheritFile(t, dir)).goesOn()
}

// TestARedisOfAnEarlierProgramIsPlayedOn does the same with a Redis.
func TestARedisOfAnEarlierProgramIsPlayedOn(t *testing.T) {
	t.Parallel()
	inherit(t, "redis", t.TempDir(), inheritRedis(t).URL()).goesOn()
}

// TestAnEarlierProgramRefusesANewerStore is P9: a program refuses a store with an unknown schema, names it and its schema,
// and leaves it unchanged.
func TestAnEarlierProgramRefusesANewerStore(t *testing.T) {
	t.Parallel()
	t.Run("file", func(t *testing.T) {
		t.Parallel()
		dir := t.TempDir()
		url := inheritFile(t, dir)
		path := strings.TrimPrefix(url, "file:")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = db.Exec("PRAGMA user_version = 99")
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		was, err2 := os.ReadFile(path)
		if err != nil || err2 != nil {
			t.Fatal(err, err2)
		}
		refuses(t, dir, url, "store.db", "written by a newer version", "schema 99")
		if is, err := os.ReadFile(path); err != nil || !bytes.Equal(is, was) {
			t.Errorf("the file was changed (%v)", err)
		}
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		s := inheritRedis(t)
		s.Must("SET", "cardroom:schema", "99")
		was := redisContent(t, s)
		refuses(t, t.TempDir(), s.URL(), "STORE_URL", "written by a newer version", `schema "99"`)
		if is := redisContent(t, s); is != was {
			t.Errorf("the data was changed:\n%s\n\n%s", was, is)
		}
	})
}

// refuses starts the program and its doctor on a store that they must refuse.
func refuses(t *testing.T, dir, url string, words ...string) {
	t.Helper()
	env := []string{"DISCORD_TOKEN=token", "DISCORD_API_URL=http://127.0.0.1:1", "STORE_URL=" + url, "CARDROOM_SEAL_KEY=" + earlierKey}
	program.Expect(t, program.Start(t, dir, env), 2, words...)
	program.Expect(t, program.Start(t, dir, env, "doctor"), 2, words...)
}

// redisContent returns the keys and values of a Redis, serialised by it.
func redisContent(t *testing.T, s *storetest.Redis) string {
	t.Helper()
	keys, err := s.Keys(t.Context(), "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(keys)
	var b strings.Builder
	for _, key := range keys {
		b.WriteString(key + " " + strconv.Quote(s.Dump(t.Context(), key).Val()) + "\n")
	}
	return b.String()
}

// unpacked returns the content of a file of the earlier program.
func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	f, err := os.Open(earlierData + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// inheritFile puts the SQLite file into a folder and returns its URL.
func inheritFile(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "store.db")
	if err := os.WriteFile(path, unpacked(t, "store.db.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
	return "file:" + path
}

// inheritRedis starts a Redis that holds the keys of the earlier program.
func inheritRedis(t *testing.T) *storetest.Redis {
	t.Helper()
	s := storetest.StartRedis(t)
	var keys []struct {
		Key, Type string
		List      [][]byte
	}
	if err := json.Unmarshal(unpacked(t, "redis.json.gz"), &keys); err != nil {
		t.Fatal(err)
	}
	if len(keys) < 30 {
		t.Fatalf("only %d keys", len(keys))
	}
	for _, k := range keys {
		for list := k.List; len(list) > 0; {
			switch k.Type {
			case "string":
				s.Must("SET", k.Key, list[0])
				list = list[1:]
			case "set":
				s.Must("SADD", k.Key, list[0])
				list = list[1:]
			case "list":
				s.Must("RPUSH", k.Key, list[0])
				list = list[1:]
			case "hash":
				s.Must("HSET", k.Key, list[0], list[1])
				list = list[2:]
			case "zset":
				s.Must("ZADD", k.Key, string(list[1]), list[0])
				list = list[2:]
			case "stream":
				n, err := strconv.Atoi(string(list[1]))
				if err != nil {
					t.Fatal(err)
				}
				add := []any{"XADD", k.Key, string(list[0])}
				for _, word := range list[2 : 2+n] {
					add = append(add, word)
				}
				s.Must(add...)
				list = list[2+n:]
			default:
				t.Fatalf("%s is a %s", k.Key, k.Type)
			}
		}
	}
	if n, err := s.Exists(t.Context(), "cardroom:schema").Result(); err != nil || n != 1 {
		t.Fatalf("%d, %v", n, err)
	}
	return s
}

// inherit starts today's program on the earlier one's data.
func inherit(t *testing.T, kind, dir, url string) *inherited {
	t.Helper()
	state := filepath.Join(t.TempDir(), "discord.json")
	if err := os.WriteFile(state, unpacked(t, kind+"-discord.json.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := &inherited{t: t, dir: dir, srv: program.ListenDiscord(t, discordtest.Options{State: state})}
	h.guild = h.srv.Guild("Card Club")
	h.env = program.Environ(h.srv, dir, "STORE_URL="+url, "CARDROOM_SEAL_KEY="+earlierKey)
	expected, err := os.ReadFile(earlierData + kind + "-expect.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(expected, &h.tables); err != nil || len(h.tables) != 6 {
		t.Fatalf("%d tables, %v", len(h.tables), err)
	}
	h.bot = program.Start(t, dir, h.env)
	program.WaitOnline(t, h.srv, h.bot)
	return h
}

func (h *inherited) goesOn() {
	h.t.Helper()
	h.recalls()
	var all sync.WaitGroup
	for name, before := range h.tables {
		all.Go(func() { h.plays(h.guild.Channel(name), before) })
	}
	all.Go(h.reopens)
	all.Wait()
	for name := range h.tables {
		h.verifies(name)
	}
	h.verifies("closed")
	if code, _ := h.bot.Stop(); code != 0 {
		h.t.Errorf("the program ended with %d:\n%s", code, h.bot.Output)
	}
	for line := range strings.Lines(h.bot.Output.String()) {
		if strings.Contains(line, "level=ERROR") || strings.Contains(line, "panic") {
			h.t.Errorf("the log has: %s", line)
		}
	}
	for _, complaint := range h.srv.Complaints() {
		h.t.Errorf("Discord complains: %s", complaint)
	}
	program.Expect(h.t, program.Start(h.t, h.dir, h.env, "doctor"), 0)
}

// recalls checks that the users' preferences and wallets are unchanged.
func (h *inherited) recalls() {
	h.t.Helper()
	lobby := h.guild.Channel("lobby")
	for _, r := range []struct{ person, command, want string }{
		{"carol", "/settings", "**Deutsch**"},
		{"frank", "/settings", "**Français**"},
		{"bob", "/settings", "`ping` **At once**"},
		{"grace", "/chips balance", "12,000"},
		{"dave", "/chips balance", "8,500"}, // 10,000 and a gift of 500, less two buy-ins
		{"alice", "/server", "Dealers"},
	} {
		text := h.guild.Person(r.person).Command(lobby, r.command).Text()
		if role := h.guild.Role("Dealers"); r.want == "Dealers" {
			r.want = role
		}
		if !strings.Contains(text, r.want) {
			h.t.Errorf("%s %s lacks %q: %s", r.person, r.command, r.want, text)
		}
	}
}

// plays plays the running hand to its end, and the next one. People without chips bring some.
func (h *inherited) plays(ch *discordtest.Channel, before inheritedTable) {
	b := h.boardOf(ch)
	for end := time.Now().Add(20 * time.Second); before.Actor != "" && b.actor == "" && time.Now().Before(end); b = h.boardOf(ch) {
		time.Sleep(30 * time.Millisecond) // a new board shows the player to act with its first edit
	}
	if b.head != before.Hand || before.Actor != "" && b.actor != before.Actor {
		h.t.Errorf("#%s: %q and %s to act, want %q and %s", ch.Name(), b.head, b.actor, before.Hand, before.Actor)
	}
	for name, cards := range before.Cards {
		text := board.CardsAsLetters(h.guild.Person(name).Command(ch, "/cards").Text())
		got := board.CardForm.FindAllString(text, -1)
		if len(got) < len(cards) || !slices.Equal(slices.Sorted(slices.Values(got[:len(cards)])), slices.Sorted(slices.Values(cards))) { // the order is each release's own
			h.t.Errorf("#%s: %s has %v, had %v", ch.Name(), name, got, cards)
		}
	}
	h.playUntil(ch, handNumber(before.Hand)+1)
}

// reopens opens the closed table again, with the preset saved there. The numbers of its hands continue.
func (h *inherited) reopens() {
	ch, alice, bob := h.guild.Channel("closed"), h.guild.Person("alice"), h.guild.Person("bob")
	for _, command := range [][]string{{"/table open"}, {"/table preset", "name", "friday", "action", "load"}, {"/sit", "buyin", "200"}} {
		if a := alice.Command(ch, command[0], command[1:]...); a.Err != nil {
			h.t.Errorf("%v: %v", command, a.Err)
		}
	}
	if a := bob.Command(ch, "/sit", "buyin", "200"); a.Err != nil {
		h.t.Error(a.Err)
	}
	h.playUntil(ch, 3)
}

// inheritedBoard is the newest board of a channel.
type inheritedBoard struct {
	head, actor string
	text        string
	labels      []string
}

var (
	inheritedTurn  = regexp.MustCompile("▶ `\\d+` <@(\\d+)>")
	inheritedBroke = regexp.MustCompile("`\\d+` <@(\\d+)> 0(?: |$)")
)

func (h *inherited) boardOf(ch *discordtest.Channel) (b inheritedBoard) {
	for _, m := range ch.Messages() {
		head, _, _ := strings.Cut(m.Text(), "\n")
		if !board.HeadForm.MatchString(head) {
			continue
		}
		b = inheritedBoard{head: head, text: m.Text()}
		if f := inheritedTurn.FindStringSubmatch(b.text); f != nil {
			b.actor = h.named(f[1])
		}
		for _, button := range m.Buttons() {
			b.labels = append(b.labels, button.Label)
		}
	}
	return b
}

func (h *inherited) named(id string) string {
	for _, p := range h.guild.People() {
		if p.ID() == id {
			return p.Name()
		}
	}
	return ""
}

// handNumber parses the number of the hand at the start of a board; 0: none.
func handNumber(head string) int {
	n, _, _ := strings.Cut(strings.TrimPrefix(head, "#"), " ")
	number, err := strconv.Atoi(n)
	if err != nil {
		return 0
	}
	return number
}

// playUntil plays until a hand is over.
func (h *inherited) playUntil(ch *discordtest.Channel, hand int) {
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		b := h.boardOf(ch)
		if n := handNumber(b.head); n > hand || n == hand && strings.Contains(b.head, "**Result**") {
			return
		}
		switch {
		case b.actor != "":
			h.acts(ch, b)
		case slices.Contains(b.labels, "Run it once"):
			for _, name := range []string{"erin", "frank"} {
				h.guild.Person(name).Press(ch, "Run it twice")
			}
		case strings.Contains(b.head, "**Result**") || !strings.HasPrefix(b.head, "#"):
			for _, f := range inheritedBroke.FindAllStringSubmatch(b.text, -1) {
				h.guild.Person(h.named(f[1])).Command(ch, "/topup", "amount", "500")
			}
			time.Sleep(300 * time.Millisecond)
		}
	}
	h.t.Errorf("#%s: hand %d was not played to its end:\n%s", ch.Name(), hand, h.boardOf(ch).text)
}

// acts makes the player to act take the cheapest action.
func (h *inherited) acts(ch *discordtest.Channel, b inheritedBoard) {
	for _, want := range []string{"Check", "Call", "Stand pat", "Muck", "Show", "Fold"} {
		for _, label := range b.labels {
			if strings.HasPrefix(label, want) {
				actor := h.guild.Person(b.actor)
				if a := actor.Press(ch, label); a.Message != nil && board.ButtonOf(a.Message, "Confirm") != "" { // for nearly all chips (R29)
					actor.PressOn(a.Message, "Confirm")
				}
				return
			}
		}
	}
	h.t.Errorf("#%s: %s can do nothing:\n%s", ch.Name(), b.actor, b.text)
}

// verifies checks the receipt of every finished hand of a channel, and a player's own proof.
func (h *inherited) verifies(channel string) {
	h.t.Helper()
	ch, verified := h.guild.Channel(channel), 0
	who := h.guild.Person("alice")
	for name := range h.tables[channel].Cards {
		who = h.guild.Person(name)
	}
	for hand := 1; hand < 20; hand++ {
		a := who.Command(ch, "/verify", "hand", strconv.Itoa(hand))
		if a.Err != nil || a.Message == nil || len(a.Message.Attachments) == 0 {
			break
		}
		var files [][]byte
		for _, file := range a.Message.Attachments {
			files = append(files, h.download(file.URL))
		}
		receipt, err := fair.ReadProof(files[0])
		if err != nil {
			h.t.Errorf("#%s, hand %d: %v", channel, hand, err)
			continue
		}
		var own []*fair.OwnProof
		for _, file := range files[1:] {
			proof, err := fair.ReadOwn(file)
			if err != nil {
				h.t.Errorf("#%s, hand %d: %v", channel, hand, err)
				continue
			}
			own = append(own, proof)
		}
		if report := fair.Verify(receipt, own...); !report.OK() {
			h.t.Errorf("#%s, hand %d: %v", channel, hand, report.Faults)
		}
		verified++
	}
	if least := handNumber(h.tables[channel].Hand) + 1; verified < max(least, 2) {
		h.t.Errorf("#%s: the receipts of %d hands were verified, want %d", channel, verified, least)
	}
}

func (h *inherited) download(url string) []byte {
	h.t.Helper()
	if strings.HasPrefix(url, "/") {
		url = h.srv.URL() + url
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		h.t.Fatal(err)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		h.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		h.t.Fatalf("%s: %s, %v", url, resp.Status, err)
	}
	return data
}
