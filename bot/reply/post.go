package reply

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// postGap is how long a user waits between two posts of private answers. Within that time, mostCuts of their cuts and mostGifts of their
// gifts are posted. mostFilms and mostUnsure are how many animations and unconfirmed payments are remembered. For quietTime after a mention
// of one user by another, the next one notifies no user.
const (
	postGap    = 30 * time.Second
	mostCuts   = 5
	mostGifts  = 3
	mostFilms  = 10_000
	mostUnsure = 10_000
	quietTime  = 10 * time.Minute
)

// posts remembers who posted, cut and mentioned when, which payments are not confirmed, and which hands were posted as animations. It is
// safe for concurrent use.
type posts struct {
	mu         sync.Mutex
	last, cuts recent[engine.ID]        // by user
	gifts      recent[engine.ID]        // by giver
	mentions   map[[2]engine.ID]mention // by the user who caused it, and the one it notified
	unsure     map[string]bool          // payments, by ID
	films      map[film]bool
}

// mention is the last one that notified a user, with its cause.
type mention struct {
	cause string
	at    time.Time
}

// recent has the times of the last events of each kind, oldest first.
type recent[K comparable] map[K][]time.Time

// reserve notes an event of a kind if fewer than most of them lie in the window before now, and returns 0. It forgets older ones. Else it
// returns how long the event has to wait.
func (r *recent[K]) reserve(kind K, most int, window time.Duration) time.Duration {
	now := time.Now()
	isOld := func(at time.Time) bool { return now.Sub(at) >= window }
	maps.DeleteFunc(*r, func(_ K, times []time.Time) bool { return isOld(times[len(times)-1]) })
	times := slices.DeleteFunc((*r)[kind], isOld)
	if len(times) == most {
		return window - now.Sub(times[0])
	}
	if *r == nil {
		*r = recent[K]{}
	}
	(*r)[kind] = append(times, now)
	return 0
}

// film is a hand of a channel.
type film struct {
	channel uint64
	hand    int64
}

// MayPost reports whether a user may post an answer for all to see, and counts it. It tells them if not: they need the
// permission to write in the channel, and post once in 30 s.
func (r *Responder) MayPost(in *interaction.Interaction) bool {
	return r.mayShow(in, &r.posts.last, 1, in.Lang.Say.PostSoon)
}

// MayCut works like MayPost, for a cut: it too is text of a user that the bot shows. Five of them fit into 30 s.
func (r *Responder) MayCut(in *interaction.Interaction) bool {
	return r.mayShow(in, &r.posts.cuts, mostCuts, in.Lang.Say.Fair.CutSoon)
}

// mayShow reports whether a user may show something now, and counts it among the recent ones of its kind. It tells them if they may not
// write in the channel. The text soon is for a user who has shown the most that fit into 30 s.
func (r *Responder) mayShow(in *interaction.Interaction, kind *recent[engine.ID], most int, soon locale.Text) bool {
	if allowed, permission := in.MayWrite(); !allowed {
		r.Text(in, in.Lang.Say.PostDenied.Format("permission", permission))
		return false
	}
	r.posts.mu.Lock()
	wait := kind.reserve(in.User, most, postGap)
	r.posts.mu.Unlock()
	if wait > 0 {
		at := engine.At(time.Now().Add(wait + time.Second - 1)) // clients read whole seconds
		r.Text(in, soon.Format("when", render.RelativeTime(at)))
	}
	return wait == 0
}

// MayNotify reports whether a mention of a user that another one causes may notify them, and notes it. One cause may in ten
// minutes, also where it arrives twice: Discord keeps one of its messages, whichever comes first.
func (r *Responder) MayNotify(by, who engine.ID, cause string) bool {
	r.posts.mu.Lock()
	defer r.posts.mu.Unlock()
	if m, notified := r.posts.lastMention(by, who); notified {
		return m.cause == cause
	}
	r.posts.noteMention(by, who, cause)
	return true
}

// lastMention returns the mention of a user that another one caused in the last ten minutes, and whether there was one. It forgets
// earlier ones.
func (p *posts) lastMention(by, who engine.ID) (mention, bool) {
	now := time.Now() // with the monotonic reading: the clock may be set back
	maps.DeleteFunc(p.mentions, func(_ [2]engine.ID, m mention) bool { return now.Sub(m.at) >= quietTime })
	m, notified := p.mentions[[2]engine.ID{by, who}]
	return m, notified
}

// noteMention notes a mention with its cause.
func (p *posts) noteMention(by, who engine.ID, cause string) {
	if p.mentions == nil {
		p.mentions = map[[2]engine.ID]mention{}
	}
	p.mentions[[2]engine.ID{by, who}] = mention{cause, time.Now()}
}

// NotNotified lets the next mention notify the user after all, because the one of this cause may not have arrived.
func (r *Responder) NotNotified(by, who engine.ID, cause string) {
	r.posts.mu.Lock()
	defer r.posts.mu.Unlock()
	if r.posts.mentions[[2]engine.ID{by, who}].cause == cause {
		delete(r.posts.mentions, [2]engine.ID{by, who})
	}
}

// Remembers reports whether this run of the program still knows each mention that it has made since a moment.
func (r *Responder) Remembers(since time.Time) bool { return time.Since(since) < quietTime }

// Unsure notes that the store has not confirmed a payment, so that the channel has not read of it.
func (r *Responder) Unsure(payment string) {
	r.posts.mu.Lock()
	defer r.posts.mu.Unlock()
	if r.posts.unsure == nil || len(r.posts.unsure) >= mostUnsure {
		r.posts.unsure = map[string]bool{}
	}
	r.posts.unsure[payment] = true
}

// WasUnsure reports whether the store had not confirmed a payment of this run of the program before, and forgets it.
func (r *Responder) WasUnsure(payment string) bool {
	r.posts.mu.Lock()
	defer r.posts.mu.Unlock()
	was := r.posts.unsure[payment]
	delete(r.posts.unsure, payment)
	return was
}

// MayShowGift reports whether a channel may read of a gift, which notifies its receiver, and notes it. That is once in ten minutes for a
// giver and a receiver, also where one gift arrives twice. Of one giver to all receivers, three fit into 30 s.
func (r *Responder) MayShowGift(by, who engine.ID, payment string) bool {
	r.posts.mu.Lock()
	defer r.posts.mu.Unlock()
	if _, notified := r.posts.lastMention(by, who); notified || r.posts.gifts.reserve(by, mostGifts, postGap) > 0 {
		return false
	}
	r.posts.noteMention(by, who, payment)
	return true
}

// FilmedBefore tells a user that a hand was posted as an animation before.
func (r *Responder) FilmedBefore(in *interaction.Interaction, hand int64) {
	r.Text(in, in.Lang.Say.PostedOnce.Format("hand", render.HandNumber(hand)))
}

// MayFilm works like MayPost. A hand becomes an animation once, unless [Responder.NotFilmed] undoes that; after a restart an open
// table remembers which did.
func (r *Responder) MayFilm(in *interaction.Interaction, hand int64) bool {
	if !r.posts.keep(film{uint64(in.Key.Channel), hand}) {
		r.FilmedBefore(in, hand)
		return false
	}
	if !r.MayPost(in) {
		r.NotFilmed(in, hand)
		return false
	}
	return true
}

// keep remembers that a hand becomes an animation, and reports whether it is the first time.
func (p *posts) keep(f film) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.films[f] {
		return false
	}
	if p.films == nil || len(p.films) >= mostFilms {
		p.films = map[film]bool{}
	}
	p.films[f] = true
	return true
}

// NotFilmed lets a hand become an animation after all, because no message of it arrived.
func (r *Responder) NotFilmed(in *interaction.Interaction, hand int64) {
	r.posts.mu.Lock()
	defer r.posts.mu.Unlock()
	delete(r.posts.films, film{uint64(in.Key.Channel), hand})
}

// Post answers a press with a message that the whole channel reads and that notifies no user. Its last line names the user
// who posted it, in a language. Then it calls then, which may be nil, with the content, or with an error if the message may not
// have arrived.
func (r *Responder) Post(in *interaction.Interaction, l *locale.Lang, c message.Content, then func(message.Content, error), pictures ...rest.Picture) {
	if then == nil {
		then = func(message.Content, error) {}
	}
	line := "\n" + render.PostedMark + l.Say.PostedBy.Format("player", render.Mention(in.User))
	c.Text = locale.Cut(c.Text, locale.MaxText-locale.Length(line)) + line
	if c.Layout != nil {
		layout := *c.Layout
		layout.Lines += line
		c.Layout = &layout
	}
	if !in.Claim() {
		then(c, rest.ErrAnswered)
		return
	}
	r.Tasks.Go(func() {
		_, err := r.respondOr(in, message.Shared(c, pictures...), message.Shared(c), pictures...)
		if err != nil && !errors.Is(err, rest.ErrAnswered) {
			r.Log.Warn("could not send an answer", "player", uint64(in.User), "err", err)
		}
		then(c, err)
	})
}

// AddPicture adds a picture to the public message that Post sent.
func (r *Responder) AddPicture(in *interaction.Interaction, c message.Content, p rest.Picture) {
	ctx, cancel := context.WithTimeout(r.Ctx, message.RequestTimeout)
	defer cancel()
	err := r.Hook.Do(failpoint.PostFilm, func() error { return r.Rest.EditReply(ctx, in.Ref, rest.Original, c.Edit(p), p) })
	if err != nil {
		r.Log.Warn("could not add a picture to a posted hand", "player", uint64(in.User), "err", err)
	}
}
