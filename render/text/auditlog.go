package text

import (
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// AuditEntry is something a host did. Its What decides which fields mean something.
type AuditEntry struct {
	At     engine.Moment `json:"at"`
	By     engine.ID     `json:"by"`
	What   AuditAction   `json:"what"`
	Player engine.ID     `json:"player,omitempty"` // to whom
	N      int64         `json:"n,omitempty"`      // how many house players, or chips
	Name   string        `json:"name,omitempty"`   // of an option or a preset
	From   string        `json:"from,omitempty"`   // value of an option
	To     string        `json:"to,omitempty"`

	Channel engine.ID `json:"channel,omitempty"` // where a board is shown
}

// AuditAction is a kind of action, as it is stored.
type AuditAction string

// The kinds of actions.
const (
	DidOpen     AuditAction = "open"
	DidPause    AuditAction = "pause"
	DidResume   AuditAction = "resume"
	DidClose    AuditAction = "close"
	DidReseal   AuditAction = "reseal"
	DidSet      AuditAction = "set"
	DidKick     AuditAction = "kick"
	DidHand     AuditAction = "host"
	DidSeatBots AuditAction = "bots"
	DidSendBots AuditAction = "bots away"
	DidSave     AuditAction = "save"
	DidLoad     AuditAction = "load"
	DidApprove  AuditAction = "approve"
	DidDecline  AuditAction = "decline"

	DidMirror     AuditAction = "mirror"
	DidUnmirror   AuditAction = "mirror ended"
	DidLoseMirror AuditAction = "mirror lost" // done by the bot
)

// Log returns the acts of hosts at a table, the latest first: a line each, as many as a message holds. The entries come in the
// order they were made.
func Log(l *locale.Lang, entries []AuditEntry) string {
	lines := []string{string(l.Host.LogHead)}
	room := locale.MaxText - locale.Length(lines[0]) - locale.Length(l.Host.LogMore.Format("n", l.Chips(int64(len(entries))))) - 4 // "-# " and a line break
	for i := range entries {
		e := entries[len(entries)-1-i]
		line := l.Host.LogLine.Format("when", render.RelativeTime(e.At), "host", person(l, e.By), "deed", auditText(l, e))
		if room -= locale.Length(line) + 1; room < 0 {
			return strings.Join(append(lines, "-# "+l.Host.LogMore.Format("n", l.Chips(int64(len(entries)-i)))), "\n")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// auditText returns an action in words, and the name of one that this version of the program does not know.
func auditText(l *locale.Lang, e AuditEntry) string {
	t := &l.Host.Actions
	switch e.What {
	case DidOpen:
		return string(t.Opened)
	case DidPause:
		return string(t.Paused)
	case DidResume:
		return string(t.Resumed)
	case DidClose:
		return string(t.Closes)
	case DidReseal:
		return string(t.Resealed)
	case DidSet:
		return t.Set.Format("option", render.Code(e.Name), "from", e.From, "to", e.To)
	case DidKick:
		return t.Kicked.Format("player", person(l, e.Player))
	case DidHand:
		return t.Handed.Format("player", person(l, e.Player))
	case DidSeatBots:
		return l.Count(t.Bots, e.N)
	case DidSendBots:
		return l.Count(t.BotsLeft, e.N)
	case DidSave:
		return t.Saved.Format("preset", render.Bold(e.Name))
	case DidLoad:
		return t.Loaded.Format("preset", render.Bold(e.Name))
	case DidApprove:
		return t.Approved.Format("player", person(l, e.Player), "amount", l.Chips(e.N))
	case DidDecline:
		return t.Declined.Format("player", person(l, e.Player), "amount", l.Chips(e.N))
	case DidMirror, DidUnmirror, DidLoseMirror:
		text := map[AuditAction]locale.Text{DidMirror: l.Watch.DidMirror, DidUnmirror: l.Watch.DidEnd, DidLoseMirror: l.Watch.DidLose}[e.What]
		return text.Format("channel", render.Channel(e.Channel))
	}
	return string(e.What)
}
