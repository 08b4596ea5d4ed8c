package picture

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// film returns golden scenes by their names as shots, each a tenth of a second longer than the one before.
func film(t testing.TB, names ...string) (shots []Shot) {
	t.Helper()
	all := scenes(t)
	for i, name := range names {
		at := slices.IndexFunc(all, func(s staged) bool { return s.name == name })
		if at < 0 {
			t.Fatalf("there is no scene %s", name)
		}
		shots = append(shots, Shot{all[at].Scene, time.Second + time.Duration(i)*100*time.Millisecond})
	}
	return shots
}

// animated returns the file that Animate writes, and the file as others read it.
func animated(t testing.TB, shots []Shot, theme Theme) ([]byte, *gif.GIF) {
	t.Helper()
	var file bytes.Buffer
	if err := painter(t).Animate(&file, shots, theme); err != nil {
		t.Fatal(err)
	}
	read, err := gif.DecodeAll(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	return file.Bytes(), read
}

// shown returns the pictures that a viewer shows of an animation, one after another.
func shown(g *gif.GIF) (pictures []*image.RGBA) {
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	for _, m := range g.Image {
		draw.Draw(screen, m.Rect, m, m.Rect.Min, draw.Over)
		now := image.NewRGBA(screen.Rect)
		copy(now.Pix, screen.Pix)
		pictures = append(pictures, now)
	}
	return pictures
}

// A viewer sees the pictures that Draw makes, in every theme, each for its time and then from the beginning.
func TestAnAnimationShowsThePicturesOfItsScenes(t *testing.T) {
	p := painter(t)
	shots := film(t, "waiting-nobody", "nine-flop", "nine-river", "result-full-house", "nine-flop")
	for theme := range themes {
		_, read := animated(t, shots, theme)
		if read.LoopCount != 0 || read.Config.Width != Width || read.Config.Height != Height {
			t.Errorf("%v: %d by %d, repeated %d times", theme, read.Config.Width, read.Config.Height, read.LoopCount)
		}
		if !slices.Equal(read.Delay, []int{100, 110, 120, 130, 140}) {
			t.Errorf("%v: delays of %v", theme, read.Delay)
		}
		for i, m := range shown(read) {
			if _, n := differ(m, p.picture(staged{Scene: shots[i].Scene, theme: theme})); n > 0 {
				t.Errorf("%v: picture %d has %d other pixels", theme, i, n)
			}
		}
	}
}

// The file has only changes: a rectangle around them, with nothing in it that was there before. A picture that is the same
// again makes no new one.
func TestAnAnimationHasOnlyWhatChanges(t *testing.T) {
	calls := film(t, "four-turn", "four-turn", "four-turn")
	calls[2].Scene.View.Pots = slices.Clone(calls[2].Scene.View.Pots)
	calls[2].Scene.View.Pots[0].Amount++
	file, read := animated(t, calls, Felt)
	if !slices.Equal(read.Delay, []int{210, 120}) {
		t.Fatalf("delays of %v", read.Delay)
	}
	if r := read.Image[1].Rect; r.Dx() > 200 || r.Dy() > 100 {
		t.Errorf("another digit in the pot changes %v", r)
	}
	first, _ := animated(t, calls[:1], Felt)
	if more := len(file) - len(first); more > 1<<10 {
		t.Errorf("another digit in the pot takes %d bytes", more)
	}
}

// A theme may use all 256 colours. Then no place is left for transparency, and pixels that stay are written again.
func TestAnAnimationWithAFullPalette(t *testing.T) {
	var full palette
	for i := range 256 {
		full.colours = append(full.colours, rgb(i))
	}
	r := reel{palette: full.model()}
	before, now := new([Width * Height]uint8), new([Width * Height]uint8)
	now[5], now[6], now[7], before[6] = 255, 9, 1, 9
	r.add(nil, before, 100)
	r.add(before, now, 100)
	if m := r.Image[1]; m.Rect != image.Rect(5, 0, 8, 1) || !slices.Equal(m.Pix, []uint8{255, 9, 1}) {
		t.Errorf("%v: %v", m.Rect, m.Pix)
	}
	full.colours = full.colours[:255]
	r.palette = full.model()
	r.add(before, now, 100)
	if m := r.Image[2]; color.RGBAModel.Convert(m.At(6, 0)) != (color.RGBA{}) {
		t.Errorf("a pixel that stays is %v", m.At(6, 0))
	}
}

// A time that a GIF cannot hold becomes the nearest that it can.
func TestAnAnimationKeepsToTheTimesOfAGIF(t *testing.T) {
	shots := film(t, "waiting-nobody", "nine-flop", "nine-river", "nine-river")
	shots[0].Stay, shots[1].Stay, shots[2].Stay, shots[3].Stay = 0, 1234*time.Millisecond, time.Hour, time.Hour
	if _, read := animated(t, shots, Felt); !slices.Equal(read.Delay, []int{2, 123, 65535}) {
		t.Errorf("delays of %v", read.Delay)
	}
}

// Cards that not everyone may see change no byte, and neither do pictures made before.
func TestAnAnimationHidesWhatAPictureHides(t *testing.T) {
	shots := film(t, "nine-flop", "nine-river")
	public, _ := animated(t, shots, Felt)
	d := dice{rand.New(rand.NewPCG(1, 3))}
	for i := range shots {
		shots[i].Scene.View.Seats, _ = d.hold(shots[i].Scene.View, 0)
	}
	if private, _ := animated(t, shots, Felt); !bytes.Equal(public, private) {
		t.Error("hidden cards change the file")
	}
}

func TestAnAnimationThatCannotBeMade(t *testing.T) {
	if err := painter(t).Animate(io.Discard, nil, Felt); err == nil {
		t.Error("an animation of nothing was made")
	}
	if err := painter(t).Animate(broken{}, film(t, "nine-flop"), Felt); err == nil {
		t.Error("no error of the writer was returned")
	}
}

// BenchmarkAnimate makes an animation of a hand.
func BenchmarkAnimate(b *testing.B) {
	shots := hand(b)
	for b.Loop() {
		if err := painter(b).Animate(io.Discard, shots, Felt); err != nil {
			b.Fatal(err)
		}
	}
}

// An animation of the largest hands is below a megabyte, also where each picture differs from the last one everywhere.
func TestAnAnimationOfTenPlayersIsSmall(t *testing.T) {
	t.Parallel()
	for theme := range themes {
		file, read := animated(t, film(t, "ten-everybody-in", "omaha-ten-showdown", "ten-allin-nine-pots", "nine-river", "omaha-ten-showdown"), theme)
		if len(file) >= 1<<20 || len(read.Image) != 5 {
			t.Errorf("theme %d: %d pictures have %d bytes, want less than a megabyte", theme, len(read.Image), len(file))
		}
	}
}
