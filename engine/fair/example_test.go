package fair_test

import (
	"fmt"

	"cardroom/engine/fair"
)

// A hand from the seal to the check of its proof.
func Example() {
	secret := fair.Secret{1, 2, 3} // in earnest: 32 bytes of crypto/rand
	seal := fair.NewSeal(secret, fair.Hand{Table: 5, Number: 1})
	fmt.Println("seal", seal.Hash())

	deal, err := seal.Deal(fair.Entropy{
		Cuts:     []fair.Cut{{By: 11, Text: "lucky 7"}},
		Messages: []fair.Message{{Channel: 5, ID: 1512345678901234567}},
	})
	if err != nil {
		panic(err)
	}
	dealt := []fair.Recipient{fair.Player(11), fair.Player(12), fair.Player(11), fair.Player(12),
		fair.Board(0), fair.Board(0), fair.Board(0)}
	receipt, err := deal.Receipt(fair.Outcome{Dealt: dealt, Shown: []int{1, 3}})
	if err != nil {
		panic(err)
	}
	ownProof, err := deal.OwnProof(11, dealt)
	if err != nil {
		panic(err)
	}

	read, err := fair.ReadReceipt(receipt.JSON())
	if err != nil {
		panic(err)
	}
	report := fair.Verify(read, ownProof)
	fmt.Println("grade", report.Grade)
	fmt.Println(report.Proven[4].Text)
	// Output:
	// seal 999bc652e429e0f4f68be32de77ceeccbc40db8d762753f1a58ce1e5e91d6a7e
	// grade B
	// The cards of player 11 (2) are from that deck, in that order: K♠ 10♦.
}
