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
	"cardroom/internal/retry"
)

// Editor keeps one message up to date. It is safe for concurrent use.
type Editor struct {
	env        *Env
	pacer      *Pacer
	edit       func(context.Context, message.Content, ...rest.Picture) error
	failed     func(error) // called once, when the message can no longer be edited.
	Background bool        // its edits are of low priority, and its staleness is not measured.
	Private    bool        // only the token of its interaction, which edit uses itself, can edit it; not for Found, nor for pictures

	mu      sync.Mutex
	want    want
	presses []*interaction.Interaction // to be answered with the wanted content.
	hold    time.Time                  // no edit before: one has failed, or the message is read first
	timer   *time.Timer
	token   *token // nil before the first
	flight  flight
	picture shown
}

// want is the wanted content of the message.
type want struct {
	content *message.Content // nil before the first, and dropped when a private message shows it
	sum     uint64           // of the content
	since   time.Time        // when the message began to be dirty.
	dirty   bool             // it does not show the content, and no request brings it.
	first   bool             // the next edit is a new message's first, which need not wait
	last    bool             // it stays for good: the edit goes before others in the channel.
	later   bool             // the edit is of low priority
	done    func()           // called when the message shows it; nil afterwards
}

// flight tracks the requests in flight.
type flight struct {
	count    int
	overlaid bool      // several overlapped
	closed   bool      // no further edit starts
	skipped  bool      // the last edit was superseded while it was drawn
	answered bool      // a press was answered since the last edit began
	failures int       // edits in a row without an answer
	wrote    time.Time // when one last succeeded
}

// Env holds the services that all editors share.
type Env struct {
	Ctx     context.Context
	Studio  *message.Studio
	Reply   *reply.Responder
	Rest    *rest.Client
	Hook    failpoint.Hook
	Tasks   *task.Group
	Metrics *metrics.Set
}

// New returns an editor that edits its message with edit. It calls failed once, when edit returns an error that a retry
// cannot fix.
func New(env *Env, p *Pacer, edit func(context.Context, message.Content, ...rest.Picture) error, failed func(error)) *Editor {
	return &Editor{env: env, pacer: p, edit: edit, failed: failed}
}

// Show edits the message to show c as soon as the rate limit allows it.
func (e *Editor) Show(c message.Content) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.setWant(c)
	e.advance()
}

// freshFor is how long after an edit the message is assumed to exist.
const freshFor = 5 * time.Second

// Found reports whether the message existed a moment ago. If that is unknown, it sends the content again: Discord does not
// tell a bot without intents that a message was deleted.
func (e *Editor) Found() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	if time.Since(e.flight.wrote) <= freshFor {
		return true
	}
	if e.flight.count == 0 && !e.want.dirty {
		e.want.dirty, e.want.since = true, time.Now()
		e.advance()
	}
	return false
}

// Answer shows c as the answer to a press on the message.
func (e *Editor) Answer(in *interaction.Interaction, c message.Content) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.setWant(c)
	e.presses = append(e.presses, in)
	if e.flight.count == 0 {
		e.answerPresses()
		return
	}
	time.AfterFunc(message.PressWait, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.answerPresses()
	})
}

// Shows sets the content that its new message already shows. The first edit of a new message need not wait.
func (e *Editor) Shows(c message.Content) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.want.content, e.want.sum, e.want.first = &c, c.Sum(), true
	if c.Drawing != nil {
		e.picture = shown{sum: c.Drawing.Sum, id: c.Drawing.ID, alt: c.Drawing.File.Alt}
	}
	if c.Undrawn {
		e.want.dirty, e.want.since = true, time.Now()
	}
	e.advance()
}

// Hold keeps the message unchanged for a while, unless it answers a press.
func (e *Editor) Hold(most time.Duration) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hold = time.Now().Add(most)
}

// Release ends Hold. An edit of low priority leaves the rate limits to all others.
func (e *Editor) Release(lowPriority bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.hold, e.want.later = time.Time{}, lowPriority
	e.advance()
}

// Retire edits the message to show c for good. If done is not nil, Retire calls it when the message shows c.
func (e *Editor) Retire(c message.Content, done func()) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.want.last, e.want.done, e.hold = true, done, time.Time{}
	e.setWant(c)
	e.advance()
}

// Idle reports whether the message shows its content and no request is in flight.
func (e *Editor) Idle() bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.flight.count == 0 && !e.want.dirty && len(e.presses) == 0
}

// Close stops further edits.
func (e *Editor) Close() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.flight.closed = true
	if e.timer != nil {
		e.timer.Stop()
	}
}

// setWant makes c the wanted content.
func (e *Editor) setWant(c message.Content) {
	sum := c.Sum()
	if sum == e.want.sum {
		e.want.content = &c
		return
	}
	if !e.want.dirty {
		e.want.since = time.Now()
	}
	e.want.content, e.want.sum, e.want.dirty, e.want.later = &c, sum, true, false
}

// dropContent drops the content of a private message that shows it, to save memory: most players have one.
func (e *Editor) dropContent() {
	if e.Private && e.flight.count == 0 && !e.want.dirty && len(e.presses) == 0 {
		e.want.content = nil
	}
}

// answerPresses answers the waiting presses with the newest content.
func (e *Editor) answerPresses() {
	c := e.want.content
	for _, in := range e.presses {
		e.want.dirty = false
		e.begin(func() { e.answer(in, *c) })
	}
	e.presses = nil
}

// answer answers a press with c. If the picture is not ready in time, the message keeps its last one, and an edit follows.
// It runs in a goroutine of its own, without the lock.
func (e *Editor) answer(in *interaction.Interaction, c message.Content) {
	drawing, late := e.env.Studio.Paint(message.PictureSoon, c)
	load := e.attach(c, drawing)
	if slow := load.uploads() && e.env.Studio.Uploads.Slow(); late || slow {
		load, late = e.keepPicture(c), true
	}
	e.noteUpload(load)
	start := time.Now()
	whole, err := e.env.Reply.Update(in, c, load.pictures...)
	if load.uploads() {
		e.env.Studio.Uploads.Answered(time.Since(start), whole && err == nil)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.flight.answered = e.flight.answered || err == nil
	switch {
	case err != nil:
	case whole:
		e.usePress(in)
		e.setPicture(load)
	case c.Layout != nil: // the picture comes by an edit
		e.usePress(in)
		e.picture, late = shown{}, true
	default:
		e.usePress(in)
		e.picture = shown{textOnly: true}
	}
	e.finish(err != nil || late) // a press answered elsewhere did not bring the content
}

// setPicture notes the picture that a request has brought, or kept.
func (e *Editor) setPicture(load *attachment) {
	was := e.picture
	e.picture = load.shown
	e.picture.textOnly, e.picture.refused = was.textOnly, was.refused && !load.uploads()
}

// begin starts a request. No request starts while the program ends.
func (e *Editor) begin(request func()) {
	if e.env.Tasks.Go(request) {
		e.flight.overlaid = e.flight.overlaid || e.flight.count > 0
		e.flight.count++
	}
}

// finish records that a request completed; again means that the message may not show its content.
func (e *Editor) finish(again bool) {
	e.flight.count--
	if !again {
		e.flight.wrote = time.Now()
	}
	if e.flight.count == 0 && e.flight.overlaid {
		e.flight.overlaid, again, e.want.first = false, true, true
		e.picture.id = "" // which of the requests came last is unknown
	}
	e.want.dirty = e.want.dirty || again
	if e.flight.count == 0 {
		e.answerPresses()
	}
	if e.flight.count == 0 && !e.want.dirty && e.want.done != nil {
		e.want.done()
		e.want.done = nil
	}
	e.advance()
}

// advance starts an edit if one is due, or waits until it is.
func (e *Editor) advance() {
	defer e.dropContent()
	if !e.want.dirty || e.flight.count > 0 || e.flight.closed {
		return
	}
	by := e.way()
	if wait := e.delay(by); wait > 0 {
		e.wake(wait)
		return
	}
	c, since, priority := e.want.content, e.want.since, rest.NoWait
	if e.want.later || e.Background {
		priority = rest.LowPriority
	}
	e.want.dirty, e.want.first, e.flight.answered = false, false, false
	e.begin(func() { e.update(priority(e.env.Ctx), *c, since, by) })
}

// delay returns how long the next edit, in that way, has to wait. Zero means that it has reserved its place.
func (e *Editor) delay(by *way) time.Duration {
	p := e.pacer
	if by != nil {
		p = &e.token.pacer
	}
	switch wait := time.Until(e.hold); {
	case wait > 0:
		return wait
	case e.want.first:
		p.spend()
		return 0
	}
	return p.Reserve(e.want.last)
}

// wake calls advance after a while.
func (e *Editor) wake(d time.Duration) {
	if e.timer != nil {
		e.timer.Stop()
	}
	again := func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		e.timer = nil // releases its memory
		e.advance()
	}
	if e.want.last { // the program may end meanwhile, but not before this edit
		e.env.Tasks.Go(func() {
			time.Sleep(d)
			again()
		})
		return
	}
	e.timer = time.AfterFunc(d, again)
}

// editBackoff is the retry schedule for edits that Discord did not answer.
var editBackoff = retry.Backoff{First: message.EditGap, Max: 5 * message.EditGap}

// update edits the message in one way. It runs in a goroutine of its own, without the lock.
func (e *Editor) update(ctx context.Context, c message.Content, since time.Time, by *way) {
	ctx, cancel := context.WithTimeout(ctx, message.RequestTimeout)
	defer cancel()
	drawing, late := e.env.Studio.Paint(message.PictureLate, c)
	if (drawing != nil || late) && e.superseded(c) { // while drawing the picture
		return
	}
	load, dropped, err := e.sendWith(ctx, c, by, drawing)
	e.mu.Lock()
	defer e.mu.Unlock()
	wait, limited := retry.After(err)
	again := err != nil
	switch {
	case err == nil:
		e.flight.failures = 0
		if again = dropped && !e.picture.textOnly; again {
			e.hold = time.Now().Add(editBackoff.First)
		}
		e.setPicture(load)
		if !e.Background {
			e.env.Metrics.Boards.Staleness.Since(since)
		}
	case by != nil && limited && wait <= message.EditGap: // another request with the token goes first
		e.hold, e.want.first = time.Now().Add(wait), true
	case by != nil: // retry without it
		e.want.first = true
		e.giveUp(by)
	case limited: // Discord did not carry it out, so it keeps its place
		e.hold, e.want.first = time.Now().Add(wait), true
	case errors.Is(err, rest.ErrOutage):
		e.flight.failures++
		e.hold = time.Now().Add(editBackoff.Delay(e.flight.failures))
		e.picture.textOnly = e.picture.textOnly || load.uploads() // Discord may have refused the picture
	default:
		e.flight.closed = true
		e.env.Tasks.Go(func() { e.failed(err) })
	}
	e.finish(again)
}

// sendWith sends the request of an update with its picture. If Discord refuses that, it sends the request without; then dropped is
// true.
func (e *Editor) sendWith(ctx context.Context, c message.Content, by *way, d *message.Drawing) (load *attachment, dropped bool, err error) {
	load = e.attach(c, d)
	err = e.send(ctx, c, by, load)
	if load.keeps() && message.Rejected(err) { // the message may have lost the picture
		e.forgetPicture()
		load = e.attach(c, d)
		err = e.send(ctx, c, by, load)
	}
	if load.uploads() && message.Rejected(err) {
		e.dropPicture(errors.Is(err, rest.ErrForbidden))
		load, dropped = e.attach(c, nil), true
		err = e.send(ctx, c, by, load)
	}
	return load, dropped, err
}

// superseded reports whether the message is to show something newer than c by now. If so, it ends the update with c, because another
// follows. Where no press was answered meanwhile, it does so only once in a row: a message may change faster than it is drawn.
func (e *Editor) superseded(c message.Content) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	answered := e.flight.answered || e.flight.count > 1
	if e.flight.skipped = e.want.sum != c.Sum() && (answered || !e.flight.skipped); !e.flight.skipped {
		return false
	}
	e.finish(true)
	return true
}
