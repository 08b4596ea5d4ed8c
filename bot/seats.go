package bot

import (
	"errors"
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// fullBuyIn is the chips a player sits down with who named no number: the maximum, or 100 big blinds where there is none.
func fullBuyIn(r engine.Rules) int64 {
	if r.MaxBuyIn > 0 {
		return r.MaxBuyIn
	}
	return max(options.UsualMost*r.BigBlind, r.MinBuyIn)
}

// buyIn is fullBuyIn, or what the player has to bring back where that is more (R7), or the wallet where that is less: all
// is then true. A wallet below the minimum is a *store.FundsError.
func (a *actor) buyIn(who engine.ID) (chips int64, all bool, err error) {
	v := a.view()
	least, _ := a.table.BuyIns(who, engine.At(time.Now()))
	full := max(least, fullBuyIn(v.Rules))
	if a.unfelt(&v) {
		return full, false, nil
	}
	wallet, err := a.wallet(who)
	switch {
	case err != nil:
		return 0, false, err
	case wallet < v.Rules.MinBuyIn:
		return 0, false, &store.FundsError{Person: who, Have: wallet, Need: v.Rules.MinBuyIn}
	}
	return min(full, wallet), wallet <= full, nil
}

// wallet is the chips of a person that are on no table.
func (a *actor) wallet(who engine.ID) (int64, error) {
	ctx, cancel := storage.Within(a.bot.ctx)
	defer cancel()
	w, err := a.bot.store.Wallet(ctx, a.key.Guild, who)
	if err != nil {
		return 0, errors.Join(storage.ErrUnknown, err)
	}
	return w.Balance, nil
}

// sitDown is the button: a seat at once; for those who have one, whatever puts them back into the game.
func (a *actor) sitDown(k *interaction.Interaction) {
	v := a.table.View(k.User)
	if s, seated := v.SeatOf(k.User); seated {
		switch {
		case s.Stack+s.Pending == 0 && !s.AllIn:
			a.rebuy(k)
		case s.Out || s.Leaves:
			a.sitIn(k)
		default:
			a.refuse(k, engine.Refusal{Reason: engine.AlreadySeated})
		}
		return
	}
	chips, all, err := a.buyIn(k.User)
	if err != nil {
		a.refuse(k, err)
		return
	}
	c := engine.Sit{
		Player: k.User, Seat: engine.AnySeat, Chips: chips, All: all, MuckPolicy: a.losing(k.User), At: engine.At(time.Now()),
	}
	if !a.asksHost(k, c) {
		a.carry(k, c)
	}
}

// losing is what a person who sits down wants done with their losing hands (R40).
func (a *actor) losing(who engine.ID) engine.MuckPolicy {
	own, err := a.bot.prefs.People.Get(who)
	if err != nil {
		a.log.Info("a player sits down as the house has it", "player", uint64(who), "err", err)
	}
	return own.MuckPolicy
}

func (a *actor) rebuy(k *interaction.Interaction) {
	chips, _, err := a.buyIn(k.User)
	if err != nil {
		a.refuse(k, err)
		return
	}
	c := engine.TopUp{Player: k.User, Chips: chips, At: engine.At(time.Now())}
	if !a.asksHost(k, c) {
		a.carry(k, c)
	}
}

func (a *actor) leave(k *interaction.Interaction) {
	if a.withdraws(k) {
		return
	}
	if a.inLine(k.User) {
		a.wait(k, true)
		return
	}
	a.seatCommand(k, engine.Leave{Player: k.User, At: engine.At(time.Now())})
}
func (a *actor) sitOut(k *interaction.Interaction) {
	a.seatCommand(k, engine.SitOut{Player: k.User, At: engine.At(time.Now())})
}
func (a *actor) sitIn(k *interaction.Interaction) {
	v := a.view()
	if s := seatOf(&v, k.User); s.Kicked && !s.Out && !s.Leaves {
		a.bot.reply.Text(k, string(k.Lang.Host.KickedYou))
		return
	}
	a.seatCommand(k, engine.SitIn{Player: k.User, Post: k.Options["post"] == "true", At: engine.At(time.Now())})
}

// straddle is /straddle (R16).
func (a *actor) straddle(k *interaction.Interaction) {
	on := k.Options["on"] == "true"
	c := engine.Straddle{Player: k.User, On: on, At: engine.At(time.Now())}
	a.do(k, c, func() string { return string(pick(on, k.Lang.Say.Straddles, k.Lang.Say.NoStraddle)) })
}

// seatCommand carries out what was pressed or typed about one's seat.
func (a *actor) seatCommand(k *interaction.Interaction, c engine.Command) {
	before := a.table.View(k.User)
	a.do(k, c, func() string { return a.seatSentence(k, &before, c) })
}

// seatSentence says what a command about a seat has done.
func (a *actor) seatSentence(k *interaction.Interaction, before *engine.View, c engine.Command) string {
	say, was := &k.Lang.Say, seatOf(before, k.User)
	v := a.table.View(k.User)
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
		case a.unfelt(before):
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

// sit is /sit: a seat with a chosen buy-in, or another seat for who has one.
func (a *actor) sit(k *interaction.Interaction) {
	c := engine.Sit{Player: k.User, Seat: engine.AnySeat, Post: k.Options["post"] == "true", At: engine.At(time.Now())}
	if text, given := k.Options["seat"]; given {
		n, err := strconv.Atoi(text)
		if err != nil {
			a.refuse(k, engine.Refusal{Reason: engine.NoSuchSeat, Rule: 2})
			return
		}
		c.Seat = n - 1
		if c.Seat < 0 {
			c.Seat = engine.MaxSeats // no table has it; -1 would mean any
		}
	}
	v := a.table.View(k.User)
	s, seated := v.SeatOf(k.User)
	if seated && c.Seat == engine.AnySeat {
		a.sitAgain(k, s)
		return
	}
	if !seated {
		var err error
		if c.Chips, c.All, err = a.chosenBuyIn(k); err != nil {
			a.refuse(k, err)
			return
		}
		c.MuckPolicy = a.losing(k.User)
	}
	if a.asksHost(k, c) {
		return
	}
	err := a.apply(k.ID, c)
	switch {
	case full(err):
		a.wait(k, false)
	case err != nil:
		a.refuse(k, err)
	default:
		a.bot.reply.Text(k, a.seated(k, seated))
	}
}

// sitAgain is /sit without a seat for someone who has one.
func (a *actor) sitAgain(k *interaction.Interaction, s engine.SeatView) {
	switch {
	case s.Stack+s.Pending == 0 && !s.AllIn:
		a.topUp(k, "buyin")
	case s.Out || s.Leaves || s.Waits && k.Options["post"] == "true":
		a.sitIn(k)
	default:
		a.refuse(k, engine.Refusal{Reason: engine.AlreadySeated})
	}
}

func (a *actor) seated(k *interaction.Interaction, moved bool) string {
	v := a.table.View(k.User)
	s := seatOf(&v, k.User)
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
func (a *actor) chosenBuyIn(k *interaction.Interaction) (chips int64, all bool, err error) {
	text, given := k.Options["buyin"]
	if !given {
		return a.buyIn(k.User)
	}
	if chips, err = locale.ParseChips(text); err != nil {
		return 0, false, err
	}
	if least, _ := a.table.BuyIns(k.User, engine.At(time.Now())); chips < least && a.record.Manners.Funds != options.Free {
		wallet, err := a.wallet(k.User)
		return chips, wallet == chips, err
	}
	return chips, false, nil
}

// topUp is /topup, and the rebuy of who is busted; option names where the amount was typed.
func (a *actor) topUp(k *interaction.Interaction, option string) {
	var chips int64
	var err error
	if text, given := k.Options[option]; given {
		chips, err = locale.ParseChips(text)
	} else {
		chips, _, err = a.buyIn(k.User)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	c := engine.TopUp{Player: k.User, Chips: chips, At: engine.At(time.Now())}
	if a.asksHost(k, c) {
		return
	}
	a.do(k, c, func() string {
		v := a.table.View(k.User)
		s := seatOf(&v, k.User)
		if s.Pending > 0 {
			return k.Lang.Say.TopUpAfter.Format("amount", k.Lang.Chips(chips))
		}
		return k.Lang.Say.ToppedUp.Format("amount", k.Lang.Chips(chips), "stack", k.Lang.Chips(s.Stack))
	})
}
