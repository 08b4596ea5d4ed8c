package channel

import (
	"time"

	"cardroom/bot/board"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// Opening implements [table.Display].
func (c *Channel) Opening() {
	c.board = nil
	c.posting.Reset()
	c.posting.stray, c.posting.by = record.BoardRef{}, nil
	c.opening.Reset()
}

// Found implements [table.Display].
func (c *Channel) Found() {
	c.sweep.due = true
	c.duplicates.started = c.table.IsOpen() && (c.lacksBoard() || c.table.Record().Board.Message == 0) // an earlier run may have posted the board
	c.opening.suspect()
	if c.board != nil {
		c.posting.pressBoards.restore()
		c.board.Hold(sweepTime)
	}
}

// Adopted implements [table.Display].
func (c *Channel) Adopted(was, now engine.ID) {
	if c.board != nil && was == now {
		return
	}
	if c.board != nil { // else its last edit would come after its buttons were removed
		c.board.Close()
	}
	c.board = nil
	if now != 0 {
		c.board = c.newBoard(now)
	}
}

// Resumed implements [table.Display].
func (c *Channel) Resumed() {
	for _, old := range c.table.Record().Old {
		c.retireBoard(nil, old)
	}
	tellVoid(c)
	c.reminders.startDecision()
	if !c.table.Env.Opening.Delay(func() { c.table.Must(c.panels.restore) }) {
		c.panels.restore()
	}
}

// Started implements [table.Display].
func (c *Channel) Started(soon bool) {
	if c.board != nil {
		c.board.Release(!soon)
	}
}

// Committed implements [table.Display].
func (c *Channel) Committed(answering *interaction.Interaction) {
	c.reminders.startDecision()
	c.offers.update()
	if !c.table.IsOpen() {
		c.followers.tellClosed()
	}
	c.followers.update()
	c.show(answering)
	c.posting.pressBoards.keep()
	if c.table.Record().VoidNotice.Hand != c.messages.toldVoid && !c.lacksBoard() { // below the board
		tellVoid(c)
	}
}

// closingTime bounds how long the commit that closes a table waits for deleting its mentions.
const closingTime = time.Second

// Closing implements [table.Display]. It deletes the open mentions, because no record lists them after the commit.
func (c *Channel) Closing(r *record.Table) {
	open := []*engine.ID{&r.Nudge, &r.SeatOffer.Message, &r.Notice.Message}
	for i := range r.Requests {
		open = append(open, &r.Requests[i].Message)
	}
	c.offers.approvals.asked = nil
	done, n := make(chan struct{}, len(open)), 0
	for _, id := range open {
		at := message.Ref{Channel: c.table.Where().Channel, Message: *id}
		if *id == 0 || !c.table.Env.Tasks.Go(func() { c.messages.tryDelete(at, 0, nil); done <- struct{}{} }) {
			continue
		}
		*id = 0
		n++
	}
	for late := time.After(closingTime); n > 0; n-- {
		select {
		case <-done:
		case <-late:
			return
		}
	}
}

// Refresh implements [table.Display].
func (c *Channel) Refresh() { c.show(nil) }

// HandStarts implements [table.Display].
func (c *Channel) HandStarts() { c.posting.final = board.Final(c.table) }

// Say implements [table.Display].
func (c *Channel) Say(text, nonce string) {
	c.messages.mention(text, nonce, untilOld(), func(engine.ID) {})
}

// Halted implements [table.Display].
func (c *Channel) Halted() bool {
	if c.board == nil || c.table.Dealer.Waits() { // the board is still that of the hand before
		return false
	}
	c.board.Show(board.Content(c.table))
	return true
}

// Vanished implements [table.Display].
func (c *Channel) Vanished(was record.BoardRef) {
	c.followers.tellClosed()
	c.Forgotten() // no edit may bring the buttons back
	c.retireBoard(nil, was)
}

// Forgotten implements [table.Display].
func (c *Channel) Forgotten() {
	if c.board != nil {
		c.board.Close()
	}
	c.mirror.stopEditing()
	c.board = nil
}

// Unreadable implements [table.Display].
func (c *Channel) Unreadable(version int64) {
	l := c.table.Locale()
	nonce := c.table.Nonce("unreadable", version)
	c.table.Env.Tasks.Go(func() { c.sayUnreadable(l, version, nonce) })
}

// Heading implements [table.Display].
func (c *Channel) Heading() string {
	return render.HeadingOf(board.Content(c.table).Text)
}

// Ready implements [table.Display].
func (c *Channel) Ready() (ready bool, again time.Time) {
	switch {
	case c.table.Venue().IsDeleted():
		return false, c.table.Director.Due()
	case c.table.Dealer.Waits():
		return c.board != nil, c.opening.next()
	case c.board == nil && c.posting.InFlight:
		return false, time.Time{} // no player could see the result
	case (c.board == nil || c.outdated()) && c.posting.Blocked() && !c.posting.InFlight:
		return false, c.posting.NotBefore()
	case c.board == nil, c.lacksBoard() && !c.posting.InFlight: // the alarm for the next try may be lost: another job was in line
		return false, time.Now()
	}
	return true, time.Time{}
}

// Prepare implements [table.Display].
func (c *Channel) Prepare() bool {
	if c.board == nil || c.outdated() {
		c.postBoard()
	}
	return c.board != nil
}

// Swept implements [table.Display].
func (c *Channel) Swept() bool { return !c.sweep.due }

// Next implements [table.Display].
func (c *Channel) Next(w engine.Pending) (next time.Time) {
	if w.Need == engine.NeedAction && !c.posting.InFlight {
		next, _ = c.reminders.next(w)
	}
	if again := c.opening.next(); !again.IsZero() {
		next = again
	}
	if c.sweep.mayRead() && !c.sweep.IsBusy() && c.table.Env.Me.Load() != nil {
		next = time.Now()
	}
	return next
}

// Sweep implements [table.Display].
func (c *Channel) Sweep() {
	if c.sweep.mayRead() {
		c.Tidy()
	}
}

// Remind implements [table.Display].
func (c *Channel) Remind(w engine.Pending, now time.Time) (again time.Time) {
	if c.posting.InFlight {
		return time.Time{} // a new board message is about to appear
	}
	at, due := c.reminders.next(w)
	if at.IsZero() || at.After(now) {
		return time.Time{}
	}
	if !c.outdated() && !c.board.Found() { // the mention is useless without a board
		return now.Add(message.PressWait)
	}
	c.reminders.reminded.Sent = due
	c.reminders.send(w)
	return time.Time{}
}

// Busy implements [table.Display].
func (c *Channel) Busy() bool {
	return c.board == nil || !c.Idle() || !c.duplicates.until.IsZero() || c.panels.any() || c.confirmations.any()
}

// Idle reports whether board, mirror and panels of an open table show their newest content, with no edit of them and no post in flight.
func (c *Channel) Idle() bool {
	return c.messages.mentions == 0 && (c.board == nil || c.board.Idle()) && c.mirror.idle() && !c.posting.InFlight && !c.opening.InFlight && c.panels.idle()
}

// Sleep implements [table.Display].
func (c *Channel) Sleep() {
	c.board.Close()
	c.mirror.stopEditing()
	c.posting.pressBoards.newest, c.posting.pressBoards.answered = nil, nil
	c.board, c.panels.open, c.confirmations.open, c.panels.menus.newest, c.posting.final = nil, nil, nil, nil, message.Content{}
}

// Woke implements [table.Display].
func (c *Channel) Woke() {
	if c.board != nil {
		c.posting.pressBoards.restore()
		c.board.Shows(board.Content(c.table))
	}
	if c.table.Record().Mirror.Message != 0 {
		c.mirror.messageEditor().Shows(board.Mirror(c.table))
	}
}
