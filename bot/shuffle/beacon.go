package shuffle

import (
	"cardroom/engine"
	"cardroom/engine/fair"
)

// UsesBeacon reports whether the latest hand, running or over, is one under a beacon: it has a message of its own beside the
// board.
func (s *State) UsesBeacon() bool {
	setup := s.Setup
	if setup == nil && s.Proof != nil {
		setup = s.Proof.Setup
	}
	return setup != nil && setup.Batch.Chain != nil
}

// Waits reports whether the latest hand waits for its message or for the beacon's value. It asks only of a hand that is not
// dealt and not over.
func (s *State) Waits() bool { return s.Setup != nil && s.Setup.Batch.Chain != nil }

// HandMessage returns the message of the hand that waits for the beacon's value, and the round that it fixes; 0: it has no
// message yet.
func (s *State) HandMessage() (message engine.ID, round uint64) {
	if s.Setup == nil || s.Setup.Beacon == nil {
		return 0, 0
	}
	return engine.ID(s.Setup.Message), uint64(s.Setup.Beacon.Round)
}

// TimedOut reports whether the hand was void because the beacon gave no value in time.
func (p *Proof) TimedOut() bool {
	return p != nil && p.Setup != nil && p.Setup.Beacon != nil && len(p.Setup.Beacon.Signature) == 0
}

// WithMessage returns the shuffle of a hand under a beacon whose message stands, with the round that the message fixes. Both
// are for good.
func (s State) WithMessage(message engine.ID, round uint64) State {
	setup := *s.Setup
	setup.Message, setup.Beacon = fair.ID(message), &fair.Beacon{Chain: *setup.Batch.Chain, Round: fair.ID(round)}
	s.Setup = &setup
	return s
}

// WithValue returns the shuffle of a hand under a beacon with the signature of its round, which the caller has checked.
func (s State) WithValue(signature []byte) State {
	setup, value := *s.Setup, *s.Setup.Beacon
	value.Signature = signature
	setup.Beacon = &value
	s.Setup = &setup
	return s
}
