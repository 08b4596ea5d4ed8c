package picture

import (
	"image"
	"math"
	"testing"

	"cardroom/engine"
	"cardroom/render"
)

// linear returns a colour's light, red, green, blue, 0 to 1.
func (c rgb) linear() (light [3]float64) {
	r, g, b := c.split()
	for i, v := range []int{r, g, b} {
		s := float64(v) / 255
		if light[i] = s / 12.92; s > 0.04045 {
			light[i] = math.Pow((s+0.055)/1.055, 2.4)
		}
	}
	return light
}

// sights are ways to see: the share of each light in red, green and blue seen (Machado, Oliveira and Fernandes 2009, at
// full strength).
var sights = map[string][3][3]float64{
	"all colours":   {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"without red":   {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"without green": {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"without blue":  {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// lab returns a light in CIE Lab, where distances are as the eye sees them.
func lab(light [3]float64) [3]float64 {
	r, g, b := light[0], light[1], light[2]
	f := func(v float64) float64 {
		if v = max(0, v); v > 216.0/24389 {
			return math.Cbrt(v)
		}
		return (24389.0/27*v + 16) / 116
	}
	x, y, z := f((0.4124*r+0.3576*g+0.1805*b)/0.9505), f(0.2126*r+0.7152*g+0.0722*b), f((0.0193*r+0.1192*g+0.9505*b)/1.089)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func seenAs(c rgb, sight [3][3]float64) [3]float64 {
	light := c.linear()
	var out [3]float64
	for i, row := range sight {
		out[i] = min(1, max(0, row[0]*light[0]+row[1]*light[1]+row[2]*light[2]))
	}
	return lab(out)
}

// unlike returns how different two colours look (CIE 1976): 2 is just seen, 20 is plain.
func unlike(a, b rgb, sight [3][3]float64) float64 {
	p, q := seenAs(a, sight), seenAs(b, sight)
	return math.Hypot(math.Hypot(p[0]-q[0], p[1]-q[1]), p[2]-q[2])
}

// contrast returns the ratio of WCAG: 4.5 is for text, 3 for large text and signs.
func contrast(a, b rgb) float64 {
	light := func(c rgb) float64 { l := c.linear(); return 0.2126*l[0] + 0.7152*l[1] + 0.0722*l[2] + 0.05 }
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}

// Eyes without one of the colours tell the four suits apart too.
func TestSuitsAreToldApartByAllEyes(t *testing.T) {
	for theme := range themes {
		for _, suits := range [][]colour{{clubInk, diamondInk, heartInk, spadeInk}, {dullClub, dullDiamond, dullHeart, dullSpade}} {
			for _, sight := range []string{"all colours", "without red", "without green", "without blue"} {
				worst := math.Inf(1)
				for i, a := range suits {
					for _, b := range suits[i+1:] {
						worst = min(worst, unlike(colours[theme][a], colours[theme][b], sights[sight]))
					}
				}
				t.Logf("%s, %s: suits from colour %d differ by %.0f", theme, sight, suits[0], worst)
				if least := map[colour]float64{clubInk: 27, dullClub: 14}[suits[0]]; worst < least {
					t.Errorf("%s, %s: suits differ by %.1f, less than %.0f", theme, sight, worst, least)
				}
			}
		}
	}
}

func TestWordsAreReadOnTheirGround(t *testing.T) {
	words := []struct{ over, under colour }{
		{name, pod}, {chips, pod}, {faint, quiet}, {actWord, act}, {name, all}, {allWord, all}, {name, won}, {wonWord, won},
		{pillWord, pill}, {say, feltHigh}, {say, feltLow}, {lettering, felt}, {lettering, feltLow}, {buttonWord, button}, {tokenMark, token},
		{clubInk, face}, {diamondInk, face}, {heartInk, face}, {spadeInk, face},
	}
	signs := []struct{ over, under colour }{ // shapes, and words that are large or need not be read
		{act, felt}, {allEdge, felt}, {wonEdge, felt}, {face, felt}, {bar, barBed}, {backMark, back},
	}
	dulled := []struct{ over, under colour }{{dullClub, dull}, {dullDiamond, dull}, {dullHeart, dull}, {dullSpade, dull}} // large, and read
	for theme := range themes {
		inTheme := colours[theme]
		for _, w := range words {
			if c := contrast(inTheme[w.over], inTheme[w.under]); c < 4.5 {
				t.Errorf("%s: colour %d on %d has a contrast of %.1f", theme, w.over, w.under, c)
			}
		}
		for _, s := range signs {
			if c := contrast(inTheme[s.over], inTheme[s.under]); c < 2.6 {
				t.Errorf("%s: colour %d on %d has a contrast of %.1f", theme, s.over, s.under, c)
			}
		}
		for _, s := range dulled {
			if c := contrast(inTheme[s.over], inTheme[s.under]); c < 3.0 {
				t.Errorf("%s: colour %d on %d has a contrast of %.2f", theme, s.over, s.under, c)
			}
		}
	}
}

// The cloth is lighter in some rows than in others, and words are read on all of them.
func TestWordsAreReadOnTheClothWhereTheyStand(t *testing.T) {
	p := painter(t)
	var cloths [themes]*image.Paletted
	for theme := range cloths {
		closed := engine.View{Closed: true, Button: -1, ToAct: -1}
		cloths[theme] = p.picture(staged{Scene: render.Scene{View: closed}, theme: Theme(theme)})
	}
	for _, s := range scenes(t) {
		for _, a := range layoutOf(p, s.Scene).parts {
			if a.kind != text || a.in != whole || a.colour != lettering && a.colour != say {
				continue
			}
			for y := a.box.Min.Y; y < a.box.Max.Y; y++ {
				r, g, b, _ := cloths[s.theme].At(a.box.Min.X+2, y).RGBA()
				if c := contrast(colours[s.theme][a.colour], rgb(r>>8<<16|g>>8<<8|b>>8)); c < 4.5 {
					t.Errorf("%s: %s has a contrast of %.2f", s.name, a, c)
					break
				}
			}
		}
	}
}
