package bot_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"runtime/metrics"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"cardroom/bot"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// The benchmark plays pressTables tables of pressPlayers players each, one press after another and one table after another.
// A table's work after its answer overlaps with the presses at the others.
const (
	pressTables  = 20
	pressPlayers = 10
	pressGuild   = 7_000_000_000_000_000_001
	pressChannel = 7_000_000_000_000_000_100 // of the first table
	pressPlayer  = 7_000_000_000_000_000_200 // the first
	pressIDs     = 7_000_000_000_000_001_000 // of interactions and messages
)

// BenchmarkPress measures one press on a button of a board, from the gateway's event to the request that answers it. It
// presses Call and Check through whole hands, on the memory store, with boards of text. Discord is a wire and a
// RoundTripper that answers at once.
//
// The timer stops while all tables wait for their next hand. The work that a press leaves for later (goroutines/op,
// all-B/op and all-allocs/op) is counted until three seconds after the last press; it includes the deal of the next hand.
func BenchmarkPress(b *testing.B) {
	d := newSilentDiscord(b)
	for range 2 { // hands: the first one has the commitments to the decks, and the caches are cold
		for d.press(b) {
		}
		d.awaitHands(b)
	}
	goroutines, before := goroutinesCreated(), allocations()
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		for !d.press(b) {
			b.StopTimer()
			d.awaitHands(b)
			b.StartTimer()
		}
		n++
	}
	time.Sleep(3 * time.Second)
	after := allocations()
	b.ReportMetric(float64(goroutinesCreated()-goroutines)/float64(n), "goroutines/op")
	b.ReportMetric(float64(after.Mallocs-before.Mallocs)/float64(n), "all-allocs/op")
	b.ReportMetric(float64(after.TotalAlloc-before.TotalAlloc)/float64(n), "all-B/op")
}

func goroutinesCreated() uint64 {
	sample := []metrics.Sample{{Name: "/sched/goroutines-created:goroutines"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func allocations() (m runtime.MemStats) {
	runtime.ReadMemStats(&m)
	return m
}

// silentDiscord answers every request at once, and keeps only the newest board of each table for the next press.
type silentDiscord struct {
	wire     net.Conn // the gateway's end
	answered chan uint64
	event    []byte
	id       uint64
	next     int // table

	mu     sync.Mutex
	posted uint64
	boards [pressTables]silentBoard
}

// silentBoard is a table's message, as it was sent.
type silentBoard struct {
	message uint64
	body    []byte // the fields of the message as JSON, without its braces; empty: no board
	pressed []byte // the last button
}

func newSilentDiscord(b *testing.B) *silentDiscord {
	b.Helper()
	st, err := storeopen.Open(b.Context(), "memory:", store.Options{})
	if err != nil {
		b.Fatal(err)
	}
	ours, theirs := net.Pipe()
	d := &silentDiscord{wire: ours, answered: make(chan uint64, 1<<12), id: pressIDs, posted: pressIDs}
	seed := uint64(1)
	room, err := bot.New(bot.Config{
		Token: "Bot token", API: "http://127.0.0.1:1", Key: make([]byte, bot.KeySize), Seed: &seed,
		HTTP: &http.Client{Transport: d}, Dial: func(context.Context, string, string) (net.Conn, error) { return theirs, nil },
	}, st)
	if err != nil {
		b.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- room.Run(ctx) }()
	b.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			b.Error(err)
		}
		ours.Close()
		st.Close()
	})
	d.welcome(b)
	for table := range pressTables {
		d.opens(b, table)
	}
	d.awaitHands(b)
	return d
}

// welcome plays Discord's gateway until a client is ready. It asks for no heartbeat during the benchmark.
func (d *silentDiscord) welcome(b *testing.B) {
	in := bufio.NewReader(d.wire)
	r, err := http.ReadRequest(in)
	if err != nil {
		b.Fatal(err)
	}
	sum := sha1.Sum([]byte(r.Header.Get("Sec-WebSocket-Key") + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"))
	fmt.Fprintf(d.wire, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
		base64.StdEncoding.EncodeToString(sum[:]))
	d.send([]byte(`{"op":10,"d":{"heartbeat_interval":600000}}`))
	if _, err := in.ReadByte(); err != nil { // its IDENTIFY
		b.Fatal(err)
	}
	go io.Copy(io.Discard, in)
	d.send(fmt.Appendf(nil, `{"op":0,"s":1,"t":"READY","d":{"session_id":"s","application":{"id":"%d"},"user":{"id":"%d"}}}`, pressGuild+1, pressGuild+2))
}

// send writes a frame of a WebSocket to the client.
func (d *silentDiscord) send(text []byte) {
	head := append(make([]byte, 0, 16), 0x81)
	switch n := len(text); {
	case n < 126:
		head = append(head, byte(n))
	case n < 1<<16:
		head = binary.BigEndian.AppendUint16(append(head, 126), uint16(n))
	default:
		head = binary.BigEndian.AppendUint64(append(head, 127), uint64(n))
	}
	d.wire.Write(head)
	d.wire.Write(text)
}

// opens makes a host open a table, and all players sit down.
func (d *silentDiscord) opens(b *testing.B, table int) {
	b.Helper()
	first := pressPlayer + table*pressPlayers // one player has too few chips for all tables
	d.interact(table, first, 2, func(e []byte) []byte {
		return append(e, `"data":{"name":"table","options":[{"name":"open","type":1,"options":[`+
			`{"name":"pause","type":3,"value":"1"},{"name":"seats","type":3,"value":"10"}]}]}`...)
	})
	d.awaitAnswer(b)
	for player := range pressPlayers {
		d.interact(table, first+player, 2, func(e []byte) []byte { return append(e, `"data":{"name":"sit"}`...) })
		d.awaitAnswer(b)
	}
}

// interact sends an interaction with the data that write appends.
func (d *silentDiscord) interact(table, player, kind int, write func([]byte) []byte) {
	d.id++
	e := append(d.event[:0], `{"op":0,"s":2,"t":"INTERACTION_CREATE","d":{"version":1,"token":"token","locale":"en-US","guild_locale":"en-US",`+
		`"app_permissions":"562949953421311","id":"`...)
	e = strconv.AppendUint(e, d.id, 10)
	e = append(e, `","type":`...)
	e = strconv.AppendInt(e, int64(kind), 10)
	e = append(e, `,"application_id":"`...)
	e = strconv.AppendInt(e, pressGuild+1, 10)
	e = append(e, `","guild_id":"`...)
	e = strconv.AppendInt(e, pressGuild, 10)
	e = append(e, `","channel_id":"`...)
	e = strconv.AppendInt(e, int64(pressChannel+table), 10)
	e = append(e, `","channel":{"type":0},"member":{"roles":[],"permissions":"562949953421311","user":{"id":"`...)
	e = strconv.AppendInt(e, int64(player), 10)
	e = append(e, `","username":"player`...)
	e = strconv.AppendInt(e, int64(player-pressPlayer), 10)
	e = append(e, `"}},`...)
	d.event = append(write(e), "}}"...)
	d.send(d.event)
}

// awaitAnswer waits until the newest interaction has its answer.
func (d *silentDiscord) awaitAnswer(b *testing.B) {
	b.Helper()
	for {
		select {
		case id := <-d.answered:
			if id == d.id {
				return
			}
		case <-time.After(10 * time.Second):
			b.Fatalf("an interaction has no answer: %s", d.event)
		}
	}
}

// press presses Call or Check at the next table with a player to act, and waits for the answer. It returns false if no
// table has one.
func (d *silentDiscord) press(b *testing.B) bool {
	for range pressTables {
		table := d.next % pressTables
		d.next++
		player := 0
		d.mu.Lock()
		board := &d.boards[table]
		if player = board.nextTurn(); player == 0 {
			d.mu.Unlock()
			continue
		}
		d.interact(table, player, 3, board.append)
		d.mu.Unlock()
		d.awaitAnswer(b)
		d.mu.Lock()
		same := bytes.Equal(board.customID(), board.pressed)
		d.mu.Unlock()
		if same {
			b.Fatalf("the answer to %s brought no other board", board.pressed)
		}
		return true
	}
	return false
}

// awaitHands waits until every table has a player to act.
func (d *silentDiscord) awaitHands(b *testing.B) {
	b.Helper()
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		ready := 0
		d.mu.Lock()
		for i := range d.boards {
			if d.boards[i].nextTurn() != 0 {
				ready++
			}
		}
		d.mu.Unlock()
		if ready == pressTables {
			return
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	for i := range d.boards {
		if d.boards[i].nextTurn() == 0 {
			b.Fatalf("no hand after %s: %s", d.boards[i].pressed, d.boards[i].body)
		}
	}
}

// nextTurn returns the number of the player to act after a press, or 0 if the press did nothing.
func (s *silentBoard) nextTurn() int {
	_, line, found := bytes.Cut(s.body, []byte("▶"))
	_, line, mentioned := bytes.Cut(line, []byte("@"))
	button := s.customID()
	if !found || !mentioned || len(button) == 0 || bytes.Equal(button, s.pressed) {
		return 0
	}
	player := 0
	for _, c := range line {
		if c < '0' || c > '9' {
			break
		}
		player = 10*player + int(c-'0')
	}
	return player
}

// customID returns the custom id of the button Call or Check.
func (s *silentBoard) customID() []byte {
	const before = `"custom_id":"`
	for body := s.body; ; {
		i := bytes.Index(body, []byte(before))
		if i < 0 {
			return nil
		}
		body = body[i+len(before):]
		id := body[:bytes.IndexByte(body, '"')]
		if bytes.HasSuffix(id, []byte(":call")) || bytes.HasSuffix(id, []byte(":check")) {
			return id
		}
	}
}

// append appends a press and its message.
func (s *silentBoard) append(e []byte) []byte {
	s.pressed = append(s.pressed[:0], s.customID()...)
	e = append(e, `"message":{"id":"`...)
	e = strconv.AppendUint(e, s.message, 10)
	e = append(e, `",`...)
	e = append(e, s.body...)
	e = append(e, `},"data":{"component_type":2,"custom_id":"`...)
	e = append(e, s.pressed...)
	return append(e, `"}`...)
}

// RoundTrip records every request of the bot.
func (d *silentDiscord) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body = make([]byte, r.ContentLength)
		if _, err := io.ReadFull(r.Body, body); err != nil {
			return nil, err
		}
	}
	path := r.URL.Path
	switch {
	case strings.HasSuffix(path, "/callback"):
		d.keep(body, 0)
		words := strings.Split(path, "/")
		id, _ := strconv.ParseUint(words[len(words)-3], 10, 64)
		d.answered <- id
	case strings.HasSuffix(path, "/gateway/bot"):
		return respond(r, `{"url":"ws://127.0.0.1:1","shards":1,"session_start_limit":{"total":9,"remaining":9,"max_concurrency":1}}`), nil
	case r.Method == http.MethodPost && strings.HasSuffix(path, "/messages"):
		d.mu.Lock()
		d.posted++
		id := d.posted
		d.mu.Unlock()
		d.keep(body, id)
		return respond(r, fmt.Sprintf(`{"id":"%d"}`, id)), nil
	case r.Method == http.MethodPatch: // an interaction's has no number
		id, _ := strconv.ParseUint(path[strings.LastIndexByte(path, '/')+1:], 10, 64)
		d.keep(body, id)
	case r.Method == http.MethodGet || r.Method == http.MethodPut:
		return respond(r, "[]"), nil
	}
	return respond(r, ""), nil
}

func respond(r *http.Request, body string) *http.Response {
	status := http.StatusOK
	if body == "" {
		status = http.StatusNoContent
	}
	return &http.Response{
		StatusCode: status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r,
	}
}

// keep keeps a sent message if it is a board. The id is the message's, or 0 for the pressed one.
func (d *silentDiscord) keep(body []byte, id uint64) {
	if bytes.HasPrefix(body, []byte(`{"type":`)) { // an answer: type 7 changes the message, all others are private
		if !bytes.HasPrefix(body, []byte(`{"type":7,"data":{`)) {
			return
		}
		body = body[len(`{"type":7,"data":{`) : len(body)-2]
	} else if len(body) > 2 {
		body = body[1 : len(body)-1]
	}
	_, rest, ok := bytes.Cut(body, []byte(`"custom_id":"v1:`))
	if !ok {
		return
	}
	channel := 0
	for _, c := range rest {
		if c < '0' || c > '9' {
			break
		}
		channel = 10*channel + int(c-'0')
	}
	table := channel - pressChannel
	if table < 0 || table >= pressTables {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if id != 0 {
		d.boards[table].message = id
	}
	d.boards[table].body = append(d.boards[table].body[:0], body...)
}
