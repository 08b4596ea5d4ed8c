package account

import (
	"context"
	"errors"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
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
	if own, err := e.Prefs.Guilds.Get(in.Key.Guild); err == nil && !own.BotsPlayForWallet {
		text += "\n-# " + string(in.Lang.Say.NoPractice)
	}
	e.Reply.Text(in, text)
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
	_, err := pay(e, store.Payment{Guild: in.Key.Guild, ID: in.ID, At: now, To: in.User, Amount: store.Daily, Reason: store.ReasonDaily})
	switch {
	case errors.Is(err, store.ErrClaimed):
		next := now.Truncate(24 * time.Hour).Add(24 * time.Hour)
		e.Reply.Text(in, in.Lang.Say.DailyAlready.Format("when", render.RelativeTime(engine.At(next))))
		return
	case errors.Is(err, storage.ErrUnknown):
		refuseUnconfirmed(e, in, err)
		return
	case err != nil:
		e.Reply.Refuse(in, err)
		return
	}
	said := in.Lang.Say.Daily.Format("amount", in.Lang.Chips(store.Daily))
	if w, err := e.Wallet(in.Key.Guild, in.User); err == nil { // else the payment is made all the same
		said = locale.Sentences(said, in.Lang.Say.DailyWallet.Format("balance", in.Lang.Chips(w.Balance)))
	}
	e.Reply.Text(in, said)
}

// leaderboardSize is how many wallets /chips board lists.
const leaderboardSize = 10

// Leaderboard handles /chips board: the largest wallets of the server, and the user's rank.
func Leaderboard(e *table.Env, in *interaction.Interaction) {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	rich, err := largestWallets(ctx, e, in.Key.Guild)
	rank, errRank := e.Store.Rank(ctx, in.Key.Guild, in.User)
	own, errOwn := e.Store.Wallet(ctx, in.Key.Guild, in.User)
	if err := errors.Join(err, errRank, errOwn); err != nil {
		e.Reply.Refuse(in, storage.Unread(err))
		return
	}
	e.Reply.Send(in, message.Ephemeral(withPost(in, text.Leaderboard(in.Lang, rich, own.Balance, rank), render.VerbWallets, "")))
}

// PostLeaderboard handles the button that posts the largest wallets.
func PostLeaderboard(e *table.Env, in *interaction.Interaction) {
	if !in.Ephemeral {
		e.RefuseStale(in)
		return
	}
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	rich, err := largestWallets(ctx, e, in.Key.Guild)
	switch {
	case err != nil:
		e.Reply.Refuse(in, storage.Unread(err))
	case e.Reply.MayPost(in):
		l := table.PublicLang(e, in)
		e.Reply.Post(in, l, message.Content{Text: text.PublicLeaderboard(l, rich)}, nil)
	}
}

// largestWallets returns the largest wallets of a server, without the names of users who asked to be forgotten.
func largestWallets(ctx context.Context, e *table.Env, guild engine.ID) (rich []text.LeaderboardEntry, err error) {
	ws, err := e.Store.TopWallets(ctx, guild, leaderboardSize)
	all, errForgotten := e.Prefs.Forgotten(guild)
	if err := errors.Join(err, errForgotten); err != nil {
		return nil, err
	}
	for _, w := range ws {
		r := text.LeaderboardEntry{Person: w.Person, Chips: w.Balance}
		if all.Has(w.Person) && !hasPlayedSince(ctx, e, guild, w.Person) {
			r.Person = 0
		}
		rich = append(rich, r)
	}
	return rich, nil
}
