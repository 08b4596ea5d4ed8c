package table

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/store"
)

// Table owns one table: all its changes happen in its jobs, one after another. An idle table has no goroutine, only this
// value and one timer.
type Table struct {
	Env     *Env
	Key     store.Key
	Log     *slog.Logger
	mailbox mailbox
	summary atomic.Pointer[Summary] // for other goroutines; never nil

	// Only jobs may use the fields below.
	Display  Display
	Director Director // nil in the tools of an operator
	state    *state   // nil while the table is asleep
	version  int64    // of the stored record; 0: no table is open here

	Dealer   Dealer
	journal  journal
	Recovery Recovery
	timer    timer
	bots     bots
	Names    Names
}

func newTable(e *Env, k store.Key) *Table {
	t := &Table{Env: e, Key: k, state: new(state), Log: e.Log.With("guild", uint64(k.Guild), "table", uint64(k.Channel))}
	t.Dealer.table, t.journal, t.Recovery.table, t.timer.table, t.bots.table, t.Names.table = t, journal{t, map[engine.ID]*interaction.Origin{}}, t, t, t, t
	t.timer.clockJump = e.Jump()
	t.Display = e.NewDisplay(t)
	if e.NewDirector != nil {
		t.Director = e.NewDirector(t)
	}
	t.summary.Store(new(Summary))
	t.mailbox.Begin = func() bool { return e.Tasks.Go(t.work) }
	return t
}

// work runs the waiting jobs. They keep their order while the store does not answer.
func (t *Table) work() {
	for t.mailbox.More() {
		switch {
		case t.Recovery.ensureKnown() && t.timer.moveDeadlines():
			t.run(t.mailbox.Next())
		case t.mailbox.Yield():
			return
		}
	}
}

// run does one job and then sets the next alarm. After a panic it reads the table again from the store, which may have the
// job's commit.
func (t *Table) run(job func()) {
	defer func() {
		if v := recover(); v != nil {
			LogPanic(t.Env, t.Log, v)
			t.Recovery.markUncertain()
		}
		t.timer.setAlarm()
		if !t.Asleep() {
			t.state.seen = nil
		}
	}()
	job()
}

// Start opens a table that the store listed at startup. The players' clocks have not run since last.
func (t *Table) Start(stored store.Record, err error, last time.Time) {
	if t.version != 0 {
		return // an earlier walk over the tables, which broke off, has opened it
	}
	err = t.Recovery.read(stored, err)
	t.Display.Found()
	if err != nil {
		t.Log.Warn("could not read a table; retrying", "err", err)
		t.Recovery.uncertain = uncertainty{ongoing: true, since: last}
		return
	}
	defer t.Env.Throttle.Acquire()()
	t.Recovery.uncertain = uncertainty{} // of an earlier walk, in vain
	t.Recovery.resume(last)
	if !t.HandRuns() {
		t.Display.Started(soon(t.timer.nextDue()))
	}
}

// Receive registers an interaction before it is handled. It returns false for one delivered to an earlier run of the program.
func (t *Table) Receive(in *interaction.Interaction) bool {
	id := message.Snowflake(in.ID)
	if in.Kind != interaction.Completion && id <= t.mailbox.before {
		in.Lang = t.Env.Prefs.LocaleOf(in.Origin)
		t.Env.Reply.Ack(in)
		return false
	}
	t.state.record.Latest = max(t.state.record.Latest, id) // stored with the next commit; a refusal before it is harmless to repeat
	t.state.record.NoteOrigin(in.GuildLocale, in.ParentOf(t.Where().Channel))
	t.Env.Prefs.Resolve(in)
	t.Names.Learn(in.User, in.Name)
	if in.Kind != interaction.Completion {
		if t.version == 0 {
			clear(t.journal.presses) // it neither commits nor sleeps
		}
		t.journal.presses[in.User] = in.Origin
	}
	return true
}

// IsCurrent reports whether a press or modal comes from this table's current state. The engine checks the decision.
func (t *Table) IsCurrent(in *interaction.Interaction) bool {
	return t.version != 0 && in.CustomID.Table == t.Key.Channel && (in.Ephemeral || in.Message == t.state.record.Board.Message || t.IsQuestion(in))
}

// IsQuestion reports whether a press answers a question to the host that waits for its answer.
func (t *Table) IsQuestion(in *interaction.Interaction) bool {
	return in.Drawn && t.state.record.Asks(in.Message, message.Snowflake(in.CustomID.Arg))
}

// Refuse tells the user why a request failed. Only here do errors become words. An error about the user's own request has
// words in their language. Any other error gets a reference number, with the details in the log.
func (t *Table) Refuse(in *interaction.Interaction, err error) {
	r, refused := errors.AsType[engine.Refusal](err)
	if _, rules := errors.AsType[poker.RulesError](err); refused && !rules {
		if r.Reason == engine.Stale {
			t.Env.Metrics.Presses.Stale.Inc()
		}
		t.Env.Reply.Text(in, render.Refusal(t.Scene(in.User, in.Lang), r))
		return
	}
	t.Env.Reply.Refuse(in, err)
}

// Answer answers with the text, or with the words for an error if there is one.
func (t *Table) Answer(in *interaction.Interaction, err error, text string) {
	if err != nil {
		t.Refuse(in, err)
		return
	}
	t.Env.Reply.Text(in, text)
}

// RefuseStale answers a press on a message that shows no table: an old message, or another player's.
func (e *Env) RefuseStale(in *interaction.Interaction) {
	e.Metrics.Presses.Stale.Inc()
	e.Reply.Text(in, render.Refusal(render.Scene{Lang: in.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
}

func (*Table) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
