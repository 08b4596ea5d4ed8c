// Package registry keeps the application commands of a bot, the global ones and those of each guild.
//
// [Registry.Create], [Registry.Replace], [Registry.Edit] and [Registry.Delete] work like Discord's routes. They check a
// command against Discord's limits: names, nesting, choices, localisations and size. A command keeps its id while its name
// stays, and its version while it does not change. [Registry.Available] returns the commands of a member.
//
// A Registry is a map of lists, so that a server can store it.
package registry
