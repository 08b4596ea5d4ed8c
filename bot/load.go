package bot

import (
	"time"

	"cardroom/bot/table"
)

// begin opens a table that the store has listed.
func begin(a *table.Table, l listed, last time.Time) {
	err := a.Read(l.stored, l.err)
	a.Display.Found()
	if err != nil {
		a.Log.Warn("a table could not be read and will be asked for again", "err", err)
		a.Recovery.Doubt = table.Doubt{Is: true, Since: last}
		return
	}
	defer a.Env.Throttle.Acquire()()
	a.Resume(last)
	a.Display.Started(!a.Moves(), table.Soon(a.NextDue())) // idle tables must not delay active ones
}
