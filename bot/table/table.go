package table

import (
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/store"
)

// Table owns one table: everything that happens to it happens in the actor's jobs, one after another. While there is
// nothing to do there is no goroutine, only this value and one timer.
type Table struct {
	Env   *Env
	Key   store.Key
	Log   *slog.Logger
	Inbox Mailbox

	// The rest belongs to the jobs, but for summary.
	Display   Display
	Taken     interaction.Seen
	State     *State // nil while the table is asleep
	Version   int64  // of the stored record; 0 while no table is open here
	Recovery  recovery
	Dealer    dealer
	Timer     timer
	met       record.People           // what people are called, as far as they were met; never written into
	forbidden bool                    // Discord refuses the bot in the channel
	summary   atomic.Pointer[Summary] // for other goroutines; never nil
}

// recovery is what the table knows about a store that may hold something else than it believes.
type recovery struct {
	Doubt      Doubt
	loss       loss
	reached    int64 // the furthest hand that the channel is known to have begun, also by tables that are no more
	unreadable bool  // the stored table cannot be opened: it is left as it is, and none is open here
}

// dealer is what the next hand is dealt from.
type dealer struct {
	Sealing commitments  // of the coming hands
	Cuts    shuffle.Cuts // of the next hand
}

// timer is what time it is for the table.
type timer struct {
	Decision  Decision
	Alarm     *time.Timer
	overdue   time.Time     // when the alarm rings for what was due before
	notBefore time.Time     // when to try again what was due and could not be done
	stepped   time.Duration // how far the clock was set, as far as the deadlines know
}

func NewTable(b *Env, k store.Key) *Table {
	a := &Table{
		Env: b, Key: k, Timer: timer{stepped: b.Jump()}, State: new(State),
		Log: b.Log.With("guild", uint64(k.Guild), "table", uint64(k.Channel)),
	}
	a.Display = b.NewDisplay(a)
	a.summary.Store(new(Summary))
	a.Inbox.Begin = func() bool { return b.Tasks.Go(a.work) }
	return a
}

// work does the jobs that wait. What waits keeps its place while the store does not answer.
func (a *Table) work() {
	for a.Inbox.More() {
		switch {
		case a.Certain() && a.onTime():
			a.Run(a.Inbox.next())
		case a.Inbox.Rest():
			return
		}
	}
}

// Run does one job and then sets the alarm for what is due next. After a panic the table is read again from the store,
// which knows nothing of the job.
func (a *Table) Run(job func()) {
	defer func() {
		if v := recover(); v != nil {
			LogPanic(a.Env, a.Log, v)
			a.inDoubt()
		}
		a.setAlarm()
		if !a.Asleep() {
			a.State.Seen = nil
		}
	}()
	job()
}

// Start opens the table with what the store listed of it, when the program starts. Since last no time has passed for the players.
func (a *Table) Start(stored store.Record, err error, last time.Time) {
	err = a.Read(stored, err)
	a.Display.Found()
	if err != nil {
		a.Log.Warn("a table could not be read and will be asked for again", "err", err)
		a.Recovery.Doubt = Doubt{Is: true, Since: last}
		return
	}
	defer a.Env.Throttle.Acquire()()
	a.Resume(last)
	a.Display.Started(!a.Moves(), Soon(a.NextDue())) // idle tables must not delay active ones
}

// Resume lets the table go on after a start of the program: what was due since last gets its time back (R32; zero: no time
// was lost), what the last life of the program left behind in the channel goes.
func (a *Table) Resume(last time.Time) {
	if a.Version == 0 {
		return
	}
	a.Timer.Decision = Decision{Turn: a.View().Turn, Since: time.Now()}
	if !last.IsZero() {
		if err := a.apply(a.Once("rearm"), engine.CreditDowntime{Last: engine.At(last), At: engine.At(time.Now())}, nil); err != nil {
			if a.Recovery.Doubt.Is {
				a.Recovery.Doubt.Since = last // or an outage in which the store can still be read would cost the players their time
			} else {
				a.Log.Error("the clocks were not set again", "err", err)
			}
			a.Display.Refresh()
			return // what could not be stored would be tidied up again every second
		}
	}
	a.Display.Resumed()
	a.refillBots() // the last life may have ended with the hand
}

// adopt makes a stored record the actor's table.
func (a *Table) adopt(stored store.Record) error {
	r, t, err := a.Env.Codec.DecodeTable(stored)
	if err != nil {
		return err
	}
	a.Display.Adopted(a.State.Record.Board.Message, r.Board.Message)
	if a.Version == 0 {
		a.Taken.Before = r.Latest
	}
	a.State.Record, a.State.Table, a.Version, a.Recovery.unreadable = r, t, stored.Version, false
	for who, called := range r.People {
		if _, met := a.met[who]; !met {
			a.know(who, called)
		}
	}
	a.Recovery.reached = max(a.Recovery.reached, a.View().Turn.Hand)
	a.Env.Prefs.Guild(a.Key.Guild)
	return nil
}

// Receive takes in an interaction before it is done. It returns false for one that was delivered before, or to an earlier life
// of the program.
func (a *Table) Receive(k *interaction.Interaction) bool {
	id := message.Snowflake(k.ID)
	switch asks := k.Kind != interaction.Completion; {
	case asks && a.Taken.Add(id):
		return false
	case asks && id <= a.Taken.Before:
		k.Lang = a.Env.Prefs.LocaleOf(k)
		a.Env.Reply.Ack(k)
		return false
	}
	a.State.Record.Latest = max(a.State.Record.Latest, id) // stored with the next commit: what was refused until then would be again
	if k.GuildLocale != "" {
		a.State.Record.Locale = k.GuildLocale
	}
	a.Env.Prefs.Resolve(k)
	a.know(k.User, k.Name)
	a.noteImplicitCut(k)
	return true
}

// IsUnreadable reports whether a table is stored here that cannot be opened.
func (a *Table) IsUnreadable() bool { return a.Recovery.unreadable }

// IsForbidden reports whether Discord refuses the bot in the channel.
func (a *Table) IsForbidden() bool { return a.forbidden }

// IsCurrent says whether a press or modal comes from this table as it stands. What the decision is compared with is the
// engine's business.
func (a *Table) IsCurrent(k *interaction.Interaction) bool {
	return a.Version != 0 && k.CustomID.Table == a.Key.Channel && (k.Ephemeral || k.Message == a.State.Record.Board.Message)
}

func (*Table) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
