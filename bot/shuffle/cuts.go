package shuffle

import (
	"maps"

	"cardroom/engine"
	"cardroom/engine/fair"
)

// MaxCut is the maximum length of a cut in bytes of UTF-8.
const MaxCut = 64

// Cuts holds the players' contributions to the shuffle of the next hand. A cut is for one hand and is never stored: the bot
// would know a lasting cut when it makes the next secret.
type Cuts struct {
	Typed    map[engine.ID]string
	Implicit map[engine.ID]string // the last interaction of each seated player
}

// Add records a cut that a player typed.
func (c *Cuts) Add(who engine.ID, text string) { c.Typed = put(c.Typed, who, text) }

// AddImplicit records the interaction of a player, which is their cut unless they type one.
func (c *Cuts) AddImplicit(who engine.ID, interaction string) {
	c.Implicit = put(c.Implicit, who, interaction)
}

func put(m map[engine.ID]string, who engine.ID, text string) map[engine.ID]string {
	if m == nil {
		m = map[engine.ID]string{}
	}
	m[who] = text
	return m
}

// Close returns the cuts of the players who are dealt in.
func (c *Cuts) Close(v engine.View) (closed []fair.Cut) {
	said := maps.Clone(c.Implicit)
	for who, text := range c.Typed {
		said = put(said, who, text)
	}
	for _, who := range DealtIn(v) {
		if text := said[who]; text != "" {
			closed = append(closed, fair.Cut{By: fair.ID(who), Text: text})
		}
	}
	return closed
}

// WithCuts returns the shuffle of a hand that starts with these cuts.
func (s State) WithCuts(closed []fair.Cut) State {
	s.Entropy = &fair.Entropy{Cuts: closed}
	s.Commitment, s.Path, s.Dealt, s.Prev, s.Proof = fair.Hash{}, nil, nil, s.Last, nil
	return s
}
