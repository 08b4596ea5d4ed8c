package fair

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Entropy1 holds the items mixed into a deal of fair/1 after the seal: at most one cut a player, one value a round of a beacon, one message
// a channel. It goes by those.
type Entropy1 struct {
	Cuts     []Cut1     `json:"cuts,omitempty"`
	Beacons  []Beacon1  `json:"beacons,omitempty"`
	Messages []Message1 `json:"messages,omitempty"`
}

// Cut1 is the text that a player typed for this hand; where they typed nothing, the decimal id of their last interaction after the
// seal. It is 1 to 64 bytes of UTF-8.
type Cut1 struct {
	By   ID     `json:"by"`
	Text string `json:"text"`
}

// Beacon1 is the value of a round of a drand chain, which is named by its hash. Rounds begin with 1.
type Beacon1 struct {
	Chain Hash `json:"chain"`
	Round ID   `json:"round"`
	Value Hash `json:"value"`
}

// Message1 is a message that was posted after the cuts were closed. Its id is unknown before.
type Message1 struct {
	Channel ID `json:"channel"`
	ID      ID `json:"message"`
}

// mostCut is how long a cut may be, in bytes.
const mostCut = 64

// The kinds of entropy.
const (
	kindCut     = 1
	kindBeacon  = 2
	kindMessage = 3
)

// sorted returns a copy in the order of the scheme.
func (e Entropy1) sorted() Entropy1 {
	s := Entropy1{slices.Clone(e.Cuts), slices.Clone(e.Beacons), slices.Clone(e.Messages)}
	slices.SortStableFunc(s.Cuts, compareCuts1)
	slices.SortStableFunc(s.Beacons, compareBeacons)
	slices.SortStableFunc(s.Messages, compareMessages)
	return s
}

func compareCuts1(a, b Cut1) int { return cmp.Compare(a.By, b.By) }

func compareBeacons(a, b Beacon1) int {
	return cmp.Or(bytes.Compare(a.Chain[:], b.Chain[:]), cmp.Compare(a.Round, b.Round))
}

func compareMessages(a, b Message1) int { return cmp.Compare(a.Channel, b.Channel) }

// check names the first thing that the scheme does not allow.
func (e *Entropy1) check() error {
	for i, c := range e.Cuts {
		switch {
		case c.By == 0:
			return fmt.Errorf("cuts[%d].by: no user has the id 0", i)
		case len(c.Text) < 1 || len(c.Text) > mostCut:
			return fmt.Errorf("cuts[%d].text: %d bytes; a cut has 1 to %d", i, len(c.Text), mostCut)
		case !utf8.ValidString(c.Text):
			return fmt.Errorf("cuts[%d].text: not UTF-8", i)
		}
	}
	for i, b := range e.Beacons {
		if b.Round == 0 {
			return fmt.Errorf("beacons[%d].round: rounds begin with 1", i)
		}
	}
	for i, m := range e.Messages {
		if m.Channel == 0 || m.ID == 0 {
			return fmt.Errorf("messages[%d]: no channel or message has the id 0", i)
		}
	}
	return cmp.Or(ascending("cuts", e.Cuts, compareCuts1), ascending("beacons", e.Beacons, compareBeacons),
		ascending("messages", e.Messages, compareMessages))
}

// ascending names the first item that does not come after the one before it.
func ascending[T any](name string, items []T, compare func(a, b T) int) error {
	for i := 1; i < len(items); i++ {
		switch c := compare(items[i-1], items[i]); {
		case c == 0:
			return fmt.Errorf("%s[%d]: a second one of the same source", name, i)
		case c > 0:
			return fmt.Errorf("%s[%d]: out of order", name, i)
		}
	}
	return nil
}

// tuple returns E. The kinds stand in their order, and so do the items of a kind, whose sources are of one length.
func (e *Entropy1) tuple() []byte {
	var items [][]byte
	add := func(kind byte, source, value []byte) {
		items = append(items, tags1.itemOf(kind, source, value))
	}
	for _, c := range e.Cuts {
		add(kindCut, U64(uint64(c.By)), []byte(c.Text))
	}
	for _, b := range e.Beacons {
		add(kindBeacon, append(b.Chain[:], U64(uint64(b.Round))...), b.Value[:])
	}
	for _, m := range e.Messages {
		add(kindMessage, U64(uint64(m.Channel)), U64(uint64(m.ID)))
	}
	return Tuple(tags1.entropy, items...)
}

// itemOf returns an item of the entropy.
func (t *tags) itemOf(kind byte, source, value []byte) []byte {
	return Tuple(t.item, []byte{kind}, source, value)
}

// Typed reports whether a player may have typed the cut. The bot put the id of an interaction there where they typed none, so a number
// as long as an id is not typed.
func (c Cut1) Typed() bool {
	var id ID
	return len(c.Text) < 17 || id.UnmarshalText([]byte(c.Text)) != nil
}
