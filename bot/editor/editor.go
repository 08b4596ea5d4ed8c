package editor

import (
	"context"
	"errors"
	"sync"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/metrics"
	"cardroom/bot/reply"
	"cardroom/bot/rest"
	"cardroom/bot/task"
)

// Editor keeps one message at the newest frame. Changes that come faster than the message may be edited are skipped; a
// press brings an update of its own, at once, in its answer.
//
// Two requests about a message may overtake each other, so one goes out at a time. But no press waits longer than a
// moment for the request before it; when requests did overlap, the screen ends with one more edit.
//
// A press leaves the token of its interaction behind, by which the message can be edited for a while without counting
// against the channel's limit.
type Editor struct {
	env        *Env
	pacer      *Pacer
	edit       func(context.Context, message.Content, ...rest.Picture) error
	gone       func(error) // the message cannot be edited any more; called once
	Background bool        // its edits wait for all others, and nobody is told how old it is

	mu      sync.Mutex
	want    want
	presses []*interaction.Interaction // to be answered with the content that is wanted
	hold    time.Time                  // no edit before that: one has failed, or what the message says is read first
	timer   *time.Timer
	token   token
	flight  flight
	picture shown
	closed  bool
}

// want is what the message is to show.
type want struct {
	content message.Content
	dirty   bool      // it is not what the message shows or is about to
	since   time.Time // when it became so
	first   bool      // the next edit is a new message's first, which need not wait
	last    bool      // it is what the message will say for good: it goes before other edits of the channel
	later   bool      // the edit may wait for all others
	done    func()    // called when the message shows it; nil afterwards
}

// token is another way to edit the message: the token of an interaction that was answered with it.
type token struct {
	ref   *rest.Ref // nil where there is none that still works
	until time.Time
	pacer Pacer
}

// flight is the requests that are under way.
type flight struct {
	count    int
	overlaid bool      // several of them were at once
	fails    int       // edits in a row without an answer
	wrote    time.Time // when one last succeeded
}

// shown is the picture that the message has.
type shown struct {
	sum      [32]byte
	textOnly bool // the message gets no picture any more: Discord refuses it
}

// Env is what every screen needs of the program.
type Env struct {
	Ctx     context.Context
	Studio  *message.Studio
	Reply   *reply.Responder
	Rest    *rest.Client
	Hook    failpoint.Hook
	Tasks   *task.Group
	Metrics *metrics.Set
}

func New(env *Env, p *Pacer, edit func(context.Context, message.Content, ...rest.Picture) error, gone func(error)) *Editor {
	return &Editor{env: env, pacer: p, edit: edit, gone: gone}
}

// Show makes f what the message shows as soon as it may be edited.
func (s *Editor) Show(f message.Content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setWant(f)
	s.advance()
}

// PressWait is how long a press waits for the request before it.
const PressWait = 400 * time.Millisecond

// freshFor is how long a message that was written is believed to be there.
const freshFor = 5 * time.Second

// Found says that the message was there a moment ago. Where that is not known, what it shows is sent once more: it may
// have been deleted, which nobody tells.
func (s *Editor) Found() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if time.Since(s.flight.wrote) <= freshFor {
		return true
	}
	if s.flight.count == 0 && !s.want.dirty {
		s.want.dirty, s.want.since = true, time.Now()
		s.advance()
	}
	return false
}

// Answer shows f by answering a press on the message.
func (s *Editor) Answer(k *interaction.Interaction, f message.Content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.setWant(f)
	s.presses = append(s.presses, k)
	if s.flight.count == 0 {
		s.answerPresses()
		return
	}
	time.AfterFunc(PressWait, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.answerPresses()
	})
}

// Shows tells the screen what its message, which is new, shows already. The first edit of a new message need not wait.
func (s *Editor) Shows(f message.Content) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.want.content, s.want.first = f, true
	if f.Drawing != nil {
		s.picture.sum = f.Drawing.Sum
	}
	if f.Late {
		s.want.dirty, s.want.since = true, time.Now()
		s.advance()
	}
}

// Hold keeps the message as it is for a while, if no press brings an answer.
func (s *Editor) Hold(most time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold = time.Now().Add(most)
}

// Release ends that. A spare edit leaves all others their time.
func (s *Editor) Release(spare bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hold, s.want.later = time.Time{}, spare
	s.advance()
}

// Opened tells the screen that its message answered an interaction, by whose token it can be changed.
func (s *Editor) Opened(by rest.Ref) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.useToken(by)
}

// Token is the newest token that is known to work; nil where there is none.
func (s *Editor) Token() *rest.Ref {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.token.ref
}

// Retire makes f what the message says from now on. Done is called when it does.
func (s *Editor) Retire(f message.Content, done func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.want.last, s.want.done, s.hold = true, done, time.Time{}
	s.setWant(f)
	s.advance()
}

// Idle says that the message shows what it is to show, and nothing is under way.
func (s *Editor) Idle() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.flight.count == 0 && !s.want.dirty && len(s.presses) == 0
}

// Close edits the message no more.
func (s *Editor) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.timer != nil {
		s.timer.Stop()
	}
}

// setWant makes f wanted.
func (s *Editor) setWant(f message.Content) {
	if s.want.content.Same(f) {
		return
	}
	if !s.want.dirty {
		s.want.since = time.Now()
	}
	s.want.content, s.want.dirty, s.want.later = f, true, false
}

// answerPresses answers the presses that wait, with the newest frame.
func (s *Editor) answerPresses() {
	f := s.want.content
	for _, k := range s.presses {
		s.want.dirty = false
		s.begin(func() {
			drawing, late := s.env.Studio.Paint(message.PictureSoon, f)
			load := s.attach(drawing)
			if late {
				load = s.keepPicture()
			}
			err := s.env.Reply.Update(k, f, load.pictures...)
			s.mu.Lock()
			defer s.mu.Unlock()
			if err == nil {
				s.useToken(k.Ref)
				s.picture.sum = load.sum
			}
			s.finish(err != nil || late) // answered before, by whatever: then it did not bring the frame
		})
	}
	s.presses = nil
}

// useToken keeps the token of an interaction whose answer has arrived: before, Discord does not know it. It is another way to
// the message, and need not wait for what the bot's own was told to wait for.
func (s *Editor) useToken(by rest.Ref) {
	s.token.ref, s.token.until, s.hold = &by, time.Now().Add(TokenLife), time.Time{}
}

// begin begins a request.
func (s *Editor) begin(request func()) bool {
	if !s.env.Tasks.Go(request) {
		return false
	}
	s.flight.overlaid = s.flight.overlaid || s.flight.count > 0
	s.flight.count++
	return true
}

// finish ends one; again says that the message may not show what it brought.
func (s *Editor) finish(again bool) {
	s.flight.count--
	if !again {
		s.flight.wrote = time.Now()
	}
	if s.flight.count == 0 && s.flight.overlaid {
		s.flight.overlaid, again, s.want.first = false, true, true
	}
	s.want.dirty = s.want.dirty || again
	if s.flight.count == 0 {
		s.answerPresses()
	}
	if s.flight.count == 0 && !s.want.dirty && s.want.done != nil {
		s.want.done()
		s.want.done = nil
	}
	s.advance()
}

// advance begins an edit if one is due, or waits until it may.
func (s *Editor) advance() {
	if !s.want.dirty || s.flight.count > 0 || s.closed {
		return
	}
	if time.Now().After(s.token.until) {
		s.token.ref = nil
	}
	if wait := s.delay(); wait > 0 {
		s.wake(wait)
		return
	}
	f, since, token, pace := s.want.content, s.want.since, s.token.ref, rest.NoWait
	if s.want.later || s.Background {
		pace = rest.LowPriority
	}
	s.want.dirty, s.want.first = false, false
	s.begin(func() { s.update(pace(s.env.Ctx), f, since, token) })
}

// delay is how long the next edit has to wait; at zero it has taken its place.
func (s *Editor) delay() time.Duration {
	p := s.pacer
	if s.token.ref != nil {
		p = &s.token.pacer
	}
	switch wait := time.Until(s.hold); {
	case wait > 0:
		return wait
	case s.want.first:
		p.Spend()
		return 0
	}
	return p.Reserve(s.want.last)
}

func (s *Editor) wake(d time.Duration) {
	if s.timer != nil {
		s.timer.Stop()
	}
	again := func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.advance()
	}
	if s.want.last { // the program may end meanwhile, but not before this
		s.env.Tasks.Go(func() {
			time.Sleep(d)
			again()
		})
		return
	}
	s.timer = time.AfterFunc(d, again)
}

// update edits the message, by the token of a press where there is one. It is called unlocked, in a goroutine of its own.
func (s *Editor) update(ctx context.Context, f message.Content, since time.Time, token *rest.Ref) {
	ctx, cancel := context.WithTimeout(ctx, message.RequestTimeout)
	defer cancel()
	drawing, late := s.env.Studio.Paint(message.PictureLate, f)
	if (drawing != nil || late) && s.superseded(f) { // while it was drawn: people do not wait for pictures
		return
	}
	load := s.attach(drawing)
	err := s.send(ctx, f, token, load)
	if len(load.pictures) > 0 && message.Rejected(err) {
		s.dropPicture()
		load = s.attach(nil)
		err = s.send(ctx, f, token, load)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	var limited *rest.RateLimited
	switch {
	case err == nil:
		s.flight.fails = 0
		s.picture.sum = load.sum
		if !s.Background {
			s.env.Metrics.Staleness.Since(since)
		}
	case token != nil: // by the other way, now
		s.token.ref, s.want.first = nil, true
	case errors.As(err, &limited): // not carried out: it keeps its place
		s.hold, s.want.first = time.Now().Add(limited.After), true
	case errors.Is(err, rest.ErrOutage):
		s.hold = time.Now().Add(min(message.EditGap<<s.flight.fails, 5*message.EditGap))
		s.flight.fails++
		s.picture.textOnly = s.picture.textOnly || len(load.pictures) > 0 // perhaps it was too much: the words go alone
	default:
		s.closed = true
		s.env.Tasks.Go(func() { s.gone(err) })
	}
	s.finish(err != nil)
}

// superseded says that something newer than f is wanted by now, or already said, and ends the update that was to bring f: another
// follows.
func (s *Editor) superseded(f message.Content) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.want.content.Same(f) {
		return false
	}
	s.finish(true)
	return true
}

// send makes the request of update.
func (s *Editor) send(ctx context.Context, f message.Content, token *rest.Ref, load attachment) error {
	if token != nil {
		return s.env.Hook.Do(failpoint.EditByToken, func() error {
			return s.env.Rest.EditOriginal(ctx, *token, f.Edit(), load.pictures...)
		})
	}
	return s.edit(ctx, f, load.pictures...)
}

// TokenLife is how long a private message can be changed: Discord lets an interaction's token live for 15 minutes.
const TokenLife = 14*time.Minute + 30*time.Second
