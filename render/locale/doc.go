// Package locale has every text of the program in every language, and the numbers and names that a language writes its own
// way.
//
// A [Lang] is a struct with a field per text. Each language is one file, lang/*.json; [Lookup] returns the nearest one. The
// tag args of a field names the placeholders that its text has in every language, no more and no fewer. The tag most is
// its greatest length. The tests refuse a missing, unknown or empty text. The program does not check, as the files are a
// part of it.
//
// [Text.Format] fills a sentence; [Lang.Count] fills a [Plural], a sentence about a number of things. [Lang.Chips],
// [Lang.Range] and [Lang.Percent] write numbers, [Lang.Hand] names poker hands. [ParseChips] and [Lang.AmountWord] read
// amounts as people type them.
//
// The package knows cards, but no table: texts about one are in package render, all else in package text.
package locale
