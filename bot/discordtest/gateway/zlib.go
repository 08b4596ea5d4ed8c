package gateway

import (
	"bytes"
	"compress/zlib"
	"fmt"
)

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
