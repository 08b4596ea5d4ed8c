// Package fair is the shuffle: decks that no player and no dealer can choose or change, and the proof of it. It has no I/O, no
// clock and no random numbers: the caller brings 32 secret bytes. There are two schemes. New batches are of [Fair2]; a batch
// keeps the one it was sealed with, and receipts of [Fair1] are read for ever.
//
// A [Secret] and a [Hand] make eight decks and a [Seal] over them ([NewSeal]), of which one hash is published. Then the caller
// gathers values that were unknown before: the texts of the players' cuts, the id of a message that did not exist, the value of a
// beacon. Seal and entropy together choose one deck and the order of its cards. After the hand a receipt opens the seven other decks
// and the cards that were shown. An [OwnProof] opens a player's own cards to that player. [Verifier] checks both, and says with a
// [Grade] what they prove. Folded cards are never opened.
//
// A bot deals by fair/2 like this. All but the secret can be made again ([Redeal]), so it stores the secret, the [Setup] and
// the recipient of each card:
//
//	seal := fair.NewSeal(secret, fair.Hand{Scheme: fair.Fair2, Table: 5, Number: 12}) // store the secrets of a batch, then
//	publish(fair.Published(5, first, chain, seals))  // in a plain message that is never edited
//	setup.Players, setup.Cuts = players, cuts        // store them: cuts are closed, and no player joins or leaves
//	start, err := setup.Start(hand)                  // post the hand's message, which shows 32 digits of it
//	setup.Message, setup.Beacon = posted, round      // store the id, and the round of [Chain.Round] where there is a beacon;
//	setup.Beacon.Signature = value                   // then its signature, which the caller has checked
//	deal, err := seal.Deal(setup)                    // store that it is dealt, before a card is shown; deal deal.Deck()
//	receipt, err := deal.Receipt(fair.Outcome{Dealt: dealt, Shown: shown}) // when the hand is over
//	proof, err := deal.OwnProof(player, dealt)       // for that player alone, whenever they ask
//
// The start holds the batch, the players, their order and the cuts, so nothing can vary once the message stands. No party
// controls a beacon's value. A bot can choose a message's id only by posts that the channel shows. A value that is late, or a
// message whose id is lost, makes the hand void: [Seal.Void] and [Deal.Void] open such a hand whole. No secret is dealt twice with
// other entropy. A [Series] is the receipts of a table together.
//
// Of fair/1 the entropy is [Entropy1] and the receipt [Receipt1]: [Seal.Deal1], [Redeal1], [Deal.Receipt1], [Deal.Void1] and
// [NewBatch1]. A name that ends with a 1 is of fair/1 alone.
//
// In the notation of docs/fair.md, which has both schemes, [Tuple] is T and [Mac] is M. A [Stream] is HMAC-SHA256 in counter mode.
// Numbers below m come from it by rejection, so that all are equally likely, and [Stream.Perm] is a Fisher–Yates shuffle.
package fair
