package account

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/prefs"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// askToForget is /settings forget: a question. The button of it is its asker's, and for once.
func askToForget(e *table.Env, in *interaction.Interaction) {
	if hasTies(e, in) {
		return
	}
	confirm := render.Button{
		Label: string(in.Lang.Button.Confirm), Verb: render.VerbForget, What: userText(in.User), To: int64(message.Snowflake(in.ID)), Style: render.Danger,
	}
	e.Reply.Send(in, message.Ephemeral(message.Content{
		Text: string(in.Lang.Forget.Ask), Rows: [][]render.Button{{confirm}}, IDs: message.CustomID{Table: in.Key.Channel},
	}))
}

func userText(who engine.ID) string { return strconv.FormatUint(uint64(who), 10) }

// hasTies says whether the asker has to do with a table of the server, which they are told: what it needs cannot be forgotten.
func hasTies(e *table.Env, in *interaction.Interaction) bool {
	var seated, hosts, follows []string
	for _, t := range e.Tables.All(in.Key.Guild) {
		now := t.Summary()
		if _, sits := now.Chips[in.User]; sits || slices.Contains(now.Waits, in.User) {
			seated = append(seated, render.Channel(t.Key.Channel))
		}
		if now.Host == in.User {
			hosts = append(hosts, render.Channel(t.Key.Channel))
		}
		if slices.Contains(now.Followers, in.User) {
			follows = append(follows, render.Channel(t.Key.Channel))
		}
	}
	for _, tie := range []struct {
		text     locale.Text
		channels []string
	}{{in.Lang.Forget.Seated, seated}, {in.Lang.Forget.Hosts, hosts}, {in.Lang.Forget.Follows, follows}} {
		if len(tie.channels) > 0 {
			e.Reply.Text(in, tie.text.Format("channels", shortList(tie.channels)))
			return true
		}
	}
	return false
}

// shortList is the first of a list, which may be long, in its order.
func shortList(list []string) string {
	const most = 20
	slices.Sort(list)
	if len(list) > most {
		list = append(list[:most:most], "…")
	}
	return strings.Join(list, ", ")
}

// Forget is the button of the question. The guild's part of it is one change of the store, which happens once for each
// question; what they have chosen since for themselves stays. Whatever of it was not done, the next press does.
func Forget(e *table.Env, in *interaction.Interaction) {
	asked := engine.ID(in.CustomID.Total)
	if !in.Ephemeral || in.CustomID.Table != in.Key.Channel || in.CustomID.Arg != userText(in.User) || asked == 0 || asked >= message.Snowflake(in.ID) {
		e.Metrics.Presses.Stale.Inc()
		e.Reply.Text(in, render.Refusal(render.Scene{Lang: in.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
		return
	}
	if hasTies(e, in) {
		return
	}
	again, err := erase(e, store.ErasureRequest{
		Guild: in.Key.Guild, Person: in.User, ID: "forget/" + userText(asked), At: time.Now().UTC(),
	})
	if err == nil {
		_, err = e.Prefs.People.Update(in.User, func(own *prefs.Person) (bool, error) {
			if again && own.By > asked {
				return false, nil
			}
			*own = prefs.Person{}
			return true, nil
		})
	}
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	e.Reply.Send(in, message.Update(message.Content{Text: string(in.Lang.Forget.Done)}))
}

// erase stores an oblivion, and asks once more under the same id when the outcome is unknown.
func erase(e *table.Env, o store.ErasureRequest) (again bool, err error) {
	err = storage.Twice(e.Ctx, func(ctx context.Context) error {
		return e.Hook.Do(failpoint.ForgetPerson, func() error {
			r, err := e.Store.Forget(ctx, o)
			again = r.Duplicate
			return err
		})
	})
	return again, err
}

// hasPlayedSince says whether somebody has played since they were forgotten.
func hasPlayedSince(e *table.Env, ctx context.Context, guild, who engine.ID) bool {
	s, err := e.Store.Stats(ctx, guild, who)
	return err == nil && s.Hands > 0
}
