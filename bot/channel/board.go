package channel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render"
)

// pictured is a frame with the picture of its scene, where the house wants one.
func (a *Channel) pictured(f message.Content, s render.Scene) message.Content {
	if f.Theme = a.table.Record().Extras.Theme; !a.table.Record().Extras.TextBoard {
		f.Scene = &s
	}
	return f
}

// oldBoard is the age at which a board is posted anew instead of edited: Discord all but refuses to edit messages
// older than an hour.
const oldBoard = 50 * time.Minute

// BoardFrame is the board as everyone sees it.
func (a *Channel) BoardFrame() message.Content {
	s := a.table.SceneInWords(0, a.table.Locale())
	return a.pictured(message.Content{Text: render.Board(s), Rows: render.Buttons(s), IDs: a.table.CustomID()}, s)
}

// pastFrame is the board as it stays in the channel when another follows it.
func (a *Channel) pastFrame() message.Content {
	s := a.table.Scene(0, a.table.Locale())
	s.Past = true
	return a.pictured(message.Content{Text: render.Board(s)}, s)
}

// Show brings the board, and the panels that live, up to the table. An interaction that is not nil is answered with the board.
func (a *Channel) Show(k *interaction.Interaction) {
	if k != nil && k.Ephemeral {
		a.PanelSet.adoptPanel(k).Answer(k, a.PanelSet.panelFrame(k.User, k.Lang))
		k = nil
	}
	switch {
	case !a.table.IsOpen():
		k = a.leaveBoard(k)
	case a.Board == nil || a.boardIsBehind():
		a.postBoard()
	default:
		a.draw(k, a.BoardFrame())
		k = nil
	}
	a.Mirroring.reflect()
	a.PanelSet.RefreshPanels()
	a.Confirmations.dropQuestions()
	if k != nil {
		a.table.Env.Reply.Ack(k)
	}
}

// draw shows a frame on the board, by the answer to a press where there is one.
func (a *Channel) draw(k *interaction.Interaction, f message.Content) {
	if k != nil {
		a.Board.Answer(k, f)
		return
	}
	a.Board.Show(f)
}

// boardIsBehind says that the board belongs to a hand that is over, or is too old to be edited.
func (a *Channel) boardIsBehind() bool {
	v := a.table.View()
	return v.Phase == engine.Shuffling && a.table.Record().Board.Hand != v.Hand ||
		time.Since(a.table.Record().Board.Posted.Time()) > oldBoard
}

// leaveBoard shows the closed table for the last time.
func (a *Channel) leaveBoard(k *interaction.Interaction) *interaction.Interaction {
	if a.Board == nil {
		return k
	}
	f := a.BoardFrame()
	f.Rows = nil
	if k != nil {
		a.draw(k, f)
	} else {
		a.Board.Retire(f, nil)
	}
	a.Board = nil
	return nil
}

// posting is how the board comes into a new message.
type posting struct {
	retry.Attempt
	past   message.Content // what the board will say when another stands
	stray  engine.ID       // a message that was to be the board, of which it is not known whether it is
	frozen time.Time       // since when there has been no board; zero while there is one
}

// postBoard creates a new board message at the bottom of the channel. The nonce is made of the table, the hand, the
// board it follows and its seals, so that asking twice, even in two lives of the program, makes one message; but under other
// seals, after the store went back, another, or a hand would be dealt with a message that is older than its seal.
func (a *Channel) postBoard() bool {
	if a.posting.Blocked() || !a.table.IsOpen() {
		return false
	}
	hand := a.table.View().Hand
	f := a.FirstFrame()
	nonce, seals := a.table.Nonce("board", hand, int64(a.table.Record().Board.Message), int64(a.table.Record().Shuffle.Message)), a.table.Commitments()
	send := func() {
		id, err := a.createBoard(&f, nonce)
		made := seals()
		a.table.Must(func() {
			a.table.KeepBatch(made)
			a.posted(hand, f, id, err)
		})
	}
	a.posting.InFlight = a.table.Env.Tasks.Go(send)
	return a.posting.InFlight
}

// createBoard posts a board.
func (a *Channel) createBoard(f *message.Content, nonce string) (engine.ID, error) {
	return a.table.Env.Studio.Post(f, func(pictures ...rest.Picture) (engine.ID, error) {
		return a.create(failpoint.PostBoard, f.Send(), nonce, pictures...)
	})
}

// FirstFrame is what a new board message shows. The decision that is awaited is left out: it may be over by the time the
// message stands, and the board before it still has the buttons.
func (a *Channel) FirstFrame() message.Content {
	f := a.BoardFrame()
	if v := a.table.View(); v.ToAct >= 0 || v.Phase == engine.Asking {
		f.Text, f.Rows = render.Quiet(f.Text), nil
		if f.Scene != nil {
			f.Scene.Past = true
		}
	}
	return f
}

// posted takes the new board message over. If a hand is waiting for its message, it is dealt in the same commit.
func (a *Channel) posted(hand int64, f message.Content, id engine.ID, err error) {
	a.posting.InFlight = false
	if err != nil {
		a.notPosted(err)
		return
	}
	if !a.table.IsOpen() { // closed meanwhile
		a.deleteMessage(id, nil)
		return
	}
	if a.table.View().Phase != engine.Shuffling {
		a.posting.past = a.pastFrame()
	}
	old, was := a.Board, a.table.Record().Board
	a.Board = a.NewBoard(id)
	a.Board.Shows(f)
	if err := a.table.PlaceBoard(hand, id, a.posting.frozen); err != nil {
		a.Board, a.posting.stray = old, id
		a.notPosted(err)
		return
	}
	a.posting.Reset()
	a.posting.frozen = time.Time{}
	a.dropStray()
	a.retireBoard(old, was)
}

// dropStray deletes a message that was to be the board and whose commit never came about: the table has another by now.
func (a *Channel) dropStray() {
	r := a.table.Record()
	stray := a.posting.stray
	a.posting.stray = 0
	if stray == 0 || stray == r.Board.Message || r.WasBoard(stray) {
		return
	}
	a.deleteMessage(stray, nil)
}

// forgetOld notes that a former board has lost its buttons. It is stored with the next commit; doing it twice does no
// harm.
func (a *Channel) forgetOld(id engine.ID) {
	a.table.Amend(func(r *record.Table) {
		r.Old = slices.DeleteFunc(r.Old, func(b record.BoardRef) bool { return b.Message == id })
	})
}

// notPosted waits longer after every failure. The table stands still meanwhile and loses nothing.
func (a *Channel) notPosted(err error) {
	if a.posting.frozen.IsZero() {
		a.posting.frozen = time.Now()
	}
	a.table.Failed(&a.posting.Attempt, err)
	a.table.Log.Warn("the board could not be posted", "err", err)
	if errors.Is(err, rest.ErrNoChannel) && a.posting.Failures > 1 {
		a.table.CloseOrphan()
	}
}

// NewBoard is the screen of a board message. A board that is gone, or that Discord will not have edited, is posted anew.
func (a *Channel) NewBoard(id engine.ID) *editor.Editor {
	var s *editor.Editor
	edit := func(ctx context.Context, f message.Content, pictures ...rest.Picture) error {
		return a.table.Env.Hook.Do(failpoint.EditBoard, func() error {
			return a.table.Env.Rest.Edit(ctx, fmt.Sprint(a.table.Key.Channel), fmt.Sprint(id), f.Edit(), pictures...)
		})
	}
	gone := func(err error) {
		a.table.Must(func() {
			if a.Board != s {
				a.forgetOld(id)
				return
			}
			a.Board = nil
			if !errors.Is(err, rest.ErrGone) && !errors.Is(err, rest.ErrTooOld) {
				a.notPosted(err)
			}
			a.postBoard()
		})
	}
	s = editor.New(&a.table.Env.Screens, &a.pace, edit, gone)
	return s
}

// retireBoard takes the buttons off a board that another has followed. One that showed no hand has nothing to tell and
// goes.
func (a *Channel) retireBoard(s *editor.Editor, was record.BoardRef) {
	switch {
	case was.Message == 0:
	case was.Hand == 0:
		if s != nil {
			s.Close()
		}
		a.deleteMessage(was.Message, func() { a.forgetOld(was.Message) }) // remembered till then: the program may end before
	case s != nil && a.posting.past.Text != "":
		s.Retire(a.posting.past, func() { a.table.Must(func() { a.forgetOld(was.Message) }) })
	default:
		a.table.Env.Tasks.Go(func() { a.stripOld(was.Message, stripAgain) })
	}
	a.posting.past = message.Content{}
}

// statusGap is how often /table status may post the board again.
const statusGap = 30 * time.Second

// Status posts the board anew at the bottom of the channel, or says where it is; who wants text only is told it alone.
func (a *Channel) Status(k *interaction.Interaction) {
	if own, _ := a.table.Env.Prefs.People.Cached(k.User); own.TextOnly {
		a.table.Env.Reply.Text(k, render.Board(a.table.SceneInWords(k.User, k.Lang)))
		return
	}
	if time.Since(a.statusAt) >= statusGap {
		a.repost(k)
		return
	}
	at := a.table.Record().Board.Message
	a.table.Env.Tasks.Go(func() { // somebody may have deleted it since
		ctx, cancel := context.WithTimeout(a.table.Env.Ctx, message.RequestTimeout)
		defer cancel()
		_, err := a.table.Env.Rest.Message(ctx, fmt.Sprint(a.table.Key.Channel), fmt.Sprint(at))
		a.table.Must(func() {
			if message.IsGone(err) && at == a.table.Record().Board.Message {
				a.repost(k)
			} else {
				a.pointAtBoard(k)
			}
		})
	})
}

func (a *Channel) repost(k *interaction.Interaction) {
	if !a.postBoard() {
		a.pointAtBoard(k)
		return
	}
	a.statusAt = time.Now()
	a.table.Env.Reply.Text(k, string(k.Lang.Say.Status))
}

func (a *Channel) pointAtBoard(k *interaction.Interaction) {
	link := fmt.Sprintf("https://discord.com/channels/%d/%d/%d", a.table.Key.Guild, a.table.Key.Channel, a.table.Record().Board.Message)
	a.table.Env.Reply.Text(k, k.Lang.Say.StatusSoon.Format("link", link))
}
