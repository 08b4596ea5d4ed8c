package board

import (
	"slices"
	"strings"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// The colours of a board's edge.
const (
	accentPlay   = 0x2e9e5b
	accentResult = 0xe3b341
	accentPaused = 0x80848e
)

// hasLayout reports whether a new board is a message of components with a picture, as the table's options want it.
func hasLayout(t *table.Table) bool {
	return !t.Record().Extras.TextBoard && t.Env.Studio.Painter != nil
}

// inForm returns c with the words, the lines and the picture of a scene. Discord keeps the form of a message for ever. So a
// board that loses its picture has its words in the layout. A board that is older than layouts has its picture below plain
// text.
func inForm(t *table.Table, c message.Content, s render.Scene, components bool) message.Content {
	c.Text = render.Board(s)
	if components {
		c.Layout = &message.Layout{Accent: accent(s), Lines: render.Caption(s)}
	}
	if c.Theme = t.Record().Extras.Theme; !t.Record().Extras.TextBoard {
		c.Scene = &s
	}
	return c
}

// WithForm returns c in the form of a message that stands already.
func WithForm(c message.Content, components bool) message.Content {
	switch {
	case !components:
		c.Layout = nil
	case c.Layout == nil:
		c.Layout = &message.Layout{Accent: accentPlay, Lines: c.Text}
	}
	return c
}

// Stripped returns an old board without its buttons, and whether its picture stays. A board of components shrinks: it loses
// its picture, and the small lines below the result.
func Stripped(m *rest.Message) (c message.Content, pictures []rest.Picture) {
	text := render.Quiet(m.Text())
	if !m.V2() {
		return message.Content{Text: text}, rest.KeepPictures
	}
	lines := slices.DeleteFunc(strings.Split(text, "\n"), func(line string) bool { return strings.HasPrefix(line, "-# ") })
	return WithForm(message.Content{Text: strings.Join(lines, "\n")}, true), rest.NoPictures
}

// addLine adds a line to all forms of a text.
func addLine(c *message.Content, line string) {
	if c.Text += line; c.Layout != nil {
		c.Layout.Lines += line
	}
}

// accent returns the colour of a board's edge: in play, a result, or paused.
func accent(s render.Scene) int {
	switch v := s.View; {
	case s.Halted, s.Pause() != "", v.Closed:
		return accentPaused
	case v.Phase == engine.Idle:
		return accentResult
	}
	return accentPlay
}
