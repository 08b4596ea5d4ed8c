// Package card has the 52 cards and a deck of them. It knows no game.
//
// A [Card] is one byte and prints as people write it: A♠, 10♦. A [Deck] is an order of all 52 cards. It prints as [hidden]
// with every verb, because an order of cards is secret until it is dealt.
package card
