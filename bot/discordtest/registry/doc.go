// Package registry keeps the application commands of a bot, the global ones and
// those of each guild.
//
// [Registry.Create], [Registry.Replace], [Registry.Edit] and [Registry.Delete]
// do what Discord's routes do: they check a command against Discord's limits
// (names, nesting, choices, localisations, size), keep the id of a command whose
// name stays and the version of one that does not change. [Registry.Available]
// is what a member of a guild can use.
//
// A Registry is a plain map, so that a server can store it.
package registry
