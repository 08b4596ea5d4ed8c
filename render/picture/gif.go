package picture

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"math"
	"time"

	"cardroom/render"
)

// Shot is a scene of an animation.
type Shot struct {
	Scene render.Scene
	Stay  time.Duration // how long it is shown: 20 ms to 655 s, in steps of 10 ms
}

// The limits of how long a GIF can show a picture, in hundredths of a second. Many viewers play faster ones slowly.
const (
	leastStay = 2
	mostStay  = math.MaxUint16
)

// errNoShots is the error of an animation of nothing.
var errNoShots = errors.New("picture: an animation needs at least one scene")

// Animate writes the pictures of scenes as a GIF of [Width] by [Height] pixels, which begins anew when it has ended. Each
// picture has the pixels that [Painter.Draw] gives it. The file has only the rectangle in which a picture differs from the
// one before, and pictures that do not differ are one. Equal shots give equal bytes. It returns an error without shots, and
// where w fails. Animate makes one animation at a time, as one takes up to 800 KB a shot.
func (p *Painter) Animate(w io.Writer, shots []Shot, t Theme) error {
	if len(shots) == 0 {
		return errNoShots
	}
	p.film.Lock()
	defer p.film.Unlock()
	var r reel
	before, now := new([Width * Height]uint8), new([Width * Height]uint8)
	for _, s := range shots {
		f, _ := p.compose(now, s.Scene, t)
		r.palette = f.model()
		r.add(before, now, int(s.Stay.Round(10*time.Millisecond)/(10*time.Millisecond)))
		before, now = now, before
	}
	r.Config = image.Config{ColorModel: r.palette, Width: Width, Height: Height}
	if err := gif.EncodeAll(w, &r.GIF); err != nil {
		return fmt.Errorf("picture: %w", err)
	}
	return nil
}

// reel is an animation being made.
type reel struct {
	gif.GIF
	palette color.Palette // of all its pictures; the last place is transparent
}

// model returns the colours as the standard library has them, and a transparent one behind them where there is room.
func (p *palette) model() color.Palette {
	var model color.Palette
	for _, c := range p.colours {
		r, g, b := c.split()
		model = append(model, color.RGBA{uint8(r), uint8(g), uint8(b), 0xff})
	}
	if len(model) < 256 {
		model = append(model, color.RGBA{})
	}
	return model
}

// add appends a picture, or lets the last one stay longer where the new one is the same.
func (r *reel) add(before, now *[Width * Height]uint8, stay int) {
	stay = min(max(stay, leastStay), mostStay)
	last := len(r.Image) - 1
	if last < 0 {
		r.append(image.Rect(0, 0, Width, Height), now, nil, stay)
		return
	}
	changed := changes(before, now)
	if changed.Empty() {
		r.Delay[last] = min(r.Delay[last]+stay, mostStay)
		return
	}
	r.append(changed, now, before, stay)
}

// append appends the part of a picture in a rectangle. Pixels that are as before are transparent there, which packs better.
func (r *reel) append(part image.Rectangle, now, before *[Width * Height]uint8, stay int) {
	m := image.NewPaletted(part, r.palette)
	transparent, ok := r.transparent()
	for y := part.Min.Y; y < part.Max.Y; y++ {
		row := m.Pix[(y-part.Min.Y)*m.Stride:][:part.Dx()]
		at := y*Width + part.Min.X
		copy(row, now[at:])
		for x := range row {
			if before != nil && ok && before[at+x] == row[x] {
				row[x] = transparent
			}
		}
	}
	r.Image = append(r.Image, m)
	r.Delay = append(r.Delay, stay)
	r.Disposal = append(r.Disposal, gif.DisposalNone)
}

// transparent returns the place of the transparent colour, and false in a palette that has none.
func (r *reel) transparent() (uint8, bool) {
	last := len(r.palette) - 1
	_, _, _, alpha := r.palette[last].RGBA()
	return uint8(last), alpha == 0
}

// changes returns the smallest rectangle outside of which two pictures are the same.
func changes(before, now *[Width * Height]uint8) image.Rectangle {
	var changed image.Rectangle
	for y := range Height {
		a, b := before[y*Width:][:Width], now[y*Width:][:Width]
		from := 0
		for from < Width && a[from] == b[from] {
			from++
		}
		if from == Width {
			continue
		}
		to := Width
		for a[to-1] == b[to-1] {
			to--
		}
		changed = changed.Union(image.Rect(from, y, to, y+1))
	}
	return changed
}
