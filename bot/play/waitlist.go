package play

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/engine"
)

// isFull says whether somebody has no seat because there is none for them, and could wait for one (R63).
func isFull(err error) bool {
	r, ok := errors.AsType[engine.Refusal](err)
	return ok && (r.Reason == engine.TableFull || r.Reason == engine.SeatKept)
}

// wait puts a person in the line for a seat, or takes them out of it (R63).
func wait(a *table.Table, k *interaction.Interaction, off bool) {
	c := engine.Wait{Player: k.User, Off: off, At: engine.At(time.Now())}
	do(a, k, c, func() string {
		if off {
			return string(k.Lang.Say.NoLine)
		}
		return k.Lang.Say.InLine.Format("n", strconv.Itoa(1+slices.Index(a.View().Waitlist, k.User)))
	})
}

// JoinWaitlist is the button that waits for a seat.
func JoinWaitlist(a *table.Table, k *interaction.Interaction) { wait(a, k, false) }

// LeaveWaitlist is the button that waits no longer.
func LeaveWaitlist(a *table.Table, k *interaction.Interaction) { wait(a, k, true) }
