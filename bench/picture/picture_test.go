// Package picture_test draws the same table twice: with render/picture, and as one would with a drawing library.
package picture_test

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"

	"git.sr.ht/~sbinet/gg"
	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/picture"
)

// seated lists the players at the table of both pictures.
var seated = []struct {
	name       string
	stack, bet int64
	folded     bool
}{
	{"MapleFox", 12450, 1200, false}, {"kacper_92", 8200, 0, true}, {"Zoë Ångström", 24980, 1200, false},
	{"Дмитрий", 3075, 0, true}, {"Gambino", 0, 4350, false}, {"luna", 154321, 0, false},
	{"xX_Ace_Xx", 9900, 0, true}, {"Nguyễn Thị", 17640, 100, false}, {"Bob", 5000, 0, true},
}

func scene() render.Scene {
	v := engine.View{Rules: poker.DefaultRules(), Hand: 1204, Phase: engine.Betting, Street: 3, Button: 6, ToAct: 5,
		Legal: engine.Legal{Call: 4350, Min: 8700}, Pots: []engine.Pot{{Amount: 6450}, {Amount: 2300}},
		Board: []card.Card{card.Of(12, 2), card.Of(8, 1), card.Of(5, 0), card.Of(10, 3), card.Of(0, 2)}}
	names := map[engine.ID]render.DisplayName{}
	for i, s := range seated {
		id := engine.ID(i + 1)
		v.Seats = append(v.Seats, engine.SeatView{Seat: i, Player: id, Stack: s.stack, Bet: s.bet, InHand: true, Folded: s.folded,
			AllIn: s.stack == 0})
		names[id] = render.DisplayName{Name: s.name}
	}
	return render.Scene{View: v, DisplayNames: names}
}

func BenchmarkOurs(b *testing.B) {
	p, err := picture.New()
	if err != nil {
		b.Fatal(err)
	}
	var out bytes.Buffer
	b.ReportAllocs()
	spent := processor()
	for b.Loop() {
		out.Reset()
		if err := p.Draw(&out, scene(), picture.Felt); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((processor()-spent).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(out.Len()), "bytes")
}

func BenchmarkGG(b *testing.B) {
	faces := load(b)
	var out bytes.Buffer
	b.ReportAllocs()
	spent := processor()
	for b.Loop() {
		out.Reset()
		if err := png.Encode(&out, faces.draw().Image()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64((processor()-spent).Microseconds())/1000/float64(b.N), "cpu-ms/op")
	b.ReportMetric(float64(out.Len()), "bytes")
}

// processor returns the time that this process has had of a processor: the clock would count what others on it do.
func processor() time.Duration {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		panic(err)
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// TestLook writes both pictures where LOOK says, to see that they show the same.
func TestLook(t *testing.T) {
	where := os.Getenv("LOOK")
	if where == "" {
		t.Skip("LOOK=FOLDER go test -run Look . writes both pictures")
	}
	if err := load(t).draw().SavePNG(where + "/gg.png"); err != nil {
		t.Fatal(err)
	}
	p, err := picture.New()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Draw(&out, scene(), picture.Felt); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(where+"/ours.png", out.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
}

// faces are loaded once, as a bot that cares would.
type faces map[float64]font.Face

func load(t testing.TB) faces {
	t.Helper()
	file, err := os.ReadFile("../../render/picture/font/Inter-Bold.otf")
	if err != nil {
		t.Fatal(err)
	}
	f, err := opentype.Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	all := faces{}
	for _, size := range []float64{26, 30, 34, 82} {
		if all[size], err = opentype.NewFace(f, &opentype.FaceOptions{Size: size, DPI: 72}); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func (f faces) draw() *gg.Context {
	c := gg.NewContext(picture.Width, picture.Height)
	c.SetHexColor("#14181e")
	c.Clear()
	c.DrawRoundedRectangle(34, 46, 1032, 608, 250)
	c.SetHexColor("#3a2921")
	c.Fill()
	felt := gg.NewLinearGradient(0, 66, 0, 634)
	felt.AddColorStop(0, color.RGBA{0x1e, 0x78, 0x57, 0xff})
	felt.AddColorStop(1, color.RGBA{0x12, 0x5a, 0x43, 0xff})
	c.DrawRoundedRectangle(54, 66, 992, 568, 230)
	c.SetFillStyle(felt)
	c.Fill()
	c.DrawRoundedRectangle(112, 124, 876, 452, 172)
	c.SetHexColor("#2f8767")
	c.SetLineWidth(2)
	c.Stroke()
	places := [][2]float64{{31, 12}, {298, 12}, {566, 12}, {833, 12}, {852, 332}, {727, 604}, {432, 604}, {137, 604}, {12, 332}}
	for i, at := range places {
		f.seat(c, i, at[0], at[1])
	}
	f.pill(c, 332, 196, 202, "Pot 6,450", 34)
	f.pill(c, 548, 196, 220, "Side 2,300", 34)
	for i, rank := range []string{"A", "10", "7", "Q", "2"} {
		f.card(c, 266+float64(i)*116, rank, []string{"#dc2410", "#0f3bc4", "#008563", "#16191d", "#dc2410"}[i])
	}
	c.SetHexColor("#ffffff")
	c.SetFontFace(f[34])
	c.DrawStringAnchored("luna · to call 4,350", 550, 420, 0.5, 0.35)
	c.SetHexColor("#b2e3cf")
	c.SetFontFace(f[26])
	c.DrawStringAnchored("#1204 · River · NL hold'em 5/10", 550, 456, 0.5, 0.35)
	return c
}

func (f faces) seat(c *gg.Context, i int, x, y float64) {
	s := seated[i]
	fill, edge, words := "#1b222c", "#4a5768", "#f2f5f8"
	if s.folded {
		fill, edge, words = "#181d24", "#2c343f", "#97a1ae"
	}
	if i == 5 {
		fill, edge, words = "#ffc93c", "#fff0c2", "#14181e"
	}
	band := y + 88
	if y > 300 {
		band = y - 36
	}
	if !s.folded {
		for n := range 2 {
			left := x + 78 + 43*float64(n)
			c.DrawRoundedRectangle(left, band, 38, 40, 6)
			c.SetHexColor("#fdfcf8")
			c.Fill()
			c.DrawRoundedRectangle(left+3, band+3, 32, 34, 4)
			c.SetHexColor("#2b50b4")
			c.Fill()
		}
	} else {
		f.pill(c, x+66, band, 104, "folded", 26)
	}
	c.DrawRoundedRectangle(x, y, 236, 84, 20)
	c.SetHexColor(fill)
	c.FillPreserve()
	c.SetHexColor(edge)
	c.SetLineWidth(2)
	c.Stroke()
	c.SetHexColor(words)
	c.SetFontFace(f[30])
	c.DrawStringAnchored(s.name, x+118, y+24, 0.5, 0.35)
	c.SetFontFace(f[34])
	c.DrawStringAnchored(strconv.FormatInt(s.stack, 10), x+118, y+60, 0.5, 0.35)
	if s.bet > 0 {
		bet := band + 42
		if y > 500 {
			bet = band - 44
		}
		if y == 332 {
			bet = y + 92
		}
		f.pill(c, x+48, bet, 140, strconv.FormatInt(s.bet, 10), 30)
		c.DrawCircle(x+68, bet+19, 14)
		c.SetHexColor("#d0342c")
		c.Fill()
	}
}

func (f faces) pill(c *gg.Context, x, y, w float64, words string, size float64) {
	h := size + 8
	c.DrawRoundedRectangle(x, y, w, h, h/2)
	c.SetHexColor("#0c2f23")
	c.FillPreserve()
	c.SetHexColor("#2d7d5f")
	c.SetLineWidth(2)
	c.Stroke()
	c.SetHexColor("#ffffff")
	c.SetFontFace(f[size])
	c.DrawStringAnchored(words, x+w/2, y+h/2, 0.5, 0.35)
}

func (f faces) card(c *gg.Context, x float64, rank, ink string) {
	c.DrawRoundedRectangle(x, 246, 104, 146, 11)
	c.SetHexColor("#fdfcf8")
	c.Fill()
	c.SetHexColor(ink)
	c.SetFontFace(f[82])
	c.DrawString(rank, x+11, 318)
	c.MoveTo(x+66, 331)
	c.CubicTo(x+40, 345, x+44, 375, x+66, 383)
	c.CubicTo(x+88, 375, x+92, 345, x+66, 331)
	c.Fill()
}
