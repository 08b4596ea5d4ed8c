// Package world has what a Discord made of memory knows: guilds, channels, users,
// members, messages, commands, emojis and interactions.
//
// A [World] has one lock; callers hold it around everything they do with it.
// Its methods look things up, decide what a member or the bot may do in a
// channel ([World.Permissions], [World.BotPermissions]), change what stands in a
// channel ([World.Post], [World.Edited], [World.Delete]) and write Discord's own
// JSON objects. A [Listener] receives every change.
//
// With a path the world lives in a file: [World.Changed] has it written a moment
// later, [World.Close] at once. Nothing is ever half-written.
package world
