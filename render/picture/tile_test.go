package picture

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"cardroom/engine/card"
	"cardroom/internal/golden"
)

// All tiles stand in one golden file, a row a suit, the deck of four colours above that of two; the sums are beside it.
func TestTilesLookAsTheirGoldenFile(t *testing.T) {
	p := painter(t)
	sheet := image.NewNRGBA(image.Rect(0, 0, 13*TileSize, 8*TileSize))
	var sums strings.Builder
	seen := map[string]string{}
	for deck := range cardStyles {
		for c := card.Card(1); c <= card.Count; c++ {
			tile, err := p.Tile(c, deck)
			if err != nil {
				t.Fatal(err)
			}
			file, err := tile.PNG()
			if err != nil {
				t.Fatal(err)
			}
			m, err := png.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			at := image.Pt(c.Rank(), int(deck)*4+c.Suit()).Mul(TileSize)
			draw.Draw(sheet, m.Bounds().Add(at), m, image.Point{}, draw.Src)
			fmt.Fprintf(&sums, "%s %d %04x\n", c, deck, tile.Sum)
			key := fmt.Sprintf("%s %04x", c, tile.Sum)
			if other, twice := seen[key]; twice && other != string(file) {
				t.Errorf("two tiles of %s have one sum", c)
			}
			if seen[key] = string(file); len(file) > 6<<10 {
				t.Errorf("%s is %d bytes", c, len(file))
			}
		}
	}
	golden.Equal(t, "tiles.txt", []byte(sums.String()))
	goldenTiles(t, golden.File("tiles.png"), sheet)
}

func goldenTiles(t *testing.T, path string, now *image.NRGBA) {
	t.Helper()
	if m, ok := goldenImage(t, path, now).(*image.NRGBA); !ok || !bytes.Equal(m.Pix, now.Pix) {
		where := filepath.Join(os.TempDir(), "cardroom-tiles-differ.png")
		writePNG(t, where, now, png.BestSpeed)
		t.Errorf("%s differs; now it is %s", path, where)
	}
}

// copied returns a tile that stays as it is when the next one is drawn.
func (p *Painter) copied(c card.Card, d CardStyle) tileImage {
	p.mu.Lock()
	defer p.mu.Unlock()
	t := tileImage{image.NewNRGBA(image.Rect(0, 0, TileSize, TileSize))}
	copy(t.Pix, p.cache.tile(c, d).Pix)
	return t
}

// Tiles and pictures that are drawn at once share letters and a buffer, and are as if drawn one after the other.
func TestTilesMayBeDrawnAtOnce(t *testing.T) {
	fresh, err := New()
	if err != nil {
		t.Fatal(err)
	}
	shown := scenes(t)[0]
	var all sync.WaitGroup
	for c := card.Card(1); c <= card.Count; c += 7 {
		all.Go(func() {
			var files [2][]byte
			for i, p := range []*Painter{fresh, painter(t)} {
				tile, err := p.Tile(c, TwoColours)
				if err != nil {
					t.Error(err)
					return
				}
				if files[i], err = tile.PNG(); err != nil {
					t.Error(err)
				}
			}
			if !bytes.Equal(files[0], files[1]) {
				t.Errorf("%s is another tile when it is drawn beside others", c)
			}
		})
		all.Go(func() {
			if err := fresh.Draw(io.Discard, shown.Scene, Contrast); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// Nothing of rank and suit touches the edge of its tile or the other.
func TestRankAndSuitStandClearOnATile(t *testing.T) {
	p := painter(t)
	for c := card.Card(1); c <= card.Count; c++ {
		tile := p.copied(c, FourColours)
		inked := func(x int) bool {
			for y := tileEdge; y < TileSize-tileEdge; y++ {
				if px := tile.NRGBAAt(x, y); px.A == 0xff && contrast(rgb(px.R)<<16|rgb(px.G)<<8|rgb(px.B), colours[Felt][face]) > 3 {
					return true
				}
			}
			return false
		}
		if inked(tileEdge+2) || inked(TileSize-tileEdge-3) {
			t.Errorf("%s comes too near to the edge", c)
		}
		free := 0
		for x := TileSize / 2; x < TileSize-tileEdge && free == 0; x++ {
			if !inked(x) && !inked(x+1) {
				free = x
			}
		}
		if free == 0 || free > TileSize-40 {
			t.Errorf("rank and suit of %s touch", c)
		}
	}
}

// The suits of a deck of two colours are the two colours of the other one; and all eyes tell those apart (colour_test.go).
func TestADeckOfTwoColoursIsBlackAndRed(t *testing.T) {
	for suit, want := range []colour{spadeInk, heartInk, heartInk, spadeInk} {
		if got := TwoColours.colour(suit); got != want {
			t.Errorf("suit %d has colour %d", suit, got)
		}
		if got := FourColours.colour(suit); got != clubInk+colour(suit) {
			t.Errorf("of four colours, suit %d has colour %d", suit, got)
		}
	}
	if _, err := painter(t).Tile(card.None, FourColours); err == nil {
		t.Error("there is a tile of no card")
	}
}

var tilesFile = flag.String("tiles", "", "write all tiles to this file, as clients show them on dark ground and on light")

// The sheet is for people, as that of the scenes: every tile at 22 and at 48 pixels, where -tiles is given.
func TestTileSheet(t *testing.T) {
	if *tilesFile == "" {
		t.Skip("go test ./render/picture -run TileSheet -tiles FILE.png writes a sheet of all tiles")
	}
	const row, wide = 52, 13*56 + 20
	sheet := image.NewRGBA(image.Rect(0, 0, 2*wide, 2*(4*(26+row)+30)))
	draw.Draw(sheet, sheet.Bounds(), image.NewUniform(dark), image.Point{}, draw.Src)
	draw.Draw(sheet, image.Rect(wide, 0, 2*wide, sheet.Rect.Dy()), image.NewUniform(light), image.Point{}, draw.Src)
	for deck := range cardStyles {
		for c := card.Card(1); c <= card.Count; c++ {
			tile := painter(t).copied(c, deck)
			y := int(deck)*(4*(26+row)+30) + c.Suit()*(26+row) + 10
			for _, left := range []int{10, wide + 10} {
				tile.shrunk(sheet, image.Pt(left+c.Rank()*26, y), 22)
				tile.shrunk(sheet, image.Pt(left+c.Rank()*56, y+26), 48)
			}
		}
	}
	writePNG(t, *tilesFile, sheet, png.BestSpeed)
}

// shrunk lays a tile on a sheet, so many pixels wide: each pixel is the mean of the pixels that it covers.
func (t tileImage) shrunk(to *image.RGBA, at image.Point, size int) {
	for y := range size {
		for x := range size {
			var sum [3]float64
			left, right := float64(x)*TileSize/float64(size), float64(x+1)*TileSize/float64(size)
			top, bottom := float64(y)*TileSize/float64(size), float64(y+1)*TileSize/float64(size)
			ground := to.RGBAAt(at.X+x, at.Y+y)
			for sy := int(top); float64(sy) < bottom; sy++ {
				for sx := int(left); float64(sx) < right; sx++ {
					weight := (math.Min(right, float64(sx+1)) - math.Max(left, float64(sx))) * (math.Min(bottom, float64(sy+1)) - math.Max(top, float64(sy)))
					c := t.NRGBAAt(sx, sy)
					a := float64(c.A) / 255
					for i, v := range [3][2]uint8{{c.R, ground.R}, {c.G, ground.G}, {c.B, ground.B}} {
						sum[i] += weight * (float64(v[0])*a + float64(v[1])*(1-a))
					}
				}
			}
			area := (right - left) * (bottom - top)
			to.SetRGBA(at.X+x, at.Y+y, color.RGBA{uint8(sum[0]/area + .5), uint8(sum[1]/area + .5), uint8(sum[2]/area + .5), 0xff})
		}
	}
}

// The cost of a start where all tiles are uploaded: to know their names.
func BenchmarkTiles(b *testing.B) {
	p := painter(b)
	for b.Loop() {
		for deck := range cardStyles {
			for c := card.Card(1); c <= card.Count; c++ {
				if _, err := p.Tile(c, deck); err != nil {
					b.Fatal(err)
				}
			}
		}
	}
}
