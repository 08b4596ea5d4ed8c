// Package form reads what a bot sends to make or change a message, and refuses
// what Discord refuses in it.
//
// [Read] decodes a [Message]; [Message.Has] tells a field that is absent, which
// leaves things as they are, from one that is null, which clears them.
// [Message.Check] holds it against Discord's sizes and shapes: content, embeds,
// components of both kinds, files and references to them, allowed mentions.
// [CheckModal] and [CheckChoices] do the same for the other answers to an
// interaction. Refusals name every wrong field.
package form
