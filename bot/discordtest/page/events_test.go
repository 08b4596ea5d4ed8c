package page

import (
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// reader reads a stream of events from a real connection.
type reader struct {
	t    *testing.T
	conn *websocket.Conn
}

// read opens the stream of a person over HTTP.
func read(t *testing.T, h http.Handler, as string) *reader {
	t.Helper()
	web := httptest.NewServer(h)
	t.Cleanup(web.Close)
	conn, _, err := websocket.DefaultDialer.Dial(strings.Replace(web.URL, "http", "ws", 1)+"/events?as="+as, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	return &reader{t, conn}
}

// next waits for the next event of that name, skipping others, and reads its data.
func (r *reader) next(name string, into any) {
	r.t.Helper()
	if err := r.conn.SetReadDeadline(time.Now().Add(5 * time.Second)); err != nil {
		r.t.Fatal(err)
	}
	for {
		var next struct {
			Event string
			Data  json.RawMessage
		}
		if err := r.conn.ReadJSON(&next); err != nil {
			r.t.Fatalf("waiting for %s: %v", name, err)
		}
		if next.Event != name {
			continue
		}
		if err := json.Unmarshal(next.Data, into); err != nil {
			r.t.Fatalf("%s: %v in %q", name, err, next.Data)
		}
		return
	}
}

func TestAStreamBeginsWithEverythingThePersonSees(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "cards"}, "done")
	for _, c := range []struct {
		as       string
		messages int
	}{{"alice", 2}, {"bruno", 1}, {"sam", 1}} {
		var s wireSnapshot
		read(t, h, c.as).next("snapshot", &s)
		if s.Me.Slug != c.as || len(s.Messages) != c.messages {
			t.Errorf("%s is shown as %q with %d messages, want %d", c.as, s.Me.Slug, len(s.Messages), c.messages)
		}
		if len(s.People) != 3 || len(s.Language.Commands) != 5 || s.Channel.Name != "poker" {
			t.Errorf("%s: %d people, %d commands, channel %+v", c.as, len(s.People), len(s.Language.Commands), s.Channel)
		}
		if s.Me.Manages != (c.as == "alice") || s.Me.Watches != (c.as == "sam") {
			t.Errorf("%s is shown as %+v", c.as, s.Me)
		}
		author, used := s.Messages[0].Author, s.Messages[0].Interaction
		if !author.Bot || used == nil || used.Name != "table open" || used.User.Username != "Alice" {
			t.Errorf("the board is by %+v in answer to %+v, want the bot in answer to Alice's /table open", author, used)
		}
	}
}

func TestChangesFollow(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	stream := read(t, h, "bruno")
	stream.next("snapshot", &wireSnapshot{})

	do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "sit"}, "done")
	var changed wireMessage
	stream.next("message", &changed)
	if changed.ID != board.ID || changed.Edited == nil || !strings.Contains(changed.Content, room.People[0].Mention()) {
		t.Errorf("after Alice sat down came %+v, want the edited board", changed)
	}

	room.DeleteMessage(board.ID)
	var deleted struct{ ID string }
	stream.next("gone", &deleted)
	if deleted.ID != board.ID {
		t.Errorf("gone is %q, want the board %q", deleted.ID, board.ID)
	}
}

func TestPrivateMessagesReachTheirReaderOnly(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	board := openTable(t, h, room)
	alice, bruno := read(t, h, "alice"), read(t, h, "bruno")
	alice.next("snapshot", &wireSnapshot{})
	bruno.next("snapshot", &wireSnapshot{})

	do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "cards"}, "done")
	do(t, h, action{As: "alice", Kind: "press", Message: board.ID, CustomID: "sit"}, "done")
	var first wireMessage
	alice.next("message", &first)
	if first.Content != "A♠ K♦" || first.Flags&64 == 0 {
		t.Errorf("Alice got %q with flags %d, want her cards, marked private", first.Content, first.Flags)
	}
	bruno.next("message", &first)
	if first.ID != board.ID {
		t.Errorf("Bruno got %q, want nothing before the board's change", first.Content)
	}
}

func TestADeferredAnswerIsMarkedAsThinking(t *testing.T) {
	t.Parallel()
	h, _, _ := newTable(t)
	do(t, h, action{As: "alice", Kind: "command", Command: "think"}, "done")
	var s wireSnapshot
	read(t, h, "alice").next("snapshot", &s)
	if len(s.Messages) != 1 || s.Messages[0].Flags&128 == 0 {
		t.Errorf("messages %+v, want one that is thinking", s.Messages)
	}
}

func TestPeopleGoByNameOrID(t *testing.T) {
	t.Parallel()
	h, _, room := newRoom(t)
	for _, as := range []string{"bruno", "Bruno", room.People[1].ID()} {
		var s wireSnapshot
		read(t, h, as).next("snapshot", &s)
		if s.Me.Name != "Bruno" {
			t.Errorf("as=%q is %s, want Bruno", as, s.Me.Name)
		}
	}
}

func TestAnUnknownNameIsTheFirstPerson(t *testing.T) {
	t.Parallel()
	h, _, _ := newTable(t)
	for _, as := range []string{"", "nobody"} {
		var s wireSnapshot
		read(t, h, as).next("snapshot", &s)
		if s.Me.Name != "Alice" {
			t.Errorf("as=%q is %s, want Alice", as, s.Me.Name)
		}
	}
}

func TestStreamsEndWithTheServer(t *testing.T) {
	t.Parallel()
	h, srv, _ := newTable(t)
	stream := read(t, h, "alice")
	stream.next("snapshot", &wireSnapshot{})
	_ = srv.Close()
	_ = stream.conn.SetReadDeadline(time.Now().Add(5 * time.Second))
	for {
		_, _, err := stream.conn.ReadMessage()
		if timeout, ok := errors.AsType[net.Error](err); ok && timeout.Timeout() {
			t.Fatal("the stream is still open 5 s after the server closed")
		}
		if err != nil {
			return
		}
	}
}

func TestFilesCanBeFetchedFromWhereTheMessageSays(t *testing.T) {
	t.Parallel()
	h, srv, room := newRoom(t)
	session := newDealer(t, srv).session
	if _, err := session.ChannelFileSend(room.ID(), "board.png", strings.NewReader("picture")); err != nil {
		t.Fatal(err)
	}
	var s wireSnapshot
	read(t, h, "alice").next("snapshot", &s)
	if len(s.Messages) != 1 || len(s.Messages[0].Attachments) != 1 {
		t.Fatalf("messages %+v, want one with its file", s.Messages)
	}
	if w := get(h, s.Messages[0].Attachments[0].URL); w.Code != http.StatusOK || w.Body.String() != "picture" {
		t.Errorf("GET %s: status %d, body %q", s.Messages[0].Attachments[0].URL, w.Code, w.Body)
	}
}
