package table

import (
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/engine/card"
	"cardroom/store"
)

// Table owns one table: everything that happens to it happens in the table's jobs, one after another. While there is
// nothing to do there is no goroutine, only this value and one timer.
type Table struct {
	Env     *Env
	Key     store.Key
	Log     *slog.Logger
	mailbox mailbox
	summary atomic.Pointer[Summary] // for other goroutines; never nil

	// The rest belongs to the jobs.
	Display   Display
	state     *state // nil while the table is asleep
	version   int64  // of the stored record; 0 while no table is open here
	forbidden bool   // Discord refuses the bot in the channel

	Dealer   dealer
	journal  journal
	recovery recovery
	timer    timer
	bots     bots
	names    names
}

func newTable(e *Env, k store.Key) *Table {
	t := &Table{Env: e, Key: k, state: new(state), Log: e.Log.With("guild", uint64(k.Guild), "table", uint64(k.Channel))}
	t.Dealer.table, t.journal.table, t.recovery.table, t.timer.table, t.bots.table, t.names.table = t, t, t, t, t, t
	t.timer.clockJump = e.Jump()
	t.Display = e.NewDisplay(t)
	t.summary.Store(new(Summary))
	t.mailbox.begin = func() bool { return e.Tasks.Go(t.work) }
	return t
}

// work does the jobs that wait. What waits keeps its place while the store does not answer.
func (a *Table) work() {
	for a.mailbox.more() {
		switch {
		case a.recovery.ensureKnown() && a.timer.followClock():
			a.run(a.mailbox.next())
		case a.mailbox.yield():
			return
		}
	}
}

// run does one job and then sets the alarm for what is due next. After a panic the table is read again from the store,
// which knows nothing of the job.
func (a *Table) run(job func()) {
	defer func() {
		if v := recover(); v != nil {
			LogPanic(a.Env, a.Log, v)
			a.recovery.markUncertain()
		}
		a.timer.setAlarm()
		if !a.Asleep() {
			a.state.seen = nil
		}
	}()
	job()
}

// Start opens the table with what the store listed of it, when the program starts. Since last no time has passed for the players.
func (a *Table) Start(stored store.Record, err error, last time.Time) {
	err = a.recovery.read(stored, err)
	a.Display.Found()
	if err != nil {
		a.Log.Warn("a table could not be read and will be asked for again", "err", err)
		a.recovery.uncertain = uncertainty{is: true, since: last}
		return
	}
	defer a.Env.Throttle.Acquire()()
	a.recovery.resume(last)
	a.Display.Started(!a.HandRuns(), soon(a.timer.nextDue())) // idle tables must not delay active ones
}

// Receive takes in an interaction before it is done. It returns false for one that was delivered before, or to an earlier life
// of the program.
func (a *Table) Receive(k *interaction.Interaction) bool {
	id := message.Snowflake(k.ID)
	switch asks := k.Kind != interaction.Completion; {
	case asks && a.mailbox.seen.Add(id):
		return false
	case asks && id <= a.mailbox.seen.Before:
		k.Lang = a.Env.Prefs.LocaleOf(k)
		a.Env.Reply.Ack(k)
		return false
	}
	a.state.record.Latest = max(a.state.record.Latest, id) // stored with the next commit: what was refused until then would be again
	if k.GuildLocale != "" {
		a.state.record.Locale = k.GuildLocale
	}
	a.Env.Prefs.Resolve(k)
	a.names.learnName(k.User, k.Name)
	a.Dealer.noteImplicitCut(k)
	return true
}

// IsUnreadable reports whether a table is stored here that cannot be opened.
func (a *Table) IsUnreadable() bool { return a.recovery.unreadable }

// IsForbidden reports whether Discord refuses the bot in the channel.
func (a *Table) IsForbidden() bool { return a.forbidden }

// IsCurrent says whether a press or modal comes from this table as it stands. What the decision is compared with is the
// engine's business.
func (a *Table) IsCurrent(k *interaction.Interaction) bool {
	return a.version != 0 && k.CustomID.Table == a.Key.Channel && (k.Ephemeral || k.Message == a.state.record.Board.Message)
}

func (*Table) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
