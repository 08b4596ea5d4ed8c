package vector

import (
	"image"
	"math/rand/v2"
	"slices"
	"testing"
)

// The alpha of every pixel is the count of its parts, for polygons that may cross themselves.
func TestAMaskIsWhatThePathCovers(t *testing.T) {
	d := rand.New(rand.NewPCG(1, 2))
	seen := map[uint8]int{}
	for polygon := range 200 {
		var path Path
		for i := range 3 + d.IntN(5) {
			if p := image.Pt(d.IntN(Px(12))-Px(3), d.IntN(Px(12))-Px(3)); i == 0 {
				path.MoveTo(p)
			} else {
				path.LineTo(p)
			}
		}
		m := path.Mask()
		for y := range m.Size.Y {
			for x := range m.Size.X {
				have, want := m.Alpha[y*m.Size.X+x], counted(&path, m.At.Add(image.Pt(x, y)))
				if seen[have]++; have != want {
					t.Fatalf("polygon %d, pixel %d, %d: alpha %d, should be %d", polygon, x, y, have, want)
				}
			}
		}
		checkRuns(t, m)
	}
	if len(seen) != Opaque+1 {
		t.Errorf("seen are these alphas: %v", seen)
	}
}

// counted returns the alpha of a pixel by counting which of its parts the path winds around.
func counted(path *Path, pixel image.Point) uint8 {
	inside := 0
	for line := range lines {
		y := Px(pixel.Y) + line*Sub/lines + Sub/lines/2
		for x := Px(pixel.X); x < Px(pixel.X+1); x++ {
			wind := 0
			for _, e := range path.edges {
				if e.from.Y <= y && y < e.to.Y && e.from.X+(e.to.X-e.from.X)*(y-e.from.Y)/(e.to.Y-e.from.Y) <= x {
					wind += e.dir
				}
			}
			if wind != 0 {
				inside++
			}
		}
	}
	return uint8((inside*Opaque + lines*Sub/2) / (lines * Sub))
}

// checkRuns checks that the runs hold every pixel that is not empty, once.
func checkRuns(t *testing.T, m *Mask) {
	t.Helper()
	for y := range m.Size.Y {
		row := m.Alpha[y*m.Size.X:][:m.Size.X]
		at := 0
		for _, r := range append(slices.Clip(m.Runs(y)), Run{From: m.Size.X, To: m.Size.X}) {
			for ; at < r.From; at++ {
				if row[at] != 0 {
					t.Fatalf("row %d: pixel %d is in no run", y, at)
				}
			}
			for ; at < r.To; at++ {
				if row[at] == 0 || r.Solid != (row[at] == Opaque) {
					t.Fatalf("row %d: pixel %d has alpha %d in the run %v", y, at, row[at], r)
				}
			}
		}
	}
}

func TestAPathOfNothingCoversNothing(t *testing.T) {
	if m := new(Path).Mask(); m.Size != (image.Point{}) || len(m.Alpha) != 0 {
		t.Errorf("the mask is %v large", m.Size)
	}
}

// A border is the rest of a rectangle without a smaller one.
func TestWithoutTakesAMaskOut(t *testing.T) {
	square := func(size int) *Mask {
		var path Path
		path.Round(0, 0, Px(size), Px(size), 0)
		return path.Mask()
	}
	m := square(6).Without(square(2), image.Pt(2, 2))
	for y := range 6 {
		for x := range 6 {
			want := uint8(Opaque)
			if x/2 == 1 && y/2 == 1 {
				want = 0
			}
			if have := m.Alpha[y*m.Size.X+x]; have != want {
				t.Errorf("pixel %d, %d: alpha %d, should be %d", x, y, have, want)
			}
		}
	}
	checkRuns(t, m)
}
