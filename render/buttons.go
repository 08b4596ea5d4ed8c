package render

import (
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/phone"
)

// Button is one button: its label, and the meaning of a press on it. Verb, What and To together are unique among the buttons of
// a message.
type Button struct {
	Label    string // at most 80 characters
	Verb     string // one of the Verb constants
	What     string // for VerbSet the table option, and after a space its new value; FromMenu in the menu of the seat; else ""
	To       int64  // for VerbRaise and VerbAllIn the street total, in chips; else as the verb says, or 0
	Style    Style
	Disabled bool

	// Menu, where it is not empty, makes it a menu instead of a button: with To of its entries at most chosen, and Label on
	// it. It has a row of its own.
	Menu []Entry
}

// Entry is one entry of a menu.
type Entry struct {
	Label  string // at most 100 characters
	Value  string // sent back when it is chosen, unlike that of any other entry; at most 100
	About  string // a description in small print, at most 100; may be empty
	Chosen bool   // it is the current choice
}

// The verbs of buttons. VerbRaise is also a bet: a raise from nothing.
const (
	VerbFold     = "fold"
	VerbCheck    = "check"
	VerbCall     = "call"
	VerbRaise    = "raise"
	VerbAllIn    = "allin"
	VerbAsk      = "ask" // opens the modal
	VerbCards    = "cards"
	VerbSit      = "sit"
	VerbRebuy    = "rebuy"    // To is the sum that it shows; in a tournament 2 to rebuy twice, else 0
	VerbRebuyAsk = "rebuyask" // opens the menu of the seat, which has the amount
	VerbSeat     = "seat"     // opens the menu of the reader's seat
	VerbBuyIn    = "buyin"    // opens the modal for another buy-in
	VerbTopUp    = "topup"    // brings the sum To of the chips that the reader sat down with
	VerbStraddle = "straddle" // To is 1 to straddle from now on, 0 to stop
	VerbLeave    = "leave"
	VerbSitOut   = "sitout"
	VerbSitIn    = "sitin"
	VerbDraw     = "draw" // opens the modal; with To, exchanges the cards of its bits
	VerbTick     = "tick" // ticks cards to exchange; To has the bits of those that are ticked then
	VerbPat      = "pat"
	VerbShow     = "show" // To has a bit for each card; 0 is all of them
	VerbMuck     = "muck"
	VerbRun      = "run"      // To is how often the board is dealt
	VerbPlan     = "plan"     // To is the engine.PreAction; 0 removes it
	VerbPlanCall = "plancall" // engine.PlanCall; To is the price that the player saw
	VerbSure     = "sure"     // the answer to the question of R29: To is the street total, 0 is a call
	VerbSurePlan = "sureplan" // the same for engine.PreAction To
	VerbLine     = "line"     // wait for a seat
	VerbUnline   = "unline"   // wait no longer
	VerbOption   = "option"   // a menu of the table options
	VerbYes      = "yes"      // the host approves the buy-in What
	VerbNo       = "no"       // the host declines it
	VerbSet      = "set"      // sets one; without a value, opens the modal
	VerbFirst    = "first"    // of a hand that is over; To of this and the next three is the step that is shown, from 0
	VerbBack     = "back"
	VerbNext     = "next"
	VerbLast     = "last"
	VerbGoTo     = "goto"      // shows hand To
	VerbPostHand = "posthand"  // posts a hand that is over; To is the step, from 0, or the hand where What is FromResult
	VerbPostFilm = "postfilm"  // posts its streets as an animation
	VerbStats    = "poststats" // posts the stats of user What
	VerbLedger   = "postledger"
	VerbWallets  = "postchips" // posts the largest wallets
	VerbForget   = "forget"    // of the user What, asked for by the interaction To
	VerbClose    = "close"     // confirms that the table closes; To of this and the next two is the session of the table
	VerbHand     = "hand"      // confirms that the user What becomes the host
	VerbBots     = "bots"      // confirms that house players sit down: What is their level and number
	VerbGift     = "gift"      // confirms a gift of To chips: What is the user who gets it and the interaction that asked
	VerbTopic    = "topic"     // a menu of the pages of the help

	VerbCreate      = "newevent"    // the modal that makes a tournament
	VerbCancelEvent = "cancelevent" // the modal that cancels one
	VerbDisqualify  = "dq"          // the modal that disqualifies the player What
	VerbRegister    = "register"    // for the tournament of the table: What is the price that it shows, "" in older messages
	VerbUnregister  = "unregister"
	VerbHere        = "here"      // the player is here, before the start
	VerbMyTable     = "mytable"   // where the player's seat is
	VerbStandings   = "standings" // of the tournament
	VerbNoRebuy     = "norebuy"   // a busted player does not rebuy
	VerbAddOn       = "addon"
	VerbRestart     = "restart" // gives a small stack up for a new one (T70)
	VerbAdmit       = "admit"   // an organiser's answer to an application: What is the text.Answer and the person
	VerbAskDeal     = "askdeal"
	VerbDeal        = "deal" // the answer to a proposal: What is the answer and the number of the deal
)

// FromResult is the What of a button that posts the result of a hand.
const FromResult = "result"

// Style is how a button looks.
type Style uint8

// The styles of buttons.
const (
	Secondary Style = iota // grey
	Primary                // blue
	Success                // green
	Danger                 // red
)

// Buttons returns the rows under the board, in the order of a thumb that rises: the pending decision, the sizes of a bet or
// raise, and the table's own. There are at most three buttons in a row, and none empty. Without a pending decision there are no
// action buttons.
func Buttons(s Scene) [][]Button {
	rows, own := s.actions(), s.during()
	if s.View.Phase == engine.Idle {
		own = s.between()
		rows = appendRow(rows, s.answers())
	}
	if len(rows) < 2 {
		return append(rows, flow(nil, own)...)
	}
	return append(rows[:1], s.lower(rows[1], own)...)
}

// lower returns the rows of the sizes and the table's own buttons. Where these are two, and all take more than two rows on a phone,
// the button for all-in loses its amount: that is the player's stack.
func (s Scene) lower(sizes, own []Button) [][]Button {
	rows, last := flow(sizes, own), len(sizes)-1
	if len(rows) <= 2 || len(own) == phone.MostInRow || sizes[last].Verb != VerbAllIn {
		return rows
	}
	short := slices.Clone(sizes)
	short[last].Label = strings.TrimSpace(s.Language().Button.AllIn.Format("amount", ""))
	return flow(short, own)
}

// flow returns the rows of buttons on a phone: two where each of them fits, and else as few as they take in their order.
func flow(first, second []Button) [][]Button {
	return phone.Rows(first, second, func(b Button) string { return b.Label })
}

// appendRow appends a row unless it is empty.
func appendRow(rows [][]Button, row []Button) [][]Button {
	if len(row) > 0 {
		rows = append(rows, row)
	}
	return rows
}

// actions returns the rows of the pending decision, and none without one.
func (s Scene) actions() [][]Button {
	t := s.Language().Button
	switch {
	case s.View.Phase == engine.Asking:
		return [][]Button{s.runs()}
	case s.View.ToAct < 0:
		return nil
	case s.View.Phase == engine.Drawing:
		return [][]Button{{{Label: string(t.Draw), Verb: VerbDraw, Style: Primary}, {Label: string(t.Pat), Verb: VerbPat}}}
	case s.View.Phase == engine.Showing:
		return [][]Button{{{Label: string(t.Show), Verb: VerbShow, Style: Primary}, {Label: string(t.Muck), Verb: VerbMuck}}}
	case s.View.Phase != engine.Betting:
		return nil
	}
	return appendRow([][]Button{s.stay()}, s.sizes())
}

// runs returns the buttons that say how often to deal the rest of the board (R37).
func (s Scene) runs() (row []Button) {
	for n := range min(s.View.MostRuns, len(s.Language().Button.Run)) {
		row = append(row, Button{Label: string(s.Language().Button.Run[n]), Verb: VerbRun, To: int64(n + 1), Style: Primary})
	}
	return row
}

// stay returns the buttons to fold, check or call, and to type an amount. There is no fold where checking is free (R18).
func (s Scene) stay() []Button {
	t, legal := s.Language().Button, s.View.Legal
	if legal.Call == 0 {
		return append([]Button{{Label: string(t.Check), Verb: VerbCheck, Style: Success}}, s.ask()...)
	}
	text := t.Call
	if seat, ok := s.SeatAt(s.View.ToAct); ok && legal.Call == seat.Stack {
		text = t.CallAll
	}
	return append([]Button{
		{Label: string(t.Fold), Verb: VerbFold},
		{Label: text.Format("amount", s.Language().Chips(legal.Call)), Verb: VerbCall, Style: Success},
	}, s.ask()...)
}

// ask returns the button that asks for the amount of a bet or raise, where there is a choice.
func (s Scene) ask() []Button {
	t, legal := s.Language().Button, s.View.Legal
	text := t.Ask
	if legal.Bet {
		text = t.BetAsk
	}
	if legal.Min == 0 || legal.Min == legal.Max {
		return nil
	}
	return []Button{{Label: string(text), Verb: VerbAsk}}
}

// sizes returns the bets or raises worth a button, smallest first, each total once: half the pot or the least, the pot, and
// all-in.
func (s Scene) sizes() []Button {
	t, legal := s.Language().Button, s.View.Legal
	if legal.Min == 0 {
		return nil
	}
	wager := t.Raise
	if legal.Bet {
		wager = t.Bet
	}
	var row []Button
	add := func(text locale.Text, verb string, to int64, style Style) {
		if len(row) == 0 || row[len(row)-1].To < to {
			row = append(row, Button{Label: text.Format("amount", s.Language().Chips(to)), Verb: verb, To: to, Style: style})
		}
	}
	unit := s.View.Rules.ChipUnit
	below := func(to int64) bool { return to < legal.Max || to == legal.Max && !s.allIn() }
	if small := max(legal.Min, share(legal, 50, unit)); below(small) {
		add(wager, VerbRaise, small, Primary)
	} else if below(legal.Min) {
		add(wager, VerbRaise, legal.Min, Primary)
	}
	if pot := rounded(legal.Pot, unit); pot >= legal.Min && below(pot) {
		add(t.Pot, VerbRaise, pot, Primary)
	}
	if s.allIn() {
		add(t.AllIn, VerbAllIn, legal.Max, Danger)
	}
	return row
}

// allIn reports whether the greatest raise takes the whole stack.
func (s Scene) allIn() bool {
	seat, ok := s.SeatAt(s.View.ToAct)
	return ok && s.View.Legal.Max == seat.Bet+seat.Stack
}

// during returns the table's own buttons while a hand runs.
func (s Scene) during() []Button {
	t, row := s.Language().Button, []Button(nil)
	if s.View.Phase != engine.Shuffling {
		row = append(row, Button{Label: string(t.Cards), Verb: VerbCards})
	}
	return append(append(row, s.seat()), s.rebuy()...)
}

// seat returns the button that opens the menu of the seat.
func (s Scene) seat() Button {
	return Button{Label: string(s.Language().Button.SeatAsk), Verb: VerbSeat}
}

// rebuy returns the button for players who are out of chips, if there are any.
func (s Scene) rebuy() []Button {
	bust := func(seat engine.SeatView) bool { return seat.RebuyBy != 0 && seat.House == engine.Person }
	if s.View.Closing || !slices.ContainsFunc(s.View.Seats, bust) {
		return nil
	}
	return []Button{{Label: string(s.Language().Button.RebuyAsk), Verb: VerbRebuyAsk}}
}

// between returns the table's own buttons between hands.
func (s Scene) between() []Button {
	if s.View.Closed {
		return nil
	}
	row := s.sitDown()
	person := func(seat engine.SeatView) bool { return seat.House == engine.Person }
	if slices.ContainsFunc(s.View.Seats, person) || len(row) == 0 || s.View.CallBy != 0 {
		row = append(row, s.seat())
	}
	row = append(row, s.rebuy()...)
	if slices.ContainsFunc(s.View.Seats, func(seat engine.SeatView) bool { return person(seat) && seat.MayShow }) {
		row = append(row, Button{Label: string(s.Language().Button.Show), Verb: VerbShow})
	}
	return row
}

// sitDown returns the button for a free seat, if there is one.
func (s Scene) sitDown() []Button {
	if s.View.Closed || s.View.Closing || s.View.Rules.Tournament || len(s.View.Seats) >= s.View.Rules.Seats {
		return nil
	}
	return []Button{{Label: string(s.Language().Button.Sit), Verb: VerbSit, Style: Success}}
}
