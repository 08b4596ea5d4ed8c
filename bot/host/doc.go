// Package host handles the acts of a table's host: open, pause, close, kick, approve, options, presets, house players,
// mirror and audit log.
//
// Each exported handler is one row of the route table in package bot and runs in the goroutine of its table. RequireHost
// and its siblings guard the rows: they report whether the user may, and tell them if not.
//
// A handler changes the record and the engine's table in one Update, which also adds the entry of the audit log. So an
// action and its entry are stored in the same commit, or neither is.
package host
