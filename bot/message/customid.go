package message

import (
	"fmt"
	"strconv"
	"strings"

	"cardroom/engine"
)

// CustomID is what a custom id says: which table, which decision, what to do. It comes back from people's clients, so
// nothing in it is believed before it is compared with the table.
type CustomID struct {
	Table engine.ID // the channel
	Turn  engine.Turn
	Verb  string
	Arg   string // what the verb is about, where that is no number
	Total int64  // street total of a bet or raise; 0 where the verb has none
}

// customIDVersion names the form of custom ids; buttons of another version are stale.
const customIDVersion = "v1"

func (b CustomID) String() string {
	id := fmt.Sprintf("%s:%d:%d:%d:%s", customIDVersion, b.Table, b.Turn.Hand, b.Turn.Action, b.Verb)
	if b.Arg != "" {
		id += " " + b.Arg
	}
	if b.Total != 0 {
		id += ":" + strconv.FormatInt(b.Total, 10)
	}
	return id
}

// ParseCustomID reads a custom id; ok is false for anything that String does not write.
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
