// Package emoji writes cards as emoji of the application, and has Discord hold their pictures.
//
// [Set.Sync] draws every card and uploads what Discord lacks, slowly, in the background. The name of an emoji ends with the sum
// of its picture, so another drawing has another name and the old one is deleted. [Set.Cards] tells how to write a card for a
// person. Until all pictures of a style are there, cards are letters.
//
// The public board has one colour for each suit, as its picture has: it is one message for all. A person who has chosen two
// colours (/settings four-colour) has them in what they alone see. Letters have the colour of the text around them, so these
// people need a second set of pictures. Spades and hearts are the same in both, which makes 78 of the 2,000 emoji that an
// application may have.
package emoji
