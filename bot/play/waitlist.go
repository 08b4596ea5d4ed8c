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

// IsFull reports whether the user got no seat because none is free, and could join the waitlist (R63).
func IsFull(err error) bool {
	r, ok := errors.AsType[engine.Refusal](err)
	return ok && (r.Reason == engine.TableFull || r.Reason == engine.SeatKept)
}

// setWaiting puts a user on the waitlist, or takes them off (R63).
func setWaiting(t *table.Table, in *interaction.Interaction, off bool) {
	c := engine.Wait{Player: in.User, Off: off, At: engine.At(time.Now())}
	do(t, in, c, func() string {
		if off {
			return string(in.Lang.Say.NoLine)
		}
		return in.Lang.Say.InLine.Format("n", strconv.Itoa(1+slices.Index(t.View().Waitlist, in.User)))
	})
}

// JoinWaitlist handles the button that joins the waitlist.
func JoinWaitlist(t *table.Table, in *interaction.Interaction) { setWaiting(t, in, false) }

// LeaveWaitlist handles the button that leaves the waitlist. It withdraws a request, too.
func LeaveWaitlist(t *table.Table, in *interaction.Interaction) {
	if !withdrawRequest(t, in) {
		setWaiting(t, in, true)
	}
}
