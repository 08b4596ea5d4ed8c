package bot

import (
	"context"
	"errors"
	"time"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// balance is /chips balance: the wallet first, then what is on tables.
func (b *Bot) balance(k *ask) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	w, err := b.store.Wallet(ctx, k.key.Guild, k.user)
	if err != nil {
		b.refuse(k, errors.Join(errUnknown, err))
		return
	}
	b.tell(k, k.lang.Say.Balance.Format("wallet", k.lang.Chips(w.Balance), "tables", k.lang.Chips(b.onTables(k))))
}

// onTables adds up the chips a person has on the tables of a guild.
func (b *Bot) onTables(k *ask) int64 {
	sum := int64(0)
	for _, a := range b.tables(k.key.Guild) {
		if stakes := a.stakes.Load(); stakes != nil {
			sum += stakes.chips[k.user]
		}
	}
	return sum
}

// stakes is who has to do with a table.
type stakes struct {
	chips     map[engine.ID]int64 // of wallets, by who has a seat
	waits     []engine.ID         // for a seat or for chips
	host      engine.ID
	followers []engine.ID
}

// noteStakes keeps who has to do with the table where other goroutines can read it; nothing where no table is open.
func (a *actor) noteStakes() {
	if a.version == 0 {
		a.stakes.Store(nil)
		return
	}
	v := a.view()
	now := stakes{chips: map[engine.ID]int64{}, waits: v.Waitlist, host: a.record.Host, followers: a.record.Followers}
	for _, s := range v.Seats {
		now.chips[s.Player] = 0
		if !a.unfelt(&v) {
			now.chips[s.Player] = front(&v, s)
		}
	}
	for _, q := range a.record.Requests {
		now.waits = append(now.waits[:len(now.waits):len(now.waits)], q.Player)
	}
	a.stakes.Store(&now)
}

// daily is /chips daily.
func (b *Bot) daily(k *ask) {
	now := time.Now().UTC()
	err := b.pay(store.Payment{Guild: k.key.Guild, ID: k.id, At: now, To: k.user, Amount: store.Daily, Reason: store.ReasonDaily})
	switch {
	case errors.Is(err, store.ErrClaimed):
		next := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		b.tell(k, k.lang.Say.DailyAlready.Format("when", render.RelativeTime(engine.At(next))))
		return
	case err != nil:
		b.refuse(k, err)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	w, err := b.store.Wallet(ctx, k.key.Guild, k.user)
	if err != nil {
		b.refuse(k, errors.Join(errUnknown, err))
		return
	}
	b.tell(k, k.lang.Say.Daily.Format("amount", k.lang.Chips(store.Daily), "balance", k.lang.Chips(w.Balance)))
}

// ledger is /ledger: who brought what to this table since it was opened, and how they stand with what is before them.
func (a *actor) ledger(k *ask) {
	people, owed, err := a.bot.linesOf(a.key, a.record.Session, a.record.Owes)
	if err != nil {
		a.refuse(k, err)
		return
	}
	v := a.view()
	for i := range people {
		people[i].Net += front(&v, seatOf(&v, people[i].Person))
	}
	a.bot.tell(k, text.Ledger(k.lang, people, owed))
}

// linesOf is the lines of a session, without what lies on the table, and those of the session of free chips before it.
func (b *Bot) linesOf(key store.Key, session, owes int64) (people, owed []text.Line, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	read := func(session int64) (people []text.Line) {
		lines, wrong := b.store.Session(ctx, key, session)
		err = errors.Join(err, wrong)
		for _, l := range lines {
			people = append(people, text.Line{Person: l.Person, In: l.In, Out: l.Out, Net: l.Out - l.In})
		}
		return people
	}
	if people = read(session); owes != 0 {
		owed = read(owes)
	}
	if err != nil {
		return nil, nil, errors.Join(errUnknown, err)
	}
	return people, owed, nil
}

// front is the chips that are a player's own: in a running hand, what they had when it began.
func front(v *engine.View, s engine.SeatView) int64 {
	n := s.Stack + s.Pending
	if v.Phase != engine.Idle && s.InHand {
		n += s.Total
	}
	return n
}

// seatOf is the seat of a player, or the zero seat.
func seatOf(v *engine.View, who engine.ID) engine.SeatView {
	s, _ := v.SeatOf(who)
	return s
}

// lastLedger is /ledger in a channel without a table: of the last session there in which a hand was played to its end. People
// may settle after the table is closed.
func (b *Bot) lastLedger(k *ask) {
	people, owed, played, err := b.lastSession(k.key)
	switch {
	case err != nil:
		b.refuse(k, errors.Join(errUnknown, err))
	case !played:
		b.tell(k, string(k.lang.Say.NoTable))
	default:
		b.tell(k, text.Ledger(k.lang, people, owed))
	}
}

// lastSession is linesOf that session, where one was played.
func (b *Bot) lastSession(key store.Key) (people, owed []text.Line, played bool, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	last, err := b.store.Hands(ctx, key, 0, 1)
	if err != nil || len(last) == 0 {
		return nil, nil, false, err
	}
	f, err := b.openHand(key, last[0])
	if err != nil {
		return nil, nil, false, err
	}
	all, err := b.gone(key.Guild)
	if err != nil {
		return nil, nil, false, err
	}
	people, owed, err = b.linesOf(key, f.Session, f.Owes)
	all.unname(people, f.Session)
	all.unname(owed, f.Owes)
	return people, owed, true, err
}

// mostRich is how many wallets /chips board lists.
const mostRich = 10

// richest is /chips board: the fullest wallets of the server, and the asker's place among all.
func (b *Bot) richest(k *ask) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	ws, err := b.store.TopWallets(ctx, k.key.Guild, mostRich)
	place, errPlace := b.store.Rank(ctx, k.key.Guild, k.user)
	own, errOwn := b.store.Wallet(ctx, k.key.Guild, k.user)
	all, errGone := b.gone(k.key.Guild)
	if err := errors.Join(err, errPlace, errOwn, errGone); err != nil {
		b.refuse(k, errors.Join(errUnknown, err))
		return
	}
	var rich []text.LeaderboardEntry
	for _, w := range ws {
		r := text.LeaderboardEntry{Person: w.Person, Chips: w.Balance}
		if all.has(w.Person) && !b.playsAgain(ctx, k.key.Guild, w.Person) {
			r.Person = 0
		}
		rich = append(rich, r)
	}
	b.tell(k, text.Leaderboard(k.lang, rich, own.Balance, place))
}
