package picture

import (
	"math/rand/v2"
	"testing"
)

// The nearest colour is that of a look at all of them, also where several differ as little.
func TestNearestIsTheFirstOfTheColoursThatDifferLeast(t *testing.T) {
	d := rand.New(rand.NewPCG(3, 4))
	ties := 0
	for theme := range themes {
		p := newPalette(colours[theme])
		for range 50_000 {
			c := rgb(d.IntN(1 << 24))
			if d.IntN(2) == 0 {
				c = between(p.colours[d.IntN(len(p.colours))], p.colours[d.IntN(len(p.colours))], 1, 2)
			}
			want, least, as := 0, distance(p.colours[0], c), 1
			for i, other := range p.colours[1:] {
				switch n := distance(other, c); {
				case n < least:
					want, least, as = i+1, n, 1
				case n == least:
					as++
				}
			}
			if got := p.nearest(c); int(got) != want {
				t.Fatalf("%v: nearest to %06x is colour %d, should be %d", theme, uint32(c), got, want)
			}
			if as > 1 {
				ties++
			}
		}
	}
	if ties < 10 {
		t.Errorf("only %d colours have several nearest ones", ties)
	}
}
