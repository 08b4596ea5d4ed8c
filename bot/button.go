package bot

import (
	"fmt"
	"strconv"
	"strings"

	"cardroom/engine"
)

// button is what a custom id says: which table, which decision, what to do. It comes back from people's clients, so
// nothing in it is believed before it is compared with the table.
type button struct {
	table engine.ID // the channel
	turn  engine.Turn
	verb  string
	what  string // what the verb is about, where that is no number
	total int64  // street total of a bet or raise; 0 where the verb has none
}

// buttonVersion names the form of custom ids; buttons of another version are stale.
const buttonVersion = "v1"

func (b button) String() string {
	id := fmt.Sprintf("%s:%d:%d:%d:%s", buttonVersion, b.table, b.turn.Hand, b.turn.Action, b.verb)
	if b.what != "" {
		id += " " + b.what
	}
	if b.total != 0 {
		id += ":" + strconv.FormatInt(b.total, 10)
	}
	return id
}

// parseButton reads a custom id; ok is false for anything that String does not write.
func parseButton(id string) (b button, ok bool) {
	f := strings.Split(id, ":")
	if len(f) < 5 || len(f) > 6 || f[0] != buttonVersion {
		return button{}, false
	}
	table, err1 := strconv.ParseUint(f[1], 10, 64)
	hand, err2 := strconv.ParseInt(f[2], 10, 64)
	action, err3 := strconv.ParseInt(f[3], 10, 64)
	var err4 error
	if len(f) == 6 {
		b.total, err4 = strconv.ParseInt(f[5], 10, 64)
	}
	if err1 != nil || err2 != nil || err3 != nil || err4 != nil {
		return button{}, false
	}
	b.table, b.turn = engine.ID(table), engine.Turn{Hand: hand, Action: action}
	b.verb, b.what, _ = strings.Cut(f[4], " ")
	if b.String() != id {
		return button{}, false
	}
	return b, true
}
