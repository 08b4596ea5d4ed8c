package fair

import (
	"fmt"
	"strings"

	"cardroom/engine/card"
)

// Grade says how much a receipt proves of the cards: 'A' to 'D'; 0 where something does not fit.
type Grade byte

// The grades.
const (
	GradeA Grade = 'A' // the value of a beacon that no player and no bot controls was mixed in, and its signature is good
	GradeB Grade = 'B' // a cut that a player typed for this hand, and a message that did not exist before: for that player
	GradeC Grade = 'C' // the id of such a message alone: the bot could have tried again, in public
	GradeD Grade = 'D' // nothing of the kind: the cards did not change after the seal, and no more
)

// String returns the letter.
func (g Grade) String() string {
	if g == 0 {
		return "none"
	}
	return string(rune(g))
}

// grade sets the grade of a receipt without faults. A cut that the bot may have made up, and one of several cuts, can be
// chosen after the others are known. The value of a beacon is not checked: the receipt has no signature.
func (r *Receipt1) grade(report *Report) {
	e := &r.Entropy1
	report.Grade = GradeD
	switch {
	case len(e.Messages) == 0 || len(e.Beacons) > 0 || len(e.Cuts) > 1:
	case len(e.Cuts) == 0:
		report.Grade = GradeC
	case e.Cuts[0].Typed():
		report.Grade, report.Others, report.Cutters = GradeB, GradeD, []ID{e.Cuts[0].By}
		return
	}
	report.Others = report.Grade
}

// Step is a part of the proof that is checked by itself.
type Step string

// The steps, in their order.
const (
	StepForm       Step = "form"       // the receipt is one
	StepSeal       Step = "seal"       // the seal is of these decks, for this hand
	StepBatch      Step = "batch"      // the seal is one of those that were published together
	StepStart      Step = "start"      // of fair/2: players, order and cuts stood before the hand's message
	StepCuts       Step = "cuts"       // of fair/2: the cuts were typed in time, by players of the hand
	StepBeacon     Step = "beacon"     // of fair/2: the round is the one that the hand's message fixes
	StepSignature  Step = "signature"  // of fair/2: the beacon's signature is good
	StepDecks      Step = "decks"      // the decks are those that were sealed
	StepEntropy    Step = "entropy"    // the deck was chosen by the entropy; in fair/2 part of decks
	StepCards      Step = "cards"      // the board and the hands that were shown are from it
	StepOwn        Step = "own"        // a player's own cards are from it
	StepTranscript Step = "transcript" // the recipients of the cards are as written down
	StepSeries     Step = "series"     // the receipts of several hands fit together
	StepGrade      Step = "grade"      // of limits: what the grade leaves open
	StepLimit      Step = "limit"      // of limits: what no receipt can show
)

// Finding is a sentence about a step.
type Finding struct {
	Step Step
	Text string
}

// Report holds the findings of a check of a receipt.
type Report struct {
	Grade     Grade     // 0 where there are faults; B is for the Cutters alone
	Others    Grade     // of the players who are not in Cutters
	Cutters   []ID      // the players who typed a cut, where the grade is B
	Unchecked bool      // GradeA holds only if the beacon's signature is good, which was not checked
	Proven    []Finding // checks that passed
	Limits    []Finding // statements that this does not prove
	Faults    []Finding // checks that failed
}

// OK reports whether everything fits.
func (r *Report) OK() bool { return len(r.Faults) == 0 }

func (r *Report) fault(s Step, format string, args ...any) {
	r.Faults = append(r.Faults, Finding{s, fmt.Sprintf(format, args...)})
}

func (r *Report) limit(s Step, format string, args ...any) {
	r.Limits = append(r.Limits, Finding{s, fmt.Sprintf(format, args...)})
}

// proven adds what a step shows, unless it found a fault.
func (r *Report) proven(s Step, format string, args ...any) {
	for _, f := range r.Faults {
		if f.Step == s {
			return
		}
	}
	r.Proven = append(r.Proven, Finding{s, fmt.Sprintf(format, args...)})
}

// String returns the entropy in words.
func (e Entropy1) String() string {
	var parts []string
	for _, c := range e.Cuts {
		if c.Typed() {
			parts = append(parts, fmt.Sprintf("the cut %s by %d", write(c.Text), c.By))
		} else {
			parts = append(parts, fmt.Sprintf("interaction %s of %d, who typed no cut", c.Text, c.By))
		}
	}
	for _, b := range e.Beacons {
		parts = append(parts, fmt.Sprintf("round %d of the beacon %s", b.Round, b.Chain))
	}
	for _, m := range e.Messages {
		parts = append(parts, fmt.Sprintf("message %d of channel %d", m.ID, m.Channel))
	}
	return strings.Join(parts, ", ")
}

// limits adds the points that a good receipt leaves open.
func (r *Report) limits(of *Receipt1, ownProofs int) {
	if b := of.Batch; b != nil {
		r.limit(StepSeal, "Look at message %d of channel %d: it must show the root, unedited.", b.Message, b.Channel)
	} else {
		r.limit(StepSeal, "Look in the channel: the seal must stand there from before the hand, unedited.")
	}
	r.limit(StepGrade, "%s", gradeLimit(r))
	if of.Secret == nil {
		if order := of.order(); len(order) > 0 {
			r.limit(StepCards, "Look at the seats: from the left of the button, the cards must have gone round in the order %s.", listed(order))
		}
		r.limit(StepDecks, "A stacked deck is found in seven hands of eight: check more than one hand.")
		if n := len(of.Dealt) - len(of.Open); n > 0 && ownProofs == 0 {
			r.limit(StepCards, "Cards that were not shown (%d) are not checked here: their players can check them with their own part.", n)
		}
	}
	r.limit(StepLimit, "The bot sees every card, and no proof shows that it did not look.")
	r.limit(StepLimit, "Players who tell each other their cards are beyond any shuffle.")
}

// gradeLimit returns the conditions on which the grade rests.
func gradeLimit(r *Report) string {
	switch r.Grade {
	case GradeA:
		return "This holds only if both messages stand as they were posted: one that you cannot look at makes it grade D."
	case GradeB:
		return fmt.Sprintf("Grade B is for the players who typed a cut (%s), grade %s for others. It holds only if the bot did not post the hand's message again.",
			listed(recipients(r.Cutters)), r.Others)
	case GradeC:
		return "The bot could have posted the message again until it liked the cards: the channel would show such posts."
	}
	return "Nothing was mixed in that the bot could not choose: it could have tried secrets until it liked the cards."
}

func listed(places []Recipient) string {
	var b strings.Builder
	for i, p := range places {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(string(p))
	}
	return b.String()
}

// names returns cards in a row.
func names(cards []card.Card) string {
	var b strings.Builder
	for i, c := range cards {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.String())
	}
	return b.String()
}
