// Package odds computes how often hands win when their cards are known and the rest of the deck is not (R36).
//
// [Holdem] and [Omaha] count every board that can still come, [Draw] every card that can be drawn. A [Sample] estimates the
// odds of one hand against unknown hands, as a player has to. The known cards are the hands given, the board, and the dead
// cards named: exposed cards, and shown hands that are not in this pot. Cards that were folded unseen are as likely to be
// anywhere as those of the deck, so do not name them. For a side pot, ask with the hands in it and name the other shown hands
// as dead. Where the board is dealt again (R37), the boards before are dead.
//
// Odds are whole numbers: at how many ends of the hand a player wins alone, at how many they share, and how much of the pot
// that is. Games with a board are always exact. The draw is exact up to a million ends; beyond, it takes a fixed sample, and
// Odds.Margin is the largest error.
//
// Most boards differ only by suits. So the package counts boards by their ranks: 6175 instead of 1,712,304 for two hands before
// the flop. Each counts as often as there are cards for it, with the value of every hand apart from flushes. Then it looks
// at each suit, and at each choice of three or more of its ranks that gives a player a flush. It subtracts the first count
// and counts again with the flush. This is exact, because no board has three cards of two suits.
package odds
