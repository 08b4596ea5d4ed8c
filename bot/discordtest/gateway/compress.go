package gateway

import (
	"bytes"
	"compress/zlib"
	"fmt"
)

// stream compresses all payloads of a connection as one stream, as the connection's URL requests.
type stream interface {
	// pack returns the next payload's part of the stream. It is valid until the next call.
	pack(data []byte) []byte
}

// newStream returns the stream of a name, or nil if a URL requests none. Discord ignores an unknown name.
func newStream(name string) stream {
	switch name {
	case "zlib-stream":
		return new(zlibStream)
	case "zstd-stream":
		return new(zstdStream)
	}
	return nil
}

// zlibStream ends each payload with a flush, whose last bytes are 00 00 FF FF.
type zlibStream struct {
	buf bytes.Buffer
	z   *zlib.Writer
}

func (s *zlibStream) pack(data []byte) []byte {
	s.buf.Reset()
	if s.z == nil {
		s.z, _ = zlib.NewWriterLevel(&s.buf, zlib.BestSpeed) // the level is a valid one
	}
	if _, err := s.z.Write(data); err != nil {
		panic(fmt.Sprintf("gateway: cannot compress: %v", err)) // into memory: cannot happen
	}
	_ = s.z.Flush()
	return s.buf.Bytes()
}

// zstdStream is one endless frame (RFC 8878) of uncompressed blocks: readers do not need it to be small.
type zstdStream struct {
	started bool
	buf     []byte
}

// zstdBlock is the longest block of a frame whose window is as long.
const zstdBlock = 128 << 10

func (s *zstdStream) pack(data []byte) []byte {
	s.buf = s.buf[:0]
	if !s.started {
		const window = 7 << 3                                              // 2^(10+7) bytes
		s.buf = append(s.buf, 0x28, 0xb5, 0x2f, 0xfd /*magic*/, 0, window) // neither size, checksum nor dictionary
		s.started = true
	}
	for len(data) > 0 {
		n := min(len(data), zstdBlock)
		const raw, more = 0 << 1, 0
		head := n<<3 | raw | more
		s.buf = append(s.buf, byte(head), byte(head>>8), byte(head>>16))
		s.buf = append(s.buf, data[:n]...)
		data = data[n:]
	}
	return s.buf
}

// zlibWriter compresses each payload as a stream of its own, with one
// compressor, because a new one costs most of a megabyte.
type zlibWriter struct {
	buf bytes.Buffer
	z   *zlib.Writer
}

func (w *zlibWriter) deflate(data []byte) []byte {
	w.buf.Reset()
	if w.z == nil {
		w.z, _ = zlib.NewWriterLevel(&w.buf, zlib.BestSpeed) // the level is a valid one
	} else {
		w.z.Reset(&w.buf)
	}
	if _, err := w.z.Write(data); err != nil {
		panic(fmt.Sprintf("gateway: cannot compress: %v", err)) // into memory: cannot happen
	}
	_ = w.z.Close()
	return w.buf.Bytes()
}
