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
func (t *Table) work() {
	for t.mailbox.more() {
		switch {
		case t.recovery.ensureKnown() && t.timer.followClock():
			t.run(t.mailbox.next())
		case t.mailbox.yield():
			return
		}
	}
}

// run does one job and then sets the alarm for what is due next. After a panic the table is read again from the store,
// which knows nothing of the job.
func (t *Table) run(job func()) {
	defer func() {
		if v := recover(); v != nil {
			LogPanic(t.Env, t.Log, v)
			t.recovery.markUncertain()
		}
		t.timer.setAlarm()
		if !t.Asleep() {
			t.state.seen = nil
		}
	}()
	job()
}

// Start opens the table with what the store listed of it, when the program starts. Since last no time has passed for the players.
func (t *Table) Start(stored store.Record, err error, last time.Time) {
	err = t.recovery.read(stored, err)
	t.Display.Found()
	if err != nil {
		t.Log.Warn("a table could not be read and will be asked for again", "err", err)
		t.recovery.uncertain = uncertainty{ongoing: true, since: last}
		return
	}
	defer t.Env.Throttle.Acquire()()
	t.recovery.resume(last)
	t.Display.Started(!t.HandRuns(), soon(t.timer.nextDue())) // idle tables must not delay active ones
}

// Receive takes in an interaction before it is done. It returns false for one that was delivered before, or to an earlier life
// of the program.
func (t *Table) Receive(k *interaction.Interaction) bool {
	id := message.Snowflake(k.ID)
	switch asks := k.Kind != interaction.Completion; {
	case asks && t.mailbox.seen.Add(id):
		return false
	case asks && id <= t.mailbox.seen.Before:
		k.Lang = t.Env.Prefs.LocaleOf(k)
		t.Env.Reply.Ack(k)
		return false
	}
	t.state.record.Latest = max(t.state.record.Latest, id) // stored with the next commit: what was refused until then would be again
	if k.GuildLocale != "" {
		t.state.record.Locale = k.GuildLocale
	}
	t.Env.Prefs.Resolve(k)
	t.names.learnName(k.User, k.Name)
	t.Dealer.noteImplicitCut(k)
	return true
}

// IsUnreadable reports whether a table is stored here that cannot be opened.
func (t *Table) IsUnreadable() bool { return t.recovery.unreadable }

// IsForbidden reports whether Discord refuses the bot in the channel.
func (t *Table) IsForbidden() bool { return t.forbidden }

// IsCurrent reports whether a press or modal comes from this table as it stands. What the decision is compared with is the
// engine's business.
func (t *Table) IsCurrent(k *interaction.Interaction) bool {
	return t.version != 0 && k.CustomID.Table == t.Key.Channel && (k.Ephemeral || k.Message == t.state.record.Board.Message)
}

func (*Table) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
