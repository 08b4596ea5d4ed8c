package picture

import (
	"bytes"
	"encoding/binary"
	"hash/adler32"
	"hash/crc32"
	"hash/maphash"
	"io"
	"slices"
	"sync"

	"github.com/klauspost/compress/flate"
)

// encoder writes pictures as PNG with a palette and without filters, which only cost time where there are few colours. It packs
// in bands, which the standard library's encoder cannot do.
type encoder struct {
	file bytes.Buffer
	packer
}

// signature begins every PNG.
const signature = "\x89PNG\r\n\x1a\n"

// encode writes a picture.
func (e *encoder) encode(w io.Writer, f frame, level int) error {
	e.file.Reset()
	e.file.WriteString(signature)
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
	_, err := w.Write(e.file.Bytes())
	return err
}

// pixels writes the chunk of the pixels: one stream of all bands.
func (e *encoder) pixels(pix []uint8, level int) error {
	at := e.begin("IDAT")
	e.file.WriteString("\x78\x01") // the head of a zlib stream
	sum := adler32.Checksum(nil)
	for rows := range slices.Chunk(pix, bandHeight*Width) {
		packed, err := e.pack(rows, level)
		if err != nil {
			return err
		}
		e.file.Write(packed.data)
		sum = joined(sum, packed.sum)
	}
	e.file.WriteString("\x03\x00") // an empty last block
	var end [4]byte
	binary.BigEndian.PutUint32(end[:], sum)
	e.file.Write(end[:])
	e.end(at)
	return nil
}

// chunk writes a chunk.
func (e *encoder) chunk(name string, data []byte) {
	at := e.begin(name)
	e.file.Write(data)
	e.end(at)
}

// begin leaves room for the length of a chunk, and returns where the chunk begins.
func (e *encoder) begin(name string) int {
	at := e.file.Len()
	e.file.WriteString("\x00\x00\x00\x00")
	e.file.WriteString(name)
	return at
}

// end fills in the length, and adds the checksum of name and data.
func (e *encoder) end(at int) {
	chunk := e.file.Bytes()[at:]
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-8))
	var sum [4]byte
	binary.BigEndian.PutUint32(sum[:], crc32.ChecksumIEEE(chunk[4:]))
	e.file.Write(sum[:])
}

// bandHeight is how many rows are packed together. Bands of fewer rows are found again more often, but pack less well.
const bandHeight = 28

// bandBytes is how long a band is before it is packed: each row begins with the number of its filter.
const bandBytes = bandHeight * (1 + Width)

// How hard a picture is packed. A table full of open cards is rare and large.
const (
	quickly = 1
	closely = 4
	levels  = closely + 1
)

// band is a part of a picture after packing. It ends at a byte and refers to no other band, so that bands can follow each other.
type band struct {
	data []byte
	sum  uint32 // the Adler-32 checksum of its rows
}

// bandKey finds a band again by its pixels. Two bands of different pixels have the same hash once in 2⁶⁴ pairs.
type bandKey struct {
	hash  uint64
	level int
}

// bands keeps packed bands: most of a table's picture is as in its last one, or as in the picture of any table.
type bands struct {
	seed maphash.Seed
	mu   sync.Mutex // guards the following fields
	new  map[bandKey]band
	old  map[bandKey]band // those that new held when it was full; used ones come back to it
	size int              // of new, in bytes
}

// mostKept is how many bytes of packed bands may be new. So many may be old as well.
const mostKept = 8 << 20

func newBands() *bands {
	return &bands{seed: maphash.MakeSeed(), new: map[bandKey]band{}}
}

// find returns the packed band of pixels, if it is kept.
func (b *bands) find(k bandKey) (band, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	found, ok := b.new[k]
	if !ok {
		if found, ok = b.old[k]; ok {
			b.put(k, found)
		}
	}
	return found, ok
}

// keep keeps a packed band.
func (b *bands) keep(k bandKey, packed band) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.put(k, packed)
}

// put adds a band to the new ones. Call it with mu held.
func (b *bands) put(k bandKey, packed band) {
	if b.size += len(packed.data); b.size > mostKept {
		b.old, b.new, b.size = b.new, map[bandKey]band{}, len(packed.data)
	}
	b.new[k] = packed
}

// packer packs bands of pixels.
type packer struct {
	kept   *bands
	raw    [bandBytes]byte // the filters stay 0: none
	buffer bytes.Buffer
	packs  [levels]*flate.Writer
}

// pack returns the packed band of some rows of pixels.
func (p *packer) pack(pix []uint8, level int) (band, error) {
	k := bandKey{maphash.Bytes(p.kept.seed, pix), level}
	if found, ok := p.kept.find(k); ok {
		return found, nil
	}
	for y := range bandHeight {
		copy(p.raw[y*(1+Width)+1:], pix[y*Width:][:Width])
	}
	p.buffer.Reset()
	z := p.packs[level]
	if z == nil {
		var err error
		if z, err = flate.NewWriter(&p.buffer, level); err != nil {
			return band{}, err
		}
		p.packs[level] = z
	}
	z.Reset(&p.buffer)
	if _, err := z.Write(p.raw[:]); err != nil {
		return band{}, err
	}
	if err := z.Flush(); err != nil {
		return band{}, err
	}
	packed := band{slices.Clone(p.buffer.Bytes()), adler32.Checksum(p.raw[:])}
	p.kept.keep(k, packed)
	return packed, nil
}

// joined returns the Adler-32 checksum of data and a band after it, from the checksums of both.
func joined(before, sum uint32) uint32 {
	const prime = 65521
	low := (before&0xffff + sum&0xffff + prime - 1) % prime
	high := (before>>16 + sum>>16 + bandBytes%prime*(before&0xffff+prime-1)) % prime
	return high<<16 | low
}
