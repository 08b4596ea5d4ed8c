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

// asksToForget is /settings forget: a question. The button of it is its asker's, and for once.
func asksToForget(b *table.Env, k *interaction.Interaction) {
	if tied(b, k) {
		return
	}
	confirm := render.Button{
		Label: string(k.Lang.Button.Confirm), Verb: render.VerbForget, What: userNote(k.User), To: int64(message.Snowflake(k.ID)), Style: render.Danger,
	}
	b.Reply.Send(k, message.Ephemeral(message.Content{
		Text: string(k.Lang.Forget.Ask), Rows: [][]render.Button{{confirm}}, IDs: message.CustomID{Table: k.Key.Channel},
	}))
}

func userNote(who engine.ID) string { return strconv.FormatUint(uint64(who), 10) }

// tied says whether the asker has to do with a table of the server, which they are told: what it needs cannot be forgotten.
func tied(b *table.Env, k *interaction.Interaction) bool {
	var seated, hosts, follows []string
	for _, a := range b.Tables.All(k.Key.Guild) {
		now := a.Summary.Load()
		if _, sits := now.Chips[k.User]; sits || slices.Contains(now.Waits, k.User) {
			seated = append(seated, render.Channel(a.Key.Channel))
		}
		if now.Host == k.User {
			hosts = append(hosts, render.Channel(a.Key.Channel))
		}
		if slices.Contains(now.Followers, k.User) {
			follows = append(follows, render.Channel(a.Key.Channel))
		}
	}
	for _, tie := range []struct {
		text     locale.Text
		channels []string
	}{{k.Lang.Forget.Seated, seated}, {k.Lang.Forget.Hosts, hosts}, {k.Lang.Forget.Follows, follows}} {
		if len(tie.channels) > 0 {
			b.Reply.Text(k, tie.text.Format("channels", some(tie.channels)))
			return true
		}
	}
	return false
}

// some is the first of a list, which may be long, in its order.
func some(list []string) string {
	const most = 20
	slices.Sort(list)
	if len(list) > most {
		list = append(list[:most:most], "…")
	}
	return strings.Join(list, ", ")
}

// Forget is the button of the question. The guild's part of it is one change of the store, which happens once for each
// question; what they have chosen since for themselves stays. Whatever of it was not done, the next press does.
func Forget(b *table.Env, k *interaction.Interaction) {
	asked := engine.ID(k.CustomID.Total)
	if !k.Ephemeral || k.CustomID.Table != k.Key.Channel || k.CustomID.Arg != userNote(k.User) || asked == 0 || asked >= message.Snowflake(k.ID) {
		b.Metrics.Presses.Stale.Inc()
		b.Reply.Text(k, render.Refusal(render.Scene{Lang: k.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
		return
	}
	if tied(b, k) {
		return
	}
	again, err := forgets(b, store.ErasureRequest{
		Guild: k.Key.Guild, Person: k.User, ID: "forget/" + userNote(asked), At: time.Now().UTC(),
	})
	if err == nil {
		_, err = b.Prefs.People.Update(k.User, func(own *prefs.Person) (bool, error) {
			if again && own.By > asked {
				return false, nil
			}
			*own = prefs.Person{}
			return true, nil
		})
	}
	if err != nil {
		b.Reply.Refuse(k, err)
		return
	}
	b.Reply.Send(k, message.Update(message.Content{Text: string(k.Lang.Forget.Done)}))
}

// forgets stores an oblivion, and asks once more under the same id when the outcome is unknown.
func forgets(b *table.Env, o store.ErasureRequest) (again bool, err error) {
	err = storage.Twice(b.Ctx, func(ctx context.Context) error {
		return b.Hook.Do(failpoint.ForgetPerson, func() error {
			r, err := b.Store.Forget(ctx, o)
			again = r.Duplicate
			return err
		})
	})
	return again, err
}

// playsAgain says whether somebody has played since they were forgotten.
func playsAgain(b *table.Env, ctx context.Context, guild, who engine.ID) bool {
	s, err := b.Store.Stats(ctx, guild, who)
	return err == nil && s.Hands > 0
}
