package picture

import (
	"bytes"
	"image"
	"strings"
	"testing"

	"cardroom/render/locale"
)

// The states of a seat, as the file of scenes has them: the hand, and the words for the first seat.
var states = map[string]struct{ hand, seat string }{
	"in the hand":     {"betting act=2 call=10 min=20", "500"},
	"to act":          {"betting act=1 call=10 min=20", "500"},
	"all-in":          {"betting act=2 call=10 min=20", "500 allin"},
	"folded":          {"betting act=2 call=10 min=20", "500 folded"},
	"with a bet":      {"betting act=2 call=10 min=20", "500 bet=10"},
	"straddled":       {"betting act=2 call=10 min=20", "500 straddled"},
	"leaving":         {"betting act=2 call=10 min=20", "500 leaves"},
	"sitting out":     {"betting act=2 call=10 min=20", "500 next out"},
	"sits out next":   {"betting act=2 call=10 min=20", "500 out"},
	"away":            {"betting act=2 call=10 min=20", "500 away"},
	"drew":            {"betting act=2 call=10 min=20", "500 drew=3"},
	"drew, away":      {"betting act=2 call=10 min=20", "500 drew=3 away"},
	"stood pat, away": {"betting act=2 call=10 min=20", "500 drew=0 away"},
	"away, all-in":    {"betting act=2 call=10 min=20", "500 allin away"},
	"waiting":         {"betting act=2 call=10 min=20", "500 waits"},
	"posting":         {"betting act=2 call=10 min=20", "500 waits posts"},
	"from next hand":  {"betting act=2 call=10 min=20", "500 next"},
	"dealer":          {"betting act=2 call=10 min=20 button=1", "500"},
	"out of chips":    {"over", "0 next busted"},
	"mucked":          {"over", "500 mucked"},
	"won, unseen":     {"over", "500"},
	"showing a card":  {"over", "500 shown=As"},
	"showed, out":     {"over", "500 shown=As out"},
	"won, away":       {"over", "500 away"},
	"won, leaving":    {"over", "500 leaves"},
	"before the deal": {"shuffling", "500"},
	"open":            {"runout", "500 shown=As,Ad"},
	"open, a chance":  {"runout", "500 shown=As,Ad chance=500"},
	"agreeing":        {"asking", "500 shown=As,Ad runs=2"},
}

// Where every pod has one colour, and all words another, no two states look the same: each has a word or a shape.
func TestNoStateIsAColourAlone(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	grey := colours[Felt]
	for _, c := range []colour{act, all, won, quiet} {
		grey[c] = grey[pod]
	}
	for _, c := range []colour{actEdge, allEdge, wonEdge, quietEdge} {
		grey[c] = grey[podEdge]
	}
	for _, c := range []colour{actWord, allWord, wonWord, faint, chips} {
		grey[c] = grey[name]
	}
	p.cache.backgrounds[Felt] = p.cache.newBackground(grey)
	looks := map[string][]byte{}
	for state, of := range states {
		looks[state] = p.look(t, of.hand, of.seat)
		for other, look := range looks {
			if other != state && bytes.Equal(look, looks[state]) {
				t.Errorf("%q looks as %q", state, other)
			}
		}
	}
}

// A picture shows at the end of a hand that a player sits out or leaves, whatever they did in it.
func TestWhoSitsOutNextIsSeenAtTheEndOfAHand(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, was := range []string{"500 folded", "500 mucked", "500 shown=As,Ad", "500 next"} {
		for _, does := range []string{"out", "away", "leaves"} {
			if bytes.Equal(p.look(t, "over", was), p.look(t, "over", was+" "+does)) && (does != "leaves" || !strings.Contains(was, "shown")) {
				t.Errorf("%q looks as %q", was+" "+does, was)
			}
		}
	}
}

// look returns the pixels around the first seat of six.
func (p *Painter) look(t *testing.T, hand, seat string) []byte {
	t.Helper()
	lines := []string{"game nl holdem seats=6", "hand number=3 " + hand, "board 2c 7d 9h", "seat 1 " + seat + " | Ann", "seat 2 800 | Ben"}
	if strings.HasPrefix(hand, "over") {
		lines = append(lines[:3], append([]string{"pot 30 1:30"}, lines[3:]...)...)
	}
	if strings.Contains(seat, "busted") || strings.Contains(seat, "mucked") || strings.Contains(seat, "folded") {
		lines[3] = "pot 30 2:30"
	}
	if strings.Contains(seat, "drew") {
		lines[0], lines[2] = "game nl draw seats=6", ""
	}
	s, err := stage(lines)
	if err != nil {
		t.Fatal(err)
	}
	m, at := p.picture(s), placeOf(0, 2)
	around := at.pod.Union(at.hand).Union(at.bet).Intersect(image.Rect(0, 0, Width, potsTop))
	var look []byte
	for y := around.Min.Y; y < around.Max.Y; y++ {
		look = append(look, m.Pix[y*Width+around.Min.X:y*Width+around.Max.X]...)
	}
	// Parts of one colour are one.
	f, _ := p.compose(new([Width * Height]uint8), s.Scene, Felt)
	for i, c := range look {
		look[i] = f.nearest(f.colours[c])
	}
	return look
}

// The words of every language keep to their places.
func TestEveryLanguageHasRoom(t *testing.T) {
	p := painter(t)
	for _, lang := range locale.Languages() {
		for _, s := range scenes(t) {
			s.Lang = lang
			for _, fault := range layoutOf(p, s.Scene).faults() {
				t.Errorf("%s, %s: %s", lang.Locale, s.name, fault)
			}
		}
		p.mu.Lock()
		for _, word := range p.cache.tags(lang) {
			if room := podWide + 12 - 2*9; p.cache.width(tagStyle, word) > room {
				t.Errorf("%s: %q is wider than the %d pixels there are", lang.Locale, word, room)
			}
		}
		p.mu.Unlock()
	}
}

// tags returns the words that stand at seats.
func (d *cache) tags(l *locale.Lang) (words []string) {
	for _, text := range []locale.Text{l.Board.Folded, l.Board.Out, l.Board.Mucked, l.Board.StoodPat, l.Board.Straddled, l.Board.Leaves,
		l.Tournament.Away, l.Picture.AllIn, l.Picture.Waits, l.Picture.Posts, l.Picture.NextHand, l.Picture.Busted} {
		words = append(words, string(text))
	}
	return append(words, l.Board.Drew.Format("n", "5"), l.Board.Agrees.Format("n", "3"))
}

// A player without chips is shown so, and not as waiting for a blind or for a hand that would not deal them in.
func TestOutOfChipsIsNotWaiting(t *testing.T) {
	p, err := New()
	if err != nil {
		t.Fatal(err)
	}
	for _, hand := range []string{"over", "betting act=2 call=10 min=20"} {
		if !bytes.Equal(p.look(t, hand, "0 waits busted"), p.look(t, hand, "0 next busted")) {
			t.Errorf("%s: a seat without chips looks otherwise when it waits for the big blind", hand)
		}
	}
}
