package text

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/replay"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/phone"
)

// HistoryPage returns step n, from 0, of a finished hand: the board as it was, the reader's own cards, and the events
// of the step. The scene has the view of the step. The page has at most 2,000 characters.
func HistoryPage(s render.Scene, steps []replay.Step, n int) string {
	text := historyPage(s, steps, n)
	if locale.Length(text) > locale.MaxText {
		s.Card = nil
		text = historyPage(s, steps, n)
	}
	return locale.Cut(text, locale.MaxText)
}

func historyPage(s render.Scene, steps []replay.Step, n int) string {
	l, t := s.Language(), s.Language().History
	lines := []string{render.Board(s)}
	if !s.Void() {
		lines = append(lines, optional(render.OwnCards(s)+exchanged(s))...)
	}
	if told := (story{Scene: s, lang: l, steps: steps}); s.View.Phase != engine.Idle { // of the result the board says it all
		lines = append(lines, optional(strings.Join(told.sentences(n), locale.Dot))...)
	}
	at := t.Moment.Format("n", strconv.Itoa(n+1), "of", strconv.Itoa(len(steps)))
	return strings.Join(append(lines, "-# "+at), "\n")
}

// exchanged returns that the reader's cards are not known after an exchange: of a player whose seat was freed with the end of the hand,
// nothing says which cards they discarded (R52). It returns "" where they are known, or still to come.
func exchanged(s render.Scene) string {
	own, _ := s.OwnSeat()
	if own.Drew <= 0 || len(own.Cards) > 0 || s.Void() || s.View.Phase == engine.Drawing && own.Drew == 4 {
		return ""
	}
	return string(s.Language().History.Exchanged)
}

// optional returns a text as a line, none where it is empty.
func optional(text string) []string {
	if text == "" {
		return nil
	}
	return []string{text}
}

// BeginsStreet reports whether a step of a finished hand deals cards: the first ones, or those of the board.
func BeginsStreet(s replay.Step) bool {
	kind := end(s).Kind
	return kind == engine.HandDealt || kind == engine.BoardDealt
}

// Replay says which step of which hand of a channel is shown.
type Replay struct {
	Hand, Last int64 // the hand, and the newest one that is over
	Step       int   // from 0
	Steps      int
	Film       bool // it had a showdown, so that it can be posted as an animation
}

// HistoryButtons returns the buttons that go through a hand, lead to the hands before and after it, and post it. A row has as many
// as a phone shows.
func HistoryButtons(l *locale.Lang, r Replay) [][]render.Button {
	t, first, last, to := l.History, r.Step == 0, r.Step == r.Steps-1, int64(r.Step)
	ways := []render.Button{
		{Label: string(t.Back), Verb: render.VerbBack, To: to, Disabled: first},
		{Label: string(t.Next), Verb: render.VerbNext, To: to, Style: render.Primary, Disabled: last},
		{Label: string(t.Last), Verb: render.VerbLast, To: to, Disabled: last},
		{Label: string(t.First), Verb: render.VerbFirst, To: to, Disabled: first},
	}
	if r.Hand > 1 {
		ways = append(ways, render.Button{Label: "‹ " + render.HandNumber(r.Hand-1), Verb: render.VerbGoTo, To: r.Hand - 1})
	}
	if r.Hand < r.Last {
		ways = append(ways, render.Button{Label: render.HandNumber(r.Hand+1) + " ›", Verb: render.VerbGoTo, To: r.Hand + 1})
	}
	rows := slices.Collect(slices.Chunk(ways, phone.MostInRow))
	posts := []render.Button{{Label: string(l.Button.Post), Verb: render.VerbPostHand, To: to}}
	if r.Film {
		posts = append(posts, render.Button{Label: string(l.Button.PostFilm), Verb: render.VerbPostFilm})
	}
	return append(rows, posts)
}

// Story returns a finished hand as a compact text: the seats, a paragraph for each street, the result. The scene has the view of the last step. The text may be longer than a message.
func Story(s render.Scene, steps []replay.Step) string {
	l, first := s.Language(), steps[0].View
	told := story{Scene: s, lang: l, steps: steps}
	lines := []string{s.Heading(), "-# " + render.Game(l, first.Rules) + locale.Dot + render.RelativeTime(steps[0].Events[0].At)}
	for _, seat := range first.Seats {
		words := []string{"`" + render.SeatNumber(seat.Seat) + "` " + s.NameOf(seat) + " " + l.Chips(seat.Stack+seat.Total)}
		if seat.Seat == first.Button {
			words = append(words, string(l.Board.Dealer))
		}
		words = append(words, optional(s.Cards(seat.Shown))...) // of a void hand
		lines = append(lines, strings.Join(words, locale.Dot))
	}
	lines = append(lines, optional(render.OwnCards(told.owned()))...)
	lines = append(lines, optional(exchanged(s))...)
	return strings.Join(append(lines, told.streets()...), "\n")
}

// story writes the events of a hand.
type story struct {
	render.Scene
	lang  *locale.Lang
	steps []replay.Step
}

// owned returns the first moment at which the reader's own cards are known, without a board.
func (s story) owned() render.Scene {
	for _, step := range s.steps {
		own := s.Scene
		own.View = step.View
		if seat, ok := own.OwnSeat(); ok && len(seat.Cards) == own.View.Rules.Variant.HoleCards() {
			own.View.Phase = engine.Betting
			return own
		}
	}
	return render.Scene{View: engine.View{}}
}

// streets returns two lines for each street: its cards, and its events.
func (s story) streets() (lines []string) {
	var said []string
	paragraph := func(head string) {
		lines = append(lines, optional(strings.Join(said, locale.Dot))...)
		lines = append(lines, optional(head)...)
		said = nil
	}
	for n, step := range s.steps {
		last := n == len(s.steps)-1
		switch e := end(step); {
		case n == 0 && !last:
			paragraph(s.title(step.View))
		case e.Kind == engine.BoardDealt:
			paragraph(s.dealt(step.View, e))
		case n > 0 && (e.Kind == engine.Drew) != (end(s.steps[n-1]).Kind == engine.Drew) && !isShow(e) && !last:
			paragraph(s.title(step.View))
		case last, isShow(e) && !isShow(end(s.steps[n-1])):
			paragraph("")
		}
		said = append(said, s.sentences(n)...)
	}
	paragraph("")
	if s.Void() {
		lines = append(lines, s.Outcome()...)
	}
	return lines
}

// end returns the event that a step ends with, apart from returned chips.
func end(s replay.Step) (e engine.Event) {
	for _, e = range slices.Backward(s.Events) {
		if e.Kind != engine.Uncalled {
			return e
		}
	}
	return e
}

// isShow reports whether a player showed or mucked.
func isShow(e engine.Event) bool { return e.Kind == engine.Shown || e.Kind == engine.Mucked }

// title returns the street of a moment.
func (s story) title(v engine.View) string {
	if v.Phase == engine.Runout {
		return "**" + string(render.StreetName(s.lang, v.Street)) + "**"
	}
	at := s.Scene
	at.View = v
	return "**" + at.Phase() + "**"
}

// dealt returns a street with its board and pots.
func (s story) dealt(v engine.View, e engine.Event) string {
	at, cards := s.Scene, s.Cards(v.Board)
	if e.Run > 0 {
		cards = s.Cards(v.Again[e.Run-1])
	}
	if v.Phase == engine.Runout && len(s.View.Again) > 0 { // also of the first, while no other is begun
		cards = s.lang.Board.BoardN.Format("n", strconv.Itoa(e.Run+1), "cards", cards)
	}
	at.View = v
	return s.title(v) + " " + cards + locale.Dot + at.Pots()
}

// sentences returns the events of step n in words.
func (s story) sentences(n int) (said []string) {
	for _, e := range s.steps[n].Events {
		if text := s.sentence(n, e); text != "" {
			if e.AllIn {
				text += " (" + string(s.lang.Board.AllIn) + ")"
			}
			if e.Silent {
				text += " (" + string(locale.Either(e.Left, s.lang.Board.Leaves, s.lang.History.InTime)) + ")"
			}
			said = append(said, text)
		}
	}
	return said
}

// sentence returns an event in words, and "" for one that the board says.
func (s story) sentence(n int, e engine.Event) string {
	t, l := &s.lang.History, s.lang
	say := func(text locale.Text) string {
		return text.Format("player", s.doer(e), "amount", l.Chips(e.Amount), "cards", s.Cards(e.Faces()))
	}
	switch e.Kind {
	case engine.Posted:
		return say(postText(t, e.Post))
	case engine.HandDealt:
		return string(t.Dealt)
	case engine.Acted:
		return s.act(n, e)
	case engine.Uncalled:
		return say(t.GetsBack)
	case engine.Drew:
		if e.Count == 0 {
			return say(t.Pat)
		}
		return l.Count(t.Draws, int64(e.Count), "player", s.doer(e))
	case engine.RunsAgreed:
		return render.RunoutText(l, e.Count)
	case engine.Shown:
		text := t.Shows.Format("player", s.doer(e), "cards", s.Hole(e.Faces()))
		if hand := l.Hand(render.Named(s.steps[n].View, e.Made)); hand != "" {
			text += locale.Dot + hand
		}
		return text
	case engine.Mucked:
		return say(t.Mucks)
	case engine.Won:
		return s.won(e)
	}
	return ""
}

// postText returns the text of a forced bet.
func postText(t *locale.HistoryText, p engine.Post) locale.Text {
	switch p {
	case engine.PostAnte, engine.PostBigBlindAnte:
		return t.Ante
	case engine.PostSmallBlind:
		return t.Small
	case engine.PostBigBlind:
		return t.Big
	case engine.PostStraddle:
		return t.Straddle
	case engine.PostLive:
		return t.Live
	case engine.PostDeadSmall:
		return t.Dead
	}
	return ""
}

// act returns a decision in words. The first chips of a street are a bet.
func (s story) act(n int, e engine.Event) string {
	t, l := s.lang.History, s.lang
	who, amount := s.doer(e), l.Chips(e.Amount)
	switch e.Action {
	case engine.Fold:
		return t.Folds.Format("player", who)
	case engine.Check:
		return t.Checks.Format("player", who)
	case engine.Call:
		return t.Calls.Format("player", who, "amount", amount)
	}
	bet := func(seat engine.SeatView) bool { return seat.Bet > 0 }
	before := s.steps[max(0, n-1)].View
	if n > 0 && before.Street == s.steps[n].View.Street && slices.ContainsFunc(before.Seats, bet) {
		return t.Raises.Format("player", who, "amount", l.Chips(e.To))
	}
	return t.Bets.Format("player", who, "amount", l.Chips(e.To))
}

// won returns a player's winnings, and their pot where there are several.
func (s story) won(e engine.Event) string {
	t := s.lang.History
	pairs := []string{"player", s.doer(e), "amount", s.lang.Chips(e.Amount), "pot", s.PotName(e.Pot), "n", strconv.Itoa(e.Run + 1)}
	switch {
	case len(s.View.Again) > 0:
		return t.OnBoard.Format(pairs...)
	case len(s.View.Pots) > 1:
		return t.WinsOf.Format(pairs...)
	}
	return t.Wins.Format(pairs...)
}

// doer returns the player of an event.
func (s story) doer(e engine.Event) string {
	return s.NameOf(engine.SeatView{Seat: e.Seat, Player: e.Player, House: e.House})
}
