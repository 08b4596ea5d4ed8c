package discordtest_test

import (
	"bytes"
	"compress/zlib"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"cardroom/bot/discordtest"

	"github.com/gorilla/websocket"
)

func TestPacketsAreCompressedWhenAsked(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		l := call(d)
		l.identify(`,"compress":true`)
		kind, data, err := l.ws.ReadMessage()
		if err != nil || kind != websocket.BinaryMessage || bytes.Contains(data, []byte("READY")) {
			t.Errorf("heard kind %d: %q, %v", kind, data, err)
		}
		l.next("GUILD_CREATE")
	})
}

// A connection with compression in its URL is one stream, even if IDENTIFY asks for compressed payloads (D1): discord.py
// asks for both and reads only the stream.
func TestTheGatewayCompressesAsItsURLAsks(t *testing.T) {
	for name, reader := range map[string]func(*testing.T) func([]byte) []byte{"zlib-stream": inflating, "zstd-stream": unpacking} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, discordtest.Options{}, func(d *desk) {
				l := ring(d, "?v=10&encoding=json&compress="+name)
				l.stream = reader(t)
				if p, code := l.read(); p.Op != 10 {
					d.Fatalf("first %+v, closed with %d", p, code)
				}
				l.identify(`,"compress":true`)
				var r struct {
					SessionID string `json:"session_id"`
				}
				_ = json.Unmarshal(l.next("READY").D, &r)
				l.next("GUILD_CREATE")
				d.srv.Guild(strings.Repeat("long ", 60_000)) // more than one block
				if p := l.next("GUILD_CREATE"); len(p.D) < 300_000 {
					d.Errorf("a guild of %d bytes", len(p.D))
				}
				_ = l.ws.Close()
				plain := call(d)
				plain.resume(r.SessionID, 3)
				plain.next("RESUMED")
			})
		})
	}
}

// inflating returns a reader of the frames of one zlib stream.
func inflating(t *testing.T) func([]byte) []byte {
	var in bytes.Buffer
	var z io.Reader
	return func(data []byte) (text []byte) {
		if !bytes.HasSuffix(data, []byte{0, 0, 0xff, 0xff}) {
			t.Fatalf("a frame ends with % x", data[max(0, len(data)-4):])
		}
		in.Write(data)
		if z == nil {
			var err error
			if z, err = zlib.NewReader(&in); err != nil {
				t.Fatal(err)
			}
		}
		for in.Len() > 0 || len(text) == 0 {
			part := make([]byte, 1<<20)
			n, err := z.Read(part)
			if text = append(text, part[:n]...); err != nil && !errors.Is(err, io.ErrUnexpectedEOF) {
				t.Fatal(err)
			}
			if json.Valid(text) {
				return text
			}
		}
		return text
	}
}

// unpacking returns a reader of the frames of one zstd stream whose blocks are not compressed.
func unpacking(t *testing.T) func([]byte) []byte {
	started := false
	return func(data []byte) (text []byte) {
		if !started {
			if !bytes.HasPrefix(data, []byte("\x28\xb5\x2f\xfd\x00\x38")) {
				t.Fatalf("the stream begins with % x", data[:6])
			}
			started, data = true, data[6:]
		}
		for len(data) > 0 {
			head := int(data[0]) | int(data[1])<<8 | int(data[2])<<16
			size := head >> 3
			if head&7 != 0 || size > 128<<10 || size > len(data)-3 {
				t.Fatalf("a block begins with % x", data[:3])
			}
			text = append(text, data[3:3+size]...)
			data = data[3+size:]
		}
		return text
	}
}
