package picture

import (
	"bytes"
	"fmt"
	"hash/adler32"
	"image/png"
	"io"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// TestBandsThatAreKeptGiveTheSamePicture draws all scenes in random order by one painter, and compares them with the pictures of
// painters that have drawn nothing before. Several goroutines draw at once.
func TestBandsThatAreKeptGiveTheSamePicture(t *testing.T) {
	all, p := scenes(t), painter(t)
	if testing.Short() {
		all = all[:8]
	}
	want := make([][]byte, len(all))
	for i, s := range all {
		f, level := p.compose(newCanvas().pix, s.Scene, s.theme)
		var file bytes.Buffer
		if err := newCanvas().encode(&file, f, level); err != nil {
			t.Fatal(err)
		}
		want[i] = file.Bytes()
	}
	var group sync.WaitGroup
	for seed := range uint64(2) {
		group.Go(func() {
			for _, i := range rand.New(rand.NewPCG(seed, 1)).Perm(2 * len(all)) {
				var file bytes.Buffer
				if err := p.Draw(&file, all[i%len(all)].Scene, all[i%len(all)].theme); err != nil || !bytes.Equal(file.Bytes(), want[i%len(all)]) {
					t.Errorf("%s: another picture, %v", all[i%len(all)].name, err)
				}
			}
		})
	}
	group.Wait()
}

// TestKeptBandsAreFew fills the store of bands several times.
func TestKeptBandsAreFew(t *testing.T) {
	kept := newBands()
	for i := range 5 {
		for n := range mostKept/1000 - 1 {
			kept.keep(bandKey{uint64(i<<32 | n), quickly}, band{data: make([]byte, 1000)})
		}
		if n := len(kept.new) + len(kept.old); n > 2*mostKept/1000 {
			t.Fatalf("%d bands of 1,000 bytes are kept", n)
		}
		if _, ok := kept.find(bandKey{uint64(i<<32 | 5), quickly}); !ok {
			t.Errorf("a band of the newest %d bytes is gone", mostKept)
		}
	}
	if _, ok := kept.find(bandKey{5, quickly}); ok {
		t.Error("the oldest band is kept")
	}
}

// TestChecksumsJoin compares checksums that were joined with those of the whole.
func TestChecksumsJoin(t *testing.T) {
	dice := rand.New(rand.NewPCG(1, 2))
	data := make([]byte, 3*bandBytes)
	for i := range data {
		data[i] = byte(dice.Uint32()) | byte(i>>14)*85
	}
	sum := adler32.Checksum(nil)
	for at := 0; at < len(data); at += bandBytes {
		sum = joined(sum, adler32.Checksum(data[at:at+bandBytes]))
		if want := adler32.Checksum(data[:at+bandBytes]); sum != want {
			t.Errorf("after %d bytes the checksum is %x, want %x", at+bandBytes, sum, want)
		}
	}
}

// evening is tables of nine players with names of their own. All call or check, so that each hand ends with a showdown.
type evening struct {
	tb     testing.TB
	tables []engine.Table
	now    engine.Moment
	dice   *rand.Rand
}

func newEvening(tb testing.TB, tables int) *evening {
	e := &evening{tb: tb, now: engine.At(time.Date(2026, 1, 1, 20, 0, 0, 0, time.UTC)), dice: rand.New(rand.NewPCG(1, 3))}
	for range tables {
		t, err := engine.New(poker.DefaultRules())
		if err != nil {
			tb.Fatal(err)
		}
		e.tables = append(e.tables, t)
	}
	for i := range e.tables {
		for seat := range 9 {
			e.do(i, engine.Sit{Player: engine.ID(100*i + seat + 1), Seat: seat, Chips: 900 + int64(e.dice.IntN(100)), At: e.now})
		}
	}
	return e
}

func (e *evening) do(i int, c engine.Command) {
	next, _, err := e.tables[i].Apply(c, nil)
	if err != nil {
		e.tb.Fatalf("%T: %v", c, err)
	}
	e.tables[i] = next
}

// next has something happen at a table, and returns the public view then.
func (e *evening) next(i int) render.Scene {
	t := e.tables[i]
	switch due := t.Pending(); due.Need {
	case engine.NeedStart:
		e.now = max(e.now, due.Due)
		e.do(i, engine.Start{Lot: e.dice.Uint64(), At: e.now})
		deck := card.Ordered()
		e.dice.Shuffle(len(deck), func(a, b int) { deck[a], deck[b] = deck[b], deck[a] })
		e.do(i, engine.Deal{Deck: deck, Message: 99, At: e.now})
	case engine.NeedAction:
		v := t.View(0)
		action := engine.Call
		if v.Legal.Call == 0 {
			action = engine.Check
		}
		e.do(i, engine.Act{Player: v.Seats[v.ToAct].Player, Turn: v.Turn, Action: action, At: e.now})
	default:
		e.now = max(e.now, due.Due)
		e.do(i, engine.Tick{At: e.now})
	}
	s := render.Scene{View: e.tables[i].View(0), Lang: locale.Lookup(locale.English), DisplayNames: map[engine.ID]render.DisplayName{}}
	for _, seat := range s.View.Seats {
		s.DisplayNames[seat.Player] = render.DisplayName{Name: fmt.Sprintf("Player %d", seat.Player)}
	}
	return s
}

// BenchmarkTables draws the pictures of tables in play, one table after the other. Where they are few, most bands are kept from
// the table's last picture. Where they are many, only those that all tables share are.
func BenchmarkTables(b *testing.B) {
	for _, n := range []int{1, 100, 3000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			p, e := painter(b), newEvening(b, n)
			var took []time.Duration
			for i := 0; b.Loop(); i++ {
				b.StopTimer()
				s := e.next(i % n)
				b.StartTimer()
				began := time.Now()
				if err := p.Draw(io.Discard, s, 0); err != nil {
					b.Fatal(err)
				}
				took = append(took, time.Since(began))
			}
			report(b, took)
		})
	}
}

// TestTheEveningIsPlayed sees that the benchmark's tables come to a showdown, and that their pictures can be read.
func TestTheEveningIsPlayed(t *testing.T) {
	p, e, open := painter(t), newEvening(t, 1), 0
	for range 60 {
		s := e.next(0)
		var file bytes.Buffer
		if err := p.Draw(&file, s, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(&file); err != nil {
			t.Fatal(err)
		}
		if s.View.Phase == engine.Idle && len(s.View.Board) == 5 {
			open++
		}
	}
	if open == 0 {
		t.Error("no hand came to its end")
	}
}
