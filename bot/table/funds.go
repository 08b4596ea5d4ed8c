package table

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/options"
	"cardroom/bot/prefs"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// Funds says where the chips of a table come from, and brings players more of theirs.
type Funds struct{ table *Table }

// Funds returns the part of the table that deals with the source of its chips.
func (t *Table) Funds() Funds { return Funds{t} }

// OffWallet reports whether the table's chips are outside any wallet.
func (f Funds) OffWallet(v *engine.View) bool {
	return v.Practice || f.table.state.record.Extras.Funds == options.Free
}

// BuyIns returns the least and the most chips that a user may sit down with now.
func (f Funds) BuyIns(who engine.ID) (least, most int64) {
	game := f.table.state.record.Recall(f.table.state.game, who)
	return game.BuyIns(who, engine.At(time.Now()))
}

// WithServerStakes applies the server's choice of chips against house players to e, for a player about to sit down. It
// changes nothing while a player is seated, which the engine refuses, or if the choice is unknown: chips go back to their
// source.
func (f Funds) WithServerStakes(e *engine.Table) []engine.Event {
	t := f.table
	own, err := t.Env.Prefs.Guilds.Get(t.Key.Guild)
	v := t.View()
	if err != nil || own.BotsPlayForWallet == v.Rules.Staked {
		return nil
	}
	v.Rules.Staked = own.BotsPlayForWallet
	next, events, err := e.Apply(engine.SetRules{Rules: v.Rules, At: engine.At(time.Now())}, nil)
	if err != nil {
		return nil
	}
	*e = next
	return events
}

// NeedsApproval reports whether the host approves buy-ins.
func (f Funds) NeedsApproval() bool {
	return f.table.state.record.Extras.Funds == options.OnceApproved && !f.table.View().Practice
}

// FreshFloor returns the least buy-in of a seated player who has been dealt in only in void hands, if at all. It returns false for others.
func (f Funds) FreshFloor(who engine.ID) (least int64, fresh bool) {
	v := f.table.View()
	least, fresh = f.table.state.record.Floors[who]
	return least, fresh && (v.Phase == engine.Idle || !SeatOf(&v, who).InHand) && f.table.state.record.Event == nil
}

// Refill returns the top-up that brings a seated player back to their buy-in, from their wallet. Chips is 0
// for a player who has as much. For a wallet that cannot pay the least top-up the error is a [store.FundsError].
func (f Funds) Refill(who engine.ID) (engine.TopUp, error) {
	t := f.table
	v := t.View()
	s := SeatOf(&v, who)
	has, full, least := s.Stack+s.Pending, f.fullStack(&v, who), int64(1)
	if has == 0 {
		least = v.Rules.MinBuyIn
	}
	c := engine.TopUp{Player: who, Chips: max(0, full-has), UpTo: full, At: engine.At(time.Now())}
	if c.Chips == 0 || f.OffWallet(&v) {
		return c, nil
	}
	wallet, err := t.Env.Wallet(t.Key.Guild, who)
	switch {
	case err != nil:
		return engine.TopUp{}, err
	case wallet.Balance < least:
		return engine.TopUp{}, &store.FundsError{Person: who, Have: wallet.Balance, Need: least}
	}
	c.Chips = min(c.Chips, wallet.Balance)
	return c, nil
}

// fullStack returns the chips to which a seated player tops up: those that they sat down with, within the buy-ins.
func (f Funds) fullStack(v *engine.View, who engine.ID) int64 {
	chips, known := f.table.state.record.BuyIns[who]
	switch {
	case !known:
		return options.DefaultBuyIn(v.Rules)
	case v.Rules.MaxBuyIn > 0:
		chips = min(chips, v.Rules.MaxBuyIn)
	}
	return max(chips, v.Rules.MinBuyIn)
}

// RefillAll tops up the players who set that for themselves: those who are out of chips, and those below half of
// their buy-in. It leaves out players who sit out, and does nothing where the host approves buy-ins.
func (f Funds) RefillAll() {
	v := f.table.View()
	if f.table.version == 0 || v.Closing || f.NeedsApproval() {
		return
	}
	for _, s := range v.Seats {
		plays := s.InHand && v.Phase != engine.Idle
		if s.House != engine.Person || s.Out || s.Leaves || s.Kicked || plays || !f.wantsRefill(&v, s) {
			continue
		}
		if err := f.refill(s.Player); errors.Is(err, storage.ErrUnknown) {
			return
		}
	}
}

// wantsRefill reports whether a player set that a stack such as theirs is topped up.
func (f Funds) wantsRefill(v *engine.View, s engine.SeatView) bool {
	asked := func(own prefs.Person) bool { return automatic(own, s.Stack+s.Pending, f.fullStack(v, s.Player)) }
	wants, err := f.table.Env.Prefs.People.Confirm(s.Player, asked)
	if err != nil {
		f.table.Log.Info("player preferences unavailable; not topping up until the next hand ends", "player", uint64(s.Player), "err", err)
	}
	return wants
}

// automatic reports whether a person's preferences top up a stack of that many chips to the full one.
func automatic(own prefs.Person, has, full int64) bool {
	if has == 0 {
		return own.AutoRebuy
	}
	return own.AutoTopUp && has < full-has
}

// refill tops up a player between hands. It logs why it cannot.
func (f Funds) refill(who engine.ID) error {
	t := f.table
	c, err := f.Refill(who)
	if err == nil && c.Chips > 0 {
		err = t.apply(t.idempotencyKey(fmt.Sprint("refill ", who)), c, nil)
	}
	if err != nil {
		t.Log.Info("could not top up a player; retrying after the next hand", "player", uint64(who), "err", err)
	}
	return err
}

// Wallet returns the wallet of a person in a guild. The error is [storage.ErrUnread] if the store does not answer.
func (e *Env) Wallet(guild, who engine.ID) (store.Wallet, error) {
	return storage.Read(e.Ctx, func(ctx context.Context) (store.Wallet, error) { return e.Store.Wallet(ctx, guild, who) })
}
