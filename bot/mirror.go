package bot

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/gateway"
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

// mirrorRef is where the board is shown too.
type mirrorRef struct {
	By engine.ID `json:"by"` // the interaction that asked for it
	spot
	Posted engine.Moment `json:"posted,omitempty"`
	Posts  int64         `json:"posts,omitempty"` // messages so far
	Lost   int           `json:"lost,omitempty"`  // of them deleted by others
}

// spot is a message, or a channel where one is to be.
type spot struct {
	Channel engine.ID `json:"channel"`
	Message engine.ID `json:"message,omitempty"`
}

// mirror is the message of a mirror as it stands, and how the next one comes about.
type mirror struct {
	attempt
	of     spot
	screen *screen // nil while nothing is known of it
}

// place is the channel that an option names.
type place struct {
	id   engine.ID
	kind discordgo.ChannelType
	may  int64 // what the asker may do there
}

// textChannels are the channels in which a board can be shown.
var textChannels = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
	discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread,
}

// writable says whether the asker may write there.
func (p place) writable() bool {
	need := sending(gateway.IsThread(p.kind)) | discordgo.PermissionViewChannel
	return p.may&discordgo.PermissionAdministrator != 0 || p.may&need == need
}

// mirrorTo is /watch mirror.
func (a *actor) mirrorTo(k *ask) {
	say, to, m := &k.lang.Watch, k.place, a.record.Mirror
	channel := render.Channel(to.id)
	switch {
	case !a.hosts(k):
	case m.Channel == 0 && to.id == a.key.Channel:
		a.bot.tell(k, string(say.Nowhere))
	case to.id == a.key.Channel || m.Channel != 0 && to.id == m.Channel:
		d := text.AuditEntry{What: text.DidUnmirror, Channel: m.Channel}
		a.setMirror(k, mirrorRef{}, d, say.Ended.Format("channel", render.Channel(m.Channel)))
	case to.id == 0 || !slices.Contains(textChannels, to.kind):
		a.bot.tell(k, say.NoText.Format("channel", channel))
	case !to.writable():
		a.bot.tell(k, say.NoSend.Format("channel", channel))
	case a.bot.plays(a.key.Guild, to.id):
		a.bot.tell(k, say.HasTable.Format("channel", channel))
	case a.bot.mirrors(a.key.Guild, to.id):
		a.bot.tell(k, say.Taken.Format("channel", channel))
	default:
		a.bot.rest.Unblock(fmt.Sprint(to.id)) // if it has refused the bot before, who asks again may have mended that
		a.mirror.over()
		next := mirrorRef{By: snowflake(k.id), spot: spot{Channel: to.id}}
		a.setMirror(k, next, text.AuditEntry{What: text.DidMirror, Channel: to.id}, say.Mirrored.Format("channel", channel))
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
func (a *actor) setMirror(k *ask, next mirrorRef, d text.AuditEntry, done string) {
	r := a.record
	r.mirrored(next)
	r.Deeds = a.noted(k, d)
	if err := a.commit(k.id, a.table, r, nil); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.tell(k, done)
}

// mirrored gives a record another mirror, or another message of the same. The message of before is to go.
func (r *record) mirrored(next mirrorRef) {
	if was := r.Mirror.spot; was.Message != 0 && was.Message != next.Message {
		r.Shed = append(slices.Clone(r.Shed), was)
		r.Shed = r.Shed[max(0, len(r.Shed)-mostOld):]
	}
	r.Mirror = next
}

// reflect brings the mirror up to the table.
func (a *actor) reflect() {
	a.dropShed()
	m := a.record.Mirror
	if a.mirror.of != m.spot {
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
	a.mirrorScreen().show(a.mirrorFrame())
}

var errHasTable = errors.New("the channel has a table of its own")

// mirrorFrame is the board as the mirror shows it.
func (a *actor) mirrorFrame() frame {
	s := a.wordsScene(0, a.public())
	s.Mirror = a.key.Channel
	return a.pictured(frame{text: render.Board(s)}, s)
}

// mirrorScreen is the screen of the mirror's message.
func (a *actor) mirrorScreen() *screen {
	if a.mirror.screen != nil {
		return a.mirror.screen
	}
	at := a.record.Mirror.spot
	edit := func(ctx context.Context, f frame, pictures ...rest.Picture) error {
		return a.bot.effect(EditMirror, func() error {
			return a.bot.rest.Edit(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message), f.edit(), pictures...)
		})
	}
	gone := func(err error) { a.must(func() { a.mirrorGone(at, err) }) }
	s := newScreen(a.bot, &pace{gap: mirrorGap}, edit, gone)
	s.apart = true
	a.mirror.of, a.mirror.screen = at, s
	return s
}

// dropMirror edits the mirror's message no more.
func (a *actor) dropMirror() {
	if a.mirror.screen != nil {
		a.mirror.screen.drop()
		a.mirror.screen = nil
	}
}

// still says that the mirror shows what it is to show, and nothing is under way.
func (m *mirror) still() bool { return !m.flying && (m.screen == nil || m.screen.still()) }

// leaveMirror shows the closed table for the last time.
func (a *actor) leaveMirror() {
	if a.record.Mirror.Message != 0 {
		a.mirrorScreen().retire(a.mirrorFrame(), nil)
	}
	a.record.Mirror, a.mirror.screen = mirrorRef{}, nil
}

// postMirror posts the mirror, as its first message or where the one it has is too old to be edited.
func (a *actor) postMirror() {
	if a.mirror.waits() {
		return
	}
	m, f := a.record.Mirror, a.mirrorFrame()
	nonce := a.nonce("mirror", int64(m.By), m.Posts)
	a.mirror.flying = a.bot.start(func() {
		id, err := a.bot.postPictured(&f, func(pictures ...rest.Picture) (engine.ID, error) {
			ctx, cancel := context.WithTimeout(rest.LowPriority(context.Background()), requestTimeout)
			defer cancel()
			return a.bot.create(ctx, PostMirror, m.Channel, f.message(), nonce, pictures...)
		})
		a.must(func() { a.mirrorPosted(m, id, err) })
	})
}

// mirrorPosted takes the message of a mirror over. What it shows may be of an earlier life of the program, so it is edited.
func (a *actor) mirrorPosted(was mirrorRef, id engine.ID, err error) {
	a.mirror.flying = false
	at := spot{was.Channel, id}
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
	next.spot, next.Posted, next.Posts = at, engine.At(time.Now()), was.Posts+1
	if was.Message != 0 { // nobody has deleted that one
		next.Lost = 0
	}
	r := a.record
	r.mirrored(next)
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
func (a *actor) mirrorGone(at spot, err error) {
	m := a.record.Mirror
	if a.mirror.of == at {
		a.mirror.screen = nil
	}
	if a.version == 0 || a.shut || m.spot != at { // where all of the server refuses, nothing is known of this channel
		return
	}
	r := a.record
	switch {
	case errors.Is(err, rest.ErrGone) && m.Lost < mostLost:
		r.Mirror.Message, r.Mirror.Lost = 0, m.Lost+1
	case errors.Is(err, rest.ErrTooOld):
		m.Message = 0
		r.mirrored(m)
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
	a.bot.meter.lost.Inc()
	r, d := a.record, text.AuditEntry{What: text.DidLoseMirror, Channel: a.record.Mirror.Channel, At: engine.At(time.Now())}
	if errors.Is(why, errHasTable) { // else its message is out of reach
		r.mirrored(mirrorRef{})
	}
	r.Mirror, r.Deeds = mirrorRef{}, withDeed(r.Deeds, d)
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
				a.shedding = slices.DeleteFunc(a.shedding, func(s spot) bool { return s == at })
				a.record.Shed = slices.DeleteFunc(slices.Clone(a.record.Shed), func(s spot) bool { return s == at })
				a.untidy = true
			})
		}
	}
}
