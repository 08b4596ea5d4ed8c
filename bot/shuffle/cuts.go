package shuffle

import (
	"slices"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Cut is a player's contribution to the shuffle of the next hand. It is for one hand: the bot would know a lasting cut when
// it makes the next secret.
type Cut struct {
	By      engine.ID `json:"by"`
	Message engine.ID `json:"message"` // shows it to the channel
	Text    string    `json:"text"`
}

// ValidCut reports whether a text may be a cut: 1 to 64 bytes of UTF-8 on one line.
func ValidCut(text string) bool { return fair.CheckCut(text) == nil }

// WithCut returns the shuffle with a cut of the next hand. Of a player's cuts the one counts that the channel saw last.
func (s State) WithCut(c Cut) State {
	if slices.ContainsFunc(s.Cuts, func(was Cut) bool { return was.By == c.By && was.Message > c.Message }) {
		return s
	}
	s.Cuts = slices.DeleteFunc(slices.Clone(s.Cuts), func(was Cut) bool { return was.By == c.By })
	s.Cuts = append(s.Cuts, c)
	return s
}

// StartHand returns the shuffle of a hand that starts with view v: its setup, which holds the players, their order and the
// cuts of those who are dealt in.
func (s State) StartHand(k store.Key, v engine.View) (State, error) {
	setup := &fair.Setup{Prev: s.Last, Batch: fair.Batch{
		First: uint64(s.First), Size: uint64(s.Hands()), Chain: s.Chain, Published: s.Root, Channel: fair.ID(k.Channel), Message: fair.ID(s.Message),
	}}
	dealt := DealtIn(v)
	setup.Players = ids(dealt)
	for _, c := range s.Cuts {
		if s.Chain == nil && slices.Contains(dealt, c.By) {
			setup.Cuts = append(setup.Cuts, fair.Cut{By: fair.ID(c.By), Message: fair.ID(c.Message), Text: c.Text})
		}
	}
	start, err := setup.Start(handAt(k, fair.Fair2, v.Hand))
	if err != nil {
		return s, err
	}
	s.Commitment, s.Setup, s.Start, s.Earlier, s.Proof, s.Cuts, s.BeaconTimeout = fair.Hash{}, setup, start, Earlier{}, nil, nil, false
	return s, nil
}
