// Package fair is the shuffle "fair/1": decks that nobody at the table can choose or change, and the proof of it. It has no
// I/O, no clock and no dice: whoever deals brings 32 bytes that nobody can guess.
//
// # How a hand is dealt
//
// A [Secret] and a [Hand] make eight decks and a [Seal] over them ([NewSeal]), of which one hash is published. Then what
// nobody can have known before is gathered: what players typed as their cut, the id of a message that did not exist, the
// value of a beacon ([Entropy]). Seal and entropy together choose one deck and the order of its cards ([Seal.Deal]). After
// the hand a [Receipt] opens the seven other decks and the cards that everyone saw, and an [Own] opens a player's own cards
// to them; [Verify] checks both, and says with a [Grade] what they prove. Cards that were folded are never opened.
//
// # How a bot uses it
//
// Everything but the secret can be made again ([Redeal]), so the secret, the entropy and who got which card are all that is
// stored.
//
//	seal := fair.NewSeal(secret, fair.Hand{Table: 5, Number: 12, Prev: last.Transcript}) // store the secret, then
//	publish(seal.Hash())                                       // in a message that is never edited,
//	                                                           // then close the cuts and post the hand's message
//	deal, err := seal.Deal(fair.Entropy{Cuts: cuts, Messages: []fair.Message{{Channel: 5, ID: posted}}})
//	store(deal.Entropy())                                      // in one commit, before a card is shown; deal deal.Deck()
//	receipt, err := deal.Receipt(fair.Outcome{Dealt: dealt, Shown: shown}) // when the hand is over
//	own, err := deal.Own(player, dealt)                        // for that player alone, whenever they ask
//
// The message that is mixed in must be newer than the seal, and the cuts closed before it is posted: who moves last can
// choose. A cut is good for one hand; one that stays from hand to hand is known when the next secret is made, and then
// protects nobody. A hand that is void is opened whole by [Deal.Void]. Seals of several hands may be published as one root
// ([NewBatch]); such hands have a zero Prev in their Hand, and the transcript of the hand before in [Outcome].
//
// # The notation
//
// [Tuple] is T, [Mac] is M, [Stream] and [Stream.Perm] are what a key is turned into: a byte stream is drawn by HMAC-SHA256
// in counter mode, numbers below m are taken from it by rejection, so that none is likelier than another, and a Fisher–Yates
// shuffle uses them. FAIRNESS.md at the root of the project has the whole scheme on two pages.
package fair
