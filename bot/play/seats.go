package play

import (
	"errors"
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// buyIn is fullBuyIn, or what the player has to bring back where that is more (R7), or the wallet where that is less: all
// is then true. A wallet below the minimum is a *store.FundsError.
func buyIn(a *table.Table, who engine.ID) (chips int64, all bool, err error) {
	v := a.View()
	least, _ := a.State.Table.BuyIns(who, engine.At(time.Now()))
	full := max(least, table.FullBuyIn(v.Rules))
	if a.OffWallet(&v) {
		return full, false, nil
	}
	wallet, err := balanceOf(a, who)
	switch {
	case err != nil:
		return 0, false, err
	case wallet < v.Rules.MinBuyIn:
		return 0, false, &store.FundsError{Person: who, Have: wallet, Need: v.Rules.MinBuyIn}
	}
	return min(full, wallet), wallet <= full, nil
}

// balanceOf is the chips of a person that are on no table.
func balanceOf(a *table.Table, who engine.ID) (int64, error) {
	ctx, cancel := storage.Within(a.Env.Ctx)
	defer cancel()
	w, err := a.Env.Store.Wallet(ctx, a.Key.Guild, who)
	if err != nil {
		return 0, errors.Join(storage.ErrUnknown, err)
	}
	return w.Balance, nil
}

// SitDown is the button: a seat at once; for those who have one, whatever puts them back into the game.
func SitDown(a *table.Table, k *interaction.Interaction) {
	v := a.State.Table.View(k.User)
	if s, seated := v.SeatOf(k.User); seated {
		switch {
		case s.Stack+s.Pending == 0 && !s.AllIn:
			rebuy(a, k)
		case s.Out || s.Leaves:
			SitIn(a, k)
		default:
			a.Refuse(k, engine.Refusal{Reason: engine.AlreadySeated})
		}
		return
	}
	chips, all, err := buyIn(a, k.User)
	if err != nil {
		a.Refuse(k, err)
		return
	}
	c := engine.Sit{
		Player: k.User, Seat: engine.AnySeat, Chips: chips, All: all, MuckPolicy: a.MuckPolicy(k.User), At: engine.At(time.Now()),
	}
	if !asksHost(a, k, c) {
		carryOut(a, k, c)
	}
}

func rebuy(a *table.Table, k *interaction.Interaction) {
	chips, _, err := buyIn(a, k.User)
	if err != nil {
		a.Refuse(k, err)
		return
	}
	c := engine.TopUp{Player: k.User, Chips: chips, At: engine.At(time.Now())}
	if !asksHost(a, k, c) {
		carryOut(a, k, c)
	}
}

func Leave(a *table.Table, k *interaction.Interaction) {
	if withdraws(a, k) {
		return
	}
	if a.OnWaitlist(k.User) {
		wait(a, k, true)
		return
	}
	seatCommand(a, k, engine.Leave{Player: k.User, At: engine.At(time.Now())})
}

func SitOut(a *table.Table, k *interaction.Interaction) {
	seatCommand(a, k, engine.SitOut{Player: k.User, At: engine.At(time.Now())})
}

func SitIn(a *table.Table, k *interaction.Interaction) {
	v := a.View()
	if s := table.SeatOf(&v, k.User); s.Kicked && !s.Out && !s.Leaves {
		a.Env.Reply.Text(k, string(k.Lang.Host.KickedYou))
		return
	}
	seatCommand(a, k, engine.SitIn{Player: k.User, Post: k.Options["post"] == "true", At: engine.At(time.Now())})
}

// Straddle is /straddle (R16).
func Straddle(a *table.Table, k *interaction.Interaction) {
	on := k.Options["on"] == "true"
	c := engine.Straddle{Player: k.User, On: on, At: engine.At(time.Now())}
	do(a, k, c, func() string { return string(table.Pick(on, k.Lang.Say.Straddles, k.Lang.Say.NoStraddle)) })
}

// seatCommand carries out what was pressed or typed about one's seat.
func seatCommand(a *table.Table, k *interaction.Interaction, c engine.Command) {
	before := a.State.Table.View(k.User)
	do(a, k, c, func() string { return seatSentence(a, k, &before, c) })
}

// seatSentence says what a command about a seat has done.
func seatSentence(a *table.Table, k *interaction.Interaction, before *engine.View, c engine.Command) string {
	say, was := &k.Lang.Say, table.SeatOf(before, k.User)
	v := a.State.Table.View(k.User)
	s, seated := v.SeatOf(k.User)
	switch c.(type) {
	case engine.Leave:
		switch chips := was.Stack + was.Pending; {
		case seated:
			return string(say.LeaveAfter)
		case chips == 0:
			return string(say.LeftEmpty)
		case before.Practice:
			return say.LeftHouse.Format("amount", k.Lang.Chips(chips))
		case a.OffWallet(before):
			return k.Lang.Money.LeftFree.Format("amount", k.Lang.Chips(chips))
		default:
			return say.Left.Format("amount", k.Lang.Chips(chips))
		}
	case engine.SitOut:
		if v.Phase == engine.Idle || !s.InHand {
			return string(say.Out)
		}
		return string(say.OutAfter)
	default:
		switch {
		case s.Kicked:
			return string(k.Lang.Host.KickedYou)
		case was.Leaves:
			return string(say.StaysOn)
		case s.Waits && s.Posts:
			return string(say.InPosts)
		case s.Waits:
			return string(say.InWaits)
		}
		return string(say.In)
	}
}

// Sit is /sit: a seat with a chosen buy-in, or another seat for who has one.
func Sit(a *table.Table, k *interaction.Interaction) {
	c := engine.Sit{Player: k.User, Seat: engine.AnySeat, Post: k.Options["post"] == "true", At: engine.At(time.Now())}
	if text, given := k.Options["seat"]; given {
		n, err := strconv.Atoi(text)
		if err != nil {
			a.Refuse(k, engine.Refusal{Reason: engine.NoSuchSeat, Rule: 2})
			return
		}
		c.Seat = n - 1
		if c.Seat < 0 {
			c.Seat = engine.MaxSeats // no table has it; -1 would mean any
		}
	}
	v := a.State.Table.View(k.User)
	s, seated := v.SeatOf(k.User)
	if seated && c.Seat == engine.AnySeat {
		sitAgain(a, k, s)
		return
	}
	if !seated {
		var err error
		if c.Chips, c.All, err = chosenBuyIn(a, k); err != nil {
			a.Refuse(k, err)
			return
		}
		c.MuckPolicy = a.MuckPolicy(k.User)
	}
	if asksHost(a, k, c) {
		return
	}
	err := a.Apply(k, c)
	switch {
	case isFull(err):
		wait(a, k, false)
	case err != nil:
		a.Refuse(k, err)
	default:
		a.Env.Reply.Text(k, seatedText(a, k, seated))
	}
}

// sitAgain is /sit without a seat for someone who has one.
func sitAgain(a *table.Table, k *interaction.Interaction, s engine.SeatView) {
	switch {
	case s.Stack+s.Pending == 0 && !s.AllIn:
		topUp(a, k, "buyin")
	case s.Out || s.Leaves || s.Waits && k.Options["post"] == "true":
		SitIn(a, k)
	default:
		a.Refuse(k, engine.Refusal{Reason: engine.AlreadySeated})
	}
}

func seatedText(a *table.Table, k *interaction.Interaction, moved bool) string {
	v := a.State.Table.View(k.User)
	s := table.SeatOf(&v, k.User)
	seat := strconv.Itoa(s.Seat + 1)
	if moved {
		return k.Lang.Say.Moved.Format("seat", seat)
	}
	text := k.Lang.Say.Seated.Format("seat", seat, "amount", k.Lang.Chips(s.Stack+s.Pending))
	switch {
	case s.Waits && s.Posts:
		return locale.Sentences(text, string(k.Lang.Say.InPosts))
	case s.Waits:
		return locale.Sentences(text, string(k.Lang.Say.SeatedWaits))
	}
	return locale.Sentences(text, string(k.Lang.Say.SeatedNext))
}

// chosenBuyIn is the chips a player sits down with, and whether that is all they have.
func chosenBuyIn(a *table.Table, k *interaction.Interaction) (chips int64, all bool, err error) {
	text, given := k.Options["buyin"]
	if !given {
		return buyIn(a, k.User)
	}
	if chips, err = locale.ParseChips(text); err != nil {
		return 0, false, err
	}
	if least, _ := a.State.Table.BuyIns(k.User, engine.At(time.Now())); chips < least && a.State.Record.Manners.Funds != options.Free {
		wallet, err := balanceOf(a, k.User)
		return chips, wallet == chips, err
	}
	return chips, false, nil
}

// topUp is /topup, and the rebuy of who is busted; option names where the amount was typed.
func topUp(a *table.Table, k *interaction.Interaction, option string) {
	var chips int64
	var err error
	if text, given := k.Options[option]; given {
		chips, err = locale.ParseChips(text)
	} else {
		chips, _, err = buyIn(a, k.User)
	}
	if err != nil {
		a.Refuse(k, err)
		return
	}
	c := engine.TopUp{Player: k.User, Chips: chips, At: engine.At(time.Now())}
	if asksHost(a, k, c) {
		return
	}
	do(a, k, c, func() string {
		v := a.State.Table.View(k.User)
		s := table.SeatOf(&v, k.User)
		if s.Pending > 0 {
			return k.Lang.Say.TopUpAfter.Format("amount", k.Lang.Chips(chips))
		}
		return k.Lang.Say.ToppedUp.Format("amount", k.Lang.Chips(chips), "stack", k.Lang.Chips(s.Stack))
	})
}

// TopUpTyped is /topup.
func TopUpTyped(a *table.Table, k *interaction.Interaction) { topUp(a, k, "amount") }
