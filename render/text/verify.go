package text

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// FaultOf returns the fault where a step of the check failed, and "" for a step that finds nothing.
func FaultOf(l *locale.Lang, step string) string {
	t := &l.Say.Fair.Faults
	return string(map[string]locale.Text{
		"form": t.Form, "seal": t.Seal, "batch": t.Batch, "start": t.Start, "cuts": t.Cuts, "beacon": t.Beacon, "signature": t.Signature, "decks": t.Decks, "entropy": t.Entropy, "cards": t.Cards, "own": t.Own,
		"transcript": t.Transcript,
	}[step])
}

// HandChoice returns a hand to choose from a list, with the winnings in it, or void.
func HandChoice(l *locale.Lang, hand, won int64, void bool) render.Choice {
	t, number := &l.Say.Fair, render.HandNumber(hand)
	c := render.Choice{Label: t.Choice.Format("hand", number, "amount", l.Chips(won)), Value: strconv.FormatInt(hand, 10)}
	if void {
		c.Label = t.ChoiceVoid.Format("hand", number)
	}
	return c
}

// Former is a message with the seals of hands that a new one replaces.
type Former struct {
	Message engine.ID // 0: none
	Reason  string    // "scheme": an earlier release made them; "store": the store has lost hands; "unseen": it may have, and the channel does not say; "beacon": theirs is no longer used; "channel": their channel was deleted; "key": their key was lost
}

// Commitment returns the message that publishes the root over the seals of hands, with the name of their beacon; "": none. The
// message is never edited. The root is all that it shows in 64 hexadecimal digits, and it has no mention and no link.
func Commitment(l *locale.Lang, from, to int64, root, beacon string, was Former) string {
	t, named := &l.Say.Fair, noBeacon
	if beacon != "" {
		named = "beacon " + beacon
	}
	s := t.Sealed.Format("from", render.HandNumber(from), "to", render.HandNumber(to), "beacon", named, "root", render.Code(root))
	if was.Message != 0 {
		why := map[string]locale.Text{"scheme": t.OldSeals, "store": t.LostSeals, "unseen": t.UnseenSeals, "beacon": t.LeftSeals, "channel": t.GoneSeals, "key": t.KeylessSeals}[was.Reason]
		s += "\n" + t.Replaces.Format("message", strconv.FormatUint(uint64(was.Message), 10), "why", string(why))
	}
	return s
}

// sealsForm has the numbers of the first and the last hand and the root, in the order that a language gives to the numbers.
var sealsForm = regexp.MustCompile(`^[^#\n]*#(\d+)[^#\n]*#(\d+)[^#\n]*\b([0-9a-f]{64})\b`)

// ParseCommitment returns the number of the first hand and the root of a text that Commitment has made.
func ParseCommitment(text string) (first int64, root string, ok bool) {
	part := sealsForm.FindStringSubmatch(text)
	if part == nil {
		return 0, "", false
	}
	first, err := strconv.ParseInt(part[1], 10, 64)
	last, wrong := strconv.ParseInt(part[2], 10, 64)
	return min(first, last), part[3], err == nil && wrong == nil
}

// noBeacon stands in the seals' message where no beacon is mixed in. It is the same in every language, as "beacon" is, because
// verifiers ask readers to look for these words.
const noBeacon = "no beacon"

// Start returns the line of a hand's message that shows the players in dealing order and half of the start's digits.
func Start(players []string, half string) string {
	return "-# " + strings.Join(players, ", ") + " · " + half
}

// HandMessage is the message of a hand under a beacon: its number, the names of the players in dealing order, the round and the
// first half of the start's digits, in small print. It is the same in every language, has no mention and no link, and is never
// edited.
type HandMessage struct {
	Hand  int64
	Names []string
	Round uint64
	Start string // the first half, fair.Hash.Half
}

// handForm matches the result of String, and the message of an earlier release, which was not in small print.
var handForm = regexp.MustCompile(`^(?:-# )?#(\d+) · (.+) · drand round (\d+) · ([0-9a-f]{32})$`)

// separators are the marks between the names and the parts of a message, which the names in it lose.
var separators = strings.NewReplacer(",", "", "·", "")

func (m HandMessage) String() string {
	names := make([]string, len(m.Names))
	for i, name := range m.Names {
		if names[i] = strings.TrimSpace(render.Escape(separators.Replace(name))); names[i] == "" {
			names[i] = "?"
		}
	}
	return "-# " + strings.Join([]string{render.HandNumber(m.Hand), strings.Join(names, ", "), "drand round " + strconv.FormatUint(m.Round, 10), m.Start}, " · ")
}

// ParseHandMessage returns the contents of a text that has the form of a hand's message under a beacon.
func ParseHandMessage(text string) (HandMessage, bool) {
	part := handForm.FindStringSubmatch(text)
	if part == nil {
		return HandMessage{}, false
	}
	hand, err := strconv.ParseInt(part[1], 10, 64)
	round, wrong := strconv.ParseUint(part[3], 10, 64)
	return HandMessage{hand, strings.Split(part[2], ", "), round, part[4]}, err == nil && wrong == nil
}

// Cut returns the message that shows a player's cut for a hand to the channel.
func Cut(l *locale.Lang, player string, hand int64, words string) string {
	return l.Say.Fair.Cut.Format("player", player, "hand", render.HandNumber(hand), "text", render.Verbatim(words))
}

// CutLost returns the message that a player's cut for a hand does not count.
func CutLost(l *locale.Lang, player string, hand int64) string {
	return l.Say.Fair.CutLost.Format("player", player, "hand", render.HandNumber(hand))
}

// Verified holds the findings of a check of a hand's receipt.
type Verified struct {
	Hand        int64
	Grade       byte   // 'A' to 'D'
	Index, Size uint64 // the seal's place in its batch, from 0
	Link        string // to the message with the root; "": it is gone with its channel
	Mixed       bool   // the hand's message was mixed in
	Message     string // the link to that; "": it is gone with its channel
	Unplaced    bool   // it was not, and may be in the channel
	Moved       bool   // the receipt names a channel that was deleted
	Leftover    bool   // the channel may have another message of it, which Discord did not confirm
	Cuts        int    // that players typed
	Beacon      *MixedBeacon
	Void        bool
	Voids       int64  // hands of the channel that were void, or UnknownVoids
	Own         bool   // the reader's own part is attached
	Others      Series // of the hands under the same seals
}

// LacksMessage reports whether a message of the hand is gone with its channel.
func (v *Verified) LacksMessage() bool { return v.Link == "" || v.Mixed && v.Message == "" }

// UnknownVoids stands for a number of void hands that cannot be read.
const UnknownVoids = -1

// MixedBeacon is the beacon of a hand.
type MixedBeacon struct {
	Name         string
	Round        uint64
	Late         bool // it gave no value in time
	Demo, Chosen bool // it is that of the demo; it is one that the operator chose
}

// Verdict returns the answer of /verify.
func Verdict(l *locale.Lang, v Verified) string {
	t := &l.Say.Fair
	means := map[byte]locale.Text{'A': t.A, 'B': t.B, 'C': t.C, 'D': t.D}[v.Grade]
	if v.Grade == 'A' && v.Beacon != nil && v.Beacon.Chosen {
		means = t.AChosen
	}
	lines := []string{
		t.Grade.Format("hand", render.HandNumber(v.Hand), "grade", string(rune(v.Grade)), "means", string(means)),
	}
	if v.Link != "" {
		lines = append(lines, "- "+t.Place.Format("n", strconv.FormatUint(v.Index+1, 10), "size", strconv.FormatUint(v.Size, 10), "link", v.Link))
	}
	switch {
	case v.Unplaced:
		lines = append(lines, "- "+string(t.Unplaced))
	case !v.Mixed:
		lines = append(lines, "- "+string(t.Unmixed))
	case v.Beacon != nil:
		lines = append(lines, v.Beacon.lines(l)...)
	case v.Cuts == 0:
		lines = append(lines, "- "+string(t.Uncut))
	default:
		lines = append(lines, "- "+l.Count(t.Mixed, int64(v.Cuts)))
	}
	lines = append(lines, v.messageLines(l)...)
	cards := t.Cards
	if v.Void {
		cards = t.Void
	}
	file := string(t.File)
	if v.Own {
		file = locale.Sentences(file, string(t.Own))
	}
	lines = append(lines, "- "+string(cards), string(t.Sees))
	switch {
	case v.Voids > 0:
		lines = append(lines, l.Count(t.Voids, v.Voids))
	case v.Voids == 0:
		lines = append(lines, string(t.NoVoids))
	}
	for most := mostListed; ; most /= 2 {
		answer := strings.Join(slices.Concat(lines, v.Others.among(l, most), []string{file}), "\n")
		if most == 0 || locale.Length(answer) <= locale.MaxText {
			return answer
		}
	}
}

// messageLines returns the facts that the hand's message must show, and where messages are missing.
func (v *Verified) messageLines(l *locale.Lang) (lines []string) {
	t, message := &l.Say.Fair, l.Say.Fair.Message
	if v.Beacon != nil {
		message = l.Say.Fair.Line
	}
	if v.Message != "" {
		lines = append(lines, "- "+message.Format("link", v.Message))
	}
	if v.LacksMessage() {
		lines = append(lines, "- **"+string(t.GoneMessage)+"**")
	}
	if v.Moved && v.Link+v.Message != "" {
		lines = append(lines, "- "+string(t.Moved))
	}
	if v.Leftover {
		lines = append(lines, "- "+string(t.Leftover))
	}
	return lines
}

// mostListed is how long each list of other hands in a verdict may be, in bytes. One that does not fit into the message ends with "…";
// /verify with several hands has it whole.
const mostListed = 400

// among returns the lists of a series with a heading; nothing if all hands are as they should be.
func (v *Series) among(l *locale.Lang, most int) []string {
	listed := v.lists(l, most)
	if len(listed) == 0 {
		return nil
	}
	return append([]string{l.Say.Fair.Among.Format("from", render.HandNumber(v.First), "to", render.HandNumber(v.Last))}, listed...)
}

// lines returns a beacon's part in a hand.
func (b *MixedBeacon) lines(l *locale.Lang) []string {
	t := &l.Say.Fair
	mixed := t.ByBeacon
	if b.Late {
		mixed = t.BeaconAbsent
	}
	lines := []string{"- " + mixed.Format("round", strconv.FormatUint(b.Round, 10), "beacon", b.Name)}
	switch {
	case b.Demo:
		lines = append(lines, "- **"+string(t.DemoBeacon)+"**")
	case b.Chosen:
		lines = append(lines, "- "+string(t.OwnBeacon))
	}
	return lines
}

// Series holds the findings of the receipts of several hands.
type Series struct {
	First, Last, Receipts         int64
	Void, Late, Unproven, Dropped []int64
	Moved                         bool // the receipts name a channel that was deleted
}

// SeriesVerdict returns the answer of /verify for several hands.
func SeriesVerdict(l *locale.Lang, v Series) string {
	t := &l.Say.Fair
	lines := append([]string{l.Count(t.Series, v.Receipts, "from", render.HandNumber(v.First), "to", render.HandNumber(v.Last))}, v.lists(l, math.MaxInt)...)
	if len(lines) == 1 {
		lines = append(lines, "- "+string(t.SeriesWhole))
	}
	if v.Moved {
		lines = append(lines, "- "+string(t.Moved))
	}
	return strings.Join(append(lines, string(t.SeriesFile)), "\n")
}

// lists returns a line for each kind of hand that is not as it should be, with its numbers. Each list is cut to so many bytes.
func (v *Series) lists(l *locale.Lang, most int) (lines []string) {
	t := &l.Say.Fair
	for _, list := range []struct {
		text  locale.Text
		hands []int64
	}{{t.SeriesVoid, v.Void}, {t.SeriesLate, v.Late}, {t.SeriesUnproven, v.Unproven}, {t.SeriesDropped, v.Dropped}} {
		if len(list.hands) > 0 {
			lines = append(lines, "- "+list.text.Format("list", HandNumbers(list.hands, most)))
		}
	}
	return lines
}

// HandNumbers returns numbers of hands in rising order, with runs of them as one: "#1–#3, #7". Beyond so many bytes it writes "…".
func HandNumbers(hands []int64, most int) string {
	var b strings.Builder
	for i := 0; i < len(hands); {
		end := i
		for end+1 < len(hands) && hands[end+1] == hands[end]+1 {
			end++
		}
		run := render.HandNumber(hands[i])
		if end > i {
			run += "–" + render.HandNumber(hands[end])
		}
		if i > 0 {
			b.WriteString(", ")
		}
		if b.Len()+len(run) > most {
			b.WriteString("…")
			break
		}
		b.WriteString(run)
		i = end + 1
	}
	return b.String()
}

// SeriesRange returns the answer to a range of hands that /verify cannot give.
func SeriesRange(l *locale.Lang, most, last int64) string {
	return l.Say.Fair.SeriesRange.Format("most", strconv.FormatInt(most, 10), "last", render.HandNumber(last))
}
