package record

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
	"time"

	"cardroom/bot/shuffle"
	"cardroom/engine/enginetest"
	"cardroom/internal/fastjson"
	"cardroom/store"
)

// BenchmarkEncodeTable encodes a table in the middle of a hand, as each press stores it. It reports the processor time of a
// record's JSON with encoding/json and with fastjson, which take turns, and their ratio.
func BenchmarkEncodeTable(b *testing.B) {
	codec, err := NewCodec([]byte(strings.Repeat("\x01", shuffle.KeySize)), new(uint64(1)))
	if err != nil {
		b.Fatal(err)
	}
	data, err := os.ReadFile("../testdata/records/next/betting.129.record")
	if err != nil {
		b.Fatal(err)
	}
	key := store.Key{Guild: 5, Channel: 6}
	r, t, err := codec.DecodeTable(store.Record{Key: key, Version: 129, Data: data})
	if err != nil {
		b.Fatal(err)
	}
	if r.Table, err = t.Snapshot(codec.Keys.Snapshot(key, 1, 1)); err != nil {
		b.Fatal(err)
	}
	var slow, fast time.Duration
	b.ReportAllocs()
	for b.Loop() {
		encode, err := codec.EncodeTable(key, r, &t)
		if err != nil {
			b.Fatal(err)
		}
		encode(130)
		slow += cpu(b, func() { json.Marshal(&r) })
		fast += cpu(b, func() { fastjson.Marshal(&r) })
	}
	b.ReportMetric(float64(slow.Nanoseconds())/float64(b.N), "json-ns/op")
	b.ReportMetric(float64(fast.Nanoseconds())/float64(b.N), "fastjson-ns/op")
	b.ReportMetric(float64(slow)/float64(fast), "ratio")
}

// cpu returns the processor time of this process while f runs.
func cpu(b *testing.B, f func()) time.Duration {
	begin := enginetest.CPUTime(b)
	f()
	return enginetest.CPUTime(b) - begin
}
