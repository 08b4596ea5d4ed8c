package bot

import (
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
)

// wentBack is for a store that has lost what it had acknowledged, as by a failover: the table, which is adopted already,
// was at version once. What was done since is not done. Where it let cards be seen, nobody can play that hand on as if
// they had not been: it is void (R65).
func (a *actor) wentBack(was engine.View, version int64) {
	a.horizon = was.Latest
	a.undone, a.reseal = a.undone || seenSince(was, a.table.View(0)), true
	a.log.Warn("the store went back: what was done since is undone", "version", a.version, "was", version, "void", a.undone)
}

// callOff voids the hand that has to be void, and lets go of seals under which hands may have been dealt that are lost: of
// such a hand somebody may have the proof, which opens seven of the decks it could be dealt from.
func (a *actor) callOff() {
	if a.undone {
		err := a.apply(a.step("void"), engine.Void{At: engine.At(time.Now())})
		if a.doubt {
			return // again, when the store answers
		}
		a.undone = false
		if err != nil {
			a.log.Warn("there was no hand to call off", "err", err)
		}
	}
	if a.reseal && a.table.View(0).Phase == engine.Idle {
		r := a.record
		r.Shuffle.First, r.Shuffle.Message = 0, 0
		if err := a.commit(a.step("reseal"), a.table, r, nil); err != nil {
			a.log.Warn("the seals of the coming hands are still those of before", "err", err)
			return
		}
	}
	a.reseal = false
}

// seenSince says whether anybody saw a card between two states of a table, of which the later is lost: of the hand that
// runs in the earlier one.
func seenSince(later, earlier engine.View) bool {
	switch {
	case earlier.Phase == engine.Idle:
		return false // there is no hand that could be void
	case earlier.Phase == engine.Shuffling:
		return true // it was dealt, and is dealt the same only where it gets the same message
	case later.Hand != earlier.Hand, later.Voided:
		return true // it came to an end, or what came is not known
	case earlier.Phase == engine.Drawing && later.Turn != earlier.Turn:
		return true // whoever drew has seen what they drew
	}
	return public(later) > public(earlier)
}

// public is how many cards everyone can see.
func public(v engine.View) int {
	n := len(v.Board)
	for _, b := range v.Again {
		n += len(b)
	}
	for _, s := range v.Seats {
		n += len(s.Shown)
	}
	return n
}

// foretold is for a press on a button of a decision that is yet to come. It may be made up; or the store went back while
// the program was away, and nobody else knows. Discord sends the message along as it was under the press: where that had
// the button, it was drawn from what is lost.
func (a *actor) foretold(k *ask) {
	if k.drawn && !k.panel {
		a.foreseen(k.message, k.button, k.heading)
	}
}

// foreseen takes in that a message of the bot's has a button, under a heading. Where that is of a decision that is yet to
// come, it is undone.
func (a *actor) foreseen(message engine.ID, of button, heading string) {
	turn, v := of.turn, a.table.View(0)
	if a.version == 0 || of.table != a.key.Channel ||
		message < a.record.Shuffle.Message || // it was drawn of a deck under seals that were let go of
		!after(turn, v.Latest) || !after(turn, a.horizon) {
		return
	}
	is, _, _ := strings.Cut(a.boardFrame().text, "\n")
	same := heading == is && v.Phase != engine.Drawing && v.Phase != engine.Showing // the same cards were seen: hand and street
	a.horizon = turn
	a.reseal = true
	a.undone = !same && seenSince(engine.View{Hand: turn.Hand + 1}, v)
	a.log.Warn("the store went back while the program was away: what was done since is undone",
		"version", a.version, "turn", v.Turn, "was", turn, "void", a.undone)
	a.callOff()
	a.show()
}

// hasButton says whether a message has a button with a custom id.
func hasButton(m *discordgo.Message, id string) bool { return slices.Contains(buttonsOf(m), id) }

// buttonsOf is the custom ids of the buttons of a message.
func buttonsOf(m *discordgo.Message) (ids []string) {
	for _, row := range m.Components {
		r, ok := row.(*discordgo.ActionsRow)
		if !ok {
			continue
		}
		for _, c := range r.Components {
			if is, ok := c.(*discordgo.Button); ok {
				ids = append(ids, is.CustomID)
			}
		}
	}
	return ids
}

func after(a, b engine.Turn) bool { return a.Hand > b.Hand || a.Hand == b.Hand && a.Action > b.Action }
