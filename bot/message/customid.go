package message

import (
	"fmt"
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
	Total int64  // street total of a bet or raise; 0 for other verbs
}

// customIDVersion is the version of custom ids; buttons of another version are stale.
const customIDVersion = "v1"

// String returns the custom id for Discord.
func (c CustomID) String() string {
	id := fmt.Sprintf("%s:%d:%d:%d:%s", customIDVersion, c.Table, c.Turn.Hand, c.Turn.Action, c.Verb)
	if c.Arg != "" {
		id += " " + c.Arg
	}
	if c.Total != 0 {
		id += ":" + strconv.FormatInt(c.Total, 10)
	}
	return id
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
