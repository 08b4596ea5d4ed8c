// Package shuffle commits to the decks of coming hands before any player or the bot can know them, and proves it
// afterwards.
//
// A [Batch] commits to the secrets of many hands with one root, which the bot posts in the channel before the first of them
// starts. [State.StartHand] fixes the players and the cuts of a hand, and its deal mixes in the id of its message. So neither
// the bot nor a player can choose a deck, and a restart deals the same cards: [Keys.Deal] makes the deck, [Keys.Redeal] makes
// it again from stored data. Under a beacon, [State.WithMessage] fixes the round, and the deal mixes in the round's signature
// instead ([State.WithValue]). New batches are of the scheme fair/2. A hand of fair/1 ([Earlier]) ends as it began.
//
// [State] is the part of a record about the shuffle. When a hand ends, [Keys.Prove] turns it into a [Proof] for the
// history, from which [Keys.Receipt] makes the receipt that /verify checks. The mathematics is in engine/fair.
//
// This is the only package that decrypts a secret. [Keys] holds the key, and a [Sealer] encrypts for one place in the
// store.
package shuffle
