package table

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/bot/options"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/store"
)

// OffWallet reports whether the table's chips are outside any wallet.
func (t *Table) OffWallet(v *engine.View) bool {
	return v.Practice || t.state.record.Extras.Funds == options.Free
}

// statsMode returns how the current hand counts. Off-wallet chips do not count towards net.
func (j *journal) statsMode(v engine.View) record.StatsMode {
	if j.table.OffWallet(&v) {
		return record.CountPlay
	}
	return record.CountAll
}

// WithServerStakes applies the server's choice of chips against house players to e, for a player about to sit down. It
// changes nothing while a player is seated, which the engine refuses, or if the choice is unknown: chips go back to their
// source.
func (t *Table) WithServerStakes(e *engine.Table) []engine.Event {
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

// SetOptions applies o to a table. While a hand runs, rules wait for the next one, and only looks change at once.
func (t *Table) SetOptions(r *record.Table, e *engine.Table, o options.Table) ([]engine.Event, error) {
	now := t.TableOptions()
	if e.View(0).Phase == engine.Idle {
		return setOptions(t, r, e, o)
	}
	if options.Differ(now.Extras.Funds, o.Extras.Funds) {
		return nil, options.ErrChipsOnTable
	}
	if err := checkOptions(t, &o); err != nil {
		return nil, err
	}
	now, r.Planned = now.Postpone(o, r.Planned)
	r.Extras = now.Extras
	return nil, nil
}

// applyPlanned applies the options that were planned while a hand ran. It drops those that fit no more, and tells the host.
func applyPlanned(t *Table) {
	if !t.IsOpen() || t.View().Phase != engine.Idle || len(t.state.record.Planned) == 0 {
		return
	}
	game, r, planned := t.state.game, t.state.record.Clone(), t.state.record.Planned
	next, left := plannedOptions(t)
	events, err := setOptions(t, &r, &game, next)
	if err == nil {
		err = t.commit(t.idempotencyKey("planned options"), game, r, events, nil)
	}
	if err != nil {
		t.Log.Info("could not apply the planned options; retrying after the next hand", "err", err)
		return
	}
	var dropped []string
	for _, s := range left {
		dropped = append(dropped, render.Code(s.Name)+" "+planned[s.Name])
	}
	if len(dropped) > 0 {
		said := t.Locale().Settings.Dropped.Format("player", render.Mention(r.Host), "options", strings.Join(dropped, ", "))
		t.Display.Say(said, t.Nonce("dropped options", t.version))
	}
}

// setOptions applies o to a table between hands. Players may not bring chips from the old source back as chips of another (R7).
func setOptions(t *Table, r *record.Table, e *engine.Table, o options.Table) ([]engine.Event, error) {
	set := engine.SetRules{Rules: o.Rules, Other: options.Differ(r.Extras.Funds, o.Extras.Funds), At: engine.At(time.Now())}
	next, events, err := e.Apply(set, nil)
	if err != nil {
		return nil, err
	}
	if set.Other {
		r.ForgetChips()
	}
	*e, r.Planned = next, nil
	return events, applyExtras(t, r, o.Extras)
}

// applyExtras replaces the record's extra options. The source of the chips may change only while no player has any, other
// than house players' practice chips: chips go back to their source.
//
// A new source begins a new ledger session, because the old one's debts are settled by wallets. Practice chips from the old
// session would otherwise show up as winnings that no player lost. A session of free chips keeps its open debts: the record
// remembers it, and continues it when the chips are free again.
func applyExtras(t *Table, r *record.Table, m options.Extras) error {
	was := r.Extras.Funds
	r.Extras = m
	if m.Funds != options.OnceApproved {
		r.Requests = nil // no request has to wait any more
	}
	if !options.Differ(was, m.Funds) {
		return nil
	}
	v := t.View()
	for _, s := range v.Seats {
		if (s.House == engine.Person || v.Rules.Staked) && s.Stack+s.Pending != 0 {
			return options.ErrChipsOnTable
		}
	}
	left, next := r.Session, max(r.Session+1, time.Now().UnixMilli())
	switch {
	case m.Funds != options.Free:
		r.Session, r.Owes = next, left
	case r.Owes != 0:
		r.Session, r.Owes = r.Owes, 0
	default:
		r.Session = next
	}
	return nil
}

// PlannedOptions returns the table options from the next hand on.
func PlannedOptions(t *Table) options.Table {
	next, _ := plannedOptions(t)
	return next
}

// plannedOptions also returns the planned options that do not fit the table as it is.
func plannedOptions(t *Table) (options.Table, []options.Option) {
	return t.TableOptions().Planned(t.state.record.Planned, func(o options.Table) error { return checkOptions(t, &o) })
}

// checkOptions returns why the table cannot have the options o while its players keep their seats, or nil (R2).
func checkOptions(t *Table, o *options.Table) error {
	seats, last := t.View().Seats, o.Rules.Seats
	if i := slices.IndexFunc(seats, func(s engine.SeatView) bool { return s.Seat >= last }); i >= 0 {
		return engine.Refusal{Reason: engine.SeatGoes, Min: int64(seats[i].Seat) + 1, Max: int64(last), Rule: 2}
	}
	return o.Rules.Check()
}

// TableOptions returns the current table options.
func (t *Table) TableOptions() options.Table {
	return options.Table{Rules: t.View().Rules, Extras: t.state.record.Extras}
}

// Wallet returns the wallet of a person in a guild. The error is [storage.ErrUnknown] if the store does not answer.
func (e *Env) Wallet(guild, who engine.ID) (store.Wallet, error) {
	return storage.Read(e.Ctx, func(ctx context.Context) (store.Wallet, error) { return e.Store.Wallet(ctx, guild, who) })
}

// fullStack returns the chips to which a seated player tops up: those that they sat down with, within the buy-ins.
func fullStack(t *Table, v *engine.View, who engine.ID) int64 {
	chips, known := t.state.record.BuyIns[who]
	switch {
	case !known:
		return options.DefaultBuyIn(v.Rules)
	case v.Rules.MaxBuyIn > 0:
		chips = min(chips, v.Rules.MaxBuyIn)
	}
	return max(chips, v.Rules.MinBuyIn)
}

// Refill returns the top-up that brings a seated player back to what they sat down with, from their wallet. Chips is 0
// for a player who has as much. For a wallet that cannot pay the least top-up the error is a [store.FundsError].
func Refill(t *Table, who engine.ID) (engine.TopUp, error) {
	v := t.View()
	s := SeatOf(&v, who)
	has, full, least := s.Stack+s.Pending, fullStack(t, &v, who), int64(1)
	if has == 0 {
		least = v.Rules.MinBuyIn
	}
	c := engine.TopUp{Player: who, Chips: max(0, full-has), UpTo: full, At: engine.At(time.Now())}
	if c.Chips == 0 || t.OffWallet(&v) {
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

// FreshFloor returns the least buy-in of a seated player who has not been dealt in since they sat down. It returns false for others.
func FreshFloor(t *Table, who engine.ID) (least int64, fresh bool) {
	least, fresh = t.state.record.Floors[who]
	return least, fresh && t.state.record.Event == nil
}

// NeedsApproval reports whether the host approves buy-ins.
func NeedsApproval(t *Table) bool {
	return t.state.record.Extras.Funds == options.OnceApproved && !t.View().Practice
}

// RefillPlayers tops up the players who set that for themselves: those who are out of chips, and those below half of what
// they sat down with. It leaves out players who sit out, and does nothing where the host approves buy-ins.
func RefillPlayers(t *Table) {
	v := t.View()
	if t.version == 0 || v.Closing || NeedsApproval(t) {
		return
	}
	for _, s := range v.Seats {
		plays := s.InHand && v.Phase != engine.Idle
		if s.House != engine.Person || s.Out || s.Leaves || s.Kicked || plays || !wantsRefill(t, &v, s) {
			continue
		}
		if err := refill(t, s.Player); errors.Is(err, storage.ErrUnknown) {
			return
		}
	}
}

// wantsRefill reports whether a player set that a stack such as theirs is topped up.
func wantsRefill(t *Table, v *engine.View, s engine.SeatView) bool {
	asked := func(own prefs.Person) bool { return automatic(own, s.Stack+s.Pending, fullStack(t, v, s.Player)) }
	wants, err := t.Env.Prefs.People.Confirm(s.Player, asked)
	if err != nil {
		t.Log.Info("player preferences unavailable; not topping up until the next hand ends", "player", uint64(s.Player), "err", err)
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
func refill(t *Table, who engine.ID) error {
	c, err := Refill(t, who)
	if err == nil && c.Chips > 0 {
		err = t.apply(t.idempotencyKey(fmt.Sprint("refill ", who)), c, nil)
	}
	if err != nil {
		t.Log.Info("could not top up a player; retrying after the next hand", "player", uint64(who), "err", err)
	}
	return err
}
