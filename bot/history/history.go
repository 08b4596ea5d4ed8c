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
	"cardroom/engine/fair"
	"cardroom/engine/replay"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// hand is a hand of the history as its asker may see it.
type hand struct {
	record.Hand
	view      engine.View // the asker's, of the table as the hand left it
	steps     []replay.Step
	style     *table.Summary  // of the table of the channel
	forgotten prefs.Forgotten // who are not to be named
	lang      *locale.Lang    // the asker's
}

// The forms a hand can be looked at in.
const (
	formatReplay = "replay"
	formatText   = "text"
	formatPHH    = "phh"
	formatStars  = "pokerstars"
)

// Formats is all of them, the first where nothing is asked for.
var Formats = []string{formatReplay, formatText, formatPHH, formatStars}

// Show is /history: a hand of the channel again, as its asker may see it. It is read from the store, so that it is there
// also where the table is closed.
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
	p, ok := readHand(e, in, number, last.Number)
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

// readHand reads a hand for its asker. Where there is none to be shown they are told, and ok is false.
func readHand(e *table.Env, in *interaction.Interaction, number, last int64) (p hand, ok bool) {
	say, hand := &in.Lang.History, render.HandNumber(number)
	if number > last {
		e.Reply.Text(in, say.NotYet.Format("hand", hand, "last", render.HandNumber(last)))
		return p, false
	}
	h, err := storedHand(e, in, number)
	if err == nil && h.Number != number {
		e.Reply.Text(in, say.Dropped.Format("hand", hand))
		return p, false
	}
	if err == nil {
		p, err = openHand(e, in, h)
	}
	switch {
	case errors.Is(err, replay.ErrNotOver):
		e.Reply.Text(in, say.Partial.Format("hand", hand))
	case err != nil:
		e.Reply.Refuse(in, err)
	default:
		return p, true
	}
	return p, false
}

// openHand is a stored hand, as its asker may see it.
func openHand(e *table.Env, in *interaction.Interaction, h store.Hand) (p hand, err error) {
	f, ended, err := e.Codec.Open(in.Key, h)
	if err != nil {
		return p, err
	}
	all, err := e.Prefs.Forgotten(in.Key.Guild)
	if err != nil {
		return p, err
	}
	p = hand{Hand: f, style: styleAt(e, in.Key), forgotten: all.InHand(f.Events), lang: in.Lang}
	viewer := in.User
	if p.forgotten.Has(viewer) { // nobody knows any more that they were there
		viewer = 0
	}
	p.view = f.SeenBy(&ended, viewer)
	if p.steps, err = replay.Steps(p.view, f.Events); err != nil || viewer == 0 {
		return p, err
	}
	if s, left := p.seatLeft(viewer); left {
		if s.Cards = holeCards(e, in.Key, h, viewer); len(s.Cards) == p.view.Rules.Variant.HoleCards() {
			p.view.Seats = append(p.view.Seats, s)
			slices.SortFunc(p.view.Seats, func(a, b engine.SeatView) int { return a.Seat - b.Seat })
			p.steps, err = replay.Steps(p.view, f.Events)
		}
	}
	return p, err
}

// seatLeft is the seat that somebody had in the hand, where the table at its end has it no more: they left with its end.
func (p *hand) seatLeft(who engine.ID) (s engine.SeatView, left bool) {
	if now, there := p.view.SeatOf(who); there && now.InHand {
		return s, false
	}
	if s, left = p.steps[len(p.steps)-1].View.SeatOf(who); left {
		p.view.Seats = slices.DeleteFunc(p.view.Seats, func(s engine.SeatView) bool { return s.Player == who }) // another since
	}
	return s, left
}

// holeCards is the cards that somebody was dealt, by the proof of the hand: as /verify opens them to who got them. It is nothing
// where there is none. Of who has exchanged cards it is all of them, and nobody can tell which they gave away (R52).
func holeCards(e *table.Env, key store.Key, h store.Hand, who engine.ID) (cards []card.Card) {
	made, err := e.Codec.Receipt(key, h)
	if err != nil {
		return nil
	}
	own, err := made.Deal.OwnProof(fair.ID(who), made.Dealt)
	if err != nil {
		return nil
	}
	for _, o := range own.Open {
		cards = append(cards, o.Card)
	}
	return cards
}

// scene is step n of the hand, ready to be drawn.
func (p *hand) scene(e *table.Env, in *interaction.Interaction, n int) render.Scene {
	s := render.Scene{View: p.steps[n].View, Lang: in.Lang, Name: p.name, Over: true, Card: table.CardText(e, in.User), DisplayNames: map[engine.ID]render.DisplayName{}}
	for _, seat := range s.View.Seats {
		s.DisplayNames[seat.Player] = p.displayName(seat)
	}
	if p.Proof != nil {
		s.Commitment = p.Proof.Commitment.String()
	}
	return s
}

// name is how a player is written in messages.
func (p *hand) name(s engine.SeatView) string {
	switch {
	case s.House != engine.Person:
		return render.Bold(p.Names[s.Player])
	case p.forgotten.Has(s.Player):
		return text.Someone(p.lang, s.Seat)
	}
	return render.Mention(s.Player)
}

// displayName is what a player is called where no mention can stand.
func (p *hand) displayName(s engine.SeatView) render.DisplayName {
	switch {
	case s.House != engine.Person:
		return render.DisplayName{Name: p.Names[s.Player]}
	case p.forgotten.Has(s.Player):
		return render.DisplayName{Name: text.Someone(p.lang, s.Seat), User: numbered(s.Seat + 1)}
	}
	return p.style.Names[s.Player]
}

// answerPage answers with step n of a hand: a command with a message, a press by changing the one it was on.
func answerPage(e *table.Env, in *interaction.Interaction, p hand, n int) {
	s := p.scene(e, in, n)
	f := message.Content{
		Text: text.HistoryPage(s, p.steps, n), Rows: text.HistoryButtons(in.Lang, n, len(p.steps)),
		IDs: message.CustomID{Table: in.Key.Channel, Turn: engine.Turn{Hand: p.view.Hand}}, Theme: p.style.Theme,
	}
	if own, _ := e.Prefs.People.Cached(in.User); !own.TextOnly && !p.style.TextOnly {
		f.Scene = &s
	}
	pictures := []rest.Picture{} // none, but not nil, takes one of another step away
	if d, _ := e.Studio.Paint(message.PictureSoon, f); d != nil {
		pictures = append(pictures, d.File)
	}
	var err error
	switch {
	case in.Kind == interaction.Press:
		err = e.Reply.Update(in, f, pictures...)
	case in.Claim():
		if err = e.Reply.Respond(in, message.Ephemeral(f), pictures...); len(pictures) > 0 && message.Rejected(err) {
			err = e.Reply.Respond(in, message.Ephemeral(f))
		}
	}
	if err != nil && !errors.Is(err, rest.ErrAnswered) {
		e.Log.Warn("an answer did not arrive", "player", uint64(in.User), "err", err)
	}
}

// isStep says whether a press goes through a hand that is over.
func isStep(in *interaction.Interaction) bool {
	switch in.CustomID.Verb {
	case render.VerbFirst, render.VerbBack, render.VerbNext, render.VerbLast:
		return in.Kind == interaction.Press
	}
	return false
}

// TurnPage is a press that goes through a hand. What it says is untrusted: the hand is read anew for who pressed, and shown to
// nobody else, so only where the message is theirs alone.
func TurnPage(e *table.Env, in *interaction.Interaction) {
	number := in.CustomID.Turn.Hand
	if !in.Ephemeral || in.CustomID.Table != in.Key.Channel || number < 1 || number >= maxHand {
		e.Metrics.Presses.Stale.Inc()
		e.Reply.Text(in, render.Refusal(render.Scene{Lang: in.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
		return
	}
	p, ok := readHand(e, in, number, number)
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

// maxText is how long a message may be.
const maxText = 2000

// answerText answers with the hand as a text, or as a file where it is too long for a message.
func answerText(e *table.Env, in *interaction.Interaction, p hand) {
	s := p.scene(e, in, len(p.steps)-1)
	content := text.Story(s, p.steps)
	if len([]rune(content)) <= maxText {
		e.Reply.Text(in, content)
		return
	}
	s.Card, s.Name = nil, p.plainName
	content = strings.NewReplacer("**", "", "`", "").Replace(text.Story(s, p.steps))
	e.Reply.Files(in, in.Lang.History.Long.Format("hand", render.HandNumber(p.view.Hand)), textFile(fmt.Sprintf("cardroom-hand-%d.txt", p.view.Hand), content))
}

// styleAt is how the table of a channel shows a hand; as tables are at first where there is none.
func styleAt(e *table.Env, k store.Key) *table.Summary {
	if t := e.Tables.Known(k); t != nil {
		return t.Summary()
	}
	return new(table.Summary)
}
