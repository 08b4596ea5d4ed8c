package play

import (
	"slices"
	"strconv"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// buyIn returns the default buy-in of a user without a seat. It is larger if the player has to bring back a larger stack (R7), and smaller if the
// wallet has less; then all is true. A wallet below the minimum is a [store.FundsError].
func buyIn(t *table.Table, who engine.ID) (chips int64, all bool, err error) {
	v := t.View()
	least, _ := t.Funds().BuyIns(who)
	full := max(least, options.DefaultBuyIn(v.Rules))
	if t.Funds().OffWallet(&v) {
		return full, false, nil
	}
	wallet, err := balanceOf(t, who)
	switch {
	case err != nil:
		return 0, false, err
	case wallet < v.Rules.MinBuyIn:
		return 0, false, &store.FundsError{Person: who, Have: wallet, Need: v.Rules.MinBuyIn}
	}
	return min(full, wallet), wallet <= full, nil
}

// balanceOf returns the chips in a player's wallet.
func balanceOf(t *table.Table, who engine.ID) (int64, error) {
	w, err := t.Env.Wallet(t.Key.Guild, who)
	return w.Balance, err
}

// SitDown handles the button: it takes a seat at once. For seated players it rebuys or sits back in.
func SitDown(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	if s, seated := v.SeatOf(in.User); seated {
		switch {
		case record.IsBust(s):
			Rebuy(t, in)
		case s.Out || s.Leaves:
			SitIn(t, in)
		case s.Kicked:
			t.Env.Reply.Text(in, string(in.Lang.Host.KickedYou))
		default:
			confirmSeat(t, in)
		}
		return
	}
	waits := slices.Contains(v.Waitlist, in.User) && !v.FreeFor(in.User)
	if waits || t.Record().Requests.Open(in.User) != 0 && !t.MayHost(in) {
		t.Env.Reply.Text(in, t.Scene(in.User, in.Lang).NoSeatText(t.Locale().Button.Sit)) // their number, or the request to the host
		return
	}
	if c, approved := approvedSit(t, in.User); approved {
		takeSeat(t, in, c)
		return
	}
	chips, all, err := buyIn(t, in.User)
	if err != nil {
		t.Refuse(in, err)
		return
	}
	c := engine.Sit{
		Player: in.User, Seat: engine.AnySeat, Chips: chips, All: all, MuckPolicy: t.MuckPolicy(in.User), At: engine.At(time.Now()),
	}
	if !requestApproval(t, in, c) {
		takeSeat(t, in, c)
	}
}

// confirmSeat answers a press on Sit down or Sit in by a player who is seated and plays. The board's buttons are the same for
// all, and an old panel keeps its own: the pressed panel is redrawn, and a press on the board gets a sentence.
func confirmSeat(t *table.Table, in *interaction.Interaction) {
	if in.Ephemeral {
		channel.OpenPanel(t, in)
		return
	}
	t.Env.Reply.Text(in, seatedText(t, in, false))
}

// takeSeat seats a player by a press. The new board answers it, and their panel follows.
func takeSeat(t *table.Table, in *interaction.Interaction, c engine.Command) {
	if carryOut(t, in, c) {
		channel.SatDown(t, in)
	}
}

// Rebuy handles the button of a player who is out of chips: it brings the sum that it shows, of the chips that they sat down with.
func Rebuy(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	s, seated := v.SeatOf(in.User)
	if seated && !record.IsBust(s) {
		t.Env.Reply.Text(in, string(in.Lang.Say.NotBust))
		return
	}
	c, err := t.Funds().Refill(in.User)
	if !seated {
		err = engine.Refusal{Reason: engine.NotSeated}
	}
	if err != nil {
		t.Refuse(in, err)
		return
	}
	if takesShown(t, in, &c) && !requestApproval(t, in, c) {
		carryOut(t, in, c)
	}
}

// takesShown makes a top-up bring the sum that its button shows. The wallet, the stack or the rules may have changed since then. Where
// that sum is no longer possible, takesShown shows the buttons that are, and returns false. An older button has no sum.
func takesShown(t *table.Table, in *interaction.Interaction, c *engine.TopUp) bool {
	most, shown := c.Chips, in.CustomID.Total
	if shown == 0 || shown == most || t.Try(*c) != nil { // the table refuses any sum
		return true
	}
	if c.Chips = shown; shown < most && t.Try(*c) == nil {
		return true
	}
	if in.CustomID.Arg == render.FromMenu {
		SeatMenu(t, in)
	} else {
		channel.OpenPanel(t, in)
	}
	return false
}

// AskRebuy handles the button on the board: players who are out of chips get the menu of their seat, which has the amount.
func AskRebuy(t *table.Table, in *interaction.Interaction) {
	v := t.ViewOf(in.User)
	switch s, seated := v.SeatOf(in.User); {
	case !seated:
		t.Refuse(in, engine.Refusal{Reason: engine.NotSeated})
	case !record.IsBust(s):
		t.Env.Reply.Text(in, string(in.Lang.Say.NotBust))
	default:
		SeatMenu(t, in)
	}
}

// Leave handles /leave and its button. It withdraws a request or leaves the waitlist if the user has no seat.
func Leave(t *table.Table, in *interaction.Interaction) {
	if withdrawRequest(t, in) {
		return
	}
	if slices.Contains(t.View().Waitlist, in.User) {
		setWaiting(t, in, true)
		return
	}
	c := engine.Leave{Player: in.User, At: engine.At(time.Now())}
	v := t.ViewOf(in.User)
	switch s, _ := v.SeatOf(in.User); {
	case s.Leaves:
		tellLeaving(t, in)
	case in.Kind != interaction.Press || v.Phase == engine.Idle || !s.InHand:
		seatCommand(t, in, c)
	default:
		pressLeave(t, in, c)
	}
}

// pressLeave has a player leave who pressed Leave during a hand. Their menu says how their turns are played: the board does not.
func pressLeave(t *table.Table, in *interaction.Interaction, c engine.Leave) {
	before := t.ViewOf(in.User)
	if err := t.Apply(in, c); err != nil {
		channel.Refuse(t, in, err)
		return
	}
	channel.OpenSeatMenu(t, in, seatSentence(t, in, &before, c))
}

// SeatMenu handles the button Seat….
func SeatMenu(t *table.Table, in *interaction.Interaction) { channel.OpenSeatMenu(t, in, "") }

// SitOut handles /sitout and its button. A player who leaves the table after the hand reads that instead.
func SitOut(t *table.Table, in *interaction.Interaction) {
	if tellLeaving(t, in) {
		return
	}
	seatCommand(t, in, engine.SitOut{Player: in.User, At: engine.At(time.Now())})
}

// tellLeaving tells players that they leave the table after the hand, where they do. Other users read nothing.
func tellLeaving(t *table.Table, in *interaction.Interaction) bool {
	v := t.ViewOf(in.User)
	s, seated := v.SeatOf(in.User)
	goes := text.Leaving(in.Lang, &v, s)
	if !seated || goes == "" {
		return false
	}
	t.Env.Reply.Text(in, goes)
	return true
}

// SitIn handles /sitin and its button.
func SitIn(t *table.Table, in *interaction.Interaction) {
	v := t.View()
	switch s, seated := v.SeatOf(in.User); {
	case !seated || s.Out || s.Leaves:
	case s.Kicked:
		t.Env.Reply.Text(in, string(in.Lang.Host.KickedYou))
		return
	case in.Kind == interaction.Press:
		confirmSeat(t, in)
		return
	}
	seatCommand(t, in, engine.SitIn{Player: in.User, Post: in.Options["post"] == "true", At: engine.At(time.Now())})
}

// Straddle handles /straddle (R16).
func Straddle(t *table.Table, in *interaction.Interaction) {
	straddle(t, in, in.Options["on"] == "true")
}

// PressStraddle handles the buttons to straddle and to stop.
func PressStraddle(t *table.Table, in *interaction.Interaction) {
	straddle(t, in, in.CustomID.Total == 1)
}

func straddle(t *table.Table, in *interaction.Interaction, on bool) {
	if on && tellLeaving(t, in) {
		return
	}
	now := t.View()
	_, seated := now.SeatOf(in.User)
	switch planned := t.Settings().Planned().Rules.Straddle; { // from the next hand on
	case on && now.Rules.Straddle && !planned:
		channel.Refuse(t, in, engine.Refusal{Reason: engine.CannotStraddle, Rule: 16})
		return
	case on && planned && !now.Rules.Straddle && seated:
		t.Env.Reply.Text(in, in.Lang.Numbered(string(in.Lang.Why.StraddleNext), 16))
		return
	}
	c := engine.Straddle{Player: in.User, On: on, At: engine.At(time.Now())}
	do(t, in, c, func() string { return string(locale.Either(on, in.Lang.Say.Straddles, in.Lang.Say.NoStraddle)) })
}

// seatCommand carries out a command about the player's own seat.
func seatCommand(t *table.Table, in *interaction.Interaction, c engine.Command) {
	before := t.ViewOf(in.User)
	do(t, in, c, func() string { return seatSentence(t, in, &before, c) })
}

// seatSentence returns the sentence that says what a command about a seat has done.
func seatSentence(t *table.Table, in *interaction.Interaction, before *engine.View, c engine.Command) string {
	say, was := &in.Lang.Say, table.SeatOf(before, in.User)
	v := t.ViewOf(in.User)
	s, seated := v.SeatOf(in.User)
	switch c.(type) {
	case engine.Leave:
		goes := text.Leaving(in.Lang, &v, s)
		if !seated {
			goes = leftText(t, in.Lang, before, leftWith(t, before, was))
		}
		return locale.Sentences(playedText(in.Lang, before, was), goes)
	case engine.SitOut:
		if v.Phase == engine.Idle || !s.InHand {
			return string(say.Out)
		}
		return string(say.OutAfter)
	default:
		switch {
		case s.Kicked, v.Closing:
			return text.Leaving(in.Lang, &v, s)
		case was.Leaves:
			return string(say.StaysOn)
		case s.Waits && s.Posts:
			return in.Lang.Posting(s.Live, s.Dead)
		case s.Waits:
			return string(say.InWaits)
		}
		return locale.Sentences(string(say.In), nextHand(in.Lang, &v, s))
	}
}

// playedText returns how a player who leaves in their turn plays it, and "" where it is not their turn.
func playedText(l *locale.Lang, before *engine.View, was engine.SeatView) string {
	switch {
	case before.ToAct != was.Seat:
		return ""
	case before.Phase == engine.Drawing:
		return string(l.Say.StoodPat)
	case before.Phase != engine.Betting:
		return ""
	case was.Price == 0:
		return string(l.Say.Checked)
	}
	return string(l.Say.Folded)
}

// leftText returns the sentence for a player who has left with chips.
func leftText(t *table.Table, l *locale.Lang, before *engine.View, chips int64) string {
	amount := l.Chips(chips)
	switch {
	case chips == 0:
		return string(l.Say.LeftEmpty)
	case before.Practice:
		return l.Say.LeftHouse.Format("amount", amount)
	case t.Funds().OffWallet(before):
		return l.Money.LeftFree.Format("amount", amount)
	}
	return l.Say.Left.Format("amount", amount)
}

// leftWith returns the chips that a player has just left with. To leave may end the hand that they played, and win it.
func leftWith(t *table.Table, before *engine.View, was engine.SeatView) int64 {
	chips := was.Stack + was.Pending
	if before.Phase == engine.Idle || !was.InHand {
		return chips
	}
	for _, e := range t.Record().Log {
		if e.Kind == engine.StoodUp && e.Player == was.Player {
			chips = e.Amount
		}
	}
	return chips
}

// Sit handles /sit: a seat with a chosen buy-in, or another seat for a seated player.
func Sit(t *table.Table, in *interaction.Interaction) {
	c := engine.Sit{Player: in.User, Seat: engine.AnySeat, Post: in.Options["post"] == "true", At: engine.At(time.Now())}
	if text, given := in.Options["seat"]; given {
		n, err := strconv.Atoi(text)
		if err != nil {
			t.Refuse(in, engine.Refusal{Reason: engine.NoSuchSeat, Rule: 2})
			return
		}
		c.Seat = n - 1
		if c.Seat < 0 {
			c.Seat = engine.MaxSeats // no table has it; -1 would mean any
		}
	}
	v := t.ViewOf(in.User)
	s, seated := v.SeatOf(in.User)
	if seated && (c.Seat == engine.AnySeat || c.Seat == s.Seat) {
		sitAgain(t, in, s)
		return
	}
	if !seated {
		var err error
		if c.Chips, c.All, err = chosenBuyIn(t, in); err != nil {
			t.Refuse(in, err)
			return
		}
		c.MuckPolicy = t.MuckPolicy(in.User)
	}
	if requestApproval(t, in, c) {
		return
	}
	err := t.Apply(in, c)
	switch {
	case IsFull(err):
		setWaiting(t, in, false)
	case err != nil:
		t.Refuse(in, err)
	default:
		t.Env.Reply.Text(in, seatedText(t, in, seated))
	}
}

// sitAgain handles /sit without another seat for a seated player.
func sitAgain(t *table.Table, in *interaction.Interaction, s engine.SeatView) {
	post := s.Waits && in.Options["post"] == "true"
	switch {
	case record.IsBust(s):
		addChips(t, in, "buyin")
	case s.Out || s.Leaves || s.Kicked || post && !s.Posts:
		SitIn(t, in)
	case post: // once more
		t.Env.Reply.Text(in, in.Lang.Posting(s.Live, s.Dead))
	case in.Options["buyin"] != "":
		t.Env.Reply.Text(in, string(in.Lang.Say.NotBust))
	default:
		t.Refuse(in, engine.Refusal{Reason: engine.AlreadySeated})
	}
}

// seatedText returns the sentence for a player who has sat down or moved.
func seatedText(t *table.Table, in *interaction.Interaction, moved bool) string {
	v := t.ViewOf(in.User)
	s := table.SeatOf(&v, in.User)
	seat := strconv.Itoa(s.Seat + 1)
	say := &in.Lang.Say
	text := say.Seated.Format("seat", seat, "amount", in.Lang.Chips(s.Stack+s.Pending))
	if moved {
		text = say.Moved.Format("seat", seat)
	}
	switch {
	case s.RebuyBy != 0:
		return text
	case s.Out: // the player chooses to post when they come back (R13)
		return locale.Sentences(text, string(locale.Either(in.Options["post"] == "true", say.OutPosts, say.Out)))
	case s.Waits && s.Posts:
		return locale.Sentences(text, in.Lang.Posting(s.Live, s.Dead))
	case s.Waits:
		return locale.Sentences(text, string(say.SeatedWaits))
	case moved:
		return text
	}
	return locale.Sentences(text, nextHand(in.Lang, &v, s))
}

// nextHand promises a player cards in the next hand: as things stand, where players of the last one may come back before (R10).
func nextHand(l *locale.Lang, v *engine.View, s engine.SeatView) string {
	return string(locale.Either(v.Hand > 0 && !s.InHand, l.Say.SeatedSoon, l.Say.SeatedNext))
}

// chosenBuyIn returns the chips that a player sits down with, and whether they are the whole wallet.
func chosenBuyIn(t *table.Table, in *interaction.Interaction) (chips int64, all bool, err error) {
	text, given := in.Options["buyin"]
	if !given {
		return buyIn(t, in.User)
	}
	if chips, err = locale.ParseChips(text); err != nil {
		return 0, false, err
	}
	all, err = isWallet(t, in.User, chips)
	return chips, all, err
}

// isWallet reports whether a buy-in below the least that a player must bring back is their whole wallet (R7).
func isWallet(t *table.Table, who engine.ID, chips int64) (bool, error) {
	if least, _ := t.Funds().BuyIns(who); chips >= least || t.Record().Extras.Funds == options.Free {
		return false, nil
	}
	wallet, err := balanceOf(t, who)
	return wallet == chips, err
}

// addChips handles /topup, and the rebuy of a player without chips. option names the option with the amount; without it, the
// player gets back the chips that they sat down with.
func addChips(t *table.Table, in *interaction.Interaction, option string) {
	c := engine.TopUp{Player: in.User, At: engine.At(time.Now())}
	var err error
	typed, given := in.Options[option]
	if given {
		c.Chips, err = locale.ParseChips(typed)
	} else {
		c, err = t.Funds().Refill(in.User)
	}
	v := t.View()
	s, seated := v.SeatOf(in.User)
	if !seated {
		err = engine.Refusal{Reason: engine.NotSeated}
	}
	switch {
	case s.Leaves || s.Kicked:
		t.Env.Reply.Text(in, text.Leaving(in.Lang, &v, s))
		return
	case err != nil:
		t.Refuse(in, err)
		return
	case !given && c.Chips == 0:
		if err := t.Try(engine.TopUp{Player: in.User, Chips: 1, At: c.At}); err != nil { // another amount would not do either
			t.Refuse(in, err)
			return
		}
		t.Env.Reply.Text(in, string(in.Lang.Say.StackFull))
		return
	}
	if !takesShown(t, in, &c) || requestApproval(t, in, c) {
		return
	}
	do(t, in, c, func() string { return toppedUpText(t, in, &c) })
}

// toppedUpText returns the sentence that says what a top-up has done or will do.
func toppedUpText(t *table.Table, in *interaction.Interaction, c *engine.TopUp) string {
	v := t.ViewOf(in.User)
	s, amount := table.SeatOf(&v, in.User), in.Lang.Chips(c.Chips)
	if s.Pending == 0 {
		return in.Lang.Say.ToppedUp.Format("amount", amount, "stack", in.Lang.Chips(s.Stack))
	}
	text := in.Lang.Say.TopUpAfter.Format("amount", amount)
	if c.UpTo != 0 {
		text = in.Lang.Say.RefillAfter.Format("amount", amount, "stack", in.Lang.Chips(c.UpTo))
	}
	if least := v.Rules.MinBuyIn; s.Pending < least && !s.Folded {
		text = locale.Sentences(text, in.Lang.Say.NoRebuy.Format("minimum", in.Lang.Chips(least)))
	}
	return text
}

// TopUp handles /topup, and the button that brings back a player's buy-in, or as much of it as the button shows.
func TopUp(t *table.Table, in *interaction.Interaction) { addChips(t, in, "amount") }
