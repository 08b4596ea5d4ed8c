// Package account handles the chips and choices of one user: wallet, gifts, ledger, stats, /settings, /server and being
// forgotten.
//
// All its handlers but [Ledger] run beside the tables, in goroutines of their own, and take a [table.Env] instead of a table.
// They read tables only by their Summary; [PostLedger] asks the table. A preference that matters at a table is posted to it as a job.
//
// Every payment has the ID of its interaction, so one that is delivered twice, or retried after an unknown outcome, pays
// once.
package account
