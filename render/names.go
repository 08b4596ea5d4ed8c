package render

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// MostName is the most characters of a name that are shown.
const MostName = 32

// specials are the characters that mean something in a message's markup.
const specials = "\\*_~|>#-[]():@<`/"

// Escape makes a name that a user chose safe to show in a message. The result has no markup, mention, link, command, line break,
// invisible or direction-changing character, and at most 32 characters before escaping. It is "" where nothing else was in
// the name.
func Escape(name string) string { return EscapeLine(name, MostName) }

// EscapeLine works like Escape for a longer line that a user typed, with at most so many characters before escaping.
func EscapeLine(line string, most int) string { return Verbatim(string(clean(line, most))) }

// MostTitle and MostReason are the most characters of a tournament's name (T122), and of the reason that an organiser gives.
const (
	MostTitle  = 60
	MostReason = 200
)

// Line returns a line that a user typed, without line breaks, invisible and direction-changing characters, and cut to a number
// of characters. It may hold markup, so Escape or EscapeLine comes before a message.
func Line(typed string, most int) string {
	return string(clean(strings.Join(strings.Fields(typed), " "), most))
}

// Verbatim makes a text that a user typed safe to show in a message, and keeps every character of it. The result has no
// markup, mention, link or command.
func Verbatim(text string) string {
	var b strings.Builder
	for _, r := range text {
		if strings.ContainsRune(specials, r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// Bold returns an escaped name in bold.
func Bold(name string) string {
	return "**" + cmp.Or(Escape(name), "?") + "**"
}

// clean removes invisible characters and cuts a name to a number of characters. It returns nothing where nothing shows.
func clean(name string, most int) []rune {
	kept := make([]rune, 0, min(most, MostName))
	for _, r := range strings.TrimSpace(strings.ToValidUTF8(name, "")) {
		if unseen(r) {
			continue
		}
		if kept = append(kept, r); len(kept) == most {
			break
		}
	}
	if !slices.ContainsFunc(kept, func(r rune) bool { return !unicode.In(r, unicode.M, unicode.Z) }) {
		return nil // marks without a letter, such as variation selectors
	}
	return []rune(strings.TrimSpace(string(kept)))
}

// unseen reports whether a character is invisible: controls, format characters (all bidi marks and zero-widths are among
// them), line and paragraph separators, and the letters that fonts leave blank.
func unseen(r rune) bool {
	return strings.ContainsRune("\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5", r) || unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}
