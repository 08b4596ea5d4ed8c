package lobby

import (
	"slices"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// maxFollowers is how many users may follow a table. One message can mention that many.
const maxFollowers = 50

// Follow handles /watch follow, which turns following on and off.
func Follow(t *table.Table, in *interaction.Interaction) {
	say, followers := &in.Lang.Watch, t.Record().Followers
	follows := slices.Contains(followers, in.User)
	if !follows && len(followers) >= maxFollowers {
		t.Env.Reply.Text(in, say.Full.Format("n", in.Lang.Chips(maxFollowers)))
		return
	}
	err := t.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		if follows {
			r.Followers = slices.DeleteFunc(r.Followers, func(who engine.ID) bool { return who == in.User })
		} else {
			r.Followers = append(r.Followers, in.User)
		}
		return nil, nil
	})
	done := string(say.Unfollow)
	if slices.Contains(t.Record().Followers, in.User) {
		amount, where := in.Lang.Chips(record.BigPot*t.View().Rules.BigBlind), render.Channel(t.Where().Channel)
		done = say.Follows.Format("amount", amount, "channel", where)
	}
	t.Answer(in, err, done)
}
