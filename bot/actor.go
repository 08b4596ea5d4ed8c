package bot

import (
	"log/slog"
	"sync/atomic"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/store"
)

// actor owns one table: everything that happens to it happens in the actor's jobs, one after another. While there is
// nothing to do there is no goroutine, only this value and one timer.
type actor struct {
	bot   *Bot
	key   store.Key
	log   *slog.Logger
	inbox inbox

	// The rest belongs to the jobs.

	// What is stored.
	*held                             // nil while the actor is asleep (sleep.go)
	version    int64                  // of the stored record; 0 while no table is open here
	reached    int64                  // the furthest hand that the channel is known to have begun, also by tables that are no more
	doubt      doubt                  // about it
	loss       loss                   // of what was stored once
	unreadable bool                   // the stored table cannot be opened: it is left as it is, and none is open here
	taken      interaction.Seen       // interactions
	stakes     atomic.Pointer[stakes] // of those at the table, for other goroutines; nil while it is closed
	glance     atomic.Pointer[glance] // of the table, for other goroutines; nil while it is closed
	thread     atomic.Pointer[thread] // that the channel is, for other goroutines; nil until somebody wants to know
	dozing     atomic.Bool            // asleep, for other goroutines

	// What stands in the channel.
	carrier    *interaction.Interaction // the press being answered: it brings the board along
	board      *editor.Editor           // nil while there is none
	posting    posting                  // of the next
	mirror     mirror                   // of the board, in another channel
	shedding   []message.Ref            // messages of mirrors that are being deleted
	telling    bool                     // followers are being told
	sealing    sealing                  // of the coming hands
	cuts       shuffle.Cuts             // of the next hand
	mentioning int                      // mentions that are being sent
	panels     map[engine.ID]*panel
	questions  map[engine.ID]question // that are in sight; nil before the first
	met        record.People          // what people are called, as far as they were met
	pace       editor.Pacer           // of the channel's messages
	shut       bool                   // Discord refuses the bot here (access.go)
	unswept    bool                   // an earlier life was here, and what it left in the channel was not looked at yet (sweep.go)
	sweeping   bool                   // that is under way
	statusAt   time.Time              // when /table status last posted

	// What time it is.
	clock     clock
	alarm     *time.Timer
	overdue   time.Time     // when the alarm rings for what was due before
	notBefore time.Time     // when to try again what was due and could not be done
	stepped   time.Duration // how far the clock was set, as far as the deadlines know
}

func newActor(b *Bot, k store.Key) *actor {
	a := &actor{
		bot: b, key: k, stepped: b.stepped(), held: new(held), panels: map[engine.ID]*panel{},
		log: b.log.With("guild", uint64(k.Guild), "table", uint64(k.Channel)),
	}
	a.inbox.begin = func() bool { return b.tasks.Go(a.work) }
	return a
}

// work does the jobs that wait. What waits keeps its place while the store does not answer.
func (a *actor) work() {
	for a.inbox.more() {
		switch {
		case a.certain() && a.onTime():
			a.run(a.inbox.next())
		case a.inbox.rest():
			return
		}
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
		if !a.asleep() {
			a.seen = nil
		}
	}()
	job()
}

// resume lets the table go on after a start of the program: what was due since last gets its time back (R32; zero: no time
// was lost), what the last life of the program left behind in the channel goes.
func (a *actor) resume(last time.Time) {
	if a.version == 0 {
		return
	}
	a.clock = clock{turn: a.view().Turn, since: time.Now()}
	if m := a.record.Reminded; m.Turn == a.clock.turn {
		a.clock.stage = m.Stage
	}
	if !last.IsZero() {
		if err := a.apply(a.once("rearm"), engine.CreditDowntime{Last: engine.At(last), At: engine.At(time.Now())}); err != nil {
			if a.doubt.is {
				a.doubt.since = last // or an outage in which the store can still be read would cost the players their time
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
		l := a.public()
		a.bot.tasks.Go(func() { a.sayUndone(l, u) })
	}
	if a.record.Reminded.Turn != a.clock.turn {
		a.dropNudge()
	}
	a.refillHouse() // the last life may have ended with the hand
}

// adopt makes a stored record the actor's table.
func (a *actor) adopt(stored store.Record) error {
	r, t, err := a.bot.codec.DecodeTable(stored)
	if err != nil {
		return err
	}
	if was := a.record.Board.Message; a.board == nil || was != r.Board.Message {
		if a.board != nil { // or what it still wants to say would come after its buttons were taken off
			a.board.Close()
		}
		a.board = nil
		if r.Board.Message != 0 {
			a.board = a.newBoard(r.Board.Message)
		}
	}
	if a.version == 0 {
		a.taken.Before = r.Latest
	}
	a.record, a.table, a.version, a.unreadable = r, t, stored.Version, false
	for who, called := range r.People {
		if _, met := a.met[who]; !met {
			a.know(who, called)
		}
	}
	a.reached = max(a.reached, a.view().Turn.Hand)
	a.bot.prefs.Guild(a.key.Guild)
	return nil
}
