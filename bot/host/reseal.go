package host

import (
	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/text"
)

// Reseal handles /table reseal: it makes a table that waits for its beacon continue without it.
func Reseal(t *table.Table, in *interaction.Interaction) {
	say := &in.Lang.Say.Fair
	if !t.Dealer.AwaitsBeacon() {
		t.Env.Reply.Text(in, string(say.NotWaiting))
		return
	}
	err := t.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		table.Reseal(r)
		audit(r, in, text.AuditEntry{What: text.DidReseal})
		return nil, nil
	})
	t.Answer(in, err, string(say.Resealed))
}
