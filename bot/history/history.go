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
	view  engine.View // the asker's, of the table as the hand left it
	steps []replay.Step
	set   *table.Summary  // of the table of the channel
	gone  prefs.Forgotten // who are not to be named
	lang  *locale.Lang    // the asker's
}

// The forms a hand can be looked at in.
const (
	asReplay = "replay"
	asText   = "text"
	asPHH    = "phh"
	asStars  = "pokerstars"
)

// HandFormats is all of them, the first where nothing is asked for.
var HandFormats = []string{asReplay, asText, asPHH, asStars}

// History is /history: a hand of the channel again, as its asker may see it. It is read from the store, so that it is there
// also where the table is closed.
func History(e *table.Env, in *interaction.Interaction) {
	format := HandFormats[0]
	o := options.Reader{Values: in.Options}
	if options.Choose(&o, "format", &format, 0, options.Identity(HandFormats)); o.Err != nil {
		e.Reply.Refuse(in, o.Err)
		return
	}
	number, last, err := handAsked(e, in)
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	if last.Number == 0 {
		e.Reply.Text(in, string(in.Lang.History.None))
		return
	}
	p, ok := pastHand(e, in, number, last.Number)
	if !ok {
		return
	}
	switch format {
	case asReplay:
		moment(e, in, p, 0)
	case asText:
		tellStory(e, in, p)
	default:
		handFile(e, in, p, format)
	}
}

// pastHand reads a hand for its asker. Where there is none to be shown they are told, and ok is false.
func pastHand(e *table.Env, in *interaction.Interaction, number, last int64) (p hand, ok bool) {
	say, hand := &in.Lang.History, render.HandNumber(number)
	if number > last {
		e.Reply.Text(in, say.NotYet.Format("hand", hand, "last", render.HandNumber(last)))
		return p, false
	}
	h, err := handOfHistory(e, in, number)
	if err == nil && h.Number != number {
		e.Reply.Text(in, say.Dropped.Format("hand", hand))
		return p, false
	}
	if err == nil {
		p, err = pastOf(e, in, h)
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

// pastOf is a stored hand, as its asker may see it.
func pastOf(e *table.Env, in *interaction.Interaction, h store.Hand) (p hand, err error) {
	f, ended, err := e.Codec.Open(in.Key, h)
	if err != nil {
		return p, err
	}
	all, err := e.Prefs.Forgotten(in.Key.Guild)
	if err != nil {
		return p, err
	}
	p = hand{Hand: f, set: setAt(e, in.Key), gone: all.Of(f.Events), lang: in.Lang}
	viewer := in.User
	if p.gone.Has(viewer) { // nobody knows any more that they were there
		viewer = 0
	}
	p.view = f.SeenBy(&ended, viewer)
	if p.steps, err = replay.Steps(p.view, f.Events); err != nil || viewer == 0 {
		return p, err
	}
	if s, left := p.seatLeft(viewer); left {
		if s.Cards = dealtTo(e, in.Key, h, viewer); len(s.Cards) == p.view.Rules.Variant.HoleCards() {
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

// dealtTo is the cards that somebody was dealt, by the proof of the hand: as /verify opens them to who got them. It is nothing
// where there is none. Of who has exchanged cards it is all of them, and nobody can tell which they gave away (R52).
func dealtTo(e *table.Env, key store.Key, h store.Hand, who engine.ID) (cards []card.Card) {
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
	s := render.Scene{View: p.steps[n].View, Lang: in.Lang, Name: p.name, Over: true, Card: e.Cards(in.User), DisplayNames: map[engine.ID]render.DisplayName{}}
	for _, seat := range s.View.Seats {
		s.DisplayNames[seat.Player] = p.called(seat)
	}
	if p.Proof != nil {
		s.Commitment = p.Proof.Seal.String()
	}
	return s
}

// name is how a player is written in messages.
func (p *hand) name(s engine.SeatView) string {
	switch {
	case s.House != engine.Person:
		return render.Bold(p.Names[s.Player])
	case p.gone.Has(s.Player):
		return text.Someone(p.lang, s.Seat)
	}
	return render.Mention(s.Player)
}

// called is what a player is called where no mention can stand.
func (p *hand) called(s engine.SeatView) render.DisplayName {
	switch {
	case s.House != engine.Person:
		return render.DisplayName{Name: p.Names[s.Player]}
	case p.gone.Has(s.Player):
		return render.DisplayName{Name: text.Someone(p.lang, s.Seat), User: numbered(s.Seat + 1)}
	}
	return p.set.Names[s.Player]
}

// moment answers with step n of a hand: a command with a message, a press by changing the one it was on.
func moment(e *table.Env, in *interaction.Interaction, p hand, n int) {
	s := p.scene(e, in, n)
	f := message.Content{
		Text: text.HistoryPage(s, p.steps, n), Rows: text.HistoryButtons(in.Lang, n, len(p.steps)),
		IDs: message.CustomID{Table: in.Key.Channel, Turn: engine.Turn{Hand: p.view.Hand}}, Theme: p.set.Theme,
	}
	if own, _ := e.Prefs.People.Cached(in.User); !own.TextOnly && !p.set.TextOnly {
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

// Step is a press that goes through a hand. What it says is untrusted: the hand is read anew for who pressed, and shown to
// nobody else, so only where the message is theirs alone.
func Step(e *table.Env, in *interaction.Interaction) {
	number := in.CustomID.Turn.Hand
	if !in.Ephemeral || in.CustomID.Table != in.Key.Channel || number < 1 || number >= mostHand {
		e.Metrics.Presses.Stale.Inc()
		e.Reply.Text(in, render.Refusal(render.Scene{Lang: in.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
		return
	}
	p, ok := pastHand(e, in, number, number)
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
	moment(e, in, p, int(min(max(0, n), int64(last))))
}

// mostText is how long a message may be.
const mostText = 2000

// tellStory answers with the hand as a text, or as a file where it is too long for a message.
func tellStory(e *table.Env, in *interaction.Interaction, p hand) {
	s := p.scene(e, in, len(p.steps)-1)
	content := text.Story(s, p.steps)
	if len([]rune(content)) <= mostText {
		e.Reply.Text(in, content)
		return
	}
	s.Card, s.Name = nil, p.plainName
	content = strings.NewReplacer("**", "", "`", "").Replace(text.Story(s, p.steps))
	e.Reply.Files(in, in.Lang.History.Long.Format("hand", render.HandNumber(p.view.Hand)), textFile(fmt.Sprintf("cardroom-hand-%d.txt", p.view.Hand), content))
}

// setAt is how the table of a channel shows a hand; as tables are at first where there is none.
func setAt(e *table.Env, k store.Key) *table.Summary {
	if t := e.Tables.Known(k); t != nil {
		return t.Summary.Load()
	}
	return new(table.Summary)
}
