package fairtest

import "cardroom/engine/fair"

// Cheat deals a hand of fair/2 as its setup says and looks at nothing. It returns the receipt, with the cards of these
// numbers shown. All of the receipt fits together but the parts that the setup breaks. The batch holds no other seals.
func Cheat(secret fair.Hash, table fair.ID, number uint64, setup fair.Setup, dealt []fair.Recipient, shown ...int) *fair.Receipt {
	setup.Batch.First, setup.Batch.Size, setup.Batch.Channel = number, 1, table
	none := func(uint64) fair.Hash { return fair.Hash{} }
	return &deal(hand{secret: secret, table: table, number: number, setup: setup, others: none, dealt: dealt, shown: shown}, nil).r
}
