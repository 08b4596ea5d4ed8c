package text

import (
	"strconv"
	"strings"

	"cardroom/render"
	"cardroom/render/locale"
)

// FaultOf returns what does not fit where a step of the check failed, and "" for a step that finds nothing.
func FaultOf(l *locale.Lang, step string) string {
	t := &l.Say.Fair.Faults
	return string(map[string]locale.Text{
		"form": t.Form, "seal": t.Seal, "batch": t.Batch, "decks": t.Decks, "entropy": t.Entropy, "cards": t.Cards, "own": t.Own,
		"transcript": t.Transcript,
	}[step])
}

// HandChoice returns a hand to choose from a list, with what was won in it, or void.
func HandChoice(l *locale.Lang, hand, won int64, void bool) render.Choice {
	t, number := &l.Say.Fair, render.HandNumber(hand)
	c := render.Choice{Label: t.Choice.Format("hand", number, "amount", l.Chips(won)), Value: strconv.FormatInt(hand, 10)}
	if void {
		c.Label = t.ChoiceVoid.Format("hand", number)
	}
	return c
}

// Commitment returns the message that publishes the root over the seals of hands. The message is never edited.
func Commitment(l *locale.Lang, from, to int64, root string) string {
	return l.Say.Fair.Sealed.Format("from", render.HandNumber(from), "to", render.HandNumber(to), "root", render.Code(root))
}

// Cut returns the message that shows a player's cut for a hand to the channel.
func Cut(l *locale.Lang, player string, hand int64, words string) string {
	return l.Say.Fair.Cut.Format("player", player, "hand", render.HandNumber(hand), "text", render.Verbatim(words))
}

// CutLost returns the message that a player's cut for a hand does not count.
func CutLost(l *locale.Lang, player string, hand int64) string {
	return l.Say.Fair.CutLost.Format("player", player, "hand", render.HandNumber(hand))
}

// Verified is what checking the receipt of a hand found.
type Verified struct {
	Hand        int64
	Grade       byte   // 'A' to 'D'
	Index, Size uint64 // the seal's place in its batch, from 0
	Link        string // to the message with the root
	Mixed       bool   // a message was mixed in
	Cuts        int    // that players typed
	Void        bool
	Voids       int64 // hands of the channel that were void
	Own         bool  // the reader's own part is attached
}

// Verdict returns the answer of /verify.
func Verdict(l *locale.Lang, v Verified) string {
	t := &l.Say.Fair
	means := map[byte]locale.Text{'A': t.A, 'B': t.B, 'C': t.C, 'D': t.D}[v.Grade]
	lines := []string{
		t.Grade.Format("hand", render.HandNumber(v.Hand), "grade", string(rune(v.Grade)), "means", string(means)),
		"- " + t.Place.Format("n", strconv.FormatUint(v.Index+1, 10), "size", strconv.FormatUint(v.Size, 10), "link", v.Link),
	}
	switch {
	case !v.Mixed:
		lines = append(lines, "- "+string(t.Unmixed))
	case v.Cuts == 0:
		lines = append(lines, "- "+string(t.Uncut))
	default:
		lines = append(lines, "- "+l.Count(t.Mixed, int64(v.Cuts)))
	}
	cards := t.Cards
	if v.Void {
		cards = t.Void
	}
	file := string(t.File)
	if v.Own {
		file = locale.Sentences(file, string(t.Own))
	}
	voids := string(t.NoVoids)
	if v.Voids > 0 {
		voids = l.Count(t.Voids, v.Voids)
	}
	return strings.Join(append(lines, "- "+string(cards), string(t.Sees), voids, file), "\n")
}
