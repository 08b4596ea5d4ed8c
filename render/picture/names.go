package picture

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"cardroom/engine"
	"cardroom/render"
)

// nameRunes is how much of a name is looked at.
const nameRunes = 32

// displayName is what a seat's holder is called, in letters that can be drawn.
func (p *layout) displayName(s engine.SeatView) string {
	if said := drawable(p.fonts, p.scene.DisplayNames[s.Player]); s.Player != 0 && said != "" {
		return said
	}
	return p.lang.Board.Seat.Format("seat", strconv.Itoa(s.Seat+1))
}

// drawable is a name as it can be drawn: the name itself where nothing is lost but ornament, else the user name; ""
// where that cannot be drawn either.
func drawable(c *fonts, names render.DisplayName) string {
	for _, name := range []string{names.Name, names.User} {
		if drawn, whole := c.spell(name); whole && drawn != "" {
			return drawn
		}
	}
	return ""
}

// spell is what of a name there are letters for, and whether it is still that name: signs and pictures may go, letters
// and digits may not. Letters in disguise are made plain; marks heaped on letters and what is not seen go.
func (c *fonts) spell(name string) (drawn string, whole bool) {
	var b strings.Builder
	said := false
	for _, r := range norm.NFKC.String(strings.ToValidUTF8(firstRunes(name, 8*nameRunes), "")) {
		if b.Len() > 4*nameRunes {
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
	drawn = firstRunes(strings.Join(strings.Fields(b.String()), " "), nameRunes)
	return drawn, said
}

// firstRunes is the beginning of a text.
func firstRunes(text string, most int) string {
	for i := range text {
		if most == 0 {
			return text[:i]
		}
		most--
	}
	return text
}
