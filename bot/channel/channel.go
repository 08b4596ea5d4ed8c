package channel

import (
	"maps"
	"strings"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
)

// Channel is what stands in its channel for a table.
type Channel struct {
	reminders *reminders

	Sweeper *sweeper

	notices *notices

	Confirmations *confirmations

	PanelSet *panelSet

	Mirroring *mirroring

	table   *table.Table
	Board   *editor.Editor // nil while there is none
	posting posting        // of the next

	mentioning int // mentions that are being sent

	pace editor.Pacer // of the channel's messages

	statusAt time.Time // when /table status last posted

}

func New(a *table.Table) table.Display {
	c := &Channel{table: a}
	c.PanelSet = &panelSet{channel: c}
	c.Confirmations = &confirmations{channel: c}
	c.notices = &notices{channel: c}
	c.Sweeper = &sweeper{channel: c}
	c.reminders = &reminders{channel: c}
	c.Mirroring = &mirroring{channel: c}
	return c
}

// Opening implements [Display].
func (a *Channel) Opening() {
	a.Board = nil
	a.posting.Reset()
}

// Found implements [Display].
func (a *Channel) Found() {
	a.Sweeper.unswept = true
	if a.Board != nil {
		a.Board.Hold(sweepTime)
	}
}

// Adopted implements [Display].
func (a *Channel) Adopted(was, board engine.ID) {
	if a.Board != nil && was == board {
		return
	}
	if a.Board != nil { // or what it still wants to say would come after its buttons were taken off
		a.Board.Close()
	}
	a.Board = nil
	if board != 0 {
		a.Board = a.NewBoard(board)
	}
}

// Resumed implements [Display].
func (a *Channel) Resumed() {
	r := a.table.Record()
	for _, old := range r.Old {
		a.retireBoard(nil, old)
	}
	if u := r.VoidNotice; u.Hand != 0 {
		l := a.table.Locale()
		a.table.Env.Tasks.Go(func() { a.sayUndone(l, u) })
	}
	a.reminders.followTurn()
}

// Started implements [Display].
func (a *Channel) Started(still, soon bool) {
	if a.Board != nil && still {
		a.Board.Release(!soon)
	}
}

// Committed implements [Display].
func (a *Channel) Committed(answering *interaction.Interaction) {
	a.reminders.followTurn()
	a.callNext()
	if !a.table.IsOpen() {
		a.notices.endTelling()
	}
	a.notices.tellFollowers()
	a.Show(answering)
}

// Refresh implements [Display].
func (a *Channel) Refresh() { a.Show(nil) }

// HandStarts implements [Display].
func (a *Channel) HandStarts() { a.posting.past = a.pastFrame() }

// Halted implements [Display].
func (a *Channel) Halted() bool {
	if a.Board == nil {
		return false
	}
	a.Board.Show(a.BoardFrame())
	return true
}

// Vanished implements [Display].
func (a *Channel) Vanished(known bool) {
	if known {
		a.notices.endTelling()
	}
}

// Orphaned implements [Display].
func (a *Channel) Orphaned(was record.BoardRef) { a.retireBoard(nil, was) }

// Forgotten implements [Display].
func (a *Channel) Forgotten() {
	if a.Board != nil {
		a.Board.Close()
	}
	a.Mirroring.dropMirror()
	a.Board = nil
}

// Unreadable implements [Display].
func (a *Channel) Unreadable(version int64) {
	l := a.table.Locale()
	a.table.Env.Tasks.Go(func() { a.sayUnreadable(l, version) })
}

// Heading implements [Display].
func (a *Channel) Heading() string {
	heading, _, _ := strings.Cut(a.BoardFrame().Text, "\n")
	return heading
}

// Ready implements [Display].
func (a *Channel) Ready() (ready bool, again time.Time) {
	switch {
	case a.Board == nil && a.posting.InFlight:
		return false, time.Time{} // nobody could see what would happen
	case (a.Board == nil || a.boardIsBehind()) && a.posting.Blocked() && !a.posting.InFlight:
		return false, a.posting.NotBefore()
	case a.Board == nil:
		return false, time.Now()
	}
	return true, time.Time{}
}

// Prepare implements [Display].
func (a *Channel) Prepare() bool {
	if a.Board == nil || a.boardIsBehind() {
		a.postBoard()
	}
	return a.Board != nil
}

// Swept implements [Display].
func (a *Channel) Swept() bool { return !a.Sweeper.unswept }

// Next implements [Display].
func (a *Channel) Next(w engine.Pending) (next time.Time) {
	if w.Need == engine.NeedAction && !a.posting.InFlight {
		next, _ = a.reminders.reminder(w)
	}
	if a.Sweeper.awaitsSweep() && !a.Sweeper.sweeping && a.table.Env.Me.Load() != nil {
		next = time.Now()
	}
	return next
}

// Sweep implements [Display].
func (a *Channel) Sweep() {
	if a.Sweeper.awaitsSweep() {
		a.Sweeper.Sweep()
	}
}

// Remind implements [Display].
func (a *Channel) Remind(w engine.Pending, now time.Time) (again time.Time) {
	if a.posting.InFlight {
		return again // nobody is called to a board that is about to stand elsewhere
	}
	at, as := a.reminders.reminder(w)
	if at.IsZero() || at.After(now) {
		return again
	}
	if !a.boardIsBehind() && !a.Board.Found() { // whoever is called shall find it
		return now.Add(editor.Moment)
	}
	a.reminders.reminded.Sent = as
	a.reminders.remind(w)
	return again
}

// Busy implements [Display].
func (a *Channel) Busy() bool {
	shown := a.Board != nil && a.Board.Idle() && a.Mirroring.Mirror.still() && !a.posting.InFlight
	return !shown || a.watched()
}

// Sleep implements [Display].
func (a *Channel) Sleep() {
	a.Board.Close()
	a.Mirroring.dropMirror()
	a.Board, a.PanelSet.Panels, a.Confirmations.Questions, a.posting.past = nil, nil, nil, message.Content{}
}

// Woke implements [Display].
func (a *Channel) Woke() {
	if a.Board != nil {
		a.Board.Shows(a.BoardFrame())
	}
	if a.table.Record().Mirror.Message != 0 {
		a.Mirroring.mirrorScreen().Shows(a.Mirroring.mirrorFrame())
	}
}

// Of returns what stands in its channel for a table.
func Of(a *table.Table) *Channel { return a.Display.(*Channel) }

// watched says whether somebody has a private panel that is kept up to date, or a question that may yet be taken back.
func (a *Channel) watched() bool {
	a.PanelSet.RefreshPanels()
	maps.DeleteFunc(a.Confirmations.Questions, func(_ engine.ID, q Question) bool { return time.Since(q.Ask.Arrived) > editor.TokenLife })
	return len(a.PanelSet.Panels)+len(a.Confirmations.Questions) > 0
}
