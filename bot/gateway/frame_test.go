package gateway

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

func TestFramesAreReadAsJSON(t *testing.T) {
	for _, text := range []string{
		`{"op":0,"t":"READY","s":1,"d":{"a":"}]\\\"","b":[{"c":[]}]}}`,
		`{"t":null,"s":null,"op":11,"d":null}`,
		`{"new":"\\","op":1,"other":"\\\\\"","d":{"a":"\\"},"s":2,"t":"x"}`,
		` { "op" : 9 , "d" : true , "new" : [ 1, "x" ] } `,
		`{"op":10,"d":{"heartbeat_interval":41250,"_trace":["[\"gateway\"]"]},"s":null}`,
		`{}`,
	} {
		var want frame
		if err := json.Unmarshal([]byte(text), &want); err != nil {
			t.Fatal(err)
		}
		if string(want.Data) == "null" {
			want.Data = json.RawMessage("null")
		}
		got, err := readFrame([]byte(text))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %+v, %v; want %+v", text, got, err, want)
		}
	}
}

func TestFramesThatAreNoneEndTheConnection(t *testing.T) {
	for _, text := range []string{
		``, `null`, `[]`, `{`, `{"op"`, `{"op":`, `{"op":0`, `{"op":0,`, `{"op":0,}`, `{,}`, `{"op" 0}`, `{"op":0}x`, `{"op":"x"}`, `{"s":1.5}`,
		`{"op":"x","s":1}`, `{"s":1.5,"op":0}`,
		`{"d":{"a":1}`, `{"d":"a}`, `{"d":"a\"}`, `{"d":]}`, `{op:0}`,
	} {
		if f, err := readFrame([]byte(text)); !errors.Is(err, errFrame) {
			t.Errorf("%s: %+v, %v", text, f, err)
		}
	}
}

func FuzzFrame(f *testing.F) {
	f.Add([]byte(`{"op":0,"t":"READY","s":1,"d":{"a":"}\\\"","b":[{"c":[]}]}}`))
	f.Add([]byte(`{"op":1,"d":`))
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := readFrame(text)
		for _, n := range []string{"op", "d", "s", "t"} {
			if strings.Count(strings.ToLower(string(text)), n) > 1 || bytes.ContainsAny(text, "ſ\\") {
				return // encoding/json knows other spellings of a key, too
			}
		}
		var want frame
		if json.Unmarshal(text, &want) != nil {
			return // it need not be refused, for its data is decoded later
		}
		if bytes.Equal(bytes.TrimSpace(text), []byte("null")) {
			return
		}
		if err != nil || got.Op != want.Op || got.Seq != want.Seq || got.Type != want.Type || !bytes.Equal(got.Data, want.Data) {
			t.Errorf("%q: %+v, %v; want %+v", text, got, err, want)
		}
	})
}

func TestOfAServerItsIDIsRead(t *testing.T) {
	for text, want := range map[string]GuildCreate{
		`{"channels":[{"id":"1"}],"id":"7","roles":[]}`:  {ID: "7"},
		`{"unavailable":true,"id":"8"}`:                  {ID: "8", Unavailable: true},
		`{"id":"9","unavailable":false,"name":"\"id\""}`: {ID: "9"},
	} {
		var got GuildCreate
		if err := decode("GUILD_CREATE", []byte(text), &got); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, text := range []string{`null`, `{"id":7}`, `{"id":"7"`, `{"id":"7","unavailable":"x"}`} {
		if err := decode("GUILD_CREATE", []byte(text), new(GuildCreate)); err == nil {
			t.Errorf("%s was accepted", text)
		}
	}
}

// largeGuild returns the data of a server with that many members.
func largeGuild(members int) map[string]any {
	var all []any
	for i := range members {
		all = append(all, map[string]any{"user": map[string]any{"id": fmt.Sprint(1573898111049269361 + i), "username": fmt.Sprint("user", i)}, "roles": []string{"1573898111049269361"}})
	}
	return map[string]any{"id": "7", "members": all, "unavailable": false}
}

func TestACompressedSessionIsResumed(t *testing.T) {
	bubbled(func(t *testing.T) {
		dropped := func(p *peer) {
			p.welcome()
			p.event(3, "GUILD_CREATE", largeGuild(5000))
			p.event(4, "INTERACTION_CREATE", press("1"))
			p.ws.Close()
		}
		f := newFake(t, dropped, func(p *peer) {
			p.welcome()
			p.event(5, "INTERACTION_CREATE", press("2"))
			p.attend()
		})
		f.compresses = true
		r := start(t, f.config())
		for _, want := range []string{"1", "2"} {
			if i := r.press(t, 10*time.Second); i.ID != want {
				t.Errorf("press %s, want %s", i.ID, want)
			}
		}
		f.mu.Lock()
		defer f.mu.Unlock()
		if len(f.met) != 2 || f.met[1].op != opResume || !strings.Contains(string(f.met[1].data), `"seq":4`) {
			t.Errorf("the second connection sent %+v", f.met)
		}
		for _, c := range f.compression {
			if c != compression {
				t.Errorf("a connection asked for the compression %q", c)
			}
		}
	})(t)
}

// pack returns messages as one stream, each with a flush at its end.
func pack(t testing.TB, level int, messages ...[]byte) (packed [][]byte) {
	var b bytes.Buffer
	z, err := zlib.NewWriterLevel(&b, level)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range messages {
		b.Reset()
		z.Write(m)
		z.Flush()
		packed = append(packed, bytes.Clone(b.Bytes()))
	}
	return packed
}

func TestMessagesOfEverySizeAreInflated(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after another: not for the race detector")
	}
	seed := rand.Uint64()
	dice := rand.New(rand.NewPCG(seed, 0))
	var messages [][]byte
	for _, size := range []int{1, 100, 32<<10 - 1, 32 << 10, 33 << 10, 33<<10 + 1, 66 << 10, 1 << 20, 7, 3 << 20, 2} {
		m := make([]byte, size)
		for i := range m {
			m[i] = "abcdefgh"[dice.IntN(1+i%8)]
		}
		messages = append(messages, m)
	}
	for _, level := range []int{zlib.NoCompression, zlib.HuffmanOnly, zlib.BestSpeed, zlib.DefaultCompression} {
		var i inflater
		for n, part := range pack(t, level, messages...) {
			cut := dice.IntN(len(part))
			if got, err := i.inflate(part[:cut]); got != nil || err != nil {
				t.Fatalf("seed %d, level %d: a part of %d is a message of %d bytes, %v", seed, level, len(part), len(got), err)
			}
			if got, err := i.inflate(part[cut:]); err != nil || !bytes.Equal(got, messages[n]) {
				t.Fatalf("seed %d, level %d: a message of %d bytes is one of %d, %v", seed, level, len(messages[n]), len(got), err)
			}
		}
	}
}

func TestAMessageMayEndWhereTheWindowDoes(t *testing.T) {
	random := make([]byte, 3*window)
	rand.NewChaCha8([32]byte{}).Read(random)
	messages := [][]byte{ // of which each refers to the one before
		random[:window-100], random[:100], random[50:150], random[150 : window+50], random[:2*window], random[window:], random[window:], random[window:],
	}
	for _, level := range []int{zlib.NoCompression, zlib.HuffmanOnly, zlib.BestSpeed, zlib.DefaultCompression} {
		var i inflater
		total, ends := 0, 0
		for n, part := range pack(t, level, messages...) {
			got, err := i.inflate(part)
			if err != nil || !bytes.Equal(got, messages[n]) {
				t.Fatalf("level %d: message %d of %d bytes is one of %d, %v", level, n, len(messages[n]), len(got), err)
			}
			if total += len(got); total%window == 0 {
				ends++
			}
		}
		if ends < 4 {
			t.Fatalf("only %d messages end where a window does", ends)
		}
	}
}

func TestABadStreamIsAnError(t *testing.T) {
	if testing.Short() {
		t.Skip("one thing after another: not for the race detector")
	}
	for name, part := range map[string][]byte{
		"no stream": append([]byte("no zlib"), flush...),
		"broken":    append([]byte{0x78, 0x9c, 0xff, 0xff, 0xff}, flush...),
		"cut short": append([]byte{0x78, 0x9c, 0x00, 0xff, 0x00, 0x00, 0xff}, flush...),
	} {
		if got, err := new(inflater).inflate(part); err == nil {
			t.Errorf("%s: %q", name, got)
		}
	}
	bomb := pack(t, zlib.BestSpeed, make([]byte, messageLimit+1))
	if _, err := new(inflater).inflate(bomb[0]); !errors.Is(err, errTooLong) {
		t.Errorf("too long a message: %v", err)
	}
}

// BenchmarkGuild reads a server with 5,000 members.
func BenchmarkGuild(b *testing.B) {
	data, err := json.Marshal(map[string]any{"op": 0, "t": "GUILD_CREATE", "s": 1, "d": largeGuild(5000)})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		f, err := readFrame(data)
		if err := errors.Join(err, decode("GUILD_CREATE", f.Data, new(GuildCreate))); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkInflate decompresses presses on a board of six.
func BenchmarkInflate(b *testing.B) {
	data, err := json.Marshal(pressOnABoard())
	if err != nil {
		b.Fatal(err)
	}
	messages := make([][]byte, 200)
	for i := range messages {
		messages[i] = data
	}
	packed := pack(b, zlib.DefaultCompression, messages...)
	var i inflater
	n := 0
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		if n == len(packed) {
			i, n = inflater{}, 0
		}
		if _, err := i.inflate(packed[n]); err != nil {
			b.Fatal(err)
		}
		n++
	}
}
