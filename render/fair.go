package render

import (
	"strconv"
	"strings"
)

// FairText is what is said of the shuffle.
type FairText struct {
	Sealed    Text `json:"sealed" args:"from to root"`
	Print     Text `json:"print" args:"seal hand"` // the fine print under a result
	Cut       Text `json:"cut" args:"hand"`
	CutLength Text `json:"cut_length"`
	CutEarly  Text `json:"cut_early"`

	Grade    Text   `json:"grade" args:"hand grade means"`
	A        Text   `json:"a"`
	B        Text   `json:"b"`
	C        Text   `json:"c"`
	D        Text   `json:"d"`
	Place    Text   `json:"place" args:"n size link"`
	Mixed    Plural `json:"mixed" args:"n"`
	Uncut    Text   `json:"uncut"`
	Unmixed  Text   `json:"unmixed"` // void before its message stood
	Cards    Text   `json:"cards"`
	Void     Text   `json:"void"`
	Sees     Text   `json:"sees"`
	NoVoids  Text   `json:"no_voids"`
	Voids    Plural `json:"voids" args:"n"`
	File     Text   `json:"file"`
	Own      Text   `json:"own"`
	Fault    Text   `json:"fault" args:"hand fault"`
	Faults   Faults `json:"faults"`
	Unproven Text   `json:"unproven" args:"hand"`
	Unknown  Text   `json:"unknown" args:"hand"`

	Choice     Text `json:"choice" args:"hand amount" most:"100"` // of a list of hands
	ChoiceVoid Text `json:"choice_void" args:"hand" most:"100"`
	None       Text `json:"none"`
}

// Faults is what does not fit, by the step of the check that found it.
type Faults struct {
	Form       Text `json:"form"`
	Seal       Text `json:"seal"`
	Batch      Text `json:"batch"`
	Decks      Text `json:"decks"`
	Entropy    Text `json:"entropy"`
	Cards      Text `json:"cards"`
	Own        Text `json:"own"`
	Transcript Text `json:"transcript"`
}

// FaultOf is what does not fit where a step has found it; "" of a step that finds nothing.
func (l *Lang) FaultOf(step string) string {
	t := &l.Say.Fair.Faults
	return string(map[string]Text{
		"form": t.Form, "seal": t.Seal, "batch": t.Batch, "decks": t.Decks, "entropy": t.Entropy, "cards": t.Cards, "own": t.Own,
		"transcript": t.Transcript,
	}[step])
}

// HandChoice is a hand to choose from a list: with what was won in it, or void.
func (l *Lang) HandChoice(hand, won int64, void bool) Choice {
	t, number := &l.Say.Fair, HandNumber(hand)
	c := Choice{Label: t.Choice.Format("hand", number, "amount", l.Chips(won)), Value: strconv.FormatInt(hand, 10)}
	if void {
		c.Label = t.ChoiceVoid.Format("hand", number)
	}
	return c
}

// Sealed is the message that shows the root over the seals of hands: it is never edited.
func (l *Lang) Sealed(from, to int64, root string) string {
	return l.Say.Fair.Sealed.Format("from", HandNumber(from), "to", HandNumber(to), "root", Code(root))
}

// Cut is the answer to a cut for a hand.
func (l *Lang) Cut(hand int64) string { return l.Say.Fair.Cut.Format("hand", HandNumber(hand)) }

// Verified is what checking the receipt of a hand has found.
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

// Verified is the answer of /verify.
func (l *Lang) Verified(v Verified) string {
	t := &l.Say.Fair
	means := map[byte]Text{'A': t.A, 'B': t.B, 'C': t.C, 'D': t.D}[v.Grade]
	lines := []string{
		t.Grade.Format("hand", HandNumber(v.Hand), "grade", string(rune(v.Grade)), "means", string(means)),
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
		file = Sentences(file, string(t.Own))
	}
	voids := string(t.NoVoids)
	if v.Voids > 0 {
		voids = l.Count(t.Voids, v.Voids)
	}
	return strings.Join(append(lines, "- "+string(cards), string(t.Sees), voids, file), "\n")
}

// seal is the fine print under a result: which seal the hand had and how to check it.
func (b board) seal() []string {
	if b.Seal == "" || b.detail == bare || !ended(b.View) && !void(b.View) {
		return nil
	}
	print := b.lang.Say.Fair.Print.Format("seal", b.Seal[:min(8, len(b.Seal))], "hand", strconv.FormatInt(b.View.Hand, 10))
	return b.small(Text(print))
}
