package history

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/replay"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// hand is a hand of the history as the user who asked may see it.
type hand struct {
	record.Hand
	view      engine.View // of the table at the end of the hand, as the asker may see it
	steps     []replay.Step
	style     *table.Summary  // how the channel's table shows hands
	forgotten prefs.Forgotten // the users it may not name
	reader    reader
	last      int64 // the number of the newest hand of the channel
}

// reader is the reader of a hand: the user who asked, or all.
type reader struct {
	user engine.ID // 0: all
	lang *locale.Lang
}

// asker returns the user of an interaction as a reader.
func asker(in *interaction.Interaction) reader { return reader{in.User, in.Lang} }

// formatReplay and the constants below it are the formats of /history.
const (
	formatReplay = "replay"
	formatText   = "text"
	formatPHH    = "phh"
	formatStars  = "pokerstars"
)

// Formats lists the formats of /history, the default first.
var Formats = []string{formatReplay, formatText, formatPHH, formatStars}

// Show handles /history: it shows a hand of the channel as the user may see it. It reads the store, so it works after the
// table is closed.
func Show(e *table.Env, in *interaction.Interaction) {
	format := Formats[0]
	o := options.Reader{Values: in.Options}
	if options.Choose(&o, "format", &format, 0, options.Identity(Formats)); o.Err != nil {
		e.Reply.Refuse(in, o.Err)
		return
	}
	number, last, err := requestedHand(e, in)
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	if last.Number == 0 {
		e.Reply.Text(in, string(in.Lang.History.None))
		return
	}
	p, ok := readHand(e, in, asker(in), number, last.Number)
	if !ok {
		return
	}
	switch format {
	case formatReplay:
		answerPage(e, in, p, 0)
	case formatText:
		answerText(e, in, p)
	default:
		answerFile(e, in, p, format)
	}
}

// readHand reads a hand for a reader. It answers if there is no such hand to show, and ok is false.
func readHand(e *table.Env, in *interaction.Interaction, to reader, number, last int64) (p hand, ok bool) {
	say, hand := &in.Lang.History, render.HandNumber(number)
	if number > last {
		e.Reply.Text(in, say.NotYet.Format("hand", hand, "last", render.HandNumber(last)))
		return p, false
	}
	h, err := storedHand(e, in, number)
	if err == nil && h.Number != number {
		missing := say.Dropped
		if h.Number > 0 { // an older one is there, and a table drops its oldest hands alone
			missing = say.Partial
		}
		e.Reply.Text(in, missing.Format("hand", hand))
		return p, false
	}
	var all prefs.Forgotten
	if err == nil {
		all, err = e.Prefs.Forgotten(in.Key.Guild)
	}
	if err == nil {
		p, err = openHand(e, in.Key, h, to, all)
		p.last = last
	}
	switch {
	case errors.Is(err, replay.ErrNotOver):
		e.Reply.Text(in, say.Partial.Format("hand", hand))
	case unreadable(err):
		e.Log.Error("a hand of the history cannot be read; run cardroom doctor", "channel", uint64(in.Key.Channel), "hand", number, "err", err)
		e.Reply.Text(in, say.Unreadable.Format("hand", hand))
	case err != nil:
		e.Reply.Refuse(in, err)
	default:
		return p, true
	}
	return p, false
}

// openHand decodes a stored hand of a table as a reader may see it, without the names of users who asked to be forgotten.
func openHand(e *table.Env, key store.Key, h store.Hand, to reader, all prefs.Forgotten) (p hand, err error) {
	f, ended, err := e.Codec.Open(key, h)
	if err != nil {
		return p, err
	}
	p = hand{Hand: f, style: styleAt(e, key), forgotten: all.InHand(f.Events), reader: to}
	viewer := to.user
	if p.forgotten.Has(viewer) { // they must not see their cards: the hand no longer names them
		viewer = 0
	}
	p.view = f.SeenBy(&ended, viewer)
	if p.steps, err = replay.Steps(p.view, f.Events); err != nil || viewer == 0 {
		return p, err
	}
	if s, left := p.seatLeft(viewer); left {
		whole := p.view.Rules.Variant.HoleCards()
		if s.Cards = holeCards(e, key, h, viewer); len(s.Cards) == whole {
			p.view.Seats = append(p.view.Seats, s)
			slices.SortFunc(p.view.Seats, func(a, b engine.SeatView) int { return a.Seat - b.Seat })
		}
		p.steps, err = replay.StepsWith(p.view, f.Events, replay.Own{Dealt: s.Cards[:min(whole, len(s.Cards))]})
	}
	return p, err
}

// seatLeft returns the seat of a player who left with the end of the hand, so that the final table no longer has it.
func (p *hand) seatLeft(who engine.ID) (s engine.SeatView, left bool) {
	if now, there := p.view.SeatOf(who); there && now.InHand {
		return s, false
	}
	if s, left = p.steps[len(p.steps)-1].View.SeatOf(who); left {
		p.view.Seats = slices.DeleteFunc(p.view.Seats, func(s engine.SeatView) bool { return s.Player == who }) // a seat they took later
	}
	return s, left
}

// holeCards returns a player's hole cards in the order of the deal, from the proof of the hand; none if it has no proof. After an
// exchange it returns all the cards they had, because the proof does not say which they discarded (R52).
func holeCards(e *table.Env, key store.Key, h store.Hand, who engine.ID) (cards []card.Card) {
	made, err := e.Codec.Receipt(key, h)
	if err != nil {
		return nil
	}
	if own := ownProof(made, who); own != nil {
		for _, o := range own.Open {
			cards = append(cards, o.Card)
		}
	}
	return cards
}

// scene returns step n of the hand, ready to be drawn. A user's own cards are face up in it.
func (p *hand) scene(e *table.Env, n int) render.Scene {
	s := render.Scene{
		View: p.steps[n].View, Lang: p.reader.lang, Name: p.name, Over: true, Card: table.CardText(e, p.reader.user),
		DisplayNames: map[engine.ID]render.DisplayName{}, Private: render.Private{FaceUp: p.reader.user != 0},
	}
	for _, seat := range s.View.Seats {
		s.DisplayNames[seat.Player] = p.displayName(seat)
	}
	if p.Proof != nil {
		s.Commitment = p.Proof.Commitment.String()
	}
	return s
}

// name returns the name of a player in messages.
func (p *hand) name(s engine.SeatView) string {
	switch {
	case s.House != engine.Person:
		return render.Bold(p.Names[s.Player])
	case p.forgotten.Has(s.Player):
		return text.Someone(p.reader.lang, s.Seat)
	}
	return render.Mention(s.Player)
}

// displayName returns the name of a player in places where Discord shows no mention.
func (p *hand) displayName(s engine.SeatView) render.DisplayName {
	switch {
	case s.House != engine.Person:
		return render.DisplayName{Name: p.Names[s.Player]}
	case p.forgotten.Has(s.Player):
		return render.DisplayName{Name: text.Someone(p.reader.lang, s.Seat), User: numbered(s.Seat + 1)}
	}
	return p.style.Names[s.Player]
}

// answerPage answers with step n of a hand. A command gets a new message; a press edits the message it was on.
func answerPage(e *table.Env, in *interaction.Interaction, p hand, n int) {
	s := p.scene(e, n)
	shown := text.Replay{Hand: p.view.Hand, Last: p.last, Step: n, Steps: len(p.steps), Film: p.mayFilm(e)}
	c := message.Content{
		Text: text.HistoryPage(s, p.steps, n), Rows: text.HistoryButtons(in.Lang, shown),
		IDs: message.CustomID{Table: in.Key.Channel, Turn: engine.Turn{Hand: p.view.Hand}}, Theme: p.style.Theme,
	}
	if own, _ := e.Prefs.People.Cached(in.User); !own.TextOnly && !p.style.TextOnly {
		c.Scene = &s
	}
	pictures := rest.NoPictures // the press loses the picture of another step
	if d, _ := e.Studio.Paint(message.PictureSoon, c); d != nil {
		pictures = []rest.Picture{d.File}
	}
	var err error
	switch {
	case in.Kind == interaction.Press:
		_, err = e.Reply.Update(in, c, pictures...)
	case in.Claim():
		_, err = e.Reply.Respond(in, message.Ephemeral(c), pictures...)
	}
	if err != nil && !errors.Is(err, rest.ErrAnswered) {
		e.Log.Warn("could not send an answer", "player", uint64(in.User), "err", err)
	}
}

// pressedHand reads the hand of a press for a reader. A custom id is untrusted, so it reads the hand again, and only accepts
// presses on the user's own ephemeral messages. It answers if there is none to show, and ok is false.
func pressedHand(e *table.Env, in *interaction.Interaction, to reader, number int64) (p hand, ok bool) {
	if !in.Ephemeral || in.CustomID.Table != in.Key.Channel || number < 1 || number >= maxHand {
		e.RefuseStale(in)
		return p, false
	}
	last, err := storedHand(e, in, 0)
	if err != nil {
		e.Reply.Refuse(in, err)
		return p, false
	}
	return readHand(e, in, to, number, last.Number)
}

// GoTo handles the buttons that lead to the hands before and after.
func GoTo(e *table.Env, in *interaction.Interaction) {
	if p, ok := pressedHand(e, in, asker(in), in.CustomID.Total); ok {
		answerPage(e, in, p, 0)
	}
}

// TurnPage handles the buttons of the replay.
func TurnPage(e *table.Env, in *interaction.Interaction) {
	p, ok := pressedHand(e, in, asker(in), in.CustomID.Turn.Hand)
	if !ok {
		return
	}
	last := len(p.steps) - 1
	n := min(max(0, in.CustomID.Total), int64(last))
	switch in.CustomID.Verb {
	case render.VerbFirst:
		n = 0
	case render.VerbBack:
		n--
	case render.VerbNext:
		n++
	case render.VerbLast:
		n = int64(last)
	}
	answerPage(e, in, p, int(min(max(0, n), int64(last))))
}

// answerText answers with the hand as text, or as a file if it is too long for a message.
func answerText(e *table.Env, in *interaction.Interaction, p hand) {
	s := p.scene(e, len(p.steps)-1)
	content := text.Story(s, p.steps)
	if locale.Length(content) <= locale.MaxText {
		e.Reply.Text(in, content)
		return
	}
	s.Card, s.Name = nil, p.plainName
	content = strings.NewReplacer("**", "", "`", "").Replace(text.Story(s, p.steps))
	e.Reply.Files(in, in.Lang.History.Long.Format("hand", render.HandNumber(p.view.Hand)), file(fmt.Sprintf("cardroom-hand-%d.txt", p.view.Hand), textType, []byte(content)))
}

// styleAt returns how the channel's table shows hands, or the default if it has no table.
func styleAt(e *table.Env, k store.Key) *table.Summary {
	if t := e.Tables.Known(k); t != nil {
		return t.Summary()
	}
	return new(table.Summary)
}
