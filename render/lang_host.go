package render

import (
	"strings"

	"cardroom/engine"
)

// HostText is what hosts are told of what they do, and what the log of it says.
type HostText struct {
	Kicked      Text `json:"kicked" args:"player amount"`
	KickedAfter Text `json:"kicked_after" args:"player"`
	KickedLine  Text `json:"kicked_line" args:"player"`
	KickedTwice Text `json:"kicked_twice" args:"player"`
	KickedYou   Text `json:"kicked_you"` // to who would rather stay
	KickBot     Text `json:"kick_bot"`
	NoSeat      Text `json:"no_seat" args:"player"`
	Handed      Text `json:"handed" args:"player"`
	HostAlready Text `json:"host_already" args:"player"`
	NoBot       Text `json:"no_bot" args:"player"`   // may be host
	NotHere     Text `json:"not_here" args:"player"` // who is not on the server
	Saved       Text `json:"saved" args:"preset"`    // presets
	Loaded      Text `json:"loaded" args:"preset"`
	BadName     Text `json:"bad_name" args:"n"` // longer than n characters
	NoPreset    Text `json:"no_preset" args:"preset"`
	Full        Text `json:"full" args:"n"` // n presets are all there may be
	Misfit      Text `json:"misfit" args:"option value"`

	LogHead Text      `json:"log_head"`
	LogLine Text      `json:"log_line" args:"when host deed"`
	LogMore Text      `json:"log_more" args:"n"`
	Deeds   AuditText `json:"deeds"`
}

// AuditText is what a host did, as a part of a line that begins with when and who.
type AuditText struct {
	Opened   Text   `json:"opened"`
	Paused   Text   `json:"paused"`
	Resumed  Text   `json:"resumed"`
	Closes   Text   `json:"closes"`
	Set      Text   `json:"set" args:"option from to"`
	Kicked   Text   `json:"kicked" args:"player"`
	Handed   Text   `json:"handed" args:"player"`
	Bots     Plural `json:"bots" args:"n"`
	BotsLeft Plural `json:"bots_left" args:"n"`
	Saved    Text   `json:"saved" args:"preset"`
	Loaded   Text   `json:"loaded" args:"preset"`
	Approved Text   `json:"approved" args:"player amount"`
	Declined Text   `json:"declined" args:"player amount"`
}

// AuditEntry is something a host did. Which fields mean something depends on What.
type AuditEntry struct {
	At     engine.Moment `json:"at"`
	By     engine.ID     `json:"by"`
	What   What          `json:"what"`
	Player engine.ID     `json:"player,omitempty"` // to whom
	N      int64         `json:"n,omitempty"`      // how many house players, or chips
	Name   string        `json:"name,omitempty"`   // of an option or a preset
	From   string        `json:"from,omitempty"`   // value of an option
	To     string        `json:"to,omitempty"`

	Channel engine.ID `json:"channel,omitempty"` // where a board is shown
}

// What is a kind of deed, as it is stored.
type What string

// The kinds of deeds.
const (
	DidOpen     What = "open"
	DidPause    What = "pause"
	DidResume   What = "resume"
	DidClose    What = "close"
	DidSet      What = "set"
	DidKick     What = "kick"
	DidHand     What = "host"
	DidSeatBots What = "bots"
	DidSendBots What = "bots away"
	DidSave     What = "save"
	DidLoad     What = "load"
	DidApprove  What = "approve"
	DidDecline  What = "decline"

	DidMirror     What = "mirror"
	DidUnmirror   What = "mirror ended"
	DidLoseMirror What = "mirror lost" // nobody's deed: the bot's
)

// Log is what hosts did at a table, the latest first: a line each, as many as a message holds. The deeds are given from the
// first on.
func (l *Lang) Log(deeds []AuditEntry) string {
	lines := []string{string(l.Host.LogHead)}
	room := maxText - length(lines[0]) - length(l.Host.LogMore.Format("n", l.Chips(int64(len(deeds))))) - 4 // "-# " and a line break
	for i := range deeds {
		d := deeds[len(deeds)-1-i]
		line := l.Host.LogLine.Format("when", RelativeTime(d.At), "host", l.person(d.By), "deed", l.deed(d))
		if room -= length(line) + 1; room < 0 {
			return strings.Join(append(lines, "-# "+l.Host.LogMore.Format("n", l.Chips(int64(len(deeds)-i)))), "\n")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// deed is what was done. Of a version of this program that does more than this one, it is the name of it.
func (l *Lang) deed(d AuditEntry) string {
	t := &l.Host.Deeds
	switch d.What {
	case DidOpen:
		return string(t.Opened)
	case DidPause:
		return string(t.Paused)
	case DidResume:
		return string(t.Resumed)
	case DidClose:
		return string(t.Closes)
	case DidSet:
		return t.Set.Format("option", Code(d.Name), "from", d.From, "to", d.To)
	case DidKick:
		return t.Kicked.Format("player", l.person(d.Player))
	case DidHand:
		return t.Handed.Format("player", l.person(d.Player))
	case DidSeatBots:
		return l.Count(t.Bots, d.N)
	case DidSendBots:
		return l.Count(t.BotsLeft, d.N)
	case DidSave:
		return t.Saved.Format("preset", Bold(d.Name))
	case DidLoad:
		return t.Loaded.Format("preset", Bold(d.Name))
	case DidApprove:
		return t.Approved.Format("player", l.person(d.Player), "amount", l.Chips(d.N))
	case DidDecline:
		return t.Declined.Format("player", l.person(d.Player), "amount", l.Chips(d.N))
	case DidMirror, DidUnmirror, DidLoseMirror:
		text := map[What]Text{DidMirror: l.Watch.DidMirror, DidUnmirror: l.Watch.DidEnd, DidLoseMirror: l.Watch.DidLose}[d.What]
		return text.Format("channel", Channel(d.Channel))
	}
	return string(d.What)
}
