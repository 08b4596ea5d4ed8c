package message

import (
	"strconv"
	"strings"

	"cardroom/engine"
)

// CustomID is the content of a button's custom id: the table, the decision and the action. It comes back from an untrusted
// client, so every handler compares it with the table.
type CustomID struct {
	Table engine.ID // the channel
	Turn  engine.Turn
	Verb  string
	Arg   string // of the verb, if it is not a number
	Total int64  // street total of a bet or raise, or the tournament of a lobby's button; 0 for other verbs
}

// customIDVersion is the version of custom ids; buttons of another version are stale.
const customIDVersion = "v1"

// String returns the custom id for Discord.
func (c CustomID) String() string {
	id := append(make([]byte, 0, 100), customIDVersion+":"...) // Discord allows no more
	id = append(strconv.AppendUint(id, uint64(c.Table), 10), ':')
	id = append(strconv.AppendInt(id, c.Turn.Hand, 10), ':')
	id = append(strconv.AppendInt(id, c.Turn.Action, 10), ':')
	id = append(id, c.Verb...)
	if c.Arg != "" {
		id = append(append(id, ' '), c.Arg...)
	}
	if c.Total != 0 {
		id = strconv.AppendInt(append(id, ':'), c.Total, 10)
	}
	return string(id)
}

// ParseCustomID parses a custom id; ok is false unless String can have written it.
func ParseCustomID(id string) (b CustomID, ok bool) {
	f := strings.Split(id, ":")
	if len(f) < 5 || len(f) > 6 || f[0] != customIDVersion {
		return CustomID{}, false
	}
	table, err1 := strconv.ParseUint(f[1], 10, 64)
	hand, err2 := strconv.ParseInt(f[2], 10, 64)
	action, err3 := strconv.ParseInt(f[3], 10, 64)
	var err4 error
	if len(f) == 6 {
		b.Total, err4 = strconv.ParseInt(f[5], 10, 64)
	}
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		return CustomID{}, false
	}
	b.Table, b.Turn = engine.ID(table), engine.Turn{Hand: hand, Action: action}
	b.Verb, b.Arg, _ = strings.Cut(f[4], " ")
	if b.String() != id {
		return CustomID{}, false
	}
	return b, true
}
