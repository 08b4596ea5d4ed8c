package browser_test

import (
	"context"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/cmd/cardroom/e2e/program"
)

// rail is a spectator: it keeps every state of every message that is sent to their page.
type rail struct {
	mu     sync.Mutex
	names  map[string]string // of people, to their mention
	states []state
}

// state is a message at one moment.
type state struct {
	chrome.Message
	raw string // its JSON
}

// standAt reads a person's stream of events until the test ends, also over restarts of the server.
func standAt(t *testing.T, url, who string) *rail {
	r := &rail{names: map[string]string{}}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	t.Cleanup(func() {
		cancel()
		<-done
	})
	go func() {
		defer close(done)
		for ctx.Err() == nil {
			r.read(ctx, url+"/events?as="+who)
			select {
			case <-ctx.Done():
			case <-time.After(50 * time.Millisecond):
			}
		}
	}()
	return r
}

func (r *rail) read(ctx context.Context, url string) {
	conn, _, err := websocket.DefaultDialer.DialContext(ctx, strings.Replace(url, "http", "ws", 1), nil)
	if err != nil {
		return
	}
	defer conn.Close()
	defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
	for {
		var next struct {
			Event string
			Data  json.RawMessage
		}
		if conn.ReadJSON(&next) != nil {
			return
		}
		r.keep(next.Event, next.Data)
	}
}

func (r *rail) keep(event string, data json.RawMessage) {
	var snapshot struct {
		Users    []struct{ ID, Name string }
		Messages []json.RawMessage
	}
	messages := []json.RawMessage{data}
	r.mu.Lock()
	defer r.mu.Unlock()
	switch event {
	case "snapshot":
		if json.Unmarshal(data, &snapshot) != nil {
			return
		}
		messages = snapshot.Messages
		for _, u := range snapshot.Users {
			r.names[u.Name] = "<@" + u.ID + ">"
		}
	case "message":
	default:
		return
	}
	for _, m := range messages {
		var tree any
		if json.Unmarshal(m, &tree) == nil {
			r.states = append(r.states, state{chrome.Message{Text: board.CardsAsLetters(strings.ReplaceAll(wordsOf(tree), "**", ""))}, board.CardsAsLetters(unescaped(m))})
		}
	}
}

// unescaped returns JSON with plain angle brackets.
func unescaped(m json.RawMessage) string {
	return strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(m))
}

// wordsOf returns all text of a message: its content, that of its components, and the texts of its pictures.
func wordsOf(tree any) string {
	var words []string
	switch node := tree.(type) {
	case map[string]any:
		for _, key := range []string{"content", "description"} {
			if text, ok := node[key].(string); ok {
				words = append(words, text)
			}
		}
		for _, inner := range node {
			words = append(words, wordsOf(inner))
		}
	case []any:
		for _, inner := range node {
			words = append(words, wordsOf(inner))
		}
	}
	return strings.TrimSpace(strings.Join(slices.DeleteFunc(words, func(s string) bool { return s == "" }), "\n"))
}

// of returns the states of a hand, and the mention of a person.
func (r *rail) of(hand, person string) (states []state, mention string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.states {
		if number, _ := s.Hand(); number == hand {
			states = append(states, s)
		}
	}
	return states, r.names[person]
}

// saw waits for a line about a person in some state of a hand.
func (r *rail) saw(hand, person, words string) bool {
	return program.Within(chrome.Patience, func() bool {
		states, mention := r.of(hand, person)
		said := regexp.MustCompile(regexp.QuoteMeta(words) + `( |$)`)
		return slices.ContainsFunc(states, func(s state) bool {
			return said.MatchString(s.Line(mention)) || said.MatchString(s.Line(" "+person+" ")) // the seat in a picture
		})
	})
}

// until waits for a message with these words.
func (r *rail) until(t *testing.T, what, words string) {
	t.Helper()
	if !program.Within(chrome.Patience, func() bool {
		r.mu.Lock()
		defer r.mu.Unlock()
		return slices.ContainsFunc(r.states, func(s state) bool { return strings.Contains(s.raw, words) })
	}) {
		t.Fatalf("never seen: %s", what)
	}
}

// check looks for a person's cards, by hand, in all states. Shown cards are on their owner's line of the board, and never
// during a decision.
func (r *rail) check(t *testing.T, person string, cards map[string][]string) {
	t.Helper()
	for hand, own := range cards {
		states, mention := r.of(hand, person)
		if len(states) < 3 || mention == "" {
			t.Errorf("hand #%s: the spectator saw %d states of the board, and knows %s as %q",
				hand, len(states), person, mention)
		}
		for _, s := range states {
			if why := leak(s.Text, s.raw, own, mention, " "+person+" "); why != "" {
				t.Errorf("hand #%s: %s\n%s", hand, why, s.raw)
			}
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range r.states {
		if number, _ := s.Hand(); number == "" && strings.ContainsAny(s.raw, "♠♥♦♣") {
			t.Errorf("cards in a message of no hand: %s", s.raw)
		}
	}
}

// leak returns how a message reveals cards that only the owner may see, or "". source is the whole message, text its
// readable part with that of its pictures. The owner has several names: lines have mentions, and pictures have names.
func leak(text, source string, cards []string, owner ...string) string {
	text, source = board.CardsAsLetters(text), board.CardsAsLetters(source)
	owned := func(line string) bool {
		return slices.ContainsFunc(owner, func(name string) bool { return strings.Contains(" "+line, name) })
	}
	for _, card := range cards {
		for line := range strings.Lines(text) {
			switch {
			case !strings.Contains(line, card):
			case strings.Contains(text, "▶"):
				return card + " shows while a decision is awaited"
			case !owned(line):
				return card + " shows on a line that is not its owner's"
			}
		}
		if strings.Count(source, card) != strings.Count(text, card) {
			return card + " is where nobody reads it"
		}
		for _, form := range board.OtherForms(card)[1:] {
			if regexp.MustCompile(`\b` + form + `\b`).MatchString(source) {
				return card + " shows as " + form
			}
		}
	}
	return ""
}

func TestACardIsNoticedWhereverItShows(t *testing.T) {
	const before = "#7 · Flop\nA♠ 7♣ 2♣\n▶ `1` <@1> 940 · in 45 seconds\n`2` <@2> 60"
	const result = "#7 · Result\n`1` <@1> 940 · mucked\n`2` <@2> 60"
	for name, c := range map[string]struct {
		text, more string
		leaks      bool
	}{
		"nothing shows":                      {before, "", false},
		"tabled at the end":                  {result + " · K♥ 10♦ · a pair of kings", "", false},
		"on the owner's line before the end": {before + " · K♥ 10♦", "", true},
		"on somebody else's line":            {result + "\n`3` <@3> 20 · 10♦", "", true},
		"below the table":                    {result + "\nK♥", "", true},
		"in a custom id":                     {before, `"custom_id":"v1:K♥"`, true},
		"in other letters":                   {before, `"custom_id":"v1:Kh"`, true},
		"ten as T":                           {before, `"alt":"Td"`, true},
		"tabled, and once more out of sight": {result + " · K♥ 10♦", `"alt":"K♥"`, true},
		"another card of the same rank":      {before + "\nK♠ 10♣", "", false},
		"in words, in the picture":           {before, "\n2 Bob 60 · king of hearts", true},
		"in words, in the picture's source":  {before, `"description":"Karo Zehn"`, true},
		"tabled in the picture":              {result + "\n2 Bob 60 · king of hearts, ten of diamonds", "", false},
		"tabled by who has left since":       {result + "\nBob showed king of hearts, ten of diamonds", "", false},
		"in a stranger's line of a picture":  {result + "\n3 Eve 60 · ten of diamonds", "", true},
		"letters that only look like a card": {before, `"custom_id":"aKhb:10days"`, false},
	} {
		if why := leak(c.text, c.text+c.more, []string{"K♥", "10♦"}, "<@2>", " Bob "); (why != "") != c.leaks {
			t.Errorf("%s: %q", name, why)
		}
	}
}
