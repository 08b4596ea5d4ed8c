package tournament

import (
	"errors"
	"fmt"

	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/tournament/form"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/locale"
)

// unendedError reports that the director refuses the end of a hand. The hand stays before its last decision.
type unendedError struct {
	hand int64
	why  tournament.Refusal // not unwrapped: it says nothing about the user's request
}

func (e *unendedError) Error() string {
	return fmt.Sprintf("the tournament cannot take in the end of hand %d, so the hand stays as it is; please report this, and cancel the tournament to go on: %v", e.hand, e.why)
}

// Sentence returns the text for a player whose decision would end the hand.
func (e *unendedError) Sentence(l *locale.Lang) string { return string(l.Tournament.Unended) }

// keepHand returns the error that leaves a hand before its last decision, because the director refuses its end: a result must not stand at
// the table alone. It tells the organiser and the lobby. Where the tournament is over by now, the next tick makes the hand void.
func keepHand(d *Director, hand int64, r tournament.Refusal) error {
	err := &unendedError{hand, r}
	if r.Reason == tournament.Over {
		return errors.New(err.Error())
	}
	if d.unended != hand {
		d.unended = hand
		e := d.event()
		d.table.Log.Error("a hand cannot end, and its tournament is paused", "hand", hand, "err", err)
		said := d.table.Locale().Tournament.Said.Unended.Format("player", render.Mention(e.By), "name", d.name())
		stays := "\n" + render.PostedMark + render.Channel(e.Lobby.Channel) // also after a restart
		courtesy(d, fmt.Sprintf("unended/%d", hand), message.Mention(said+stays, e.By))
		d.lobby.show()
	}
	return err
}

// stuck reports whether a hand runs whose end the director refused.
func stuck(d *Director) bool {
	v := d.table.View()
	return v.Phase != engine.Idle && v.Hand == d.unended
}

// tryEnd tries the end of a stuck hand once more, on copies: the one that comes when the time of the pending decision is over. It returns
// form.ErrStuck if the director still refuses it.
func tryEnd(d *Director, next *engine.Table, r *record.Table) error {
	if !stuck(d) {
		return nil
	}
	ended, events, err := next.Apply(engine.Tick{At: max(next.Pending().Due, engine.Moment(at()))}, nil)
	if err != nil {
		return nil // no time runs
	}
	after := r.Clone()
	if _, err = d.Committing(&ended, &after, events); err != nil {
		return form.ErrStuck
	}
	return nil
}
