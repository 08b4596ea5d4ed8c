package lobby

import (
	"slices"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
)

// maxFollowers is how many people may follow a table: as many as one message can mention.
const maxFollowers = 50

// Follow is /watch follow: on, or off again.
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
	if err != nil {
		t.Refuse(in, err)
		return
	}
	if !slices.Contains(t.Record().Followers, in.User) {
		t.Env.Reply.Text(in, string(say.Unfollow))
		return
	}
	t.Env.Reply.Text(in, say.Follows.Format("amount", in.Lang.Chips(table.BigPot*t.View().Rules.BigBlind)))
}
