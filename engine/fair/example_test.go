package fair_test

import (
	"fmt"

	"cardroom/engine/fair"
)

// A hand of fair/2 under a beacon, from the seal to the check of its proof.
func Example() {
	hand, chain := fair.Hand{Scheme: fair.Fair2, Table: 5, Number: 1}, fair.Quicknet()
	seal := fair.NewSeal(fair.Secret{1, 2, 3}, hand) // in earnest: 32 bytes of crypto/rand
	batch, err := fair.NewBatch(5, 1, &chain.Hash, []fair.Hash{seal.Hash()}, 1)
	if err != nil {
		panic(err)
	}
	fmt.Println("published", batch.Published)

	batch.Message = 1512340000000000001
	setup := fair.Setup{Batch: batch, Players: []fair.ID{11, 12}}
	start, err := setup.Start(hand)
	if err != nil {
		panic(err)
	}
	fmt.Println("start", start.String()[:32])

	setup.Message = 1512345678901234567
	round, err := chain.Round(setup.Message)
	if err != nil {
		panic(err)
	}
	fmt.Println("round", round)
	setup.Beacon = &fair.Beacon{Chain: chain.Hash, Round: fair.ID(round), Signature: make(fair.Signature, 48)} // in earnest: a relay's answer

	deal, err := seal.Deal(setup)
	if err != nil {
		panic(err)
	}
	receipt, err := deal.Receipt(fair.Outcome{Dealt: []fair.Recipient{"11", "12", "11", "12"}, Shown: []int{1, 3}})
	if err != nil {
		panic(err)
	}
	report := fair.Verify(receipt)
	fmt.Println("grade", report.Grade, "unchecked", report.Unchecked)
	// Output:
	// published 0f175895301a737e3e56fd00d36558f1cc48f466a871601c0bbb38e70a20c29d
	// start 17bfa2f8b1a43d76f43c6f7d32c8cab0
	// round 29279449
	// grade A unchecked true
}

// A hand of fair/1.
func Example_fair1() {
	secret := fair.Secret{1, 2, 3} // in earnest: 32 bytes of crypto/rand
	seal := fair.NewSeal(secret, fair.Hand{Table: 5, Number: 1})
	fmt.Println("seal", seal.Hash())

	deal, err := seal.Deal1(fair.Entropy1{
		Cuts:     []fair.Cut1{{By: 11, Text: "lucky 7"}},
		Messages: []fair.Message1{{Channel: 5, ID: 1512345678901234567}},
	})
	if err != nil {
		panic(err)
	}
	dealt := []fair.Recipient{fair.Player(11), fair.Player(12), fair.Player(11), fair.Player(12),
		fair.Board(0), fair.Board(0), fair.Board(0)}
	receipt, err := deal.Receipt1(fair.Outcome{Dealt: dealt, Shown: []int{1, 3}})
	if err != nil {
		panic(err)
	}
	ownProof, err := deal.OwnProof(11, dealt)
	if err != nil {
		panic(err)
	}

	read, err := fair.ReadReceipt1(receipt.JSON())
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
