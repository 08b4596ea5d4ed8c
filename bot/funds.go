package bot

import (
	"time"

	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/engine"
)

// unfelt says that no wallet feels what is on the table.
func (a *actor) unfelt(v *engine.View) bool {
	return v.Practice || a.record.Manners.Funds == options.Free
}

// laid is the table as somebody who sits down finds it: where nobody has a seat, house players play for what the server has
// chosen since. Where anybody has one, which the engine refuses, or the choice is not known, it stays as it is: chips go back to
// where they came from.
func (a *actor) laid() (engine.Table, []engine.Event) {
	own, err := a.bot.prefs.Guilds.Get(a.key.Guild)
	v := a.view()
	if err != nil || own.BotsPlayForWallet == v.Rules.Staked {
		return a.table, nil
	}
	v.Rules.Staked = own.BotsPlayForWallet
	t, events, err := a.table.Apply(engine.SetRules{Rules: v.Rules, At: engine.At(time.Now())}, nil)
	if err != nil {
		return a.table, nil
	}
	return t, events
}

// setRules makes the options of the table those of the terms. What somebody left with is not to be brought back in other
// chips (R7).
func (a *actor) setRules(t options.Table) engine.SetRules {
	return engine.SetRules{Rules: t.Rules, Other: options.Differ(a.record.Manners.Funds, t.Extras.Funds), At: engine.At(time.Now())}
}

// behave gives a record other manners. Chips may come from elsewhere than before while nobody has any, but for the practice
// chips of house players: what is there goes back to where it came from. The ledger then begins anew, for what wallets have
// settled nobody owes; so practice chips that people brought before would be won from nobody in it. That of free chips is
// what people owe each other: it is kept beside the next one, and goes on where the chips of the table are free again.
func (a *actor) behave(r *record.Table, m options.Extras) error {
	was := r.Manners.Funds
	r.Manners = m
	if m.Funds != options.OnceApproved {
		r.Requests = nil // nobody has to wait any more
	}
	if !options.Differ(was, m.Funds) {
		return nil
	}
	v := a.view()
	for _, s := range v.Seats {
		if (s.House == engine.Person || v.Rules.Staked) && s.Stack+s.Pending != 0 {
			return options.ErrHeld
		}
	}
	left, next := r.Session, max(r.Session+1, time.Now().UnixMilli())
	switch {
	case m.Funds != options.Free:
		r.Session, r.Owes = next, left
	case r.Owes != 0:
		r.Session, r.Owes = r.Owes, 0
	default:
		r.Session = next
	}
	return nil
}
