// Package command says what a route is: one thing that a player can ask for.
//
// A [Route] is a row of the bot's table of routes: a slash command with its options or a button, and its handlers. All else
// is made from the rows. [Routes.Find] returns the row of an interaction, [Routes.Commands] the tree of slash commands in
// every language, and a [Registrar] registers them with Discord where they differ from those it has.
//
// Texts are not in the row: the language files have them, by the command's path.
package command
