package bot

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"cardroom/engine"
	"cardroom/store"
)

// actor owns one table: everything that happens to it happens in the actor's jobs, one after another. While there is
// nothing to do there is no goroutine, only this value and one timer.
type actor struct {
	bot *Bot
	key store.Key
	log *slog.Logger

	mu     sync.Mutex
	queue  []func()
	busy   bool              // a goroutine is working off the queue
	asking map[engine.ID]int // asks in the queue, by person

	// The rest belongs to the jobs.
	*held                       // nil while the actor is asleep (sleep.go)
	version    int64            // of the stored record; 0 while no table is open here
	reached    int64            // the furthest hand that the channel is known to have begun, also by tables that are no more
	doubt      bool             // what the store holds is unknown: read it before going on
	slept      time.Time        // program or store were away since then, and the table does not know it yet; zero where it does
	halted     bool             // the store was asked in vain since, and the board says so
	seen       [inbox]engine.ID // ids of the asks last taken, so that one delivered twice is not answered twice
	nextID     int
	earlier    engine.ID // interactions up to this one are of an earlier life of the program, which took or refused them
	board      *screen   // nil while there is none
	pace       pace      // of the channel's messages
	past       frame     // what the board will say when another stands
	stray      engine.ID // a message that was to be the board, of which it is not known whether it is
	posting    bool      // a board message is being created
	sealing    bool      // the seals of the coming hands, or the message that shows them, are being made
	unsealed   int       // failures in a row to post it
	mentioning int       // mentions that are being sent
	sealAt     time.Time // when to try again
	batch      batch     // of the record, where it was made or asked for since the actor woke
	cuts       cuts      // for the next hand
	panels     map[engine.ID]*panel
	alarm      *time.Timer
	clock      clock
	carrier    *ask                                // the press being answered: it brings the board along
	waited     int                                 // failures in a row to post the board
	retry      time.Time                           // when to try again
	stepped    time.Duration                       // how far the clock was set, as far as the deadlines know
	frozen     time.Time                           // since when there has been no board; zero while there is one
	statusAt   time.Time                           // when /table status last posted
	shut       bool                                // Discord refuses the bot here (access.go)
	notBefore  time.Time                           // when to try again what was due and could not be done
	unreadable bool                                // the stored table cannot be opened: it is left as it is
	horizon    engine.Turn                         // the furthest decision of which it is known that the store has lost it
	undone     bool                                // the hand that runs has to be void: what was seen of it is lost
	reseal     bool                                // the seals of the coming hands may have been dealt from in what is lost
	met        people                              // what people are called, as far as they were met
	stakes     atomic.Pointer[map[engine.ID]int64] // chips of wallets on the table, for other goroutines; nil while it is closed
	dozing     atomic.Bool                         // asleep, for other goroutines
}

func newActor(b *Bot, k store.Key) *actor {
	a := &actor{
		bot: b, key: k, stepped: b.stepped(), held: new(held), panels: map[engine.ID]*panel{},
		log: b.log.With("guild", uint64(k.Guild), "table", uint64(k.Channel)),
	}
	return a
}

func (a *actor) work() {
	for {
		a.mu.Lock()
		if len(a.queue) == 0 {
			a.busy, a.queue = false, nil
			a.mu.Unlock()
			return
		}
		job := a.queue[0]
		a.mu.Unlock()
		if !a.certain() || !a.onTime() { // what waits keeps its place until the store answers
			a.mu.Lock()
			a.busy = false
			a.mu.Unlock()
			return
		}
		a.mu.Lock()
		a.queue = a.queue[1:]
		a.mu.Unlock()
		a.run(job)
	}
}

// run does one job and then sets the alarm for what is due next. After a panic the table is read again from the store,
// which knows nothing of the job.
func (a *actor) run(job func()) {
	defer func() {
		if v := recover(); v != nil {
			a.bot.panicked(a.log, v)
			a.inDoubt()
			a.carrier = nil
		}
		a.setAlarm()
	}()
	job()
}

// certain wakes the actor, and settles a doubt about what the store holds. It is false, and the alarm is set to try again,
// while the store does not answer.
func (a *actor) certain() (ok bool) {
	switch {
	case a.asleep():
		a.run(func() { ok = a.wake() })
	case a.doubt:
		a.run(func() { ok = a.reload() })
	default:
		return true
	}
	if !ok {
		a.halt()
	}
	return ok
}

// halt has the board say that the table stands still.
func (a *actor) halt() {
	if a.halted || a.board == nil || a.version == 0 || a.unreadable {
		return
	}
	a.halted = true
	a.board.show(a.boardFrame())
}

// reload reads the table as the store has it. It is false while the store does not answer.
func (a *actor) reload() bool {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	stored, err := a.bot.store.Load(ctx, a.key)
	_, damaged := errors.AsType[*store.DamagedError](err)
	switch {
	case errors.Is(err, store.ErrNotFound):
		if a.version > 0 { // it may have been closed by the commit in doubt; otherwise somebody emptied the store
			a.log.Warn("the table is no longer in the store", "version", a.version)
		}
		was := a.record.Board
		a.forget()
		a.retireBoard(nil, was)
		return true
	case damaged:
		a.giveUp(stored, refused(stored, err))
		return true
	case err != nil:
		a.bot.outage.begins(a.key, err)
		return false
	}
	was, version := a.table, a.version
	if err := a.adopt(stored); err != nil {
		a.giveUp(stored, err)
		return true
	}
	last := a.slept
	a.doubt, a.slept = false, time.Time{}
	if stored.Version < version || version == 0 && a.table.View(0).Turn.Hand < a.reached { // or a table that was closed is back
		a.wentBack(was.View(0), version)
	}
	a.callOff()
	a.resume(last) // also retires boards: a commit in doubt may have posted a new one
	if a.doubt {
		return false // again: the store can be read but not written
	}
	a.halted = false
	a.bot.outage.ends(a.key)
	a.after(nil)
	return true
}

// forget lets go of the table and of every doubt about it.
func (a *actor) forget() {
	if a.board != nil {
		a.board.drop()
	}
	a.record, a.table, a.version, a.board, a.doubt = record{}, engine.Table{}, 0, nil, false
	a.halted, a.slept = false, time.Time{}
	a.bot.outage.ends(a.key)
	a.stakes.Store(nil)
}

// resume lets the table go on after a start of the program: what was due since last gets its time back (R32; zero: no time
// was lost), what the last life of the program left behind in the channel goes.
func (a *actor) resume(last time.Time) {
	if a.version == 0 || a.unreadable {
		return
	}
	a.clock = clock{turn: a.table.View(0).Turn, since: time.Now()}
	if m := a.record.Reminded; m.Turn == a.clock.turn {
		a.clock.stage = m.Stage
	}
	if !last.IsZero() {
		if err := a.apply(a.step("rearm"), engine.Rearm{Last: engine.At(last), At: engine.At(time.Now())}); err != nil {
			if a.doubt {
				a.slept = last // or an outage in which the store can still be read would cost the players their time
			} else {
				a.log.Error("the clocks were not set again", "err", err)
			}
			a.show()
			return // what could not be stored would be tidied up again every second
		}
	}
	for _, old := range a.record.Old {
		a.retireBoard(nil, old)
	}
	if u := a.record.Undone; u.Hand != 0 {
		a.bot.start(func() { a.sayUndone(u) })
	}
	if a.record.Reminded.Turn != a.clock.turn {
		a.dropNudge()
	}
}

// inDoubt says that what the store holds is unknown. Until it is known the table stands still, and so do its clocks.
func (a *actor) inDoubt() {
	a.doubt = true
	if a.slept.IsZero() {
		a.slept = time.Now()
	}
}

// adopt makes a stored record the actor's table.
func (a *actor) adopt(stored store.Record) error {
	r, t, err := a.bot.decode(stored)
	if err != nil {
		return err
	}
	if was := a.record.Board.Message; a.board == nil || was != r.Board.Message {
		if a.board != nil { // or what it still wants to say would come after its buttons were taken off
			a.board.drop()
		}
		a.board = nil
		if r.Board.Message != 0 {
			a.board = a.newBoard(r.Board.Message)
		}
	}
	if a.version == 0 {
		a.earlier = r.Latest
	}
	a.record, a.table, a.version = r, t, stored.Version
	for who, called := range r.People {
		if _, met := a.met[who]; !met {
			a.know(who, called)
		}
	}
	a.reached = max(a.reached, t.View(0).Turn.Hand)
	return nil
}

// remember notes an interaction; it is false when it was delivered before.
func (a *actor) remember(id engine.ID) bool {
	if slices.Contains(a.seen[:], id) {
		return false
	}
	a.seen[a.nextID%len(a.seen)] = id
	a.nextID++
	return true
}
