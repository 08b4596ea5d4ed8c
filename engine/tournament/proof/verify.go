package proof

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
)

// Report holds the findings of a check. The result fits if there are no Faults.
type Report struct {
	Faults []string
	Proven []string
	Look   []string // messages and files to look at: this file cannot show them
}

func (r *Report) fault(format string, args ...any) {
	r.Faults = append(r.Faults, fmt.Sprintf(format, args...))
}

func (r *Report) prove(format string, args ...any) {
	r.Proven = append(r.Proven, fmt.Sprintf(format, args...))
}

func (r *Report) look(format string, args ...any) {
	r.Look = append(r.Look, fmt.Sprintf(format, args...))
}

// Seen holds the messages and receipts that a person saw beside the tournament's file. All of it may be missing.
type Seen struct {
	Starts []fair.ID    // messages that announced the start
	Hands  []fair.Entry // receipts of hands
}

// Verify checks a result.
func Verify(r *Result, seen Seen) Report {
	var report Report
	checkSeal(&report, r)
	checkMessages(&report, r, seen.Starts)
	events := replay(&report, r)
	checkUses(&report, r, Uses(events))
	checkTables(&report, r, events)
	if checkSkips(&report, r) {
		checkHands(&report, r, seatings(r, events), seen.Hands)
	}
	return report
}

// checkSeal compares the seed with its seal.
func checkSeal(report *Report, r *Result) {
	if seal := draw.Seal(r.Tournament, fair.Secret(r.Seed)); seal != r.Seal {
		report.fault("The seed has the seal %s, and %s was published: the seed was exchanged.", seal, r.Seal)
		return
	}
	report.prove("The seed is the one of the seal.")
	report.look("Message %d shows the seal %s, and nothing edited it. It is older than every registration.", r.Sealed, r.Seal)
}

// checkMessages compares the two messages with each other, and with those that a person saw. Of several that announce a start the
// oldest counts.
func checkMessages(report *Report, r *Result, starts []fair.ID) {
	if r.Started <= r.Sealed {
		report.fault("Message %d announced the start and is older than message %d with the seal.", r.Started, r.Sealed)
	}
	for _, seen := range starts {
		if seen < r.Started {
			report.fault("Message %d announced the start before message %d, which the draws depend on: it was posted again.", seen, r.Started)
		}
	}
	report.look("Message %d announces the start and names the %d entries in order. No older message announces it.", r.Started, len(r.Entries))
}

// replay brings the commands to the director again, with the draws of the seed. It returns all events.
func replay(report *Report, r *Result) []tournament.Event {
	t, events, err := tournament.New(r.Options, r.Made)
	if err != nil {
		report.fault("No tournament has these options: %v.", err)
		return nil
	}
	var lots tournament.Lots
	var entered []fair.ID // when the start was announced
	for i, l := range r.Commands {
		if i == r.Before {
			lots, entered = draw.NewLots(fair.Secret(r.Seed), r.Start()), persons(&t)
		}
		if t, events, err = t.Apply(l.Command, lots, events); err != nil {
			command := fmt.Sprintf("Command %d of %d, %s,", i+1, len(r.Commands), strings.TrimPrefix(fmt.Sprintf("%T", l.Command), "tournament."))
			if lots == nil && errors.Is(err, tournament.ErrLots) {
				report.fault("%s needs a draw, and stands before the message that announced the start.", command)
			} else {
				report.fault("%s cannot have happened: %s.", command, reason(err))
			}
			return events
		}
	}
	checkEntries(report, r, &t, events, entered)
	if p := t.View().Phase; p != tournament.Finished && p != tournament.Cancelled {
		report.fault("After the last command the tournament is not over.")
	}
	return events
}

// persons returns the persons of a tournament's entries, in their order.
func persons(t *tournament.Tournament) (all []fair.ID) {
	for _, x := range t.Entries() {
		all = append(all, fair.ID(x.Person))
	}
	return all
}

// reason returns an error as part of a sentence.
func reason(err error) string {
	if refusal := (tournament.Refusal{}); errors.As(err, &refusal) {
		return fmt.Sprintf("rule T%d refuses it (reason %d)", refusal.Rule, refusal.Reason)
	}
	return err.Error()
}

// checkEntries compares the entries of the file with those who registered, and with those who had when the start was announced. Later
// entries have later numbers.
func checkEntries(report *Report, r *Result, t *tournament.Tournament, events []tournament.Event, announced []fair.ID) {
	i := slices.IndexFunc(events, func(e tournament.Event) bool { return e.Kind == tournament.Drawn })
	if i < 0 {
		return // it never started
	}
	if n := events[i].Of; n != len(r.Entries) {
		report.fault("The file names %d entries, and %d registered before the start.", len(r.Entries), n)
		return
	}
	for n, person := range r.Entries {
		if is := fair.ID(t.Entry(n + 1).Person); is != person {
			report.fault("Entry %d is of %d by the file, and %d registered in that place.", n+1, person, is)
			return
		}
	}
	if !slices.Equal(announced, r.Entries) {
		report.fault("Message %d announced the start after %d commands, and the entries of the file are not those of then.", r.Started, r.Before)
		return
	}
	report.prove("The key is of the %d entries in the order in which they registered.", len(r.Entries))
}

// checkUses compares the draws of the file with those that the director made.
func checkUses(report *Report, r *Result, made []Use) {
	before := len(report.Faults)
	byRules := map[string]Use{}
	for _, m := range made {
		byRules[m.Use] = m
	}
	taken := map[string]bool{}
	for _, u := range r.Uses {
		m, ok := byRules[u.Use]
		switch {
		case taken[u.Use]:
			report.fault("Draw %s was taken twice.", u.Use)
		case !ok:
			report.fault("Draw %s is in the file, and the rules do not ask for it.", u.Use)
		case m.Of != u.Of:
			report.fault("Draw %s is of %d by the file, and of %d by the rules.", u.Use, u.Of, m.Of)
		case !slices.Equal(m.Values, u.Values):
			report.fault("Draw %s gave %v by the file, and the seed gives %v.", u.Use, u.Values, m.Values)
		}
		taken[u.Use] = true
	}
	for _, m := range made {
		if !taken[m.Use] {
			report.fault("Draw %s was left out.", m.Use)
		}
	}
	if len(report.Faults) == before {
		report.prove("All %d draws are those of the seed and those that the rules ask for, each once.", len(made))
	}
}
