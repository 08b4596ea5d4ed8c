package bot

import (
	"errors"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// balance is /chips balance: the wallet first, then what is on tables.
func (b *Bot) balance(k *interaction.Interaction) {
	ctx, cancel := storage.Within(b.ctx)
	defer cancel()
	w, err := b.store.Wallet(ctx, k.Key.Guild, k.User)
	if err != nil {
		b.reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
		return
	}
	b.reply.Text(k, k.Lang.Say.Balance.Format("wallet", k.Lang.Chips(w.Balance), "tables", k.Lang.Chips(b.onTables(k))))
}

// onTables adds up the chips a person has on the tables of a guild.
func (b *Bot) onTables(k *interaction.Interaction) int64 {
	sum := int64(0)
	for _, a := range b.tables(k.Key.Guild) {
		if stakes := a.stakes.Load(); stakes != nil {
			sum += stakes.chips[k.User]
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
func (b *Bot) daily(k *interaction.Interaction) {
	now := time.Now().UTC()
	err := b.pay(store.Payment{Guild: k.Key.Guild, ID: k.ID, At: now, To: k.User, Amount: store.Daily, Reason: store.ReasonDaily})
	switch {
	case errors.Is(err, store.ErrClaimed):
		next := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		b.reply.Text(k, k.Lang.Say.DailyAlready.Format("when", render.RelativeTime(engine.At(next))))
		return
	case err != nil:
		b.reply.Refuse(k, err)
		return
	}
	ctx, cancel := storage.Within(b.ctx)
	defer cancel()
	w, err := b.store.Wallet(ctx, k.Key.Guild, k.User)
	if err != nil {
		b.reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
		return
	}
	b.reply.Text(k, k.Lang.Say.Daily.Format("amount", k.Lang.Chips(store.Daily), "balance", k.Lang.Chips(w.Balance)))
}

// ledger is /ledger: who brought what to this table since it was opened, and how they stand with what is before them.
func (a *actor) ledger(k *interaction.Interaction) {
	people, owed, err := a.bot.linesOf(a.key, a.record.Session, a.record.Owes)
	if err != nil {
		a.refuse(k, err)
		return
	}
	v := a.view()
	for i := range people {
		people[i].Net += front(&v, seatOf(&v, people[i].Person))
	}
	a.bot.reply.Text(k, text.Ledger(k.Lang, people, owed))
}

// linesOf is the lines of a session, without what lies on the table, and those of the session of free chips before it.
func (b *Bot) linesOf(key store.Key, session, owes int64) (people, owed []text.Line, err error) {
	ctx, cancel := storage.Within(b.ctx)
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
		return nil, nil, errors.Join(storage.ErrUnknown, err)
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
func (b *Bot) lastLedger(k *interaction.Interaction) {
	people, owed, played, err := b.lastSession(k.Key)
	switch {
	case err != nil:
		b.reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
	case !played:
		b.reply.Text(k, string(k.Lang.Say.NoTable))
	default:
		b.reply.Text(k, text.Ledger(k.Lang, people, owed))
	}
}

// lastSession is linesOf that session, where one was played.
func (b *Bot) lastSession(key store.Key) (people, owed []text.Line, played bool, err error) {
	ctx, cancel := storage.Within(b.ctx)
	defer cancel()
	last, err := b.store.Hands(ctx, key, 0, 1)
	if err != nil || len(last) == 0 {
		return nil, nil, false, err
	}
	f, err := b.codec.DecodeHand(key, last[0])
	if err != nil {
		return nil, nil, false, err
	}
	all, err := b.gone(key.Guild)
	if err != nil {
		return nil, nil, false, err
	}
	people, owed, err = b.linesOf(key, f.Session, f.Owes)
	all.Unname(people, f.Session)
	all.Unname(owed, f.Owes)
	return people, owed, true, err
}

// mostRich is how many wallets /chips board lists.
const mostRich = 10

// richest is /chips board: the fullest wallets of the server, and the asker's place among all.
func (b *Bot) richest(k *interaction.Interaction) {
	ctx, cancel := storage.Within(b.ctx)
	defer cancel()
	ws, err := b.store.TopWallets(ctx, k.Key.Guild, mostRich)
	place, errPlace := b.store.Rank(ctx, k.Key.Guild, k.User)
	own, errOwn := b.store.Wallet(ctx, k.Key.Guild, k.User)
	all, errGone := b.gone(k.Key.Guild)
	if err := errors.Join(err, errPlace, errOwn, errGone); err != nil {
		b.reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
		return
	}
	var rich []text.LeaderboardEntry
	for _, w := range ws {
		r := text.LeaderboardEntry{Person: w.Person, Chips: w.Balance}
		if all.Has(w.Person) && !b.playsAgain(ctx, k.Key.Guild, w.Person) {
			r.Person = 0
		}
		rich = append(rich, r)
	}
	b.reply.Text(k, text.Leaderboard(k.Lang, rich, own.Balance, place))
}
