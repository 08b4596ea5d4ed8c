package channel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"cardroom/bot/board"
	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/internal/retry"
)

// posting moves the board into a new message.
type posting struct {
	retry.Attempt
	final      message.Content     // the board's content after another has followed it
	stray      record.BoardRef     // a message that may be the board: its commit has an unknown outcome
	by         *interaction.Origin // of the press that posted the stray message; nil: the bot did
	uncertain  bool                // an earlier try may have posted it
	readmitted bool                // the channel has just let the bot in, and the board is under way
	without    time.Time           // since when the table has no board; zero while it has one
	anew       engine.Moment       // when Discord last refused to edit a board

	pressBoards pressBoards
}

// try is one attempt to post a board.
type try struct {
	hand    int64
	after   engine.ID // a message of the channel that is older than the board
	look    bool      // the channel may have the board already
	unsure  bool      // a hand may have been dealt with that, if the store has lost it
	hidden  bool      // and nothing shows that it was not
	nonce   string
	content message.Content

	press      *interaction.Origin // whose token is to post the board, or has posted it; nil: the bot's own request does
	unanswered bool                // Discord did not answer that request
	unknown    atomic.Bool         // it did not answer one of the requests
	id         engine.ID           // of the message
	err        error
}

// connectWait is how often a board that waits for the connection to Discord looks again.
const connectWait = 250 * time.Millisecond

// postBoard creates a new board message at the bottom of the channel and reports whether it does. The nonce contains the table,
// the hand, the old board and the commitments. So two posts make one message, even in two runs of the program. New
// commitments after a loss in the store make another message. Otherwise a hand would be dealt with a message older than its
// commitment. After a try with an unknown outcome, postBoard first looks for that message in the channel: Discord forgets a
// nonce after some minutes, and the hand keeps its first message. While a hand waits for the beacon, it has no board. While the
// bot wants much of its rate, the token of a press posts the board.
func (c *Channel) postBoard() bool {
	if c.table.Dealer.Waits() {
		c.opening.advance()
		return false
	}
	if c.posting.Blocked() || !c.table.IsOpen() || c.table.Venue().IsDeleted() {
		return false
	}
	hand, r := c.table.View().Hand, c.table.Record()
	if id := c.posting.stray.Message; c.posting.stray.Hand == hand && id > max(r.Board.Message, r.Shuffle.Message) {
		c.posting.InFlight = true // the hand keeps its first message
		f := board.WithForm(board.First(c.table), c.posting.stray.Components)
		c.table.Must(func() { c.posted(&try{hand: hand, content: f, id: id, look: true, press: c.posting.by}) })
		return true
	}
	look, since := c.duplicates.mayExist(), max(r.Board.Message, r.Shuffle.Message)
	if hand == 0 { // boards of the channel's earlier tables may look the same
		since = max(since, r.Latest)
	}
	if look && c.table.Env.Me.Load() == nil { // it is not known yet which messages are the bot's
		c.posting.Postpone(connectWait)
		return false
	}
	unsure := c.table.View().Phase == engine.Shuffling && c.table.Dealer.IsUnsure()
	t := &try{hand: hand, after: since, look: look, unsure: unsure, content: board.First(c.table), press: c.posting.pressBoards.next(look)}
	t.nonce = c.table.Nonce("board", hand, int64(r.Board.Message), int64(r.Shuffle.Message))
	commitments, in := c.table.Dealer.Commitments(), c.table.Where()
	c.posting.InFlight = c.table.Env.Tasks.Go(func() {
		c.findOrPost(t)
		batch := commitments()
		c.table.Must(func() {
			if c.table.Where() != in { // the channel was deleted meanwhile
				c.posting.InFlight, c.posting.readmitted = false, false
				return
			}
			c.table.Dealer.KeepBatch(batch)
			c.duplicates.expect(max(r.Board.Message, r.Latest), look || t.unknown.Load())
			c.posted(t)
			c.posting.uncertain = t.err != nil && (c.posting.uncertain || t.unknown.Load())
		})
	})
	return c.posting.InFlight
}

// findOrPost finds the board in the channel, or posts it: by the token of a press, or else by the bot's own request. It runs in a
// goroutine of its own.
func (c *Channel) findOrPost(t *try) {
	if t.look {
		found, whole, err := c.duplicates.findPosted(t.hand, t.after)
		if t.err, t.hidden = err, t.unsure && found.Message == 0 && !whole; t.err != nil || t.hidden {
			return
		}
		if t.id = found.Message; t.id != 0 {
			t.content = board.WithForm(t.content, found.Components)
			return
		}
	}
	if t.press != nil {
		if c.posting.pressBoards.post(t); t.id != 0 {
			return
		}
		t.press = nil
	}
	t.id, t.err = c.table.Env.Studio.Post(&t.content, func(pictures ...rest.Picture) (engine.ID, error) {
		d := rest.Draft{Message: t.content.Send(pictures...), Nonce: t.nonce, Pictures: pictures, OnUnknown: func() { t.unknown.Store(true) }}
		return c.table.Send(c.table.Env.Ctx, failpoint.PostBoard, d)
	})
}

// posted takes over the new board message. If a hand waits for its message, the same commit deals it.
func (c *Channel) posted(t *try) {
	c.posting.InFlight, c.posting.readmitted = false, false
	if t.unanswered {
		c.posting.pressBoards.leftOver(t.hand)
	}
	if t.err == nil && t.hidden {
		if t.err = c.table.Dealer.PlaceMessage(0); t.err == nil {
			return
		}
	}
	switch {
	case t.err != nil:
		c.notPosted(t.err)
		return
	case t.id == c.table.Record().Board.Message: // a press on it was faster
		return
	case !c.table.IsOpen(): // closed meanwhile
		c.messages.delete(t.id, nil)
		return
	}
	old, was := c.board, c.table.Record().Board
	if !c.lacksBoard() {
		c.posting.final = board.Final(c.table) // else it was kept when the hand started
	}
	c.board = c.newBoard(t.id)
	if t.press != nil {
		c.posting.pressBoards.posted(t)
	}
	if !t.look && !c.posting.uncertain { // else the message may be that of an earlier try
		c.board.Shows(t.content)
	}
	c.duplicates.placed(t.id)
	placed := record.BoardRef{Message: t.id, Hand: t.hand, Components: t.content.Layout != nil}
	c.panels.pushed.placing = true
	err := c.table.Dealer.PlaceBoard(placed, c.posting.without)
	c.panels.pushed.placing = false
	if err != nil {
		c.board, c.posting.stray, c.posting.by = old, placed, t.press
		c.notPosted(err)
		return
	}
	c.posting.Reset()
	c.posting.without = time.Time{}
	c.deleteStray()
	c.retireBoard(old, was)
	c.panels.pushed.pushDue()
	c.RefreshPanels()
}

// deleteStray deletes a message meant as the board whose commit failed: the table has another board by now, or is closed.
func (c *Channel) deleteStray() {
	r := c.table.Record()
	stray := c.posting.stray.Message
	c.posting.stray, c.posting.by = record.BoardRef{}, nil
	if stray == 0 || stray == r.Board.Message || r.WasBoard(stray) {
		return
	}
	c.duplicates.delete(stray)
}

// notPosted schedules a retry with backoff. The table pauses meanwhile and loses nothing.
func (c *Channel) notPosted(err error) {
	if c.posting.without.IsZero() {
		c.posting.without = time.Now()
	}
	c.table.Venue().Failed(&c.posting.Attempt, err)
	c.table.Log.Log(c.table.Env.Ctx, c.posting.Level(), "could not post the board; retrying", "err", err)
	c.table.Venue().CloseIfDeleted(err, c.posting.Failures)
}

// anewEvery is how often a board may be posted because Discord refuses to edit the last one. A thread that is closed more often keeps
// the bot out.
const anewEvery = time.Minute

// newBoard returns an editor of a board message. If the board is deleted or Discord refuses the edit, a new board is
// posted.
func (c *Channel) newBoard(id engine.ID) (e *editor.Editor) {
	in := fmt.Sprint(c.table.Where().Channel)
	edit := func(ctx context.Context, f message.Content, pictures ...rest.Picture) error {
		return c.table.Env.Hook.Do(failpoint.EditBoard, func() error {
			return c.table.Env.Rest.Edit(ctx, in, fmt.Sprint(id), f.Edit(pictures...), pictures...)
		})
	}
	failed := func(err error) {
		c.table.Must(func() {
			if c.board != e {
				c.forgetOld(id)
				return
			}
			c.board = nil
			switch often := time.Since(c.posting.anew.Time()) < anewEvery; {
			case errors.Is(err, rest.ErrGone):
			case !errors.Is(err, rest.ErrUneditable):
				c.notPosted(err)
			case often:
				c.notPosted(fmt.Errorf("%w, again and again: %w", rest.ErrForbidden, err))
			default:
				c.posting.anew = engine.At(time.Now())
			}
			c.postBoard()
		})
	}
	e = editor.New(&c.table.Env.Screens, &c.pacer, edit, failed)
	return e
}

// retireBoard removes the buttons of a replaced board, or deletes it if it showed no hand. The editor is nil if an earlier
// run of the program posted the board.
func (c *Channel) retireBoard(e *editor.Editor, was record.BoardRef) {
	if e != nil && (was.Hand == 0 || c.posting.final.Text == "") { // else an edit that waits would bring the buttons back
		e.Close()
	}
	switch {
	case was.Message == 0:
	case was.Hand == 0:
		c.messages.delete(was.Message, func() { c.forgetOld(was.Message) }) // the program may end before
	case e != nil && c.posting.final.Text != "":
		e.Retire(c.posting.final, func() { c.table.Must(func() { c.forgetOld(was.Message) }) })
	default:
		c.table.Env.Tasks.Go(func() { c.removeButtons(was.Message, 0) })
	}
	c.posting.final = message.Content{}
}

// forgetOld notes that a former board has lost its buttons. The next commit stores it; removing them twice is harmless.
func (c *Channel) forgetOld(id engine.ID) {
	c.table.Amend(func(r *record.Table) {
		r.Old = slices.DeleteFunc(r.Old, func(b record.BoardRef) bool { return b.Message == id })
	})
}
