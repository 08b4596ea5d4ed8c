package picture

import (
	"fmt"
	"image"
	"math/rand/v2"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/equity"
	"cardroom/render/vector"
)

// layoutOf returns where everything is in a scene.
func layoutOf(p *Painter, s render.Scene) *layout {
	p.mu.Lock()
	defer p.mu.Unlock()
	own := &layout{fonts: p.cache.fonts}
	own.draw(s)
	return own
}

// overhang is how far letters may reach over the room they take, in pixels: those that lean do.
const overhang = 3

// faults returns the faults of a layout: parts outside of their outer parts, parts that overlap, words that leave their box.
func (p *layout) faults() (faults []string) {
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	frame := image.Rect(0, 0, Width, Height).Inset(8)
	for i, a := range p.parts {
		in := frame
		if a.in != whole {
			in = p.parts[a.in].box
		}
		if a.box.Empty() || !a.box.In(in) {
			say("%s leaves %v", a, in)
		}
		for _, b := range p.parts[i+1:] {
			if a.in == b.in && a.box.Overlaps(b.box) {
				say("%s overlaps %s", a, b)
			}
			if a.in == whole && b.in == whole && a.kind == panel && b.kind == panel && a.box.Inset(-2).Overlaps(b.box.Inset(-1)) {
				say("%s touches %s", a, b)
			}
		}
		if a.kind == faceDown && a.full != a.box && !p.behindAPod(a) {
			say("%s sticks out from behind its pod", a)
		}
		if a.kind == text {
			if seen := p.seen(a); !seen.In(in.Inset(1)) || seen.Dx() > a.box.Dx()+overhang {
				say("%s is seen at %v, outside of %v", a, seen, in)
			}
		}
	}
	return faults
}

// behindAPod reports whether the back of a card that is partly covered comes out from behind a pod straight: not at one of
// its corners, where it would be seen beside it.
func (p *layout) behindAPod(back part) bool {
	for _, pod := range p.parts {
		under := pod.box.Intersect(back.full)
		if pod.kind == panel && pod.in == whole && pod.box.Dx() == podWide && !under.Empty() {
			return back.full.Min.X >= pod.box.Min.X+8 && back.full.Max.X <= pod.box.Max.X-8
		}
	}
	return false
}

// Rank and suit of a card do not touch, however small it lies.
func TestRankAndSuitStandClearOnACard(t *testing.T) {
	for _, size := range []image.Point{{cardWide, boardHigh}, {rowCard, 86}, {rowCard, 57}, {70, handHigh}, {56, handHigh}, {46, handHigh}, {60, 42}, {56, 42}, {44, 42}} {
		f := faceOf(size.X, size.Y)
		high := f.style.size * 727 / 1000
		rank := image.Rect(f.rank.Min.X, f.rank.Min.Y+(f.rank.Dy()-high)/2, f.rank.Max.X, f.rank.Max.Y-(f.rank.Dy()-high)/2)
		if !f.suit.In(image.Rectangle{Max: size}) || rank.Overlaps(f.suit) {
			t.Errorf("on a card of %v the rank is at %v and the suit at %v", size, rank, f.suit)
		}
	}
}

// seen returns the pixels that a text's letters have something in.
func (p *layout) seen(a part) image.Rectangle {
	var all image.Rectangle
	x := vector.Px(a.box.Min.X) + vector.Px(a.box.Dx()-p.width(a.style, a.text))/2
	last := rune(0)
	for _, r := range a.text {
		g := p.glyph(a.style, r)
		x += p.kern(a.style, last, r)
		at := image.Pt((x+vector.Sub/2)>>6, baseline(a.box, a.style)).Add(g.At)
		covered := image.Rectangle{at, at.Add(g.Size)}
		if len(g.Alpha) == 0 {
			covered = image.Rectangle{}
		}
		all = all.Union(covered)
		x += g.advance
		last = r
	}
	return all
}

func (p part) String() string {
	what := []string{"a panel", "a text", "an icon", "a card", "a back", "a card's place", "a chip"}[p.kind]
	return fmt.Sprintf("%s %v %q", what, p.box, p.text)
}

func TestNothingTouchesInAnyGoldenScene(t *testing.T) {
	for _, s := range scenes(t) {
		for _, fault := range layoutOf(painter(t), s.Scene).faults() {
			t.Errorf("%s: %s", s.name, fault)
		}
	}
}

// Scenes at random, reachable or not: tables of all sizes, with names, amounts and states of all kinds.
func TestNothingTouchesInScenesAtRandom(t *testing.T) {
	scenes := 4000
	if testing.Short() {
		scenes = 400
	}
	for seed := range uint64(scenes) {
		d := dice{rand.New(rand.NewPCG(seed, 11))}
		s := d.scene()
		if faults := layoutOf(painter(t), s).faults(); len(faults) > 0 {
			t.Fatalf("seed %d: %d faults in %d seats: %s", seed, len(faults), s.View.Rules.Seats, strings.Join(faults[:min(4, len(faults))], "\n"))
		}
	}
}

// dice makes scenes at random.
type dice struct{ *rand.Rand }

func (d dice) maybe() bool { return d.IntN(2) == 0 }

func (d dice) seldom() bool { return d.IntN(6) == 0 }

func (d dice) chips() int64 {
	n := int64(1)
	for range d.IntN(19) {
		n *= 10
	}
	return d.Int64N(n)
}

// letters of names: wide ones, narrow ones, tall and deep ones, and some that cannot be drawn.
var letters = []rune("WMilgjpqyQÅẪỆșŻЖщѢΞώ_.-|@★田م🂡́\u202e \u200b")

func (d dice) name() string {
	var b strings.Builder
	for range d.IntN(40) {
		b.WriteRune(letters[d.IntN(len(letters))])
	}
	return b.String()
}

func (d dice) scene() render.Scene {
	v := engine.View{Rules: poker.DefaultRules(), Hand: d.chips(), Phase: engine.Phase(d.IntN(int(engine.Showing) + 1)), Paused: d.seldom(),
		Closing: d.seldom(), Practice: d.maybe(), Closed: d.seldom(), Voided: d.seldom(), Button: d.IntN(11) - 1, ToAct: d.IntN(11) - 1,
		Street: poker.Street(d.IntN(4)), Discards: d.IntN(6), Runs: d.IntN(4)}
	v.Rules.Variant, v.Rules.Limit, v.Rules.Seats = poker.Variant(1+d.IntN(3)), poker.Limit(1+d.IntN(3)), 2+d.IntN(9)
	v.Rules.SmallBlind, v.Rules.BigBlind = d.chips(), d.chips()
	v.Legal = engine.Legal{Call: d.chips() * int64(d.IntN(2)), Min: d.chips()}
	deck := d.Perm(card.Count)
	take := func(n int) (cards []card.Card) {
		for range n {
			cards, deck = append(cards, card.Card(1+deck[0])), append(deck[1:], deck[0])
		}
		return cards
	}
	s := render.Scene{DisplayNames: map[engine.ID]render.DisplayName{}}
	if v.Rules.Variant == poker.FiveCardDraw {
		v.Rules.Seats = min(v.Rules.Seats, 6)
	} else {
		v.Board = take([]int{0, 3, 4, 5}[v.Street])
		for range d.IntN(3) * d.IntN(2) {
			v.Again = append(v.Again, take(5))
		}
	}
	for n := range v.Rules.Seats {
		if d.IntN(5) > 0 {
			seat := d.seat(n, v.Rules.Variant.HoleCards(), take)
			v.Seats = append(v.Seats, seat)
			s.DisplayNames[seat.Player] = render.DisplayName{Name: d.name(), User: d.name()}
			s.Equities = append(s.Equities, equity.Chance{Seat: n, Tenths: d.IntN(1001)})
		}
	}
	for range d.IntN(10) {
		pot := engine.Pot{Amount: d.chips()}
		for range d.IntN(4) * d.IntN(2) {
			a := engine.Award{Seat: d.IntN(v.Rules.Seats), Amount: d.chips(), Run: d.IntN(3)}
			copy(a.Made.Best[:], take(5))
			pot.Won = append(pot.Won, a)
		}
		v.Pots = append(v.Pots, pot)
	}
	if d.maybe() {
		s.Equities = nil
	}
	s.View = v
	return s
}

func (d dice) seat(n, hole int, take func(int) []card.Card) engine.SeatView {
	s := engine.SeatView{Seat: n, Player: engine.ID(900 + n), Stack: d.chips(), Bet: d.chips() * int64(d.IntN(2)), InHand: d.IntN(4) > 0,
		Folded: d.seldom(), AllIn: d.maybe(), Out: d.seldom(), Waits: d.seldom(), Posts: d.maybe(), Leaves: d.seldom(), Mucked: d.seldom(), Away: d.seldom(),
		Straddled: d.seldom(), Drew: d.IntN(7) - 1, Runs: d.IntN(4)}
	if d.seldom() {
		s.RebuyBy = 1
	}
	if d.IntN(3) == 0 {
		s.Shown = take(1 + d.IntN(hole))
		s.AllShown = len(s.Shown) == hole
	}
	return s
}
