package discordtest

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/discordtest/object"
)

// String draws the message as lines of text that do not change from run to
// run: names instead of ids, times relative to the message's last change.
//
//	cardroom to alice only:
//	Your cards: A♠ K♦
//	[Call 40] [Fold] (Raise…) <Pick a card: A♠ | K♦> {table.png: the table}
//
// Buttons are in brackets, disabled ones in parentheses; menus in angle
// brackets; attachments, and the pictures of components, in braces with their alt text.
func (m Message) String() string {
	var b strings.Builder
	b.WriteString(m.names(m.author()))
	if m.Ephemeral {
		fmt.Fprintf(&b, " to %s only", m.name(m.For))
	}
	if m.Deleted {
		b.WriteString(" (deleted)")
	}
	b.WriteString(":\n")
	if m.Loading {
		b.WriteString("thinking…\n")
	}
	writeLine(&b, m.plain(m.Content))
	for _, e := range m.Embeds {
		writeLine(&b, m.plain(object.Text("", []Embed{e}, nil)))
	}
	m.components(&b, m.Components)
	for _, a := range m.Attachments {
		if !m.inComponents(a) {
			writeLine(&b, m.file(a.Filename, a.Description))
		}
	}
	return b.String()
}

// file draws a file with its alt text.
func (m Message) file(name, alt string) string {
	return "{" + strings.TrimSuffix(name+": "+m.plain(alt), ": ") + "}"
}

// media draws a picture or file of a component with its alt text.
func (m Message) media(shown *object.Media, alt string) string {
	return m.file(strings.TrimPrefix(shown.URL, "attachment://"), alt)
}

// inComponents reports whether a component of the message shows the attachment.
func (m Message) inComponents(a Attachment) bool {
	url, found := "attachment://"+a.Filename, false
	object.Walk(m.Components, func(c Component) {
		found = found || c.Media != nil && c.Media.URL == url || c.File != nil && c.File.URL == url ||
			slices.ContainsFunc(c.Items, func(i object.MediaItem) bool { return i.Media.URL == url })
	})
	return found
}

// Transcript draws messages one after another, with an empty line between.
func Transcript(list []Message) string {
	var parts []string
	for _, m := range list {
		parts = append(parts, m.String())
	}
	return strings.Join(parts, "\n")
}

// String draws the answer in one piece: the message, the modal, the choices or the error.
func (a Answer) String() string {
	switch {
	case a.Err != nil:
		return a.Err.Error() + "\n"
	case a.Modal != nil:
		return a.Modal.String()
	case a.Type == AnswerChoices:
		var names []string
		for _, c := range a.Choices {
			names = append(names, c.Name)
		}
		return strings.Join(names, " | ") + "\n"
	case a.Type == AnswerAcknowledged || a.Message == nil:
		return "(nothing to be seen)\n"
	}
	return a.Message.String()
}

func writeLine(b *strings.Builder, line string) {
	if line != "" {
		b.WriteString(strings.TrimRight(line, "\n"))
		b.WriteByte('\n')
	}
}

// components writes a list: interactive components side by side, the others on lines of their own.
func (m Message) components(b *strings.Builder, list []Component) {
	var pieces []string
	for _, c := range list {
		switch {
		case c.Type == object.TypeButton:
			pieces = append(pieces, button(c))
		case c.IsSelect():
			pieces = append(pieces, menu(c))
		case c.Type == object.TypeSection:
			m.components(b, c.Components)
			if c.Accessory != nil {
				m.components(b, []Component{*c.Accessory})
			}
		case c.Type == object.TypeSeparator:
			writeLine(b, "---")
		case c.Type == object.TypeGallery:
			for _, i := range c.Items {
				writeLine(b, m.media(&i.Media, i.Description))
			}
		case c.Type == object.TypeThumbnail:
			writeLine(b, m.media(c.Media, c.Description))
		case c.Type == object.TypeFile:
			writeLine(b, m.media(c.File, ""))
		default:
			writeLine(b, m.plain(c.Content))
			m.components(b, c.Components)
		}
	}
	writeLine(b, strings.Join(pieces, " "))
}

func button(c Component) string {
	label := c.Label
	if c.Emoji != nil {
		label = strings.TrimSpace(c.Emoji.Name + " " + label)
	}
	if c.Disabled {
		return "(" + label + ")"
	}
	return "[" + label + "]"
}

func menu(c Component) string {
	var labels []string
	for _, o := range c.Options {
		labels = append(labels, o.Label)
	}
	return "<" + c.Placeholder + ": " + strings.Join(labels, " | ") + ">"
}

var (
	relativeTime = regexp.MustCompile(`<t:(-?\d+)(?::([tTdDfFR]))?>`)
	command      = regexp.MustCompile(`<(/[^:>]+):\d+>`)
	customEmoji  = regexp.MustCompile(`<a?:(\w+):\d+>`)
	mentionOf    = regexp.MustCompile(`<(@[!&]?|#)(\d+)>`)
	snowflake    = regexp.MustCompile(`\b\d{16,20}\b`)
)

// plain replaces the parts that differ from run to run.
func (m Message) plain(text string) string {
	text = relativeTime.ReplaceAllStringFunc(text, func(match string) string {
		unix, _ := strconv.ParseInt(relativeTime.FindStringSubmatch(match)[1], 10, 64)
		at := m.Created
		if m.Edited.After(at) {
			at = m.Edited
		}
		away := time.Duration(unix-at.Truncate(time.Second).Unix()) * time.Second
		if away.Abs() >= time.Hour { // in words, the same in every run
			return fmt.Sprintf("<%+dm>", int(math.Round(away.Minutes())))
		}
		return fmt.Sprintf("<%+ds>", int(away.Seconds()))
	})
	text = command.ReplaceAllString(text, "$1")
	text = customEmoji.ReplaceAllString(text, ":$1:")
	text = mentionOf.ReplaceAllStringFunc(text, func(match string) string {
		parts := mentionOf.FindStringSubmatch(match)
		return parts[1][:1] + m.name(parts[2])
	})
	return m.names(text)
}

// names replaces ids by names.
func (m Message) names(text string) string {
	return snowflake.ReplaceAllStringFunc(text, m.name)
}

func (m Message) author() string { return m.name(m.AuthorID) }

// name returns the name behind an id: of a person, channel or guild, else "id".
func (m Message) name(id string) string {
	if m.srv == nil {
		return "id"
	}
	m.srv.world.Lock()
	defer m.srv.world.Unlock()
	return m.srv.world.Name(id)
}
