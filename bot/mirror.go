package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// A mirror is the board in another channel, without buttons: one message for all hands, edited as they go on, which costs
// least there and reads like a scoreboard. Whatever Discord has against it concerns the mirror alone: the table plays on,
// and where the bot may not write the mirror ends.

// mirrorGap is the least time between two edits of a mirror. Other edits go before them.
const mirrorGap = 2500 * time.Millisecond

// mostLost is how often a mirror is posted anew that somebody has deleted, within the life of one message (oldBoard).
const mostLost = 3

// mostFailed is how often in a row Discord may refuse to post a mirror for no reason that is known, before it ends.
const mostFailed = 5

// mirror is the message of a mirror as it stands, and how the next one comes about.
type mirror struct {
	attempt
	of     message.Ref
	screen *editor.Editor // nil while nothing is known of it
}

// mirrorTo is /watch mirror.
func (a *actor) mirrorTo(k *interaction.Interaction) {
	say, to, m := &k.Lang.Watch, k.ChannelOption, a.record.Mirror
	channel := render.Channel(to.ID)
	switch {
	case !a.hosts(k):
	case m.Channel == 0 && to.ID == a.key.Channel:
		a.bot.reply.Text(k, string(say.Nowhere))
	case to.ID == a.key.Channel || m.Channel != 0 && to.ID == m.Channel:
		d := text.AuditEntry{What: text.DidUnmirror, Channel: m.Channel}
		a.setMirror(k, record.MirrorRef{}, d, say.Ended.Format("channel", render.Channel(m.Channel)))
	case to.ID == 0 || !slices.Contains(interaction.TextChannels, to.Kind):
		a.bot.reply.Text(k, say.NoText.Format("channel", channel))
	case !to.Writable():
		a.bot.reply.Text(k, say.NoSend.Format("channel", channel))
	case a.bot.plays(a.key.Guild, to.ID):
		a.bot.reply.Text(k, say.HasTable.Format("channel", channel))
	case a.bot.mirrors(a.key.Guild, to.ID):
		a.bot.reply.Text(k, say.Taken.Format("channel", channel))
	default:
		a.bot.rest.Unblock(fmt.Sprint(to.ID)) // if it has refused the bot before, who asks again may have mended that
		a.mirror.over()
		next := record.MirrorRef{By: message.Snowflake(k.ID), Ref: message.Ref{Channel: to.ID}}
		a.setMirror(k, next, text.AuditEntry{What: text.DidMirror, Channel: to.ID}, say.Mirrored.Format("channel", channel))
	}
}

// plays says whether a channel has a table, also one that cannot be read.
func (b *Bot) plays(guild, channel engine.ID) bool {
	return slices.ContainsFunc(b.tables(guild), func(a *actor) bool { return a.key.Channel == channel && a.glance.Load() != nil })
}

// mirrors says whether a channel shows a board that is another's.
func (b *Bot) mirrors(guild, channel engine.ID) bool {
	return slices.ContainsFunc(b.tables(guild), func(a *actor) bool {
		g := a.glance.Load()
		return g != nil && g.mirror == channel
	})
}

// setMirror puts a mirror in the place of the one there is. Its message goes.
func (a *actor) setMirror(k *interaction.Interaction, next record.MirrorRef, d text.AuditEntry, done string) {
	r := a.record
	r.SetMirror(next)
	r.AuditLog = a.noted(k, d)
	if err := a.commit(k.ID, a.table, r, nil); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, done)
}

// reflect brings the mirror up to the table.
func (a *actor) reflect() {
	a.dropShed()
	m := a.record.Mirror
	if a.mirror.of != m.Ref {
		a.dropMirror()
	}
	switch {
	case m.Channel == 0:
		return
	case a.version == 0:
		a.leaveMirror()
		return
	case a.shut, a.view().Phase == engine.Shuffling: // the deal follows in a moment, with more to see
		return
	case a.bot.plays(a.key.Guild, m.Channel): // a table was opened there since
		a.loseMirror(errHasTable)
		return
	case m.Message == 0 || time.Since(m.Posted.Time()) > oldBoard:
		a.postMirror()
		return
	}
	a.mirrorScreen().Show(a.mirrorFrame())
}

var errHasTable = errors.New("the channel has a table of its own")

// mirrorFrame is the board as the mirror shows it.
func (a *actor) mirrorFrame() message.Content {
	s := a.wordsScene(0, a.public())
	s.Mirror = a.key.Channel
	return a.pictured(message.Content{Text: render.Board(s)}, s)
}

// mirrorScreen is the screen of the mirror's message.
func (a *actor) mirrorScreen() *editor.Editor {
	if a.mirror.screen != nil {
		return a.mirror.screen
	}
	at := a.record.Mirror.Ref
	edit := func(ctx context.Context, f message.Content, pictures ...rest.Picture) error {
		return a.bot.hook.Do(failpoint.EditMirror, func() error {
			return a.bot.rest.Edit(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message), f.Edit(), pictures...)
		})
	}
	gone := func(err error) { a.must(func() { a.mirrorGone(at, err) }) }
	s := editor.New(&a.bot.screens, &editor.Pacer{Gap: mirrorGap}, edit, gone)
	s.Background = true
	a.mirror.of, a.mirror.screen = at, s
	return s
}

// dropMirror edits the mirror's message no more.
func (a *actor) dropMirror() {
	if a.mirror.screen != nil {
		a.mirror.screen.Close()
		a.mirror.screen = nil
	}
}

// still says that the mirror shows what it is to show, and nothing is under way.
func (m *mirror) still() bool { return !m.flying && (m.screen == nil || m.screen.Idle()) }

// leaveMirror shows the closed table for the last time.
func (a *actor) leaveMirror() {
	if a.record.Mirror.Message != 0 {
		a.mirrorScreen().Retire(a.mirrorFrame(), nil)
	}
	a.record.Mirror, a.mirror.screen = record.MirrorRef{}, nil
}

// postMirror posts the mirror, as its first message or where the one it has is too old to be edited.
func (a *actor) postMirror() {
	if a.mirror.waits() {
		return
	}
	m, f := a.record.Mirror, a.mirrorFrame()
	nonce := a.nonce("mirror", int64(m.By), m.Posts)
	a.mirror.flying = a.bot.tasks.Go(func() {
		id, err := a.bot.studio.Post(&f, func(pictures ...rest.Picture) (engine.ID, error) {
			ctx, cancel := context.WithTimeout(rest.LowPriority(a.bot.ctx), message.RequestTimeout)
			defer cancel()
			return a.bot.posts.Create(ctx, failpoint.PostMirror, m.Channel, f.Send(), nonce, pictures...)
		})
		a.must(func() { a.mirrorPosted(m, id, err) })
	})
}

// mirrorPosted takes the message of a mirror over. What it shows may be of an earlier life of the program, so it is edited.
func (a *actor) mirrorPosted(was record.MirrorRef, id engine.ID, err error) {
	a.mirror.flying = false
	at := message.Ref{Channel: was.Channel, Message: id}
	switch m := a.record.Mirror; {
	case a.version == 0 || m != was:
		if err == nil {
			a.deleteIn(at, nil)
		}
		if a.version != 0 {
			a.reflect()
		}
		return
	case err != nil:
		a.mirrorFailed(err)
		return
	}
	a.mirror.over()
	next := was
	next.Ref, next.Posted, next.Posts = at, engine.At(time.Now()), was.Posts+1
	if was.Message != 0 { // nobody has deleted that one
		next.Lost = 0
	}
	r := a.record
	r.SetMirror(next)
	if err := a.commit(a.once("mirror"), a.table, r, nil); err != nil {
		a.log.Info("the mirror is not stored yet", "err", err)
	}
}

// mirrorFailed tries again later, unless it is of no use: a limit or an outage says nothing against the mirror.
func (a *actor) mirrorFailed(err error) {
	wait, hope := again(err)
	if !hope {
		a.mirror.fails++
		if errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrNoChannel) || a.mirror.fails >= mostFailed {
			a.loseMirror(err)
			return
		}
		wait = time.Second << a.mirror.fails
	}
	a.mirror.next = time.Now().Add(wait)
	time.AfterFunc(wait, func() { a.post(a.reflect) })
}

// mirrorGone takes in that the mirror's message cannot be edited any more.
func (a *actor) mirrorGone(at message.Ref, err error) {
	m := a.record.Mirror
	if a.mirror.of == at {
		a.mirror.screen = nil
	}
	if a.version == 0 || a.shut || m.Ref != at { // where all of the server refuses, nothing is known of this channel
		return
	}
	r := a.record
	switch {
	case errors.Is(err, rest.ErrGone) && m.Lost < mostLost:
		r.Mirror.Message, r.Mirror.Lost = 0, m.Lost+1
	case errors.Is(err, rest.ErrTooOld):
		m.Message = 0
		r.SetMirror(m)
	default:
		a.loseMirror(err)
		return
	}
	if err := a.commit(a.once("mirror gone"), a.table, r, nil); err != nil {
		a.log.Info("that the mirror is gone is not stored yet", "err", err)
	}
}

// loseMirror ends a mirror that cannot be shown. The log of the table says so.
func (a *actor) loseMirror(why error) {
	a.log.Warn("the board is not shown in another channel any more", "channel", uint64(a.record.Mirror.Channel), "err", why)
	a.bot.metrics.MirrorsLost.Inc()
	r, d := a.record, text.AuditEntry{What: text.DidLoseMirror, Channel: a.record.Mirror.Channel, At: engine.At(time.Now())}
	if errors.Is(why, errHasTable) { // else its message is out of reach
		r.SetMirror(record.MirrorRef{})
	}
	r.Mirror, r.AuditLog = record.MirrorRef{}, withDeed(r.AuditLog, d)
	if err := a.commit(a.once("mirror lost"), a.table, r, nil); err != nil {
		a.log.Info("the end of the mirror is not stored yet", "err", err)
	}
}

// dropShed deletes the messages of mirrors that are no more. They are remembered until they are gone.
func (a *actor) dropShed() {
	for _, at := range a.record.Shed {
		if !slices.Contains(a.shedding, at) {
			a.shedding = append(a.shedding, at)
			a.deleteIn(at, func() {
				a.shedding = slices.DeleteFunc(a.shedding, func(s message.Ref) bool { return s == at })
				a.record.Shed = slices.DeleteFunc(slices.Clone(a.record.Shed), func(s message.Ref) bool { return s == at })
				a.untidy = true
			})
		}
	}
}
