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

// setWaiting puts a person in the line for a seat, or takes them out of it (R63).
func setWaiting(t *table.Table, in *interaction.Interaction, off bool) {
	c := engine.Wait{Player: in.User, Off: off, At: engine.At(time.Now())}
	do(t, in, c, func() string {
		if off {
			return string(in.Lang.Say.NoLine)
		}
		return in.Lang.Say.InLine.Format("n", strconv.Itoa(1+slices.Index(t.View().Waitlist, in.User)))
	})
}

// JoinWaitlist is the button that waits for a seat.
func JoinWaitlist(t *table.Table, in *interaction.Interaction) { setWaiting(t, in, false) }

// LeaveWaitlist is the button that waits no longer.
func LeaveWaitlist(t *table.Table, in *interaction.Interaction) { setWaiting(t, in, true) }
