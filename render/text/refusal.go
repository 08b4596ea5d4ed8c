package text

import (
	"cardroom/engine/tournament"
	"cardroom/render/locale"
)

// Refused returns the sentence of a director's reason that needs no numbers, and "" for the others.
func Refused(l *locale.Lang, r tournament.Reason) locale.Text {
	w, buys, deals := &l.Tournament.Said.Why, &l.Tournament.Rebuys, &l.Tournament.Deals
	return map[tournament.Reason]locale.Text{
		tournament.Over: w.Over, tournament.EntriesAreClosed: w.Closed,
		tournament.NoMoreEntry: w.NoMoreEntry, tournament.NotIn: w.NotIn, tournament.Started: w.Started, tournament.NotStarted: w.NotStarted,
		tournament.IsPaused: w.Paused, tournament.NotPaused: w.NotPaused, tournament.OncePerLevel: w.OncePerLevel,
		tournament.LastOne: w.LastOne, tournament.WasWarned: w.WasWarned, tournament.NoSuchEntry: w.NoSuchEntry,
		tournament.RebuysAreOver: buys.Over, tournament.NoMoreRebuy: buys.NoneLeft, tournament.NoAddOn: buys.NoAddOn,
		tournament.NoRestart: buys.NoRestart, tournament.HandRuns: buys.NoRestart,
		tournament.NoDeal: deals.None, tournament.DealIsOpen: deals.Open, tournament.SomeAbsent: deals.Absent, tournament.AskedBefore: deals.Before,
	}[r]
}
