// Package lookback reads a table's channel, where the bot's own messages show the losses of a store that went back.
//
// A [Reader] reads the newest messages, page by page, while the rate limits have room. [LatestHand] finds the latest hand among
// them. Messages prove that a hand was dealt; a button need not be left, because a table that closes takes its buttons off.
package lookback
