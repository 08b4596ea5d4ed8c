// Package play handles the acts of players at a table: act, draw, show, sit, leave, top up, wait, cut and confirm.
//
// Each exported handler serves one or more rows of the route table in package bot. It runs in the goroutine of its table and takes two
// arguments: the [table.Table] and the [interaction.Interaction]. A handler reads the table with View and ViewOf, builds an
// engine command and gives it to the table, which decides, stores and shows it. It decides nothing about poker: the
// engine's refusal is the answer.
//
// The new board answers a press (Do), a sentence answers a command (Apply and then a text). Handlers never trust a custom
// id: it names the turn and the amount that the button showed, and the engine refuses it if the table has moved on. Big
// calls ask for confirmation first. A buy-in may need the host's approval; package host has the other half of that.
package play
