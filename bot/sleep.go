package bot

import (
	"maps"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
)

// held is what an actor holds of its table while it is awake.
type held struct {
	record record.Table
	table  engine.Table
	untidy bool  // something was tidied up that the stored record still speaks of
	seen   *seen // nil between two jobs
}

// seen is the view of everyone, and the table that it is of.
type seen struct {
	of   engine.Table
	view engine.View
}

// view is the table as everyone may see it. It is made once, and a press looks at it two dozen times; nobody may write into
// its slices. After the job it goes: it is larger than all that an actor holds.
func (a *actor) view() engine.View { return a.viewOf(&a.table) }

// viewOf is view for the table that is about to be the actor's.
func (a *actor) viewOf(t *engine.Table) engine.View {
	if a.seen == nil || a.seen.of != *t {
		a.seen = &seen{*t, t.View(0)}
	}
	return a.seen.view
}

// dozeAfter is how long a table lies still before its actor lets go of it. The store has it all; asleep an actor is a few
// hundred bytes and perhaps a timer, at a table that waits for players as at one where a decision may take three days.
const dozeAfter = time.Minute

// asleep says that the table has to be read before anything is done with it.
func (a *actor) asleep() bool { return a.held == nil }

// stands says, to any goroutine, that a table is open here.
func (a *actor) stands() bool { return a.stakes.Load() != nil }

// busy says that something is under way at the table that would be lost on an actor asleep, or that nobody knows yet
// what the table is.
func (a *actor) busy() bool {
	settled := a.version != 0 && !a.doubt.is
	shown := a.board != nil && a.board.Idle() && a.mirror.still() && !a.posting.flying && !a.sealing.flying
	return !settled || !shown || a.watched()
}

// doze lets go of everything that the store can tell again, where nothing is under way. The alarm for what is due stays
// set.
func (a *actor) doze() {
	due := a.nextDue()
	if soon(due) || a.busy() {
		return
	}
	if a.untidy { // or it would be tidied up again, and again
		if err := a.commit(a.once("tidy"), a.table, a.record, nil); err != nil {
			a.log.Info("a table does not fall asleep", "err", err)
		}
		return
	}
	a.wakeAt(due, a.wakeUp)
	a.board.Close()
	a.dropMirror()
	a.held, a.board, a.panels, a.questions, a.posting.past, a.sealing.batch, a.met = nil, nil, nil, nil, message.Content{}, shuffle.Batch{}, nil
	a.dozing.Store(true)
}

// soon says whether something is due so early that it is not worth falling asleep.
func soon(due time.Time) bool { return !due.IsZero() && time.Until(due) < dozeAfter }

// watched says whether somebody has a private panel that is kept up to date, or a question that may yet be taken back.
func (a *actor) watched() bool {
	a.refreshPanels()
	maps.DeleteFunc(a.questions, func(_ engine.ID, q question) bool { return time.Since(q.ask.Arrived) > editor.TokenLife })
	return len(a.panels)+len(a.questions) > 0
}

// wake reads the table again. Where the store does not have it as it was left, or does not say, that is a doubt.
func (a *actor) wake() bool {
	ctx, cancel := storage.Within(a.bot.ctx)
	defer cancel()
	stored, err := a.bot.store.Load(ctx, a.key)
	a.held, a.panels, a.questions = new(held), map[engine.ID]*panel{}, nil
	a.dozing.Store(false)
	if err != nil || stored.Version != a.version || a.adopt(stored) != nil {
		a.inDoubt()
		return a.reload()
	}
	if a.board != nil {
		a.board.Shows(a.boardFrame())
	}
	if a.record.Mirror.Message != 0 {
		a.mirrorScreen().Shows(a.mirrorFrame())
	}
	return true
}
