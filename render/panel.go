package render

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/render/phone"
)

// Panel returns the private text and buttons of the view's reader. It shows the hand's number, their cards and the
// hand that these make, the board, the pots, their stack and the price of a call. In their turn it has the buttons of the decision. It
// names no cards but theirs and the board's, even where others are tabled. A reader who wants the table in words also gets
// the text of [Board].
func Panel(s Scene) (text string, rows [][]Button) {
	if s.Words {
		s.Card = nil
	}
	text, rows = ownPanel(s)
	if s.Words {
		_, below, _ := strings.Cut(boardWithin(s, locale.MaxText-locale.Length(text)), "\n") // the heading is there
		text += "\n\n" + below
	}
	return text, rows
}

// ownPanel returns the panel without the table in words.
func ownPanel(s Scene) (text string, rows [][]Button) {
	p := s.panel()
	switch {
	case p.seat.Player == 0:
		return p.lines(p.noSeat(p.lang.Button.Sit)), appendRow(nil, p.entry())
	case s.View.Phase == engine.Shuffling && p.seat.InHand:
		return p.lines(string(p.lang.Panel.Shuffling), p.stack()), nil
	case !p.seat.InHand:
		return p.lines(p.notDealt(), p.stack()), appendRow(nil, p.seated())
	case s.View.Phase == engine.Idle:
		if p.Low {
			return p.lowOver()
		}
		return p.lines(p.own(), p.boardCards(), p.stack(), p.over(), p.closed()), appendRow(p.unseen(), append(p.seated(), p.post()...))
	}
	text = p.lines(p.large(), p.own(), p.boardCards(), p.pots(), p.stack(), p.state())
	switch {
	case s.View.ToAct != p.seat.Seat && !(s.View.Phase == engine.Asking && hasSay(p.seat)):
		return text, appendRow(nil, p.plans())
	case s.View.Phase == engine.Drawing:
		return text, p.discards()
	}
	return text, s.actions()
}

// broke reports whether a player has time to rebuy, or has lost their last chips in a tournament.
func (p panel) broke() bool {
	return p.seat.RebuyBy != 0 || p.View.Rules.Tournament && p.View.Phase == engine.Idle && p.seat.Stack == 0
}

// lowOver returns the low panel after a hand. The first row stands where the decision stood: a late press there must show and
// post nothing. Players who are out of chips or out of time read so, and have the other buttons in the menu of their seat.
func (p panel) lowOver() (text string, rows [][]Button) {
	rows = appendRow(nil, p.seated())
	if p.broke() || p.seat.TimedOut {
		return p.lines(p.large(), p.boardCards(), p.notDealt(), p.closed()), rows
	}
	rows = append(rows, p.unseen()...)
	switch last := len(rows) - 1; {
	case last > 0 && len(rows[last]) >= phone.MostInRow: // cards alone, which need a word and leave no room for more
		return p.lines(p.large(), p.boardCards(), string(p.lang.Panel.PressCard)), rows
	case last > 0:
		rows[last] = append(rows[last], p.post()...)
	default:
		rows = appendRow(rows, p.post())
	}
	return p.lines(p.large(), p.boardCards(), p.stack(), p.closed()), rows
}

// draws reports whether the player is to exchange cards.
func (p panel) draws() bool { return p.View.Phase == engine.Drawing && p.View.ToAct == p.seat.Seat }

// hasSay reports whether a player has yet to answer how often to deal the board (R37).
func hasSay(seat engine.SeatView) bool { return seat.InHand && !seat.Folded && seat.Runs == 0 }

// OwnCards returns the cards of the view's reader and the hand they make, as the panel says it, and "" where they have none.
func OwnCards(s Scene) string { return s.panel().own() }

// panel returns the panel of the scene's reader.
func (s Scene) panel() panel {
	seat, _ := s.OwnSeat()
	return panel{s, s.Language(), seat}
}

// TurnText returns the reader's decision in their turn, and otherwise why they cannot act.
func (s Scene) TurnText() string { return s.panel().state() }

// NotDealtText returns why the reader, who has a seat, has no cards.
func (s Scene) NotDealtText() string { return s.panel().notDealt() }

// NoSeatText returns the text for a reader without a seat. Sit is the button that leads them to one held for them.
func (s Scene) NoSeatText(sit locale.Text) string { return s.panel().noSeat(sit) }

// SeatsTaken reports whether no seat is free for the reader: all are taken, or the free one is held for the waitlist (R63).
func (s Scene) SeatsTaken() bool { return !s.View.FreeFor(s.View.Viewer) }

// panel writes one panel.
type panel struct {
	Scene
	lang *locale.Lang
	seat engine.SeatView
}

// lines returns a heading and the lines that are not empty. A low panel has the pots in its heading, and after the hand the
// player's net. The letters of five cards take the place of the street there, unless the line is full.
func (p panel) lines(lines ...string) string {
	b := board{p.Scene, p.lang, everything}
	heading, more := b.heading(), ""
	if p.Low && p.View.Ended() && p.seat.InHand {
		more = locale.Dot + p.lang.Panel.LowNet.Format("amount", p.lang.Signed(p.seat.Won-p.seat.Total))
	} else if pots := b.pots(); p.Low && pots != "" {
		more = locale.Dot + pots
	}
	_, above := p.letters()
	short := HandNumber(p.View.Hand) + more + locale.Dot + above
	if above != "" && !void(p.View) && phone.FitText(strings.ReplaceAll(short, "**", "")) {
		heading, more = short, ""
	}
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	return strings.Join(append([]string{heading + more}, lines...), "\n")
}

// large returns the player's own cards in the heading of a low panel, which Discord enlarges: as emoji, where there are any,
// and in letters, where both fit.
func (p panel) large() string {
	if !p.Low || len(p.seat.Cards) == 0 {
		return ""
	}
	beside, _ := p.letters()
	return "## " + p.Hole(p.seat.Cards) + beside
}

// letters returns the player's own cards in letters, where a low panel has emoji of them and no boxes of a draw. They stand beside
// the emoji, and five of them in the line above.
func (p panel) letters() (beside, above string) {
	if !p.Low || p.Card == nil || p.draws() {
		return "", ""
	}
	p.Card = nil
	letters := p.Hole(p.seat.Cards)
	if len(p.seat.Cards) > phone.MostCards {
		return "", letters
	}
	return " " + letters, ""
}

// own returns the player's own cards and the name of the hand they make. A low panel has them elsewhere.
func (p panel) own() string {
	cards, t := p.Hole(p.seat.Cards), p.lang.Panel
	if cards == "" || p.Low {
		return ""
	}
	if hand := p.made(); hand != "" {
		return t.CardsMade.Format("cards", cards, "hand", hand)
	}
	return t.Cards.Format("cards", cards)
}

// made returns the name of the hand that the player's cards make; "" where they make none worth a name, and after a fold. It
// names a fold that was none of theirs.
func (p panel) made() string {
	if p.seat.Late && p.View.Ended() {
		return string(p.lang.Panel.Late)
	}
	if len(p.View.Again) > 0 || p.seat.Folded {
		return ""
	}
	return p.lang.Hand(Named(p.View, p.seat.Made))
}

// pots returns the pots, where the text of the table does not follow and the heading does not have them.
func (p panel) pots() string {
	if p.Words || p.Low {
		return ""
	}
	return board{p.Scene, p.lang, plainCards}.pots()
}

// boardCards returns the board, where the text of the table does not follow. A low panel leaves it to the board's message.
// Where it is dealt more than once, each board comes with the hand that the player has on it.
func (p panel) boardCards() string {
	if p.Words || p.Low && len(p.View.Again) == 0 {
		return ""
	}
	if p.Low { // one message writes cards in one way, but for the large ones
		p.Card = nil
	}
	if len(p.View.Again) > 0 {
		var lines []string
		for i, dealt := range append([][]card.Card{p.View.Board}, p.View.Again...) {
			if cards := p.Cards(dealt); cards != "" {
				lines = append(lines, p.lang.Board.BoardN.Format("n", strconv.Itoa(i+1), "cards", cards+p.makes(dealt)))
			}
		}
		return strings.Join(lines, "\n")
	}
	if cards := p.Cards(p.View.Board); cards != "" {
		return p.lang.Panel.Board.Format("cards", cards)
	}
	return ""
}

// makes returns the name of the hand that a board makes of the player's cards, after a dot, and "" where they have none.
func (p panel) makes(board []card.Card) string {
	if len(p.seat.Cards) == 0 {
		return ""
	}
	return locale.Dot + p.lang.Hand(p.View.Rules.Variant.Best(p.seat.Cards, board))
}

// stack returns the chips behind, and in the player's turn the price of a call. On a low panel the name of the hand comes
// first. The bet is left to the picture, and the price to the button where the line is full.
func (p panel) stack() string {
	text := p.lang.Panel.Stack.Format("amount", p.lang.Chips(p.seat.Stack))
	if p.Wallet != nil {
		text = p.lang.Panel.Entered.Format("seat", SeatNumber(p.seat.Seat), "amount", p.lang.Chips(p.seat.Stack))
		if *p.Wallet >= 0 {
			text += locale.Dot + p.lang.Panel.InWallet.Format("amount", p.lang.Chips(*p.Wallet))
		}
	}
	if made := p.made(); p.Low && made != "" {
		text = made + locale.Dot + text
	}
	if p.seat.Bet > 0 && p.View.Phase != engine.Idle && !p.Low {
		text += locale.Dot + p.lang.Board.Bet.Format("amount", p.lang.Chips(p.seat.Bet))
	}
	if p.View.Phase == engine.Betting && p.View.ToAct == p.seat.Seat || p.Low && p.draws() {
		if cost := locale.Dot + CostText(p.lang, p.View); !p.Low || phone.FitLine(text+cost, locale.Columns(text+cost)) {
			text += cost
		}
	}
	if p.seat.Pending > 0 && !p.seat.Leaves && !p.seat.Kicked && !p.View.Closing {
		text += locale.Dot + p.lang.Board.ToppedUp.Format("amount", p.lang.Chips(p.seat.Pending))
	}
	if asked := p.Asked(); asked != "" && !(p.Low && p.seat.InHand) {
		text += "\n" + asked
	}
	return text
}

// state returns the player's decision in their turn, and otherwise why they cannot act. On a low panel the buttons say as much.
// It does not name another player who is to act: the board does, and the panel would need an edit for each action of the others.
func (p panel) state() string {
	t := p.lang.Panel
	if p.Low && p.View.ToAct == p.seat.Seat && p.View.Phase != engine.Showing {
		return ""
	}
	if p.View.ToAct == p.seat.Seat {
		turn := string(t.YourTurn)
		switch p.View.Phase {
		case engine.Drawing:
			turn = t.YourDraw.Format("n", strconv.Itoa(p.View.Discards))
		case engine.Showing:
			turn = string(t.YourShow)
		}
		if p.View.Until == 0 {
			return turn
		}
		return locale.Sentences(turn, t.Until.Format("when", RelativeTime(p.View.Until)))
	}
	words := []string{string(locale.Either(p.seat.Kicked && !p.seat.Leaves, p.lang.Host.KickedYou, ""))}
	switch {
	case p.View.Phase == engine.Drawing && len(p.seat.Cards) < p.View.Rules.Variant.HoleCards():
		words = append(words, string(t.Fourth))
	case p.seat.Folded:
		words = append(words, string(t.Folded))
	case p.seat.AllIn:
		words = append(words, string(t.AllIn))
	}
	switch {
	case p.View.Phase == engine.Runout:
		words = append(words, RunoutText(p.lang, p.View.Runs))
	case p.View.Phase == engine.Asking && hasSay(p.seat):
		words = append(words, t.YourRuns.Format("when", RelativeTime(p.View.Until)))
	case p.View.Phase == engine.Asking && p.seat.Runs > 0:
		words = append(words, t.Agreed.Format("n", strconv.Itoa(p.seat.Runs)))
	case p.seat.Leaves: // an older program keeps a pre-action, which no longer counts
		say := &p.lang.Say
		turn := locale.Either(p.seat.Folded || p.seat.AllIn || p.View.Phase == engine.Showing, "", say.LeaveTurn)
		draw := locale.Either(p.View.Rules.Variant == poker.FiveCardDraw && p.seat.Drew < 0 && !p.seat.Folded, say.LeaveDraw, "")
		words = append(words, string(say.LeaveAfter), string(turn), string(draw))
	case p.seat.Plan != 0:
		words = append(words, t.Planned.Format("plan", p.planned(p.seat.Plan)))
	}
	return locale.Sentences(words...)
}

// over returns the text for a player after a hand, with their own net.
func (p panel) over() string {
	text := string(p.lang.Panel.Over)
	if p.View.Ended() {
		text = p.lang.Panel.Net.Format("amount", p.lang.Signed(p.seat.Won-p.seat.Total))
	}
	if p.broke() || p.seat.TimedOut {
		text = locale.Sentences(text, p.notDealt())
	}
	if p.seat.MayShow {
		text = locale.Sentences(text, string(p.lang.Panel.MayShow))
	}
	return text
}

// noSeat returns the text for a reader without a seat.
func (p panel) noSeat(sit locale.Text) string {
	place := slices.Index(p.View.Waitlist, p.View.Viewer)
	switch {
	case p.View.Closed:
		return p.closed()
	case p.View.Rules.Tournament:
		return cmp.Or(p.Aside, string(p.lang.Tournament.NoSeat))
	case p.View.Closing:
		return string(p.lang.Board.Closing)
	case p.Asked() != "":
		return p.Asked()
	case place >= 0 && p.View.CallBy != 0 && p.View.FreeFor(p.View.Viewer):
		when := locale.Either(place == 0, locale.Text(RelativeTime(p.View.CallBy)), "")
		return p.lang.Held(p.lang.Panel.SeatOffered.Format("button", string(sit)), string(when))
	case place >= 0:
		return p.lang.Panel.InLine.Format("n", strconv.Itoa(place+1))
	case p.SeatsTaken() && len(p.View.Seats) < p.View.Rules.Seats:
		return p.lang.Numbered(string(p.lang.Why.SeatKept), 63)
	case p.SeatsTaken():
		return string(p.lang.Panel.Full)
	case p.Short.Need > 0:
		return p.lang.Say.Funds.Format("have", p.lang.Chips(p.Short.Have), "need", p.lang.Chips(p.Short.Need))
	}
	return string(p.lang.Panel.NoSeat)
}

// notDealt returns why a seated player has no cards.
func (p panel) notDealt() string {
	t, soon := p.lang.Panel, p.View.Hand > 0 && !p.View.Rules.Tournament // players of the last hand may come back before the next (R10)
	switch {
	case p.seat.RebuyBy != 0:
		return p.busted()
	case p.broke():
		return string(p.lang.Tournament.Rebuys.Declined)
	case p.seat.TimedOut:
		return string(t.TimedOut)
	case p.seat.Out:
		return string(t.SittingOut)
	case p.seat.Waits && p.seat.Posts:
		return p.lang.Posting(p.seat.Live, p.seat.Dead)
	case p.seat.Waits:
		return string(locale.Either(p.View.Rules.Tournament, p.lang.Tournament.ForButton, t.ForBlind))
	case p.View.Phase == engine.Idle:
		return locale.Sentences(string(t.Between), string(locale.Either(soon, p.lang.Say.SeatedSoon, p.lang.Say.SeatedNext)))
	}
	return string(t.NotDealt)
}

// busted returns the way on for a player who is out of chips: the button to rebuy, or more chips for a wallet that cannot pay it.
func (p panel) busted() string {
	text := locale.Either(p.Asked() == "", p.lang.Panel.Busted, p.lang.Panel.HostAsked)
	if p.View.Rules.Tournament {
		text = p.lang.Tournament.Rebuys.Busted
	} else if p.Rebuy == 0 && p.Asked() == "" {
		text = p.lang.Panel.Broke
	}
	return text.Format("when", RelativeTime(p.seat.RebuyBy))
}
