// Package emoji writes cards as emoji of the application, and uploads their pictures to Discord.
//
// [Set.Sync] draws every card and slowly uploads the missing ones in the background. The name of an emoji ends with the
// checksum of its picture, so another drawing has another name and the old one is deleted. [Set.Cards] returns how to write
// a card for a user. Until all pictures of a style are there, cards are letters.
//
// The public board is one message for all, so it has the four colours of its picture. A user who chose two colours
// (/settings four-colour) sees them in private messages. Letters have the colour of the text around them, so these users
// need a second set of pictures. Spades and hearts are the same in both, which makes 78 of the 2,000 emoji that an
// application may have.
package emoji
