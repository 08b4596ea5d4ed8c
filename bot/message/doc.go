// Package message is what the bot's messages show, in the form that Discord takes.
//
// A [Content] is text, rows of buttons and a picture. It becomes a new message (Send), an edit (Edit), or the answer to an
// interaction ([Update], [Ephemeral]). A [CustomID] is what a button says when it is pressed: the table, the decision, the verb.
//
// A [Poster] posts messages under nonces, so that posting twice makes one message. A [Studio] draws pictures. A picture never
// delays a message: where it is not ready in time, or Discord refuses it, the text goes alone, which says the same.
package message
