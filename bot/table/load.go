package table

import (
	"errors"

	"cardroom/bot/record"
	"cardroom/render/text"
	"cardroom/store"
)

// Read makes what the store gave the actor's table. One that cannot be read is given up; the error is that of a store that
// did not give it.
func (a *Table) Read(stored store.Record, err error) error {
	_, damaged := errors.AsType[*store.DamagedError](err)
	switch {
	case damaged:
		err = record.Unreadable(stored, err)
	case err != nil:
		return err
	default:
		err = a.adopt(stored)
	}
	if err != nil {
		a.giveUp(stored, err)
	}
	return nil
}

// giveUp leaves a table as it is that cannot be read. The log names it and says what to do; the channel is told once, and
// whoever asks for something.
func (a *Table) giveUp(stored store.Record, why error) {
	a.Log.Error("a table cannot be opened", "err", why)
	a.forgetTable()
	a.Recovery.unreadable = true
	a.summary.Store(&Summary{State: text.StateResting})
	a.Display.Unreadable(stored.Version)
}
