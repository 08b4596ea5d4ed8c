package bot

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// gone is who is not to be named in what was before a moment.
type gone map[engine.ID]time.Time

// gone is who wants to be forgotten in a guild.
func (b *Bot) gone(guild engine.ID) (gone, error) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	all, err := b.store.Forgotten(ctx, guild)
	if err != nil {
		return nil, errors.Join(errUnknown, err)
	}
	return all, nil
}

func (g gone) has(who engine.ID) bool {
	_, is := g[who]
	return is
}

// name is an id to name at a moment, 0 for somebody who is not to be named.
func (g gone) name(who engine.ID, at engine.Moment) engine.ID {
	if since, is := g[who]; is && !at.Time().After(since) {
		return 0
	}
	return who
}

// of is those who are not to be named in a hand, by its events: it began before they wanted that.
func (g gone) of(events []engine.Event) gone {
	var began engine.Moment
	for _, e := range events {
		if e.Kind == engine.HandStarted {
			began = e.At
		}
	}
	of := maps.Clone(g)
	maps.DeleteFunc(of, func(who engine.ID, _ time.Time) bool { return g.name(who, began) != 0 })
	return of
}

// unname takes those out of the lines of a session who are not to be named in it: it began before they wanted that.
func (g gone) unname(lines []text.Line, session int64) {
	for i := range lines {
		lines[i].Person = g.name(lines[i].Person, engine.Moment(session))
	}
}

// asksToForget is /settings forget: a question. The button of it is its asker's, and for once.
func (b *Bot) asksToForget(k *ask) {
	if b.tied(k) {
		return
	}
	confirm := render.Button{
		Label: string(k.lang.Button.Confirm), Verb: render.VerbForget, What: userNote(k.user), To: int64(snowflake(k.id)), Style: render.Danger,
	}
	b.answerLater(k, private(frame{
		text: string(k.lang.Forget.Ask), rows: [][]render.Button{{confirm}}, ids: button{table: k.key.Channel},
	}))
}

func userNote(who engine.ID) string { return strconv.FormatUint(uint64(who), 10) }

// tied says whether the asker has to do with a table of the server, which they are told: what it needs cannot be forgotten.
func (b *Bot) tied(k *ask) bool {
	var seated, hosts, follows []string
	for _, a := range b.tables(k.key.Guild) {
		now := a.stakes.Load()
		if now == nil {
			continue
		}
		if _, sits := now.chips[k.user]; sits || slices.Contains(now.waits, k.user) {
			seated = append(seated, render.Channel(a.key.Channel))
		}
		if now.host == k.user {
			hosts = append(hosts, render.Channel(a.key.Channel))
		}
		if slices.Contains(now.followers, k.user) {
			follows = append(follows, render.Channel(a.key.Channel))
		}
	}
	for _, tie := range []struct {
		text     locale.Text
		channels []string
	}{{k.lang.Forget.Seated, seated}, {k.lang.Forget.Hosts, hosts}, {k.lang.Forget.Follows, follows}} {
		if len(tie.channels) > 0 {
			b.tell(k, tie.text.Format("channels", some(tie.channels)))
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
func (b *Bot) forget(k *ask) {
	asked := engine.ID(k.button.total)
	if !k.panel || k.button.table != k.key.Channel || k.button.what != userNote(k.user) || asked == 0 || asked >= snowflake(k.id) {
		b.meter.stale.Inc()
		b.tell(k, render.Refusal(render.Scene{Lang: k.lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
		return
	}
	if b.tied(k) {
		return
	}
	again, err := b.forgets(store.ErasureRequest{
		Guild: k.key.Guild, Person: k.user, ID: "forget/" + userNote(asked), At: time.Now().UTC(),
	})
	if err == nil {
		_, err = b.tastes.change(b, k.user, func(own *taste) (bool, error) {
			if again && own.By > asked {
				return false, nil
			}
			*own = taste{}
			return true, nil
		})
	}
	if err != nil {
		b.refuse(k, err)
		return
	}
	b.answerLater(k, inPlace(frame{text: string(k.lang.Forget.Done)}))
}

// forgets stores an oblivion, and asks once more under the same id when the outcome is unknown.
func (b *Bot) forgets(o store.ErasureRequest) (again bool, err error) {
	err = twice(func(ctx context.Context) error {
		return b.effect(ForgetPerson, func() error {
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
