package backend

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"

	"cardroom/engine"
	"cardroom/store"
)

// Checksum returns a checksum of a table's data that also covers its key and version.
func Checksum(k store.Key, version int64, data []byte) int64 {
	var head [24]byte
	binary.BigEndian.PutUint64(head[0:], uint64(k.Guild))
	binary.BigEndian.PutUint64(head[8:], uint64(k.Channel))
	binary.BigEndian.PutUint64(head[16:], uint64(version))
	castagnoli := crc32.MakeTable(crc32.Castagnoli)
	return int64(crc32.Update(crc32.Checksum(head[:], castagnoli), castagnoli, data))
}

// VerifyChecksum returns a *store.DamagedError unless a stored checksum is that of the record.
func VerifyChecksum(r store.Record, sum int64) error {
	if sum != Checksum(r.Key, r.Version, r.Data) {
		return &store.DamagedError{Key: r.Key, Why: "its checksum is another"}
	}
	return nil
}

// Damaged returns the error for a stored value of a person that cannot be read.
func Damaged(guild engine.ID, of, person string, why error) error {
	return &store.DamagedError{Key: store.Key{Guild: guild}, Of: of, Why: fmt.Sprintf("of user %.20q: %v", person, why)}
}

// GiftsOrNone reads stored gifts, and returns none if they cannot be read: the wallet holds its chips all the same, and the
// next gift writes them anew.
func GiftsOrNone(value string) store.Gifts {
	g, err := store.ParseGifts(value)
	if err != nil {
		return store.Gifts{}
	}
	return g
}
