package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

func TestEventsArriveInTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const n = 500
		f := newFake(t, func(p *peer) {
			p.calm()
			for i := range n {
				p.event(int64(i+2), "INTERACTION_CREATE", press(fmt.Sprint(i)))
			}
			p.attend()
		})
		r := start(t, f.config())
		for i := range n {
			if got := r.press(t, recovery).ID; got != fmt.Sprint(i) {
				t.Fatalf("press %s came where %d was due", got, i)
			}
		}
	})
}

func TestReadyTellsTheApplication(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t, func(p *peer) { p.welcome(); p.close(4009) }, (*peer).calm)
		r := start(t, f.config())
		for _, want := range []string{"42", ""} { // calm's READY names no application
			select {
			case got := <-r.ready:
				if got != want {
					t.Errorf("application %q, want %q", got, want)
				}
			case <-time.After(recovery):
				t.Fatal("no READY")
			}
		}
	})
}

// halfFilled returns incomplete presses that discordgo delivers.
func halfFilled() map[string]any {
	without := func(field string) map[string]any {
		p := press("2")
		delete(p, field)
		return p
	}
	with := func(field string, value any) map[string]any {
		p := press("2")
		p[field] = value
		return p
	}
	return map[string]any{
		"no id": without("id"), "no token": without("token"), "no data": without("data"), "no user": without("user"),
		"no message": without("message"), "no type": without("type"), "data of another kind": with("type", 1),
		"a number for a name": with("id", 5), "nothing": nil, "a list": []int{1},
		"a member without a user": with("member", map[string]any{}),
	}
}

func TestHalfFilledInteractionsAreLeftOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := halfFilled()
		delete(broken, "a member without a user") // it also has a user
		f := newFake(t, func(p *peer) {
			p.welcome()
			for _, event := range broken {
				p.event(2, "INTERACTION_CREATE", event)
			}
			p.event(3, "INTERACTION_CREATE", press("1"))
			p.attend()
		})
		r := start(t, f.config())
		if got := r.press(t, recovery); got.ID != "1" || got.Data.CustomID != "call" {
			t.Errorf("the first press is %s", got.ID)
		}
		if n := strings.Count(r.log.String(), "malformed event dropped"); n != len(broken) {
			t.Errorf("%d events were logged as left out, want %d\n%s", n, len(broken), r.log)
		}
		if strings.Contains(r.log.String(), "tok") {
			t.Errorf("the log holds an interaction's token:\n%s", r.log)
		}
	})
}

// TestAnEventIsNoLongerThanDiscordMakesIt sends the largest modal and select that Discord can, a server of two megabytes, and a press
// beyond the limit, which is dropped.
func TestAnEventIsNoLongerThanDiscordMakesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		id := "1456255637913600001"
		large, members := press("1"), map[string]any{}
		var fields []any
		for range 5 {
			text := json.RawMessage(`"` + strings.Repeat(`\ud834\udd1e`, 4000) + `"`)
			fields = append(fields, map[string]any{"type": 18, "component": map[string]any{"type": 4, "custom_id": strings.Repeat("x", 100), "value": text}})
		}
		for n := range 25 {
			members[fmt.Sprint(id, n)] = map[string]any{"roles": slices.Repeat([]string{id}, 250), "nick": strings.Repeat("é", 32), "permissions": "1"}
		}
		large["member"] = map[string]any{"user": map[string]any{"id": "9"}, "roles": slices.Repeat([]string{id}, 250), "permissions": "1"}
		large["data"] = map[string]any{"custom_id": "call", "component_type": 5, "components": fields, "resolved": map[string]any{"members": members}}
		endless := press("2")
		endless["data"] = map[string]any{"custom_id": "call", "components": slices.Repeat([]any{struct{}{}}, eventLimit/3)}
		f := newFake(t, func(p *peer) {
			p.welcome()
			p.event(2, "INTERACTION_CREATE", endless)
			p.event(3, "GUILD_CREATE", map[string]any{"id": "7", "name": strings.Repeat("x", 2*eventLimit)})
			p.event(4, "INTERACTION_CREATE", large)
			p.attend()
		})
		r := start(t, f.config())
		if got := r.press(t, recovery); got.ID != "1" {
			t.Errorf("the first press is %s", got.ID)
		}
		if n := strings.Count(r.log.String(), "malformed event dropped"); n != 1 || !strings.Contains(r.log.String(), "INTERACTION_CREATE") {
			t.Errorf("%d events are dropped:\n%.1000s", n, r.log)
		}
	})
}

func TestAPanicConcernsOneEventAndTellsNoContents(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t, func(p *peer) {
			p.welcome()
			p.event(2, "INTERACTION_CREATE", press("1"))
			p.event(3, "INTERACTION_CREATE", press("2"))
			p.attend()
		})
		cfg := f.config()
		seen := make(chan string, 10)
		cfg.Handle = func(e any) {
			i := e.(*Interaction)
			if i.ID == "1" {
				panic("ace of spades")
			}
			seen <- i.ID
		}
		r := start(t, cfg)
		select {
		case id := <-seen:
			if id != "2" {
				t.Errorf("press %s came after the panic, want 2", id)
			}
		case <-time.After(recovery):
			t.Fatal("nothing came after the panic")
		}
		if log := r.log.String(); strings.Contains(log, "ace") || !strings.Contains(log, "panic in an event") || !strings.Contains(log, "kind=string") {
			t.Errorf("the log reads\n%s", log)
		}
	})
}

func TestUpFollowsTheConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t, func(p *peer) { p.welcome(); p.close(4000) })
		r := start(t, f.config())
		r.press(t, recovery)
		r.stop()
		r.returned(t, recovery)
		close(r.up)
		var seen []bool
		for up := range r.up {
			seen = append(seen, up)
		}
		if want := []bool{true, false, true, false}; !slices.Equal(seen, want) {
			t.Errorf("up was %v, want %v", seen, want)
		}
	})
}

func TestIdentifiesKeepTheirDistancePerBucket(t *testing.T) {
	for _, c := range []struct{ shards, concurrency int }{{4, 1}, {6, 2}, {3, 16}} {
		t.Run(fmt.Sprintf("%d shards, concurrency %d", c.shards, c.concurrency), bubbled(func(t *testing.T) {
			f := newFake(t)
			f.bot = func(w http.ResponseWriter, _ *http.Request) { f.describe(w, c.shards, 1000, c.concurrency) }
			cfg := f.config()
			cfg.Pace = 20 * time.Millisecond
			r := start(t, cfg)
			for range c.shards {
				r.press(t, recovery)
			}
			last := map[int]time.Time{}
			var shards []int
			for _, m := range f.meetings() {
				shards = append(shards, m.shard)
				bucket := m.shard % c.concurrency
				if since := m.at.Sub(last[bucket]); since < 100*time.Millisecond {
					t.Errorf("shard %d identified %v after another of its bucket, want 100ms", m.shard, since)
				}
				last[bucket] = m.at
			}
			slices.Sort(shards)
			for i, shard := range shards {
				if i != shard || len(shards) != c.shards {
					t.Fatalf("shards %v identified, want 0 to %d", shards, c.shards-1)
				}
			}
			if !<-r.up {
				t.Error("up was false first")
			}
		}))
	}
}

func TestOneShardOfManyIsRunOnRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		cfg := f.config()
		cfg.ShardID, cfg.ShardCount = 2, 3
		start(t, cfg).press(t, recovery)
		if met := f.meetings(); len(met) != 1 || !strings.Contains(string(met[0].data), `"shard":[2,3]`) {
			t.Errorf("identified by %s", met[0].data)
		}
	})
}

// TestNoSessionIsStartedWhenTheDaysAreUsedUp is a test of P15.
func TestNoSessionIsStartedWhenTheDaysAreUsedUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		asked := 0
		f.bot = func(w http.ResponseWriter, _ *http.Request) {
			f.mu.Lock()
			defer f.mu.Unlock()
			if len(f.met) > 0 {
				t.Error("the client identified")
			}
			asked++
			f.describe(w, 1, max(0, asked-3), 1)
		}
		cfg := f.config()
		cfg.ShardCount = 1
		began := time.Now()
		start(t, cfg).press(t, recovery)
		if took := time.Since(began); took < 150*time.Millisecond {
			t.Errorf("identified after %v, want three waits of 50 ms at least", took)
		}
	})
}

func TestWithoutGatewayBotOneShardIsRun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		f.bot = func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) }
		f.Config.Handler.(*http.ServeMux).HandleFunc("GET /api/v9/gateway", func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, `{"url":%q}`, f.address())
		})
		start(t, f.config()).press(t, recovery)
	})
}

func TestBackoffDoublesUpToAMinute(t *testing.T) {
	for failures, want := range []time.Duration{1, 1, 2, 4, 8, 16, 32, 60, 60, 60} {
		want *= time.Second
		for range 100 {
			if got := backoff(time.Second).Delay(failures); got < want*3/4 || got > want*5/4 {
				t.Fatalf("after %d failures the pause is %v, want %v give or take a quarter", failures, got, want)
			}
		}
	}
}

func TestTheTokenTravelsEncryptedOrNotFar(t *testing.T) {
	for _, c := range []struct{ api, gateway, want string }{
		{"https://discord.com", "wss://gateway.discord.gg", "wss://gateway.discord.gg/?compress=zlib-stream&encoding=json&v=9"},
		{"https://discord.com", "wss://gateway.discord.gg/?via=x", "wss://gateway.discord.gg/?compress=zlib-stream&encoding=json&v=9&via=x"},
		{"https://discord.com", "ws://gateway.discord.gg", ""},
		{"https://discord.com", "ws://127.0.0.1:80/gw", "ws://127.0.0.1:80/gw?compress=zlib-stream&encoding=json&v=9"},
		{"http://127.0.0.1:80", "ws://gateway.discord.gg", ""}, // S8
		{"https://discord.com", "http://gateway.discord.gg", ""},
		{"https://discord.com", "", ""},
		{"https://discord.com", "ws://[::1", ""},
	} {
		s := shard{bot: &bot{Config: Config{API: c.api}}}
		if got, err := s.address(c.gateway); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s via %s: %q, %v, want %q", c.gateway, c.api, got, err, c.want)
		}
	}
}

func TestWholeWantsEveryPart(t *testing.T) {
	for name, event := range halfFilled() {
		data, _ := json.Marshal(event)
		var i Interaction
		if err := json.Unmarshal(data, &i); err == nil && i.whole() && name != "a member without a user" {
			t.Errorf("an interaction with %s is whole: %s", name, data)
		}
	}
	if new(Interaction).whole() {
		t.Error("nothing is whole")
	}
	for kind, data := range map[int]string{
		2: `{"id":"1","name":"sit","type":1}`, 4: `{"id":"1","name":"sit","type":1}`,
		3: `{"custom_id":"c","component_type":2}`, 5: `{"custom_id":"m","components":[{"type":18,"component":{"type":99}}]}`,
	} {
		var i Interaction
		raw := fmt.Sprintf(`{"id":"1","token":"t","type":%d,"message":{"id":"7"},"member":{"user":{"id":"3"}},"data":%s}`, kind, data)
		if err := json.Unmarshal([]byte(raw), &i); err != nil || !i.whole() {
			t.Errorf("type %d is not whole (%v): %s", kind, err, raw)
		}
	}
}

// FuzzWhole: an interaction that whole accepts has data and a user, and a press has its message.
func FuzzWhole(f *testing.F) {
	for _, event := range halfFilled() {
		data, _ := json.Marshal(event)
		f.Add(data)
	}
	data, _ := json.Marshal(press("1"))
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var i Interaction
		if json.Unmarshal(data, &i) != nil || !i.whole() {
			return
		}
		_, _ = i.Data.CustomID, i.Ref()
		if i.Type == discordgo.InteractionMessageComponent {
			_ = i.Message.Buttons()
		}
		if i.Member == nil || i.Member.User == nil {
			_ = i.User.ID
		}
	})
}

// Our decoding of an interaction agrees with discordgo's, so Discord's names have one meaning.
func TestInteractionsAreReadAsDiscordgoReadsThem(t *testing.T) {
	const press = `{"id":"1","application_id":"2","token":"t","type":3,"guild_id":"3","channel_id":"4","channel":{"id":"4","type":11},
		"app_permissions":"8","locale":"de","guild_locale":"ru","member":{"nick":"Al","roles":["7","8"],"permissions":"16","user":{"id":"5","username":"alice","global_name":"Alice"}},
		"message":{"id":"6","type":0,"content":"a\nb","flags":64,"author":{"id":"2"},"mentions":[{"id":"5"}],
			"components":[{"type":1,"components":[{"type":2,"style":1,"custom_id":"x"},{"type":3,"custom_id":"menu","options":[]},{"type":2,"style":2,"custom_id":"y"}]}]},
		"data":{"custom_id":"x","component_type":3,"values":["one","two"]}}`
	var ours Interaction
	var theirs discordgo.Interaction
	if err := errors.Join(json.Unmarshal([]byte(press), &ours), json.Unmarshal([]byte(press), &theirs)); err != nil {
		t.Fatal(err)
	}
	data := theirs.MessageComponentData()
	same := []struct{ ours, theirs any }{
		{ours.ID, theirs.ID}, {ours.Application, theirs.AppID}, {ours.Token, theirs.Token}, {ours.Type, theirs.Type},
		{ours.Guild, theirs.GuildID}, {ours.ChannelID, theirs.ChannelID}, {ours.AppPermissions, theirs.AppPermissions}, {ours.Locale, string(theirs.Locale)},
		{ours.GuildLocale, string(*theirs.GuildLocale)}, {fmt.Sprint(ours.Member.Roles), fmt.Sprint(theirs.Member.Roles)},
		{ours.Member.Nick, theirs.Member.Nick}, {ours.Member.Permissions, theirs.Member.Permissions}, {ours.Member.User.ID, theirs.Member.User.ID},
		{ours.Member.User.Username, theirs.Member.User.Username}, {ours.Member.User.GlobalName, theirs.Member.User.GlobalName},
		{ours.Message.ID, theirs.Message.ID}, {ours.Message.Content, theirs.Message.Content}, {ours.Message.Flags, theirs.Message.Flags},
		{ours.Message.Author.ID, theirs.Message.Author.ID}, {ours.Message.Mentions[0].ID, theirs.Message.Mentions[0].ID},
		{ours.Data.CustomID, data.CustomID}, {fmt.Sprint(ours.Data.Values), fmt.Sprint(data.Values)},
		{ours.Thread(), true}, {fmt.Sprint(ours.Message.Buttons()), "[x y]"},
	}
	for i, field := range same {
		if field.ours != field.theirs {
			t.Errorf("field %d is read as %v, want %v", i, field.ours, field.theirs)
		}
	}
}
