package escrowtest

import (
	"testing"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/storetest"
)

// players are the persons of an evening. The table's own chips belong to others.
var players = [2]engine.ID{7, 8}

// Step returns the commit that makes a version of a table. It moves the table's own chips as storetest.TopUp does, and prize
// chips of a tournament: four steps are a tournament, from its prices to its prizes. After two tournaments each wallet holds
// as many chips as before.
func Step(k store.Key, version int64) store.Change {
	c := storetest.TopUp(k, version)
	c.Escrow = store.Escrow{Tournament: k.Channel, Moves: moves(version)}
	for v := version - (version-1)%4; v <= version; v++ {
		for _, m := range moves(v) {
			c.Escrow.Chips += m.Amount
		}
	}
	return c
}

// moves returns the moves of a step: entries and rebuys, refunds, what the server adds and gets back, bounties and prizes.
func moves(version int64) []store.Move {
	step, tournament := (version-1)%4, (version-1)/4
	winner, loser := players[tournament%2], players[1-tournament%2]
	return [][]store.Move{
		{pays(winner, 100), pays(loser, 100)},
		{{Person: loser, Amount: -100, Reason: store.ReasonRefund}, {Person: mint, Amount: 30, Reason: store.ReasonAdded}},
		{{Person: loser, Amount: 100, Reason: store.ReasonRebuy}, {Person: winner, Amount: -40, Reason: store.ReasonBounty}},
		{wins(winner, 150), wins(loser, 10), {Person: mint, Amount: -30, Reason: store.ReasonGivenBack}},
	}[step]
}

// CheckEscrows checks guilds whose tables have only the commits of Step: their escrows, and the wallets of those who entered, hold
// the chips of each table's version.
func CheckEscrows(t testing.TB, s store.Store, guilds ...engine.ID) {
	t.Helper()
	for _, guild := range guilds {
		want := map[store.Account]int64{}
		for r, err := range s.Tables(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			for v := int64(1); r.Guild == guild && v <= r.Version; v++ {
				for _, m := range moves(v) {
					want[store.EscrowAccount(r.Channel)] += m.Amount
					want[store.WalletAccount(m.Person)] -= m.Amount
				}
			}
		}
		accounts, err := s.Accounts(t.Context(), guild)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range players {
			accounts[store.WalletAccount(p)] -= store.Opening
		}
		for a, chips := range want {
			if a != store.WalletAccount(mint) && accounts[a] != chips {
				t.Errorf("guild %d, %s: moved by %d, want %d", guild, a, accounts[a], chips)
			}
		}
	}
}
