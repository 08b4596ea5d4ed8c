package bot

import (
	"bytes"
	"errors"
	flags "flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

var mutations = flags.Int("mutations", 20_000, "how many damaged records and hands are tried")

// kept is a stored table or hand of a bot, with its place.
type kept struct {
	record store.Record
	hand   store.Hand // zero for a table
}

// open opens it, and returns the bot's error.
func (k kept) open(b *table.Env) error {
	if k.hand.Number != 0 {
		_, _, err := b.Codec.Ended(k.record.Key, k.hand)
		return err
	}
	_, _, err := b.Codec.DecodeTable(k.record)
	return err
}

func (k kept) data() []byte {
	if k.hand.Number != 0 {
		return k.hand.Data
	}
	return k.record.Data
}

// with returns the same place with other data.
func (k kept) with(data []byte) kept {
	if k.hand.Number != 0 {
		k.hand.Data = data
	} else {
		k.record.Data = data
	}
	return k
}

// archive returns every version and every hand that several tables have stored.
func archive(t *testing.T) (all []kept) {
	t.Helper()
	for seed := range uint64(6) {
		e := newEvening(t, seed)
		e.key = store.Key{Guild: engine.ID(5 + seed%2), Channel: engine.ID(6 + seed)}
		for range 60 {
			was := e.version
			if e.step(); e.version == was {
				continue
			}
			data, err := e.env.Codec.EncodeTable(e.key, e.record, &e.table)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, kept{record: store.Record{Key: e.key, Version: e.version, Data: data(e.version)}})
		}
		for _, h := range e.kept {
			all = append(all, kept{record: store.Record{Key: e.key}, hand: h})
		}
	}
	return all
}

// damage is a way to damage stored data. It returns the result and the bot that opens it.
type damage func(d *rand.Rand, b *table.Env, one kept, all []kept) (kept, *table.Env)

var damages = map[string]damage{
	"a bit": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		data := bytes.Clone(one.data())
		data[d.IntN(len(data))] ^= 1 << d.IntN(8)
		return one.with(data), b
	},
	"a byte": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		data := bytes.Clone(one.data())
		data[d.IntN(len(data))] = byte(d.IntN(256))
		return one.with(data), b
	},
	"a cut": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		return one.with(one.data()[:d.IntN(len(one.data()))]), b
	},
	"a hole": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		data := bytes.Clone(one.data())
		from := d.IntN(len(data))
		clear(data[from:min(len(data), from+1+d.IntN(64))])
		return one.with(data), b
	},
	"more": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		data := bytes.Clone(one.data())
		from := d.IntN(len(data) + 1)
		return one.with(append(append(data[:from:from], byte(d.IntN(256))), data[from:]...)), b
	},
	"another's": func(d *rand.Rand, b *table.Env, one kept, all []kept) (kept, *table.Env) {
		return one.with(all[d.IntN(len(all))].data()), b
	},
	"another place": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		switch d.IntN(4) {
		case 0:
			one.record.Guild ^= 3
		case 1:
			one.record.Channel ^= 1
		default:
			one.record.Version += 1 + d.Int64N(3)
			if one.hand.Number != 0 {
				one.hand.Number++
			}
		}
		return one, b
	},
	"another schema": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		old := []string{"record/2 ", "hand/2 "}
		return one.with([]byte(strings.NewReplacer(old[0], fmt.Sprintf("record/%d ", 3+d.IntN(9)), old[1], "record/2 ").Replace(string(one.data())))), b
	},
	"another key": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		other, err := New(Config{Key: bytes.Repeat([]byte{byte(2 + d.IntN(200))}, shuffle.KeySize)}, nil)
		if err != nil {
			panic(err)
		}
		return one, other.Env
	},
	"an envelope of their own": func(d *rand.Rand, b *table.Env, one kept, _ []kept) (kept, *table.Env) {
		_, _, _, body := record.SplitEnvelope(one.data())
		return one.with(body), b
	},
}

// TestNothingDamagedIsAccepted is P8: the bot reads no damaged data, nothing panics, and the bytes stay unchanged. A long
// run is go test ./bot -run Damaged -mutations 100000 -v.
func TestNothingDamagedIsAccepted(t *testing.T) {
	alone(t)
	all, b := archive(t), newSealing(t, 1)
	for _, one := range all {
		if err := one.open(b); err != nil {
			t.Fatalf("undamaged: %v", err)
		}
	}
	seed, refusals := flags.Lookup("seed").Value.(flags.Getter).Get().(uint64), 0
	if seed == 0 {
		seed = rand.Uint64()
	}
	t.Logf("seed %d", seed)
	d := rand.New(rand.NewPCG(seed, 0))
	for _, name := range slices.Sorted(maps.Keys(damages)) {
		do := damages[name]
		for range *mutations / len(damages) {
			one := all[d.IntN(len(all))]
			harmed, by := do(d, b, one, all)
			if by == b && harmed.record.Key == one.record.Key && harmed.record.Version == one.record.Version &&
				harmed.hand.Number == one.hand.Number && bytes.Equal(harmed.data(), one.data()) {
				continue // it happens to be intact
			}
			before := bytes.Clone(harmed.data())
			err := harmed.open(by)
			if err == nil {
				t.Fatalf("seed %d: %s was accepted: %.300q", seed, name, harmed.data())
			}
			if !bytes.Equal(before, harmed.data()) {
				t.Fatalf("seed %d: %s: reading has changed the bytes", seed, name)
			}
			says(t, harmed, err)
			refusals++
		}
	}
	t.Logf("%d were refused", refusals)
}

// says wants the sentence for the operator: the table, the remedy, and the schemas found and known where they differ.
func says(t *testing.T, k kept, err error) {
	t.Helper()
	u, ok := errors.AsType[*record.UnreadableError](err)
	known := record.TableSchema
	want := []string{fmt.Sprintf("table %d in guild %d", k.record.Channel, k.record.Guild)}
	if k.hand.Number != 0 {
		known = record.HandSchema
		want = append(want, fmt.Sprintf("hand %d of ", k.hand.Number))
	}
	found, _, _, _ := record.SplitEnvelope(k.data())
	want = append(want, "it is left as it is: ")
	if found != known {
		want = append(want, fmt.Sprintf(" (schema found %.60q, schema known %q): ", found, known))
	} else if strings.Contains(err.Error(), "schema found") {
		t.Fatalf("it names a schema that is known: %v", err)
	}
	for _, words := range want {
		if !ok || !strings.Contains(err.Error(), words) || strings.HasSuffix(err.Error(), ": ") || len(u.Error()) > 500 {
			t.Fatalf("it is refused with %v, want %q", err, words)
		}
	}
}

// T23: an edit of any field of a record is detected, even if the JSON stays valid.
func TestEveryFieldOfARecordIsUnderTheTag(t *testing.T) {
	alone(t)
	b := newSealing(t, 1)
	for _, one := range archive(t) {
		data := one.data()
		for i, c := range data {
			if c < '1' || c > '8' {
				continue
			}
			data[i]++
			if err := one.open(b); err == nil {
				t.Fatalf("byte %d of %.300q is not under the tag", i, data)
			}
			data[i]--
			if i > 3000 {
				break
			}
		}
	}
}
