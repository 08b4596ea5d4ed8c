// Package command defines routes: the commands and buttons of the bot.
//
// A [Route] is a row of the bot's table of routes: a slash command with its options or a button, and its handlers.
// Everything else follows from the rows. [Routes.Find] returns the row of an interaction, [Routes.Commands] the tree of
// slash commands in every language, and a [Registrar] registers them with Discord if they differ from the registered ones.
//
// Texts are not in the row: the language files have them, by the command's path.
package command
