package bot

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/prefs"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// gone is who wants to be forgotten in a guild.
func (b *Bot) gone(guild engine.ID) (prefs.Forgotten, error) {
	ctx, cancel := storage.Within(b.ctx)
	defer cancel()
	all, err := b.store.Forgotten(ctx, guild)
	if err != nil {
		return nil, errors.Join(storage.ErrUnknown, err)
	}
	return all, nil
}

// asksToForget is /settings forget: a question. The button of it is its asker's, and for once.
func (b *Bot) asksToForget(k *interaction.Interaction) {
	if b.tied(k) {
		return
	}
	confirm := render.Button{
		Label: string(k.Lang.Button.Confirm), Verb: render.VerbForget, What: userNote(k.User), To: int64(message.Snowflake(k.ID)), Style: render.Danger,
	}
	b.reply.Send(k, message.Ephemeral(message.Content{
		Text: string(k.Lang.Forget.Ask), Rows: [][]render.Button{{confirm}}, IDs: message.CustomID{Table: k.Key.Channel},
	}))
}

func userNote(who engine.ID) string { return strconv.FormatUint(uint64(who), 10) }

// tied says whether the asker has to do with a table of the server, which they are told: what it needs cannot be forgotten.
func (b *Bot) tied(k *interaction.Interaction) bool {
	var seated, hosts, follows []string
	for _, a := range b.tables(k.Key.Guild) {
		now := a.stakes.Load()
		if now == nil {
			continue
		}
		if _, sits := now.chips[k.User]; sits || slices.Contains(now.waits, k.User) {
			seated = append(seated, render.Channel(a.key.Channel))
		}
		if now.host == k.User {
			hosts = append(hosts, render.Channel(a.key.Channel))
		}
		if slices.Contains(now.followers, k.User) {
			follows = append(follows, render.Channel(a.key.Channel))
		}
	}
	for _, tie := range []struct {
		text     locale.Text
		channels []string
	}{{k.Lang.Forget.Seated, seated}, {k.Lang.Forget.Hosts, hosts}, {k.Lang.Forget.Follows, follows}} {
		if len(tie.channels) > 0 {
			b.reply.Text(k, tie.text.Format("channels", some(tie.channels)))
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

// forget is the button of the question. The guild's part of it is one change of the store, which happens once for each
// question; what they have chosen since for themselves stays. Whatever of it was not done, the next press does.
func (b *Bot) forget(k *interaction.Interaction) {
	asked := engine.ID(k.CustomID.Total)
	if !k.Ephemeral || k.CustomID.Table != k.Key.Channel || k.CustomID.Arg != userNote(k.User) || asked == 0 || asked >= message.Snowflake(k.ID) {
		b.metrics.Presses.Stale.Inc()
		b.reply.Text(k, render.Refusal(render.Scene{Lang: k.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
		return
	}
	if b.tied(k) {
		return
	}
	again, err := b.forgets(store.ErasureRequest{
		Guild: k.Key.Guild, Person: k.User, ID: "forget/" + userNote(asked), At: time.Now().UTC(),
	})
	if err == nil {
		_, err = b.prefs.People.Update(k.User, func(own *prefs.Person) (bool, error) {
			if again && own.By > asked {
				return false, nil
			}
			*own = prefs.Person{}
			return true, nil
		})
	}
	if err != nil {
		b.reply.Refuse(k, err)
		return
	}
	b.reply.Send(k, message.Update(message.Content{Text: string(k.Lang.Forget.Done)}))
}

// forgets stores an oblivion, and asks once more under the same id when the outcome is unknown.
func (b *Bot) forgets(o store.ErasureRequest) (again bool, err error) {
	err = storage.Twice(b.ctx, func(ctx context.Context) error {
		return b.hook.Do(failpoint.ForgetPerson, func() error {
			r, err := b.store.Forget(ctx, o)
			again = r.Duplicate
			return err
		})
	})
	return again, err
}

// playsAgain says whether somebody has played since they were forgotten.
func (b *Bot) playsAgain(ctx context.Context, guild, who engine.ID) bool {
	s, err := b.store.Stats(ctx, guild, who)
	return err == nil && s.Hands > 0
}
