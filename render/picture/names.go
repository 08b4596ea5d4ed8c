package picture

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"cardroom/engine"
	"cardroom/render"
)

// displayName returns the name of a seat's holder in letters that can be drawn.
func (p *layout) displayName(s engine.SeatView) string {
	if said := drawable(p.fonts, p.scene.DisplayNames[s.Player]); s.Player != 0 && said != "" {
		return said
	}
	return p.lang.Board.Seat.Format("seat", strconv.Itoa(s.Seat+1))
}

// drawable returns a name that can be drawn: the name itself where only ornament is lost, else the user name, or "" where
// that cannot be drawn either.
func drawable(c *fonts, names render.DisplayName) string {
	for _, name := range []string{names.Name, names.User} {
		if drawn, whole := c.spell(name); whole && drawn != "" {
			return drawn
		}
	}
	return ""
}

// spell returns the part of a name that can be drawn, and whether it is still that name: it may lose signs and pictures, but not
// letters and digits. It makes letters in disguise plain, and removes marks heaped on letters and invisible characters.
func (c *fonts) spell(name string) (drawn string, whole bool) {
	var b strings.Builder
	said := false
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(firstRunes(name, 8*render.MostName), "")) {
		if b.Len() > 4*render.MostName {
			break
		}
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs, unicode.M):
		case c.has(r):
			b.WriteRune(r)
			said = said || unicode.In(r, unicode.L, unicode.N)
		case unicode.In(r, unicode.L, unicode.N):
			return "", false
		}
	}
	drawn = firstRunes(strings.Join(strings.Fields(b.String()), " "), render.MostName)
	return drawn, said
}

// firstRunes returns the beginning of a text.
func firstRunes(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i]
		}
		most--
	}
	return text
}
