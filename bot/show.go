package bot

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
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/render/locale"
)

// oldBoard is the age at which a board is posted anew instead of edited: Discord all but refuses to edit messages
// older than an hour.
const oldBoard = 50 * time.Minute

// scene is the table as one person may see it, ready to be drawn.
func (a *actor) scene(who engine.ID, l *locale.Lang) render.Scene {
	v := a.view()
	if who != 0 {
		v = a.table.View(who)
	}
	scene := render.Scene{View: v, Lang: l, Name: a.name, Departed: render.Departed(v, a.record.Log), Halted: a.doubt.shown}
	scene.Free = a.record.Manners.Funds == options.Free && !v.Practice
	scene.Asking = a.requested()
	scene.DisplayNames, scene.Card = a.called(v, scene.Departed), a.cards(who)
	if seal := a.record.Shuffle.Seal; seal != (fair.Hash{}) {
		scene.Commitment = seal.String()
	}
	return scene
}

// name is how a player is written in messages: a mention, or a house player's name.
func (a *actor) name(s engine.SeatView) string {
	switch {
	case s.House != engine.Person:
		return render.Bold(a.record.Names[s.Player])
	case s.Player != 0:
		return render.Mention(s.Player)
	}
	return "" // a seat that was given up
}

// boardFrame is the board as everyone sees it.
func (a *actor) boardFrame() message.Content {
	s := a.wordsScene(0, a.public())
	return a.pictured(message.Content{Text: render.Board(s), Rows: render.Buttons(s), IDs: a.ids()}, s)
}

// pastFrame is the board as it stays in the channel when another follows it.
func (a *actor) pastFrame() message.Content {
	s := a.scene(0, a.public())
	s.Past = true
	return a.pictured(message.Content{Text: render.Board(s)}, s)
}

// after is what follows a commit: the clock starts anew with a new decision, a mention that has done its work goes, and
// everyone sees the table.
func (a *actor) after(events []engine.Event) {
	a.noteStakes()
	a.noteGlance()
	if t := a.view().Turn; t != a.clock.turn {
		a.clock = clock{turn: t, since: time.Now()}
		a.dropNudge()
	}
	a.callNext()
	if a.version == 0 {
		a.endTelling()
	}
	a.tellFollowers()
	for _, e := range events {
		if e.Kind == engine.HandEnded || e.Kind == engine.HandVoided {
			a.bot.metrics.Hands.Inc()
			a.must(a.refillHouse)
		}
	}
	a.show()
}

// show brings the board, and the panels that live, up to the table. A press that is being answered carries the board.
func (a *actor) show() {
	k := a.carrier
	a.carrier = nil
	if k != nil && k.Ephemeral {
		a.adoptPanel(k).Answer(k, a.panelFrame(k.User, k.Lang))
		k = nil
	}
	switch {
	case a.version == 0:
		k = a.leaveBoard(k)
	case a.board == nil || a.boardIsBehind():
		a.postBoard()
	default:
		a.draw(k, a.boardFrame())
		k = nil
	}
	a.reflect()
	a.refreshPanels()
	a.dropQuestions()
	if k != nil {
		a.bot.reply.Ack(k)
	}
}

// draw shows a frame on the board, by the answer to a press where there is one.
func (a *actor) draw(k *interaction.Interaction, f message.Content) {
	if k != nil {
		a.board.Answer(k, f)
		return
	}
	a.board.Show(f)
}

// boardIsBehind says that the board belongs to a hand that is over, or is too old to be edited.
func (a *actor) boardIsBehind() bool {
	v := a.view()
	return v.Phase == engine.Shuffling && a.record.Board.Hand != v.Hand ||
		time.Since(a.record.Board.Posted.Time()) > oldBoard
}

// leaveBoard shows the closed table for the last time.
func (a *actor) leaveBoard(k *interaction.Interaction) *interaction.Interaction {
	if a.board == nil {
		return k
	}
	f := a.boardFrame()
	f.Rows = nil
	if k != nil {
		a.draw(k, f)
	} else {
		a.board.Retire(f, nil)
	}
	a.board = nil
	return nil
}

// posting is how the board comes into a new message.
type posting struct {
	attempt
	past   message.Content // what the board will say when another stands
	stray  engine.ID       // a message that was to be the board, of which it is not known whether it is
	frozen time.Time       // since when there has been no board; zero while there is one
}

// postBoard creates a new board message at the bottom of the channel. The nonce is made of the table, the hand, the
// board it follows and its seals, so that asking twice, even in two lives of the program, makes one message; but under other
// seals, after the store went back, another, or a hand would be dealt with a message that is older than its seal.
func (a *actor) postBoard() bool {
	if a.posting.waits() || a.version == 0 {
		return false
	}
	hand := a.view().Hand
	f := a.firstFrame()
	nonce, seals := a.nonce("board", hand, int64(a.record.Board.Message), int64(a.record.Shuffle.Message)), a.seals()
	send := func() {
		id, err := a.createBoard(&f, nonce)
		made := seals()
		a.must(func() {
			if made.Root == a.record.Shuffle.Root {
				a.sealing.batch = made
			}
			a.posted(hand, f, id, err)
		})
	}
	a.posting.flying = a.bot.tasks.Go(send)
	return a.posting.flying
}

// createBoard posts a board.
func (a *actor) createBoard(f *message.Content, nonce string) (engine.ID, error) {
	return a.bot.studio.Post(f, func(pictures ...rest.Picture) (engine.ID, error) {
		return a.create(failpoint.PostBoard, f.Send(), nonce, pictures...)
	})
}

// firstFrame is what a new board message shows. The decision that is awaited is left out: it may be over by the time the
// message stands, and the board before it still has the buttons.
func (a *actor) firstFrame() message.Content {
	f := a.boardFrame()
	if v := a.view(); v.ToAct >= 0 || v.Phase == engine.Asking {
		f.Text, f.Rows = render.Quiet(f.Text), nil
		if f.Scene != nil {
			f.Scene.Past = true
		}
	}
	return f
}

// posted takes the new board message over. If a hand is waiting for its message, it is dealt in the same commit.
func (a *actor) posted(hand int64, f message.Content, id engine.ID, err error) {
	a.posting.flying = false
	if err != nil {
		a.notPosted(err)
		return
	}
	if a.version == 0 { // closed meanwhile
		a.deleteMessage(id, nil)
		return
	}
	next, shuffle, events, err := a.onBoard(hand, id)
	if err != nil {
		a.notPosted(fmt.Errorf("the deal was refused: %w", err))
		return
	}
	if a.view().Phase != engine.Shuffling {
		a.posting.past = a.pastFrame()
	}
	old, was := a.board, a.record.Board
	r := a.record
	r.Shuffle = shuffle
	r.Board = record.BoardRef{Message: id, Hand: hand, Posted: engine.At(time.Now())}
	if was.Message != 0 {
		r.Old = append(slices.Clone(r.Old), was)
		r.Old = r.Old[max(0, len(r.Old)-record.MaxOld):]
	}
	a.board = a.newBoard(id)
	a.board.Shows(f)
	if err := a.commit(a.once("board"), next, r, events); err != nil {
		a.board, a.posting.stray = old, id
		a.notPosted(err)
		return
	}
	a.posting.over()
	a.posting.frozen = time.Time{}
	a.dropStray(&r)
	a.retireBoard(old, was)
}

// onBoard is the table as it goes on when its board is a message: a hand that waited for it is dealt.
func (a *actor) onBoard(hand int64, id engine.ID) (engine.Table, shuffle.State, []engine.Event, error) {
	next, events := a.thaw()
	if v := a.view(); v.Phase != engine.Shuffling || v.Hand != hand {
		return next, a.record.Shuffle, events, nil
	}
	deck, shuffle, err := a.deckOf(hand, id)
	if err == nil {
		next, events, err = next.Apply(engine.Deal{Deck: deck, Message: id, At: engine.At(time.Now())}, events)
	}
	return next, shuffle, events, err
}

// dropStray deletes a message that was to be the board and whose commit never came about: the table has another by now.
func (a *actor) dropStray(r *record.Table) {
	stray := a.posting.stray
	a.posting.stray = 0
	if stray == 0 || stray == r.Board.Message || r.WasBoard(stray) {
		return
	}
	a.deleteMessage(stray, nil)
}

// forgetOld notes that a former board has lost its buttons. It is stored with the next commit; doing it twice does no
// harm.
func (a *actor) forgetOld(id engine.ID) {
	a.record.Old = slices.DeleteFunc(slices.Clone(a.record.Old), func(b record.BoardRef) bool { return b.Message == id })
	a.untidy = true
}

// thaw is the table with the time given back in which it stood still without a board.
func (a *actor) thaw() (engine.Table, []engine.Event) {
	if a.posting.frozen.IsZero() {
		return a.table, nil
	}
	next, events, err := a.table.Apply(engine.CreditDowntime{Last: engine.At(a.posting.frozen), At: engine.At(time.Now())}, nil)
	if err != nil {
		a.log.Error("the clocks were not set again", "err", err)
	}
	return next, events
}

// notPosted waits longer after every failure. The table stands still meanwhile and loses nothing.
func (a *actor) notPosted(err error) {
	if a.posting.frozen.IsZero() {
		a.posting.frozen = time.Now()
	}
	a.failed(&a.posting.attempt, err)
	a.log.Warn("the board could not be posted", "err", err)
	if errors.Is(err, rest.ErrNoChannel) && a.posting.fails > 1 {
		a.abandon()
	}
}

// newBoard is the screen of a board message. A board that is gone, or that Discord will not have edited, is posted anew.
func (a *actor) newBoard(id engine.ID) *editor.Editor {
	var s *editor.Editor
	edit := func(ctx context.Context, f message.Content, pictures ...rest.Picture) error {
		return a.bot.hook.Do(failpoint.EditBoard, func() error {
			return a.bot.rest.Edit(ctx, fmt.Sprint(a.key.Channel), fmt.Sprint(id), f.Edit(), pictures...)
		})
	}
	gone := func(err error) {
		a.must(func() {
			if a.board != s {
				a.forgetOld(id)
				return
			}
			a.board = nil
			if !errors.Is(err, rest.ErrGone) && !errors.Is(err, rest.ErrTooOld) {
				a.notPosted(err)
			}
			a.postBoard()
		})
	}
	s = editor.New(&a.bot.screens, &a.pace, edit, gone)
	return s
}

// retireBoard takes the buttons off a board that another has followed. One that showed no hand has nothing to tell and
// goes.
func (a *actor) retireBoard(s *editor.Editor, was record.BoardRef) {
	switch {
	case was.Message == 0:
	case was.Hand == 0:
		if s != nil {
			s.Close()
		}
		a.deleteMessage(was.Message, func() { a.forgetOld(was.Message) }) // remembered till then: the program may end before
	case s != nil && a.posting.past.Text != "":
		s.Retire(a.posting.past, func() { a.must(func() { a.forgetOld(was.Message) }) })
	default:
		a.bot.tasks.Go(func() { a.stripOld(was.Message, stripAgain) })
	}
	a.posting.past = message.Content{}
}
