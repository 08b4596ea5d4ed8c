package lobby

import (
	"slices"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
)

// mostFollowers is how many people may follow a table: as many as one message can mention.
const mostFollowers = 50

// Follow is /watch follow: on, or off again.
func Follow(a *table.Table, k *interaction.Interaction) {
	say, followers := &k.Lang.Watch, a.Record().Followers
	follows := slices.Contains(followers, k.User)
	if !follows && len(followers) >= mostFollowers {
		a.Env.Reply.Text(k, say.Full.Format("n", k.Lang.Chips(mostFollowers)))
		return
	}
	err := a.Update(k, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
		if follows {
			r.Followers = slices.DeleteFunc(r.Followers, func(who engine.ID) bool { return who == k.User })
		} else {
			r.Followers = append(r.Followers, k.User)
		}
		return nil, nil
	})
	if err != nil {
		a.Refuse(k, err)
		return
	}
	if !slices.Contains(a.Record().Followers, k.User) {
		a.Env.Reply.Text(k, string(say.Unfollow))
		return
	}
	a.Env.Reply.Text(k, say.Follows.Format("amount", k.Lang.Chips(table.BigPot*a.View().Rules.BigBlind)))
}
