// Package record defines the stored form of a table and of a hand.
//
// [Table] is the state that the bot stores with every commit, and [Hand] is an entry of the history. Their JSON tags are the stored
// names. A tag stays when its Go field is renamed, because old records have to open for ever.
//
// A [Codec] writes both into an [Envelope]: a line with the schema, the id of the key and a tag over every byte and the
// place where it is stored. Records contain no card that a player has not shown. They contain the encrypted secret of the
// deck, from which package shuffle makes the deck again when a table is read.
//
// A record that cannot be opened stays unchanged. Its [UnreadableError] tells an operator what to do. The package guesses
// nothing; only [Salvage], for cardroom doctor --void, reads the clear text of a damaged record to give the chips back.
package record
