// Package form reads the requests with which a bot creates or changes a message, and refuses those that Discord refuses.
//
// [Read] decodes a [Message]; [Message.Has] distinguishes an absent field, which changes nothing, from a null field, which
// clears the value. [Message.Check] checks it against Discord's sizes and shapes: content, embeds, components of both
// kinds, files and references to them, allowed mentions. [CheckModal] and [CheckChoices] do the same for the other answers
// to an interaction. Refusals name every wrong field.
package form
