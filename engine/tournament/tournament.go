package tournament

import "cardroom/engine/tournament/state"

// Tournament is a tournament: a value. = copies it. A copy shares what it has in common with the original, and no Apply
// changes either.
type Tournament struct{ s state.State }

// Phase is where a tournament is in its life (T5).
type Phase = state.Phase

// The phases. Breaks and pauses are parts of Running.
const (
	Announced   = state.Announced   // registration is not open yet
	Registering = state.Registering // and checking in
	Seated      = state.Seated      // seats are drawn, places in Discord are made (T18)
	Running     = state.Running
	Finished    = state.Finished
	Cancelled   = state.Cancelled
)

// Halt is a kind of pause.
type Halt = state.Halt

// The kinds of pause.
const (
	ByOrganiser = state.ByOrganiser // T101
	ByLimited   = state.ByLimited   // by an organiser who plays; it ends by itself (T107)
	ByVanished  = state.ByVanished  // many vanished at once; decisions stand, too (T100)
	ByAbsence   = state.ByAbsence   // all who are alive are absent (T37)
	ByLoss      = state.ByLoss      // a table that cannot play is needed (T104, T118)
)
