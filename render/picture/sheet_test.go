package picture

import (
	"flag"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"os"
	"regexp"
	"testing"

	"cardroom/render/vector"
)

var (
	sheetFile = flag.String("sheet", "", "write a sheet of all golden scenes to this file")
	sheetOf   = flag.String("sheet.of", ".", "only of scenes whose names match")
	sheetWide = flag.Int("sheet.wide", 550, "how wide each picture is, in pixels: 550 as on a desktop, 340 as on a phone")
	sheetRow  = flag.Int("sheet.row", 4, "how many stand in a row")
)

// Discord's grounds.
var (
	dark  = color.RGBA{0x1a, 0x1a, 0x1e, 0xff}
	light = color.RGBA{0xff, 0xff, 0xff, 0xff}
)

// The sheet shows people everything that changed at once. The test writes it where -sheet is given.
func TestSheet(t *testing.T) {
	if *sheetFile == "" {
		t.Skip("go test ./render/picture -run Sheet -sheet FILE.png writes a sheet of all golden scenes")
	}
	of := regexp.MustCompile(*sheetOf)
	var shown []staged
	for _, s := range scenes(t) {
		if of.MatchString(s.name) {
			shown = append(shown, s)
		}
	}
	const apart, label = 16, 30
	high := *sheetWide * Height / Width
	rows := (len(shown) + *sheetRow - 1) / *sheetRow
	sheet := image.NewRGBA(image.Rect(0, 0, *sheetRow*(*sheetWide+apart)+apart, rows*(high+label+apart)+apart))
	p := painter(t)
	for i, s := range shown {
		at := image.Pt(apart+i%*sheetRow*(*sheetWide+apart), apart + i / *sheetRow * (high+label+apart))
		paper, words := dark, light
		if i / *sheetRow % 2 == 1 {
			paper, words = light, dark
		}
		cell := image.Rect(at.X-apart, at.Y-apart, at.X+*sheetWide+apart, at.Y+high+label+apart)
		draw.Draw(sheet, cell, image.NewUniform(paper), image.Point{}, draw.Src)
		p.write(sheet, s.name, at.Add(image.Pt(2, 20)), words)
		draw.Draw(sheet, image.Rectangle{at, at.Add(image.Pt(*sheetWide, high))}.Add(image.Pt(0, label)), shrink(p.picture(s), *sheetWide, high), image.Point{}, draw.Src)
	}
	f, err := os.Create(*sheetFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, sheet); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d scenes are in %s", len(shown), *sheetFile)
}

// picture returns a scene's picture before it is encoded.
func (p *Painter) picture(s staged) *image.Paletted {
	pix := new([Width * Height]uint8)
	f, _ := p.compose(pix, s.Scene, s.theme)
	var model color.Palette
	for _, c := range f.colours {
		r, g, b := c.split()
		model = append(model, color.RGBA{uint8(r), uint8(g), uint8(b), 0xff})
	}
	return &image.Paletted{Pix: pix[:], Stride: Width, Rect: image.Rect(0, 0, Width, Height), Palette: model}
}

// write puts a line of words on a sheet.
func (p *Painter) write(to *image.RGBA, words string, at image.Point, fill color.Color) {
	s := style{semiBold, 20}
	for _, r := range words {
		g := p.cache.glyph(s, r)
		for y := range g.Size.Y {
			for x := range g.Size.X {
				if g.Alpha[y*g.Size.X+x] > vector.Opaque/2 {
					to.Set(at.X+g.At.X+x, at.Y+g.At.Y+y, fill)
				}
			}
		}
		at.X += g.advance >> 6
	}
}

// shrink makes a picture smaller as a client does: each pixel is the mean of the pixels that it covers.
func shrink(m *image.Paletted, w, h int) *image.RGBA {
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			out.SetRGBA(x, y, mean(m, x*Width, (x+1)*Width, y*Height, (y+1)*Height, w, h))
		}
	}
	return out
}

// mean returns the colour of a rectangle whose sides are in parts of a pixel, w parts across and h down.
func mean(m *image.Paletted, left, right, top, bottom, w, h int) color.RGBA {
	var r, g, b, all int
	for y := top / h; y*h < bottom; y++ {
		tall := min(bottom, (y+1)*h) - max(top, y*h)
		for x := left / w; x*w < right; x++ {
			weight := tall * (min(right, (x+1)*w) - max(left, x*w))
			c := m.Palette[m.ColorIndexAt(x, y)].(color.RGBA)
			r, g, b, all = r+weight*int(c.R), g+weight*int(c.G), b+weight*int(c.B), all+weight
		}
	}
	return color.RGBA{uint8(r / all), uint8(g / all), uint8(b / all), 0xff}
}
