package bot

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/phh"
	"cardroom/engine/pokerstars"
	"cardroom/engine/replay"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/picture"
	"cardroom/render/text"
	"cardroom/store"

	"github.com/bwmarrin/discordgo"
)

// past is a hand of the history as its asker may see it.
type past struct {
	record.Hand
	view  engine.View // the asker's, of the table as the hand left it
	steps []replay.Step
	set   set
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

// handFormats is all of them, the first where nothing is asked for.
var handFormats = []string{asReplay, asText, asPHH, asStars}

// history is /history: a hand of the channel again, as its asker may see it. It is read from the store, so that it is there
// also where the table is closed.
func (b *Bot) history(k *interaction.Interaction) {
	format := handFormats[0]
	o := options.Reader{Values: k.Options}
	if options.Choose(&o, "format", &format, 0, options.Identity(handFormats)); o.Err != nil {
		b.reply.Refuse(k, o.Err)
		return
	}
	number, last, err := b.handAsked(k)
	if err != nil {
		b.reply.Refuse(k, err)
		return
	}
	if last.Number == 0 {
		b.reply.Text(k, string(k.Lang.History.None))
		return
	}
	p, ok := b.pastHand(k, number, last.Number)
	if !ok {
		return
	}
	switch format {
	case asReplay:
		b.moment(k, p, 0)
	case asText:
		b.tellStory(k, p)
	default:
		b.handFile(k, p, format)
	}
}

// pastHand reads a hand for its asker. Where there is none to be shown they are told, and ok is false.
func (b *Bot) pastHand(k *interaction.Interaction, number, last int64) (p past, ok bool) {
	say, hand := &k.Lang.History, render.HandNumber(number)
	if number > last {
		b.reply.Text(k, say.NotYet.Format("hand", hand, "last", render.HandNumber(last)))
		return p, false
	}
	h, err := b.handOfHistory(k, number)
	if err == nil && h.Number != number {
		b.reply.Text(k, say.Dropped.Format("hand", hand))
		return p, false
	}
	if err == nil {
		p, err = b.pastOf(k, h)
	}
	switch {
	case errors.Is(err, replay.ErrNotOver):
		b.reply.Text(k, say.Partial.Format("hand", hand))
	case err != nil:
		b.reply.Refuse(k, err)
	default:
		return p, true
	}
	return p, false
}

// pastOf is a stored hand, as its asker may see it.
func (b *Bot) pastOf(k *interaction.Interaction, h store.Hand) (p past, err error) {
	f, t, err := b.codec.Open(k.Key, h)
	if err != nil {
		return p, err
	}
	all, err := b.gone(k.Key.Guild)
	if err != nil {
		return p, err
	}
	p = past{Hand: f, set: b.setAt(k.Key), gone: all.Of(f.Events), lang: k.Lang}
	viewer := k.User
	if p.gone.Has(viewer) { // nobody knows any more that they were there
		viewer = 0
	}
	p.view = f.SeenBy(&t, viewer)
	if p.steps, err = replay.Steps(p.view, f.Events); err != nil || viewer == 0 {
		return p, err
	}
	if s, left := p.seatLeft(viewer); left {
		if s.Cards = b.dealtTo(k.Key, h, viewer); len(s.Cards) == p.view.Rules.Variant.HoleCards() {
			p.view.Seats = append(p.view.Seats, s)
			slices.SortFunc(p.view.Seats, func(a, b engine.SeatView) int { return a.Seat - b.Seat })
			p.steps, err = replay.Steps(p.view, f.Events)
		}
	}
	return p, err
}

// seatLeft is the seat that somebody had in the hand, where the table at its end has it no more: they left with its end.
func (p *past) seatLeft(who engine.ID) (s engine.SeatView, left bool) {
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
func (b *Bot) dealtTo(key store.Key, h store.Hand, who engine.ID) (cards []card.Card) {
	made, err := b.codec.Receipt(key, h)
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
func (p *past) scene(b *Bot, k *interaction.Interaction, n int) render.Scene {
	s := render.Scene{View: p.steps[n].View, Lang: k.Lang, Name: p.name, Over: true, Card: b.cards(k.User), DisplayNames: map[engine.ID]render.DisplayName{}}
	for _, seat := range s.View.Seats {
		s.DisplayNames[seat.Player] = p.called(seat)
	}
	if p.Proof != nil {
		s.Commitment = p.Proof.Seal.String()
	}
	return s
}

// name is how a player is written in messages.
func (p *past) name(s engine.SeatView) string {
	switch {
	case s.House != engine.Person:
		return render.Bold(p.Names[s.Player])
	case p.gone.Has(s.Player):
		return text.Someone(p.lang, s.Seat)
	}
	return render.Mention(s.Player)
}

// called is what a player is called where no mention can stand.
func (p *past) called(s engine.SeatView) render.DisplayName {
	switch {
	case s.House != engine.Person:
		return render.DisplayName{Name: p.Names[s.Player]}
	case p.gone.Has(s.Player):
		return render.DisplayName{Name: text.Someone(p.lang, s.Seat), User: numbered(s.Seat + 1)}
	}
	return p.set.names[s.Player]
}

// moment answers with step n of a hand: a command with a message, a press by changing the one it was on.
func (b *Bot) moment(k *interaction.Interaction, p past, n int) {
	s := p.scene(b, k, n)
	f := message.Content{
		Text: text.HistoryPage(s, p.steps, n), Rows: text.HistoryButtons(k.Lang, n, len(p.steps)),
		IDs: message.CustomID{Table: k.Key.Channel, Turn: engine.Turn{Hand: p.view.Hand}}, Theme: p.set.theme,
	}
	if own, _ := b.prefs.People.Cached(k.User); !own.TextOnly && !p.set.unpainted {
		f.Scene = &s
	}
	pictures := []rest.Picture{} // none, but not nil, takes one of another step away
	if d, _ := b.studio.Paint(message.PictureSoon, f); d != nil {
		pictures = append(pictures, d.File)
	}
	var err error
	switch {
	case k.Kind == interaction.Press:
		err = b.reply.Update(k, f, pictures...)
	case k.Claim():
		if err = b.reply.Respond(k, message.Ephemeral(f), pictures...); len(pictures) > 0 && message.Rejected(err) {
			err = b.reply.Respond(k, message.Ephemeral(f))
		}
	}
	if err != nil && !errors.Is(err, rest.ErrAnswered) {
		b.log.Warn("an answer did not arrive", "player", uint64(k.User), "err", err)
	}
}

// isStep says whether a press goes through a hand that is over.
func isStep(k *interaction.Interaction) bool {
	switch k.CustomID.Verb {
	case render.VerbFirst, render.VerbBack, render.VerbNext, render.VerbLast:
		return k.Kind == interaction.Press
	}
	return false
}

// step is a press that goes through a hand. What it says is untrusted: the hand is read anew for who pressed, and shown to
// nobody else, so only where the message is theirs alone.
func (b *Bot) step(k *interaction.Interaction) {
	number := k.CustomID.Turn.Hand
	if !k.Ephemeral || k.CustomID.Table != k.Key.Channel || number < 1 || number >= mostHand {
		b.metrics.Presses.Stale.Inc()
		b.reply.Text(k, render.Refusal(render.Scene{Lang: k.Lang}, engine.Refusal{Reason: engine.Stale, Rule: 28}))
		return
	}
	p, ok := b.pastHand(k, number, number)
	if !ok {
		return
	}
	last := len(p.steps) - 1
	n := min(max(0, k.CustomID.Total), int64(last))
	switch k.CustomID.Verb {
	case render.VerbFirst:
		n = 0
	case render.VerbBack:
		n--
	case render.VerbNext:
		n++
	case render.VerbLast:
		n = int64(last)
	}
	b.moment(k, p, int(min(max(0, n), int64(last))))
}

// mostText is how long a message may be.
const mostText = 2000

// tellStory answers with the hand as a text, or as a file where it is too long for a message.
func (b *Bot) tellStory(k *interaction.Interaction, p past) {
	s := p.scene(b, k, len(p.steps)-1)
	content := text.Story(s, p.steps)
	if len([]rune(content)) <= mostText {
		b.reply.Text(k, content)
		return
	}
	s.Card, s.Name = nil, p.plainName
	content = strings.NewReplacer("**", "", "`", "").Replace(text.Story(s, p.steps))
	b.reply.Files(k, k.Lang.History.Long.Format("hand", render.HandNumber(p.view.Hand)), textFile(fmt.Sprintf("cardroom-hand-%d.txt", p.view.Hand), content))
}

// handFile answers with the hand as a file of a format.
func (b *Bot) handFile(k *interaction.Interaction, p past, format string) {
	if p.view.Voided {
		b.reply.Text(k, k.Lang.History.Void.Format("hand", render.HandNumber(p.view.Hand)))
		return
	}
	name, text, err := p.file(k.Key, format)
	if err != nil {
		b.reply.Refuse(k, err)
		return
	}
	b.reply.Files(k, k.Lang.History.File.Format("hand", render.HandNumber(p.view.Hand)), textFile(name, text))
}

// file is the hand in a format, for a program to read.
func (p *past) file(key store.Key, format string) (name, text string, err error) {
	if format == asStars {
		text, err = pokerstars.Of(p.view, p.Events, pokerstars.Labels{
			ID: uint64(p.view.Message), Table: fmt.Sprintf("Cardroom %d", key.Channel), Name: p.plainName,
		})
		return fmt.Sprintf("cardroom-hand-%d-pokerstars.txt", p.view.Hand), text, err
	}
	byID := map[engine.ID]string{}
	for _, s := range p.steps[0].View.Seats {
		byID[s.Player] = p.plainName(s)
	}
	h, err := phh.Of(p.view, p.Events, func(who engine.ID) string { return byID[who] })
	if err != nil {
		return "", "", err
	}
	h.Table = fmt.Sprint(key.Channel)
	var file bytes.Buffer
	err = h.Write(&file)
	return fmt.Sprintf("cardroom-hand-%d.phh", p.view.Hand), file.String(), err
}

// plainName is what a player is called in a file: who is not known by a name has a number of their own, and who is not to be
// known that of the seat.
func (p *past) plainName(s engine.SeatView) string {
	c := p.called(s)
	switch {
	case p.gone.Has(s.Player):
		return numbered(s.Seat + 1)
	case c.Name != "":
		return c.Name
	case c.User != "":
		return c.User
	}
	return numbered(s.Player)
}

func numbered[N int | engine.ID](n N) string { return fmt.Sprintf("Player %d", n) }

func textFile(name, text string) *discordgo.File {
	return &discordgo.File{Name: name, ContentType: "text/plain; charset=utf-8", Reader: strings.NewReader(text)}
}

// setWait is how long the history waits for a table to say how it is set.
const setWait = 300 * time.Millisecond

// set is how the table of a channel shows a hand.
type set struct {
	names     map[engine.ID]render.DisplayName // as far as it has met people
	theme     picture.Theme
	unpainted bool
}

// setAt is how the table of a channel is set; as tables are at first where it is busy, or there is none.
func (b *Bot) setAt(k store.Key) (s set) {
	a := b.known(k)
	if a == nil {
		return s
	}
	got := make(chan set, 1)
	if !a.post(func() { got <- set{maps.Clone(a.met), a.record.Manners.Theme, a.record.Manners.Unpainted} }) {
		return s
	}
	select {
	case s = <-got:
	case <-time.After(setWait):
	}
	return s
}
