package gateway

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io"
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

// inflateChunk is more than the window of the format, 32 KiB. A read that does not fill it has returned everything until
// the flush; the next one would look for more.
const inflateChunk = 33 << 10

// inflater decompresses the messages of a connection. The zero value is ready to use.
type inflater struct {
	in, out bytes.Buffer
	z       io.Reader
}

var errTooLong = errors.New("a message is longer than 64 MiB")

// flush is what a flush ends with.
var flush = []byte{0x00, 0x00, 0xff, 0xff}

// inflate takes in a part of a message. It returns the message after its last part, and nil before. The message is valid until
// the next call.
func (i *inflater) inflate(part []byte) ([]byte, error) {
	i.in.Write(part)
	switch {
	case i.in.Len() > messageLimit:
		return nil, errTooLong
	case !bytes.HasSuffix(i.in.Bytes(), flush):
		return nil, nil
	}
	if i.z == nil {
		z, err := zlib.NewReader(&i.in)
		if err != nil {
			return nil, err
		}
		i.z = z
	}
	if i.out.Cap() > keptBuffer {
		i.out = bytes.Buffer{}
	}
	i.out.Reset()
	for {
		i.out.Grow(inflateChunk)
		free := i.out.AvailableBuffer()
		free = free[:cap(free)]
		n, err := i.z.Read(free)
		i.out.Write(free[:n])
		switch {
		case err != nil:
			return nil, err
		case i.out.Len() > messageLimit:
			return nil, errTooLong
		case n < len(free) && i.in.Len() == 0:
			return i.out.Bytes(), nil
		}
	}
}
