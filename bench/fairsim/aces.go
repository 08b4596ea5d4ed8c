package main

import (
	"fmt"
	"math/rand/v2"

	"cardroom/engine/fair"
)

// tries are the numbers of tries that the first table has.
var tries = []int{1, 5, 10, 100, 1000}

// attack is one way to deal a hand again and again until the friend likes it.
type attack struct {
	name, against string
	beacon        bool
	again         func(s *fair.Setup, n int) // changes the entropy, for try n from 0; nil: an honest bot, which has one try
	after         func(s *fair.Setup)        // changes the entropy once the bot has chosen; nil: nothing
}

var attacks = []attack{
	{name: "nothing: it is honest", against: "A, B, C"},
	{name: "the last cut's text, and knows the message in advance", against: "cuts alone", again: anotherText},
	{name: "the last cut's text, and then posts the message", against: "B", again: anotherText, after: postMessage},
	{name: "the hand's message, posted again", against: "B, C", again: anotherMessage},
	{name: "the hand's message, posted again 3 s later", against: "A", beacon: true, again: anotherRound},
}

const (
	tableID = 1_500_000_000_000_000_001
	hand    = 13
	seals   = fair.ID(1_512_340_000_000_000_001)
	posted  = fair.ID(1_512_345_678_901_234_567)
	aMilli  = 1 << 22 // of an id
	player  = fair.ID(1_600_000_000_000_000_000)
	seats   = 6
	ace     = 12 // the rank
)

// anotherText changes the cut of the friend, who cuts last.
func anotherText(s *fair.Setup, n int) { s.Cuts[0].Text = fmt.Sprintf("lucky %d", n) }

// postMessage gives the hand's message an id that differs by a few milliseconds from the one that the bot expected.
func postMessage(s *fair.Setup) { s.Message = posted + 7*aMilli + 1 }

// anotherMessage posts the hand's message again a second later.
func anotherMessage(s *fair.Setup, n int) { s.Message = posted + fair.ID(n*1000*aMilli) }

// anotherRound posts the hand's message so much later that the next round of the beacon counts. To a bot that does not know it
// before, a signature is as good as random bytes.
func anotherRound(s *fair.Setup, n int) {
	chain := fair.Quicknet()
	s.Message = posted + fair.ID(n*3000*aMilli)
	round, err := chain.Round(s.Message)
	if err != nil {
		panic(err)
	}
	signature := make(fair.Signature, chain.Signature)
	r := rand.New(rand.NewPCG(round, uint64(s.Batch.Published[0])))
	for i := range signature {
		signature[i] = byte(r.Uint32())
	}
	s.Beacon = &fair.Beacon{Chain: chain.Hash, Round: fair.ID(round), Signature: signature}
}

// measure returns in which share of the trials the friend has aces, for each number of tries.
func (a attack) measure(trials int, seed uint64) []float64 {
	shares := make([]float64, len(tries))
	each(trials, func(trial int) []bool { return newDealer(a.beacon, seed, uint64(trial)).run(a) }, func(aces []bool) {
		for i, yes := range aces {
			if yes {
				shares[i] += 1 / float64(trials)
			}
		}
	})
	return shares
}

// dealer deals one hand under one seal.
type dealer struct {
	secret fair.Secret
	hand   fair.Hand
	seal   fair.Hash
	setup  fair.Setup
}

// newDealer seals a hand and fixes all that comes before its message.
func newDealer(beacon bool, seed, trial uint64) *dealer {
	d := &dealer{hand: fair.Hand{Scheme: fair.Fair2, Table: tableID, Number: hand}}
	r := rand.New(rand.NewPCG(seed, trial))
	for i := range d.secret {
		d.secret[i] = byte(r.Uint32())
	}
	d.seal = fair.NewSeal(d.secret, d.hand).Hash()
	var chain *fair.Hash
	if beacon {
		quicknet := fair.Quicknet()
		chain = &quicknet.Hash
	}
	var err error
	if d.setup.Batch, err = fair.NewBatch(tableID, hand, chain, []fair.Hash{d.seal}, hand); err != nil {
		panic(err)
	}
	d.setup.Batch.Message, d.setup.Message = seals, posted
	for seat := range seats {
		d.setup.Players = append(d.setup.Players, player+fair.ID(seat))
	}
	if beacon {
		anotherRound(&d.setup, 0)
	} else {
		d.setup.Cuts = []fair.Cut{{By: player, Message: seals + 1, Text: "lucky"}}
	}
	return d
}

// run makes an attack and returns whether the friend has aces, for each number of tries.
func (d *dealer) run(a attack) (yes []bool) {
	tried, found := 0, -1
	for _, n := range tries {
		for ; tried < n && found < 0; tried++ {
			if a.again != nil {
				a.again(&d.setup, tried)
			} else if tried > 0 {
				continue
			}
			if d.aces() {
				found = tried
			}
		}
		if a.after == nil {
			yes = append(yes, found >= 0)
			continue
		}
		before := d.setup.Message
		a.after(&d.setup)
		yes = append(yes, d.aces())
		d.setup.Message = before
	}
	return yes
}

// aces deals and reports whether the friend, who is dealt to first, has two aces.
func (d *dealer) aces() bool {
	deck, err := fair.Redeal(d.secret, d.hand, d.seal, d.setup)
	if err != nil {
		panic(err)
	}
	return deck[0].Rank() == ace && deck[seats].Rank() == ace
}
