// Package message builds the content of the bot's messages in Discord's form.
//
// A [Content] is text, rows of buttons and a picture. It becomes a new message (Send), an edit (Edit), or the answer to an
// interaction ([Update], [Ephemeral]). A [CustomID] is the data of a button: the table, the decision, the verb.
//
// A [Poster] posts messages under nonces, so that posting twice makes one message. A [Studio] draws pictures. A picture
// never delays a message. If it is not ready in time, or Discord refuses it, the bot sends only the text, which says the
// same.
package message
