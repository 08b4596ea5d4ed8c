// Package fair is the shuffle "fair/1": decks that no player and no dealer can choose or change, and the proof of it. It has
// no I/O, no clock and no random numbers: the caller brings 32 secret bytes.
//
// A [Secret] and a [Hand] make eight decks and a [Seal] over them ([NewSeal]), of which one hash is published. Then the caller
// gathers values that were unknown before ([Entropy]): the texts of the players' cuts, the id of a message that did not
// exist, the value of a beacon. Seal and entropy together choose one deck and the order of its cards ([Seal.Deal]). After the hand
// a [Receipt] opens the seven other decks and the cards that were shown. An [OwnProof] opens a player's own cards to that
// player. [Verify] checks both, and says with a [Grade] what they prove. Folded cards are never opened.
//
// A bot uses it like this. All but the secret can be made again ([Redeal]), so it stores the secret, the entropy and who got
// which card:
//
//	seal := fair.NewSeal(secret, fair.Hand{Table: 5, Number: 12, Prev: last.Transcript}) // store the secret, then
//	publish(seal.Hash())                                       // in a message that is never edited,
//	                                                           // then close the cuts and post the hand's message
//	deal, err := seal.Deal(fair.Entropy{Cuts: cuts, Messages: []fair.Message{{Channel: 5, ID: posted}}})
//	store(deal.Entropy())                                      // in one commit, before a card is shown; deal deal.Deck()
//	receipt, err := deal.Receipt(fair.Outcome{Dealt: dealt, Shown: shown}) // when the hand is over
//	proof, err := deal.OwnProof(player, dealt)                 // for that player alone, whenever they ask
//
// The message must be newer than the seal, and the cuts must close before it is posted: the last to move can choose. A cut is
// good for one hand: one that stays is known when the next secret is made. [Deal.Void] opens a void hand whole. Seals of
// several hands may be published as one root ([NewBatch]); such hands have a zero Prev in their Hand, and the transcript of
// the hand before in [Outcome].
//
// In the notation of docs/fair.md, which has the whole scheme, [Tuple] is T and [Mac] is M. A [Stream] is HMAC-SHA256 in counter
// mode. Numbers below m come from it by rejection, so that all are equally likely, and [Stream.Perm] is a Fisher–Yates shuffle.
package fair
