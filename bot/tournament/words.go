package tournament

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/bot/tournament/form"
	"cardroom/engine/tournament"
)

// refuse tells a user why the director, or the store, refused.
func (d *Director) refuse(in *interaction.Interaction, err error) {
	if r, ok := errors.AsType[tournament.Refusal](err); ok {
		e := d.event()
		d.say(in, form.Why(in.Lang, &e.State.Tournament, r))
		return
	}
	if errors.Is(err, errWord) {
		d.say(in, in.Lang.Tournament.Gate.WrongWord.Format("name", d.name()))
		return
	}
	if errors.Is(err, errStuck) {
		d.say(in, in.Lang.Tournament.Said.Stuck.Format("name", d.name()))
		return
	}
	form.Refuse(d.table.Env, in, err)
}
