package gateway

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"errors"
	"io"
	"slices"
)

// compression names how Discord compresses a connection: everything that it sends is one zlib stream, and each message ends
// with a flush. It saves four fifths of the traffic, most of all when the servers of a shard come.
const compression = "zlib-stream"

// keptBuffer is how large a buffer for messages may stay, in bytes. messageLimit is the longest message: Discord's largest
// servers need a few megabytes.
const (
	keptBuffer   = 256 << 10
	messageLimit = 64 << 20
)

// window is how far back the format refers, in bytes. A reader hands its output over at a flush, and whenever it has filled a
// window.
const window = 32 << 10

// inflateChunk is more than a window. A read that does not fill it and leaves nothing unread has returned everything until the
// flush; the next one would look for more.
const inflateChunk = window + 1<<10

// inflater decompresses the messages of a connection. The zero value is ready to use.
type inflater struct {
	parts []byte       // of a message whose last part has not come
	in    bytes.Reader // a message, which z reads
	z     io.Reader
	out   []byte
	dict  []byte // the output so far, at least the last window of it
	total int    // bytes of all messages
}

var errTooLong = errors.New("a message is longer than 64 MiB")

// flush has the bytes at the end of a flush.
var flush = []byte{0x00, 0x00, 0xff, 0xff}

// inflate takes in a part of a message. It returns the message after its last part, and nil before. The message is valid until
// the next call.
func (i *inflater) inflate(part []byte) ([]byte, error) {
	if len(i.parts) > 0 || !bytes.HasSuffix(part, flush) {
		i.parts = append(i.parts, part...)
		part = i.parts
	}
	switch {
	case len(part) > messageLimit:
		return nil, errTooLong
	case !bytes.HasSuffix(part, flush):
		return nil, nil
	}
	i.in.Reset(part)
	defer i.in.Reset(nil)
	i.parts = reuse(i.parts)
	if i.z == nil {
		z, err := zlib.NewReader(&i.in)
		if err != nil {
			return nil, err
		}
		i.z = z
	}
	i.out = reuse(i.out)
	for {
		i.out = slices.Grow(i.out, inflateChunk)
		free := i.out[len(i.out):cap(i.out)]
		n, err := i.z.Read(free)
		i.out = i.out[:len(i.out)+n]
		i.remember(free[:n])
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF) && i.in.Len() == 0 && i.total%window == 0:
			// The message filled the window, so its last byte came before the flush was read, and this read found the flush alone.
			// A reader's error stays, so another one goes on.
			i.z = flate.NewReaderDict(&i.in, i.dict)
			return i.out, nil
		case err != nil:
			return nil, err
		case len(i.out) > messageLimit:
			return nil, errTooLong
		case n < len(free) && i.in.Len() == 0:
			return i.out, nil
		}
	}
}

// remember takes output in, to which later output may refer.
func (i *inflater) remember(output []byte) {
	if len(i.dict) > window && len(i.dict)+len(output) > 2*window {
		i.dict = append(i.dict[:0], i.dict[len(i.dict)-window:]...)
	}
	i.dict = append(i.dict, output...)
	i.total += len(output)
}

// reuse returns a buffer without its content, or none where it is too large to keep.
func reuse(buffer []byte) []byte {
	if cap(buffer) > keptBuffer {
		return nil
	}
	return buffer[:0]
}
