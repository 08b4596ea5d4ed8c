package account

import (
	"errors"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// Balance is /chips balance: the wallet first, then what is on tables.
func Balance(b *table.Env, k *interaction.Interaction) {
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	w, err := b.Store.Wallet(ctx, k.Key.Guild, k.User)
	if err != nil {
		b.Reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
		return
	}
	b.Reply.Text(k, k.Lang.Say.Balance.Format("wallet", k.Lang.Chips(w.Balance), "tables", k.Lang.Chips(onTables(b, k))))
}

// onTables adds up the chips a person has on the tables of a guild.
func onTables(b *table.Env, k *interaction.Interaction) int64 {
	sum := int64(0)
	for _, a := range b.Tables.All(k.Key.Guild) {
		sum += a.Summary.Load().Chips[k.User]
	}
	return sum
}

// Daily is /chips daily.
func Daily(b *table.Env, k *interaction.Interaction) {
	now := time.Now().UTC()
	err := pay(b, store.Payment{Guild: k.Key.Guild, ID: k.ID, At: now, To: k.User, Amount: store.Daily, Reason: store.ReasonDaily})
	switch {
	case errors.Is(err, store.ErrClaimed):
		next := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		b.Reply.Text(k, k.Lang.Say.DailyAlready.Format("when", render.RelativeTime(engine.At(next))))
		return
	case err != nil:
		b.Reply.Refuse(k, err)
		return
	}
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	w, err := b.Store.Wallet(ctx, k.Key.Guild, k.User)
	if err != nil {
		b.Reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
		return
	}
	b.Reply.Text(k, k.Lang.Say.Daily.Format("amount", k.Lang.Chips(store.Daily), "balance", k.Lang.Chips(w.Balance)))
}

// mostRich is how many wallets /chips board lists.
const mostRich = 10

// Richest is /chips board: the fullest wallets of the server, and the asker's place among all.
func Richest(b *table.Env, k *interaction.Interaction) {
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	ws, err := b.Store.TopWallets(ctx, k.Key.Guild, mostRich)
	place, errPlace := b.Store.Rank(ctx, k.Key.Guild, k.User)
	own, errOwn := b.Store.Wallet(ctx, k.Key.Guild, k.User)
	all, errGone := b.Prefs.Forgotten(k.Key.Guild)
	if err := errors.Join(err, errPlace, errOwn, errGone); err != nil {
		b.Reply.Refuse(k, errors.Join(storage.ErrUnknown, err))
		return
	}
	var rich []text.LeaderboardEntry
	for _, w := range ws {
		r := text.LeaderboardEntry{Person: w.Person, Chips: w.Balance}
		if all.Has(w.Person) && !playsAgain(b, ctx, k.Key.Guild, w.Person) {
			r.Person = 0
		}
		rich = append(rich, r)
	}
	b.Reply.Text(k, text.Leaderboard(k.Lang, rich, own.Balance, place))
}
