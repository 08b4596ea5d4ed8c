package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"cardroom/internal/golden"
	"cardroom/render"
)

// painter returns one painter for all tests of the package.
func painter(t testing.TB) *Painter {
	t.Helper()
	p, err := onePainter()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var onePainter = sync.OnceValues(New)

// Every scene has a file of its picture, to the pixel, and one of its words. Pixels are compared, not bytes:
// another release of Go may pack the same picture in another way.
func TestScenesLookAsTheirGoldenFiles(t *testing.T) {
	p := painter(t)
	all := scenes(t)
	if len(all) < 40 {
		t.Errorf("only %d scenes", len(all))
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			goldenPicture(t, golden.File(s.name+".png"), p, s)
			golden.Equal(t, s.name+".txt", []byte(render.Alt(s.Scene)+"\n\n"+render.Board(s.Scene)+"\n"))
		})
	}
}

// A golden file without a scene would be a picture that nothing compares.
func TestEveryGoldenFileHasItsScene(t *testing.T) {
	known := map[string]bool{"scenes.txt": true, "tiles.png": true, "tiles.txt": true}
	for _, s := range scenes(t) {
		if known[s.name+".png"] {
			t.Errorf("two scenes are called %s", s.name)
		}
		known[s.name+".png"], known[s.name+".txt"] = true, true
	}
	files, err := os.ReadDir("testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !known[f.Name()] {
			t.Errorf("testdata/%s is of no scene", f.Name())
		}
	}
}

// goldenImage returns the picture in a golden file. With -update it writes now there first.
func goldenImage(t *testing.T, path string, now image.Image) image.Image {
	t.Helper()
	if golden.Updating() {
		writePNG(t, path, now, png.BestCompression)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	before, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return before
}

// goldenPicture compares pixels with a golden file, and draws the differences.
func goldenPicture(t *testing.T, path string, p *Painter, s staged) {
	t.Helper()
	now := p.picture(s)
	if unlike, n := differ(goldenImage(t, path, now), now); n > 0 {
		where := filepath.Join(os.TempDir(), "cardroom-"+s.name+"-differs.png")
		writePNG(t, where, unlike, png.BestSpeed)
		t.Errorf("%s differs in %d pixels. Before, now, and where in red: %s", path, n, where)
	}
}

// differ returns two pictures side by side and below them where they differ, in how many pixels.
func differ(before, now image.Image) (*image.RGBA, int) {
	if same(before, now) {
		return nil, 0
	}
	out := image.NewRGBA(image.Rect(0, 0, 2*Width, 2*Height))
	n := 0
	for y := range Height {
		for x := range Width {
			a, b := color.RGBAModel.Convert(before.At(x, y)).(color.RGBA), color.RGBAModel.Convert(now.At(x, y)).(color.RGBA)
			out.SetRGBA(x, y, a)
			out.SetRGBA(Width+x, y, b)
			out.SetRGBA(Width/2+x, Height+y, color.RGBA{b.R / 4, b.G / 4, b.B / 4, 0xff})
			if a != b {
				out.SetRGBA(Width/2+x, Height+y, color.RGBA{0xff, 0, 0, 0xff})
				n++
			}
		}
	}
	return out, n
}

// same reports whether two pictures show the same, be it in palettes of another order.
func same(before, now image.Image) bool {
	a, ok := before.(*image.Paletted)
	b, also := now.(*image.Paletted)
	if !ok || !also || len(a.Pix) != len(b.Pix) {
		return false
	}
	var means [256][256]bool
	for i, c := range a.Palette {
		for j, d := range b.Palette {
			means[i][j] = color.RGBAModel.Convert(c) == color.RGBAModel.Convert(d)
		}
	}
	for i := range a.Pix {
		if !means[a.Pix[i]][b.Pix[i]] {
			return false
		}
	}
	return true
}

// writePNG writes a picture to a file.
func writePNG(t *testing.T, path string, m image.Image, level png.CompressionLevel) {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: level}).Encode(&b, m); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// The picture that is sent is the one that was compared: a PNG that others can read, opaque, of the promised size.
func TestAPictureIsAPNGThatOthersRead(t *testing.T) {
	p := painter(t)
	for _, s := range scenes(t) {
		sent := drawn(t, p, s)
		read, err := png.Decode(bytes.NewReader(sent))
		if err != nil {
			t.Fatalf("%s: %v", s.name, err)
		}
		paletted, ok := read.(*image.Paletted)
		if !ok || !paletted.Opaque() || paletted.Bounds() != image.Rect(0, 0, 1100, 700) {
			t.Errorf("%s is a %T of %v", s.name, read, read.Bounds())
		}
		if _, n := differ(read, p.picture(s)); n > 0 {
			t.Errorf("%s is packed with %d other pixels", s.name, n)
		}
		if most := 60 << 10; len(sent) > most {
			t.Errorf("%s has %d bytes, more than %d", s.name, len(sent), most)
		}
	}
}

// drawn returns the file that Draw writes.
func drawn(t testing.TB, p *Painter, s staged) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := p.Draw(&b, s.Scene, s.theme); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Neither earlier pictures nor others drawn at the same time are seen.
func TestEqualScenesGiveEqualBytes(t *testing.T) {
	p := painter(t)
	fresh, err := New()
	if err != nil {
		t.Fatal(err)
	}
	all := scenes(t)
	var done sync.WaitGroup
	for i := range all {
		done.Go(func() {
			s := all[len(all)-1-i]
			var a, b bytes.Buffer
			if err := fmt.Sprint(p.Draw(&a, s.Scene, s.theme), fresh.Draw(&b, s.Scene, s.theme)); err != "<nil> <nil>" {
				t.Error(err)
			}
			if !bytes.Equal(a.Bytes(), b.Bytes()) {
				t.Errorf("%s differs from painter to painter", s.name)
			}
		})
	}
	done.Wait()
}

// broken is a writer that fails.
type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestAnErrorOfTheWriterIsTold(t *testing.T) {
	if err := painter(t).Draw(broken{}, render.Scene{}, Felt); err == nil {
		t.Error("the painter reported nothing")
	}
}
