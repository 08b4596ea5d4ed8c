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

// Balance handles /chips balance: the wallet and the chips on tables.
func Balance(e *table.Env, in *interaction.Interaction) {
	w, err := e.Wallet(in.Key.Guild, in.User)
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	text := in.Lang.Say.Balance.Format("wallet", in.Lang.Chips(w.Balance), "tables", in.Lang.Chips(chipsOnTables(e, in)))
	e.Reply.Text(in, text+"\n-# "+string(in.Lang.Say.NoPractice))
}

// chipsOnTables adds up the chips that a user has on the tables of the guild.
func chipsOnTables(e *table.Env, in *interaction.Interaction) int64 {
	sum := int64(0)
	for _, t := range e.Tables.All(in.Key.Guild) {
		sum += t.Summary().Chips[in.User]
	}
	return sum
}

// Daily handles /chips daily.
func Daily(e *table.Env, in *interaction.Interaction) {
	now := time.Now().UTC()
	err := pay(e, store.Payment{Guild: in.Key.Guild, ID: in.ID, At: now, To: in.User, Amount: store.Daily, Reason: store.ReasonDaily})
	switch {
	case errors.Is(err, store.ErrClaimed):
		next := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		e.Reply.Text(in, in.Lang.Say.DailyAlready.Format("when", render.RelativeTime(engine.At(next))))
		return
	case err != nil:
		e.Reply.Refuse(in, err)
		return
	}
	w, err := e.Wallet(in.Key.Guild, in.User)
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	e.Reply.Text(in, in.Lang.Say.Daily.Format("amount", in.Lang.Chips(store.Daily), "balance", in.Lang.Chips(w.Balance)))
}

// leaderboardSize is how many wallets /chips board lists.
const leaderboardSize = 10

// Leaderboard handles /chips board: the largest wallets of the server, and the user's rank.
func Leaderboard(e *table.Env, in *interaction.Interaction) {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	ws, err := e.Store.TopWallets(ctx, in.Key.Guild, leaderboardSize)
	rank, errRank := e.Store.Rank(ctx, in.Key.Guild, in.User)
	own, errOwn := e.Store.Wallet(ctx, in.Key.Guild, in.User)
	all, errForgotten := e.Prefs.Forgotten(in.Key.Guild)
	if err := errors.Join(err, errRank, errOwn, errForgotten); err != nil {
		e.Reply.Refuse(in, errors.Join(storage.ErrUnknown, err))
		return
	}
	var rich []text.LeaderboardEntry
	for _, w := range ws {
		r := text.LeaderboardEntry{Person: w.Person, Chips: w.Balance}
		if all.Has(w.Person) && !hasPlayedSince(e, ctx, in.Key.Guild, w.Person) {
			r.Person = 0
		}
		rich = append(rich, r)
	}
	e.Reply.Text(in, text.Leaderboard(in.Lang, rich, own.Balance, rank))
}
