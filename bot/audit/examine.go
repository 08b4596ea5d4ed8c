package audit

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

// Examined counts the things that Examine has read.
type Examined struct {
	Guilds, Accounts, Tables, Hands int
	Uncounted                       int // guilds whose history dropped hands, so their stats cannot be recounted
	Unread                          int // guilds with a hand that cannot be read, so their stats cannot be recounted
	LostHands                       int // numbers that are not given again, of hands that the store lost
}

// Examine checks all stored data that this key can decrypt. It compares every account with the ledger, every open table
// with its account, every hand with its proof, and the stats with the history. differs receives one sentence for each
// difference; the error says that the store cannot be read. A running bot is not disturbed.
func Examine(ctx context.Context, e *table.Env, in store.ReadOnly, differs func(string)) (Examined, error) {
	a := auditor{env: e, in: in, differs: differs, open: map[store.Key]bool{}, escrows: map[store.Account]bool{}}
	err := a.all(ctx)
	return a.n, err
}

// auditor holds the progress of Examine.
type auditor struct {
	env     *table.Env
	in      store.ReadOnly
	differs func(string)
	n       Examined
	open    map[store.Key]bool     // open tables
	escrows map[store.Account]bool // of their tournaments
	damaged []string               // messages about damage so far
}

// all checks the file of the store, and then the ledgers, because they say who owns the chips.
func (a *auditor) all(ctx context.Context) error {
	damage, err := a.in.Damage(ctx)
	if err != nil {
		return err
	}
	if damage != "" {
		a.differs(damage)
	}
	guilds, err := a.in.Guilds(ctx)
	if err = a.damage(err); err != nil {
		return err
	}
	a.n.Guilds = len(guilds)
	for _, guild := range guilds {
		sentences, err := a.in.Audit(ctx, guild)
		if err = a.damage(err); err != nil {
			return err
		}
		for _, s := range sentences {
			a.say("guild %d: %s", guild, s)
		}
	}
	if err := a.tables(ctx); err != nil {
		return err
	}
	for _, guild := range guilds {
		err := a.damage(a.accounts(ctx, guild))
		if err = errors.Join(err, a.damage(a.history(ctx, guild))); err != nil {
			return err
		}
	}
	return nil
}

// say reports a difference.
func (a *auditor) say(format string, args ...any) { a.differs(fmt.Sprintf(format, args...)) }

// damage reports damaged data once, with what the operator can do, and returns every other error.
func (a *auditor) damage(err error) error {
	damage, ok := errors.AsType[*store.DamagedError](err)
	if !ok {
		return err
	}
	text := err.Error()
	switch {
	case damage.Of == "the gifts":
		text += "; the user's next gift writes them anew"
	case !strings.Contains(text, "restore a backup"):
		text += "; stop the bot and restore a backup"
	}
	if !slices.Contains(a.damaged, text) {
		a.damaged = append(a.damaged, text)
		a.differs(text)
	}
	return nil
}

// tables checks every open table.
func (a *auditor) tables(ctx context.Context) error {
	for stored, err := range a.in.Tables(ctx) {
		if stored.Channel == 0 && err != nil {
			if err = a.damage(err); err != nil {
				return err
			}
			continue
		}
		a.open[stored.Key] = true
		a.n.Tables++
		if err := a.damage(a.table(ctx, stored.Key)); err != nil {
			return err
		}
	}
	return nil
}

// table decodes a table and compares its chips with its account. If the table moved between the two reads, it reads both
// again.
func (a *auditor) table(ctx context.Context, k store.Key) error {
	for {
		stored, err := a.in.Load(ctx, k)
		if _, damaged := errors.AsType[*store.DamagedError](err); damaged {
			stored.Key = k
			a.differs(record.Unreadable(stored, err).Error())
			return nil
		}
		if errors.Is(err, store.ErrNotFound) {
			return nil // closed meanwhile
		}
		accounts, err2 := a.in.Accounts(ctx, k.Guild)
		again, err3 := a.in.Load(ctx, k)
		if err := errors.Join(err, a.damage(err2)); err != nil {
			return err
		}
		if err3 != nil || again.Version != stored.Version {
			continue
		}
		r, t, err := a.env.Codec.DecodeTable(stored)
		if err == nil && err2 == nil && r.Event != nil {
			a.escrow(k, r.Event.Escrow(), accounts)
		}
		switch have := accounts[store.TableAccount(k.Channel)]; {
		case err != nil:
			a.differs(err.Error())
		case err2 != nil: // the damage is reported
		case t.Chips() != have:
			a.say("table %d in guild %d: %d chips are on it, and its account holds %d", k.Channel, k.Guild, t.Chips(), have)
		}
		return nil
	}
}

// escrow compares the prize chips of a tournament with its account (T124).
func (a *auditor) escrow(k store.Key, e store.Escrow, accounts map[store.Account]int64) {
	account := store.EscrowAccount(e.Tournament)
	a.escrows[account] = true
	if have := accounts[account]; have != e.Chips {
		a.say("tournament %d of table %d in guild %d: it holds %d prize chips, and its account %d", e.Tournament, k.Channel, k.Guild, e.Chips, have)
	}
}

// accounts counts the accounts of a guild. The accounts of closed tables, and of tournaments that are over, have to be empty.
func (a *auditor) accounts(ctx context.Context, guild engine.ID) error {
	accounts, err := a.in.Accounts(ctx, guild)
	if err != nil {
		return err
	}
	a.n.Accounts += len(accounts)
	for _, account := range slices.Sorted(maps.Keys(accounts)) {
		channel, ok := account.Channel()
		if ok && accounts[account] != 0 && !a.open[store.Key{Guild: guild, Channel: channel}] {
			a.say("guild %d: %s holds %d, and no table is open there", guild, account, accounts[account])
		}
		if _, ok := account.Tournament(); ok && accounts[account] != 0 && !a.escrows[account] {
			a.say("guild %d: %s holds %d, and that tournament is over", guild, account, accounts[account])
		}
	}
	return nil
}

// history checks all hands of a guild. It compares them with the stats unless those, or the list of forgotten users, are damaged.
func (a *auditor) history(ctx context.Context, guild engine.ID) error {
	channels, err := a.in.Channels(ctx, guild)
	r := recount{all: map[engine.ID]stats.Counts{}}
	if r.lacks(err); a.damage(err) != nil {
		return err
	}
	before, errStats := a.statsIn(ctx, guild)
	var errForgotten error
	r.forgotten, errForgotten = a.in.Forgotten(ctx, guild)
	if err := errors.Join(a.damage(errStats), a.damage(errForgotten)); err != nil {
		return err
	}
	for _, channel := range channels {
		err := a.hands(ctx, store.Key{Guild: guild, Channel: channel}, &r)
		if r.lacks(err); a.damage(err) != nil {
			return err
		}
		r.end()
	}
	if errStats != nil || errForgotten != nil {
		return nil
	}
	after, errStats := a.statsIn(ctx, guild)
	r.since, errForgotten = a.in.Forgotten(ctx, guild)
	if errStats == nil && errForgotten == nil {
		a.compare(guild, before, after, &r)
	}
	return errors.Join(a.damage(errStats), a.damage(errForgotten))
}

// pageSize is how many hands are read at once, and maxNamed how many differing hands of a channel are reported one by one.
// With the wrong key all hands differ.
const (
	pageSize = 50
	maxNamed = 5
)

// hands decodes the hands of a channel, checks their proofs and reports gaps. It counts those that the hand after them explains.
func (a *auditor) hands(ctx context.Context, k store.Key, r *recount) error {
	faults, oldest, newer, explained := 0, int64(0), int64(0), false
	err := store.EachHandPage(ctx, a.in, k, pageSize, func(hands []store.Hand, _ int64) error {
		for _, h := range hands {
			a.n.Hands++
			switch gap := newer - 1 - h.Number; {
			case newer == 0 || gap == 0:
			case explained:
				a.n.LostHands += int(gap)
			default:
				a.say("table %d in guild %d: hands %d to %d are missing", k.Channel, k.Guild, h.Number+1, newer-1)
			}
			var err error
			if explained, err = examineHand(a.env, k, h, r); err != nil {
				if faults++; faults <= maxNamed {
					a.differs(err.Error())
				}
				oldest = h.Number
			}
			newer = h.Number
		}
		return nil
	})
	if faults > maxNamed {
		a.say("table %d in guild %d: %d more hands differ, back to hand %d", k.Channel, k.Guild, faults-maxNamed, oldest)
	}
	return err
}

// examineHand decodes a hand, adds it to the recount and checks its proof. It reports whether the store has lost the hands right
// before it.
func examineHand(e *table.Env, k store.Key, h store.Hand, r *recount) (afterLost bool, err error) {
	f, _, err := e.Codec.Ended(k, h)
	if err != nil {
		r.less, r.unread = true, true
		return false, err
	}
	r.add(h, &f)
	made, err := e.Codec.Receipt(k, h)
	if errors.Is(err, shuffle.ErrUnproven) {
		return f.AfterLost, nil
	}
	if err == nil {
		if report := e.Beacons.Verifier().Verify(made.Receipt); !report.OK() {
			err = errors.New(report.Faults[0].Text)
		}
	}
	if err != nil {
		err = fmt.Errorf("hand %d of table %d in guild %d: its proof does not fit: %w", h.Number, k.Channel, k.Guild, err)
	}
	return f.AfterLost, err
}
