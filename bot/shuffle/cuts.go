package shuffle

import (
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/engine"
	"cardroom/engine/fair"
)

// maxCut is the maximum length of a cut in bytes of UTF-8.
const maxCut = 64

// Cut is a player's contribution to the shuffle of the next hand. It is for one hand: the bot would know a lasting cut when
// it makes the next secret.
type Cut struct {
	By      engine.ID `json:"by"`
	Message engine.ID `json:"message"` // shows it to the channel
	Text    string    `json:"text"`
}

// ValidCut reports whether a text may be a cut: not too long, and on one line.
func ValidCut(text string) bool {
	breaks := func(r rune) bool { return r < ' ' || r == 0x7f || r == 0x2028 || r == 0x2029 }
	return text != "" && len(text) <= maxCut && utf8.ValidString(text) && !strings.ContainsFunc(text, breaks)
}

// WithCut returns the shuffle with a cut of the next hand. Of a player's cuts the one counts that the channel saw last.
func (s State) WithCut(c Cut) State {
	if slices.ContainsFunc(s.Cuts, func(was Cut) bool { return was.By == c.By && was.Message > c.Message }) {
		return s
	}
	s.Cuts = slices.DeleteFunc(slices.Clone(s.Cuts), func(was Cut) bool { return was.By == c.By })
	s.Cuts = append(s.Cuts, c)
	return s
}

// Start returns the shuffle of a hand that starts with view v. It closes the cuts: those of players who are dealt in count.
func (s State) Start(v engine.View) State {
	dealt := DealtIn(v)
	s.Entropy = new(fair.Entropy)
	for _, c := range s.Cuts {
		if slices.Contains(dealt, c.By) {
			s.Entropy.Cuts = append(s.Entropy.Cuts, fair.Cut{By: fair.ID(c.By), Text: c.Text})
		}
	}
	s.Commitment, s.Path, s.Dealt, s.Prev, s.Proof, s.Cuts = fair.Hash{}, nil, nil, s.Last, nil, nil
	return s
}
