package page

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// post sends an act as the page does and returns status and outcome.
func post(t *testing.T, h http.Handler, d action) (int, outcome) {
	t.Helper()
	body, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, request(http.MethodPost, "/act", string(body)))
	var o outcome
	if w.Code == http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), &o); err != nil {
			t.Fatalf("answer %q: %v", w.Body, err)
		}
	}
	return w.Code, o
}

func request(method, path, body string) *http.Request {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host, r.RemoteAddr = "127.0.0.1:8080", "127.0.0.1:54321"
	r.Header.Set("Content-Type", "application/json")
	return r
}

// do posts an act and requires an outcome of that kind.
func do(t *testing.T, h http.Handler, d action, kind string) outcome {
	t.Helper()
	status, o := post(t, h, d)
	if status != http.StatusOK || o.Kind != kind {
		t.Fatalf("%s %s%s by %s: status %d, outcome %+v, want kind %s", d.Kind, d.Command, d.CustomID, d.As, status, o, kind)
	}
	return o
}

// openTable makes Alice open the table and returns its board.
func openTable(t *testing.T, h http.Handler, room Channel) discordtest.Message {
	t.Helper()
	do(t, h, action{As: "alice", Kind: "command", Command: "table open"}, "done")
	board, ok := room.Last()
	if !ok {
		t.Fatal("no board was posted")
	}
	return board
}

func TestAPressIsAnsweredByAChangedBoard(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	do(t, h, action{As: "bruno", Kind: "press", Message: board.ID, CustomID: "sit"}, "done")
	now, _ := room.Last()
	if want := "`1` " + room.People[1].Mention(); now.ID != board.ID || !strings.Contains(now.Text(), want) {
		t.Errorf("board after Bruno sat down: %q, want %q in the same message", now.Text(), want)
	}
}

func TestAModalGoesOutAndComesBackFilledIn(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "sit"}, "done")
	opened := do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "bet"}, "modal")
	if opened.Modal == nil || opened.Modal.Title != "Bet 20–1,000" || len(opened.Modal.Inputs()) != 1 {
		t.Fatalf("modal %+v, want the one with one input that the bot opened", opened.Modal)
	}
	do(t, h, action{As: "alice", Kind: "modal", Modal: opened.Modal, Values: []string{"120"}}, "done")
	if now, _ := room.Last(); !strings.HasSuffix(now.Text(), "· bet 120") {
		t.Errorf("board after the modal: %q, want the bet on it", now.Text())
	}
}

func TestAMenuSendsWhatWasChosen(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	choice := action{As: "alice", Kind: "select", Message: board.ID, CustomID: "speed", Values: []string{"slow", "fast"}}
	do(t, h, choice, "done")
	if now, _ := room.Last(); !strings.HasSuffix(now.Text(), "speed [slow fast]") {
		t.Errorf("board after the choice: %q, want both values on it", now.Text())
	}
}

func TestACommandCarriesItsOptions(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	options := map[string]string{"player": "Bruno", "amount": "1,000"}
	do(t, h, action{As: "alice", Kind: "command", Command: "chips give", Options: options}, "done")
	seen, _ := room.People[0].Last(room.Channel)
	for _, want := range []string{"player=" + room.People[1].ID(), "amount=1,000"} {
		if !strings.Contains(seen.Text(), want) {
			t.Errorf("the bot read %q, want %q in it", seen.Text(), want)
		}
	}
	if seen, ok := room.People[1].Last(room.Channel); ok {
		t.Errorf("Bruno sees Alice's private answer: %q", seen.Text())
	}
}

func TestCompletionsComeFromTheBot(t *testing.T) {
	t.Parallel()
	h, _, _ := newTable(t)
	o := do(t, h, action{As: "alice", Kind: "autocomplete", Command: "bet", Option: "amount", Partial: "6"}, "choices")
	if len(o.Choices) != 2 || o.Choices[0].Name != "All of it" || o.Choices[0].Value != "max" {
		t.Errorf("choices %+v, want the bot's two", o.Choices)
	}
}

func TestAnActNobodyAnswersFailsAfterThreeSeconds(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	start := time.Now()
	o := do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "sleep"}, "failed")
	if took := time.Since(start); o.Error != "failed" || took < 2*time.Second || took > 4*time.Second {
		t.Errorf("failed with %q after %v, want “failed” after 3 s", o.Error, took)
	}
}

// An act in an archived thread fails with its own cause. Any other that a user may not do fails without.
func TestAnActInAnArchivedThreadNamesTheCause(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	thread := room.Channel.Thread("game")
	thread.Archive()
	for _, c := range []struct{ in, want string }{{thread.ID(), "archived"}, {room.Channel.ID(), ""}} {
		if _, o := post(t, h, action{As: "alice", In: c.in, Kind: "command", Command: "table open"}); o.Error != c.want {
			t.Errorf("in %s it fails with %q, want %q", c.in, o.Error, c.want)
		}
	}
	room.Channel.Deny(discordgo.PermissionUseApplicationCommands)
	if o := do(t, h, action{As: "alice", Kind: "command", Command: "table open"}, "failed"); o.Error != "forbidden" {
		t.Errorf("without the permission it fails with %q", o.Error)
	}
}

func TestADismissedMessageIsGoneForItsReader(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "cards"}, "done")
	panel, _ := room.People[0].Last(room.Channel)
	do(t, h, action{As: "bruno", Kind: "dismiss", Message: panel.ID}, "done")
	if len(room.People[0].See(room.Channel)) != 2 {
		t.Fatal("Bruno dismissed a message of Alice's")
	}
	do(t, h, action{As: "alice", Kind: "dismiss", Message: panel.ID}, "done")
	if len(room.People[0].See(room.Channel)) != 1 {
		t.Error("Alice still sees what she dismissed")
	}
}

func TestActsThatCannotBe(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	for _, c := range []struct {
		name string
		act  action
		want int
	}{
		{"by a stranger", action{As: "mallory", Kind: "press", Message: board.ID, CustomID: "sit"}, http.StatusBadRequest},
		{"of no kind", action{As: "alice", Kind: "fly"}, http.StatusBadRequest},
		{"a modal without the modal", action{As: "alice", Kind: "modal", Values: []string{"1"}}, http.StatusBadRequest},
		{"on a message that is not there", action{As: "alice", Kind: "press", Message: "1", CustomID: "sit"}, http.StatusOK},
		{"on a button that is not there", action{As: "alice", Kind: "press", Message: board.ID, CustomID: "steal"},
			http.StatusOK},
		{"an unknown command", action{As: "alice", Kind: "command", Command: "rob"}, http.StatusOK},
	} {
		status, o := post(t, h, c.act)
		if status != c.want || (status == http.StatusOK && o.Kind != "failed") {
			t.Errorf("%s: status %d, outcome %+v, want status %d and nothing done", c.name, status, o, c.want)
		}
	}
}

func TestBodiesThatAreNotActs(t *testing.T) {
	t.Parallel()
	h, _, _ := newTable(t)
	for _, c := range []struct {
		name, kind, body string
		want             int
	}{
		{"no JSON", "application/json", "press", http.StatusBadRequest},
		{"a form, as another site could post", "application/x-www-form-urlencoded", "kind=press",
			http.StatusUnsupportedMediaType},
		{"JSON called text, likewise", "text/plain", `{"kind":"press"}`, http.StatusUnsupportedMediaType},
		{"endless", "application/json", `{"kind":"` + strings.Repeat("x", largestAct) + `"}`,
			http.StatusRequestEntityTooLarge},
	} {
		r := request(http.MethodPost, "/act", c.body)
		r.Header.Set("Content-Type", c.kind)
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.want {
			t.Errorf("%s: status %d, want %d", c.name, w.Code, c.want)
		}
	}
}
