// Package world holds the data of a Discord in memory: guilds, channels, users, members, messages, commands, emojis and
// interactions.
//
// A [World] has one lock; callers hold it around every use. Its methods look up data, compute permissions in a channel
// ([World.Permissions], [World.BotPermissions]), change messages ([World.Post], [World.Edited], [World.Delete]) and write
// Discord's own JSON objects. A [Listener] receives every change.
//
// With a path the world is stored in a file: [World.Changed] writes it a moment later, [World.Close] at once. The file is
// never half-written.
package world
