package account

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
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// askToForget handles /settings forget: it asks for confirmation. Its button works once and for the same user only.
func askToForget(e *table.Env, in *interaction.Interaction) {
	if hasTies(e, in) {
		return
	}
	ids := message.CustomID{Table: in.Key.Channel}
	e.Reply.Confirm(in, string(in.Lang.Forget.Ask), ids, render.VerbForget, userText(in.User), int64(message.Snowflake(in.ID)))
}

// userText returns a user ID as text.
func userText(who engine.ID) string { return strconv.FormatUint(uint64(who), 10) }

// hasTies reports whether the user sits, waits, plays, hosts, organises or follows at a table of the server, and answers with
// the list. A table needs these IDs, so they cannot be forgotten yet.
func hasTies(e *table.Env, in *interaction.Interaction) bool {
	say, ties := &in.Lang.Forget, map[locale.Text][]string{}
	for _, t := range e.Tables.All(in.Key.Guild) {
		now := t.Summary()
		channel := render.Channel(t.Where().Channel)
		if slices.Contains(now.Followers, in.User) {
			ties[say.Follows] = append(ties[say.Follows], channel)
		}
		seated, hosts := say.Seated, say.Hosts
		if now.Event != nil {
			seated, hosts, channel = say.Plays, say.Organises, render.Channel(now.Event.Lobby.Channel)
		}
		if _, sits := now.Chips[in.User]; sits || slices.Contains(now.Waits, in.User) {
			ties[seated] = append(ties[seated], channel)
		}
		if now.Host == in.User {
			ties[hosts] = append(ties[hosts], channel)
		}
	}
	for _, words := range []locale.Text{say.Seated, say.Plays, say.Hosts, say.Organises, say.Follows} {
		if channels := ties[words]; len(channels) > 0 {
			e.Reply.Text(in, words.Format("channels", shortList(channels)))
			return true
		}
	}
	return false
}

// shortList sorts a list without doubles, and shortens it if it is long.
func shortList(list []string) string {
	const most = 20
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > most {
		list = append(list[:most:most], "…")
	}
	return strings.Join(list, ", ")
}

// Forget handles the button that confirms. The store erases the guild's part once per question; preferences set since then
// stay. A second press repeats whatever failed.
func Forget(e *table.Env, in *interaction.Interaction) {
	asked := engine.ID(in.CustomID.Total)
	if !in.Ephemeral || in.CustomID.Table != in.Key.Channel || in.CustomID.Arg != userText(in.User) || asked == 0 || asked >= message.Snowflake(in.ID) {
		e.RefuseStale(in)
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
	switch {
	case errors.Is(err, storage.ErrUnknown): // another press repeats the failed steps
		e.Reply.Unconfirmed(in, err)
		e.Reply.Text(in, string(in.Lang.Forget.Unconfirmed))
	case err != nil:
		e.Reply.Refuse(in, err)
	default:
		e.Reply.Send(in, message.Update(message.Content{Text: string(in.Lang.Forget.Done)}))
	}
}

// erase stores an erasure request, and retries it under the same ID if the outcome is unknown.
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

// hasPlayedSince reports whether a user has played since they were forgotten.
func hasPlayedSince(ctx context.Context, e *table.Env, guild, who engine.ID) bool {
	s, err := e.Store.Stats(ctx, guild, who)
	return err == nil && s.Hands > 0
}
