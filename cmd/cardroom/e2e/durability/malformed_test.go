package durability_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"iter"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/club"
)

var malformedFlag = flag.Int("malformed", 0, "how many malformed interactions are sent; 0 is a short run")

// front is a proxy between the bot and the fake Discord. It can insert events into the gateway that no client can cause,
// and receives the answers to them.
type front struct {
	srv  *discordtest.Server
	http *httptest.Server

	mu      sync.Mutex
	bot     *websocket.Conn
	seq     json.RawMessage
	answers map[string]string // by interaction; "": none yet
	last    uint64
}

func newFront(t *testing.T, srv *discordtest.Server) *front {
	f := &front{srv: srv, answers: map[string]string{}, last: uint64(time.Now().UnixMilli()-1420070400000) << 22}
	f.http = httptest.NewServer(f)
	t.Cleanup(f.http.Close)
	srv.SetURL(f.http.URL)
	return f
}

func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	part := strings.Split(r.URL.Path, "/") // /api/v9/interactions/ID/TOKEN/callback
	switch {
	case websocket.IsWebSocketUpgrade(r):
		f.relay(w, r)
	case len(part) == 7 && part[3] == "interactions" && f.take(part[4], part[5], r):
		w.WriteHeader(http.StatusNoContent)
	case r.Method == http.MethodDelete && isOfInserted(r.URL.Path):
		w.WriteHeader(http.StatusNoContent)
	default:
		f.srv.ServeHTTP(w, r)
	}
}

// isOfInserted reports whether a path leads to the answer to an inserted event, which the bot deletes when another refusal takes its
// place. The fake does not know it.
func isOfInserted(path string) bool {
	way, original := strings.CutSuffix(path, "/messages/@original") // /api/v9/webhooks/APPLICATION/TOKEN
	return original && (strings.Contains(way, "/"+slipped) || slices.ContainsFunc(wrongs, func(wrong any) bool {
		token, ok := wrong.(string)
		return ok && strings.HasSuffix(way, "/"+token)
	}))
}

// take keeps the answer to an inserted event. With a damaged id the event is unknown.
func (f *front) take(id, token string, r *http.Request) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, ours := f.answers[id]; !ours && !strings.HasPrefix(token, slipped) {
		return false
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return false
	}
	f.answers[id] = string(body)
	return true
}

// relay connects the bot with the fake.
func (f *front) relay(w http.ResponseWriter, r *http.Request) {
	far, _, err := f.srv.Dialer().Dial("ws://discord"+r.URL.RequestURI(), nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer far.Close()
	bot, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer bot.Close()
	go func() {
		defer far.Close()
		for {
			kind, data, err := bot.ReadMessage()
			if err != nil || far.WriteMessage(kind, data) != nil {
				return
			}
		}
	}()
	for {
		kind, data, err := far.ReadMessage()
		if err != nil || f.send(bot, kind, data) != nil {
			return
		}
	}
}

func (f *front) send(bot *websocket.Conn, kind int, data []byte) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	var p struct{ S json.RawMessage }
	if json.Unmarshal(data, &p) == nil && len(p.S) > 0 && string(p.S) != "null" {
		f.seq = p.S
	}
	f.bot = bot
	return bot.WriteMessage(kind, data)
}

// slip sends an interaction to the bot as Discord would. It keeps the answer if the id is valid.
func (f *front) slip(t *testing.T, event any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	data, err := json.Marshal(map[string]any{"op": 0, "t": "INTERACTION_CREATE", "s": f.seq, "d": event})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.bot.WriteMessage(websocket.TextMessage, data); err != nil {
		t.Fatal(err)
	}
}

// id returns a new snowflake, whose answer will be kept.
func (f *front) id() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.last++
	id := strconv.FormatUint(f.last, 10)
	f.answers[id] = ""
	return id
}

// slipped is the prefix of the tokens of inserted events.
const slipped = "slipped-in-"

type tree = map[string]any

// interaction returns a complete one by a spectator: a press, a command, a completion or a modal.
func interaction(kind int, r *club.Room, who *discordtest.Person, m *discordtest.Message, data tree) tree {
	event := tree{
		"application_id": "1", "type": kind, "version": 1, "guild_id": r.Guild.ID(), "channel_id": r.Ch.ID(),
		"locale": "en-US", "guild_locale": "en-US", "app_permissions": "562949953421311", "entitlements": []any{}, "context": 0,
		"member": tree{
			"user":  tree{"id": who.ID(), "username": who.Name(), "discriminator": "0", "avatar": nil},
			"roles": []any{}, "joined_at": "2024-01-01T00:00:00Z", "permissions": "2248473465835073", "deaf": false, "mute": false, "flags": 0,
		},
		"data": data,
	}
	if m != nil {
		event["message"] = tree{
			"id": m.ID, "channel_id": r.Ch.ID(), "content": m.Content, "flags": 0, "type": 0, "tts": false, "pinned": false,
			"author": tree{"id": "1", "username": "cardroom"}, "components": []any{}, "embeds": []any{}, "attachments": []any{},
			"mentions": []any{}, "mention_roles": []any{}, "timestamp": "2024-01-01T00:00:00Z", "edited_timestamp": nil,
		}
	}
	return event
}

// wrongs lists values for the wrong places.
var wrongs = []any{
	nil, "", "0", "-1", "x", " ", "99999999999999999999999", "18446744073709551616", "\x00", "\u202e", strings.Repeat("a", 5000), 0, -1, 1.5, 1e300, 9007199254740993,
	true, false, []any{}, []any{nil}, []any{[]any{}}, tree{}, tree{"id": nil}, []any{tree{"type": 99, "name": nil, "value": []any{}}},
	[]any{tree{"type": 1, "components": []any{tree{"type": 99}}}}, []any{tree{"type": 18, "component": nil}}, []any{tree{"type": 18}}, []any{tree{"type": 1, "components": nil}},
}

// spoilt yields every tree with one field missing, or with a wrong value in its place.
func spoilt(event tree) iter.Seq[tree] {
	return func(yield func(tree) bool) {
		for _, path := range paths(event, nil) {
			for i := range len(wrongs) + 1 {
				whole := clone(event)
				at := whole
				for _, name := range path[:len(path)-1] {
					at = at[name].(tree)
				}
				if i == len(wrongs) {
					delete(at, path[len(path)-1])
				} else {
					at[path[len(path)-1]] = wrongs[i]
				}
				if !yield(whole) {
					return
				}
			}
		}
	}
}

// spoiltAgain returns an interaction with two errors.
func spoiltAgain(draw *rand.Rand, event tree) tree {
	whole, all := clone(event), paths(event, nil)
	for range 2 {
		path, at, ok := all[draw.IntN(len(all))], whole, true
		for _, name := range path[:len(path)-1] {
			if at, ok = at[name].(tree); !ok {
				break // already damaged
			}
		}
		if i := draw.IntN(len(wrongs) + 1); ok && i < len(wrongs) {
			at[path[len(path)-1]] = wrongs[i]
		} else if ok {
			delete(at, path[len(path)-1])
		}
		whole = clone(whole) // else this error would be in all others
	}
	return whole
}

func paths(t tree, at []string) (all [][]string) {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		here := append(slices.Clone(at), name)
		all = append(all, here)
		if inner, ok := t[name].(tree); ok {
			all = append(all, paths(inner, here)...)
		}
	}
	return all
}

func clone(t tree) tree {
	c := maps.Clone(t)
	for name, v := range c {
		if inner, ok := v.(tree); ok {
			c[name] = clone(inner)
		}
	}
	return c
}

// acts returns the interactions to damage, with a table and with tournaments; a spectator makes them, so none may have an effect.
func acts(r *club.Room, who *discordtest.Person, m *discordtest.Message) []tree {
	option := func(name string, kind int, value any) tree { return tree{"name": name, "type": kind, "value": value} }
	ask := m.Buttons()[len(board.Decisions(m))-1].CustomID
	list := []tree{
		interaction(3, r, who, m, tree{"custom_id": m.Buttons()[0].CustomID, "component_type": 2, "id": 1}),
		interaction(3, r, who, m, tree{"custom_id": ask, "component_type": 3, "values": []any{"1", 2, nil}}),
		interaction(2, r, who, nil, tree{"id": "1", "name": "raise", "type": 1, "options": []any{option("to", 3, "20")}}),
		interaction(2, r, who, nil, tree{"id": "1", "name": "table", "type": 1, "options": []any{tree{"name": "close", "type": 1, "options": []any{}}}}),
		interaction(2, r, who, nil, tree{"id": "1", "name": "nothing", "type": 1}),
		interaction(2, r, who, nil, tree{"id": "1", "name": "fold", "type": 3, "target_id": "1"}),
		interaction(4, r, who, nil, tree{"id": "1", "name": "raise", "type": 1, "options": []any{tree{"name": "to", "type": 3, "value": "m", "focused": true}}}),
		interaction(5, r, who, m, tree{"custom_id": ask, "components": []any{
			tree{"type": 18, "id": 1, "component": tree{"type": 4, "id": 2, "custom_id": "amount", "value": "20"}}}}),
	}
	inputs := []any{}
	for i, value := range []string{"Cup", "100/5/2//0s", "4", "3", "0"} {
		inputs = append(inputs, tree{"type": 18, "id": 2 * i, "component": tree{"type": 4, "id": 2*i + 1, "custom_id": fmt.Sprint(i), "value": value}})
	}
	of := func(name string, options ...any) tree { // of /tournament
		return tree{"id": "1", "name": "tournament", "type": 1, "options": []any{tree{"name": name, "type": 1, "options": options}}}
	}
	event := fmt.Sprintf("v1:%s:0:0:", r.Ch.ID())
	list = append(list, interaction(2, r, who, nil, of("create", option("game", 3, "omaha"))),
		interaction(2, r, who, nil, of("settings", option("levels", 3, "turbo"), option("price", 3, "5"))),
		interaction(4, r, who, nil, of("status", tree{"name": "tournament", "type": 3, "value": "c", "focused": true})),
		interaction(5, r, who, nil, tree{"custom_id": event + "newevent", "components": inputs}),
		interaction(3, r, who, m, tree{"custom_id": event + "register", "component_type": 2, "id": 1}))
	for _, kind := range []int{0, 1, 6, 99, -1} {
		list = append(list, interaction(kind, r, who, m, tree{"custom_id": ask, "component_type": 2}))
	}
	for _, component := range []int{0, 1, 4, 5, 9, 17, 19, 99} {
		list = append(list, interaction(3, r, who, m, tree{"custom_id": ask, "component_type": component, "values": []any{}}))
	}
	direct := interaction(3, r, who, m, tree{"custom_id": ask, "component_type": 2})
	direct["user"] = direct["member"].(tree)["user"]
	delete(direct, "member")
	delete(direct, "guild_id")
	return append(list, direct)
}

// TestMalformedInteractionsChangeNothing is a test of P11. An interaction with any error changes nothing, and gets a
// sentence if it can be answered. The long run is
//
//	go test ./cmd/cardroom/e2e/durability -run Malformed -malformed 100000 -timeout 0 -v
func TestMalformedInteractionsChangeNothing(t *testing.T) {
	t.Parallel()
	c := club.NewQuiet(t, 0)
	front := newFront(t, c.Discord)
	c.Start()
	r := c.Open(0, 2, 1)
	b := r.SeatAll()
	m := r.BoardMessage(b)
	sam := c.Person("sam", false)
	made, sent := 0, 0
	send := func(event tree) {
		// Sometimes the id is damaged too; then no interaction can be answered.
		event["id"], event["token"] = front.id(), fmt.Sprint(slipped, sent)
		if sent%50 == 0 {
			event["id"] = wrongs[sent/50%len(wrongs)]
		}
		if sent%50 == 1 {
			event["token"] = wrongs[sent/50%len(wrongs)]
		}
		front.slip(t, event)
		if sent++; sent%200 == 0 {
			time.Sleep(100 * time.Millisecond)
		}
	}
	whole := acts(r, sam, m)
	for i, act := range whole {
		for event := range spoilt(act) {
			if made++; *malformedFlag > 0 || (made+i)%9 == 0 { // a long run sends all of them
				send(event)
			}
		}
	}
	seed := someSeed(t)
	for draw := rand.New(rand.NewPCG(seed, 0)); sent < *malformedFlag; {
		send(spoiltAgain(draw, whole[draw.IntN(len(whole))]))
	}
	time.Sleep(3 * time.Second)
	t.Logf("%d sent, %d answered", sent, front.judge(t))
	if err := board.Same(b, r.See()); err != nil {
		t.Errorf("the table has changed: %v\n%s\n\n%s", err, b.Text, r.See().Text)
	}
	r.Began = r.LifeNow()
	r.Act(r.ByID(b.Seats[b.Actor].Person), r.See(), "")
	c.Verify()
}

// judge counts the answers, and refuses those that show a board, a modal or cards to a spectator.
func (f *front) judge(t *testing.T) (answered int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for id, body := range f.answers {
		if body == "" {
			continue
		}
		answered++
		var a struct {
			Type int
			Data struct {
				Flags   int
				Content string
			}
		}
		if err := json.Unmarshal([]byte(body), &a); err != nil {
			t.Errorf("%s is answered with what is no JSON: %q", id, body)
		}
		private := a.Type == discordtest.AnswerMessage && a.Data.Flags&discordtest.FlagEphemeral != 0
		if !private && a.Type != discordtest.AnswerAcknowledged && a.Type != discordtest.AnswerChoices {
			t.Errorf("%s is answered with %s", id, body)
		}
		if strings.Contains(a.Data.Content, "went wrong") {
			t.Errorf("%s is answered with %q", id, a.Data.Content)
		}
	}
	return answered
}
