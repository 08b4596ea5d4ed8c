package picture

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// encoder writes pictures as PNG with a palette and without filters, which only cost time where there are few colours. The
// standard library's encoder has no level between its fastest and its default, which takes four times as long.
type encoder struct {
	packed bytes.Buffer // the file
	row    [1 + Width]byte
	packs  [zlib.BestCompression + 1]*zlib.Writer
}

// How hard a picture is packed. A table full of open cards is rare and large.
const (
	quickly = zlib.BestSpeed
	closely = 3
)

// signature begins every PNG.
const signature = "\x89PNG\r\n\x1a\n"

// encode writes a picture.
func (e *encoder) encode(w io.Writer, f frame, level int) error {
	e.packed.Reset()
	e.packed.WriteString(signature)
	var head [13]byte
	binary.BigEndian.PutUint32(head[0:], Width)
	binary.BigEndian.PutUint32(head[4:], Height)
	head[8], head[9] = 8, 3 // bits a pixel; a palette
	e.chunk("IHDR", head[:])
	e.chunk("PLTE", f.triples)
	if err := e.pixels(f.pix, level); err != nil {
		return err
	}
	e.chunk("IEND", nil)
	_, err := w.Write(e.packed.Bytes())
	return err
}

// pixels writes the chunk of the pixels.
func (e *encoder) pixels(pix []uint8, level int) error {
	at := e.begin("IDAT")
	z := e.packs[level]
	if z == nil {
		var err error
		if z, err = zlib.NewWriterLevel(&e.packed, level); err != nil {
			return err
		}
		e.packs[level] = z
	}
	z.Reset(&e.packed)
	for y := range Height {
		copy(e.row[1:], pix[y*Width:][:Width])
		if _, err := z.Write(e.row[:]); err != nil {
			return err
		}
	}
	if err := z.Close(); err != nil {
		return err
	}
	e.end(at)
	return nil
}

// chunk writes a chunk.
func (e *encoder) chunk(name string, data []byte) {
	at := e.begin(name)
	e.packed.Write(data)
	e.end(at)
}

// begin leaves room for the length of a chunk, and returns where the chunk begins.
func (e *encoder) begin(name string) int {
	at := e.packed.Len()
	e.packed.WriteString("\x00\x00\x00\x00")
	e.packed.WriteString(name)
	return at
}

// end fills in the length, and adds the checksum of name and data.
func (e *encoder) end(at int) {
	chunk := e.packed.Bytes()[at:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8))
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(chunk[4:]))
	e.packed.Write(sum[:])
}
