package pokerstars_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/pokerstars"
	"cardroom/engine/replay"
)

// The lines of a file that move chips, as an importer reads them.
var (
	headLine   = regexp.MustCompile(`^PokerStars Hand #\d+: .*? (No Limit|Pot Limit|Limit) \((\d+)/(\d+)\)`)
	seatLine   = regexp.MustCompile(`^Seat (\d+): ([A-Za-z0-9_.-]+) \((\d+) in chips\)$`)
	putLine    = regexp.MustCompile(`^([A-Za-z0-9_.-]+): (?:posts (?:the ante|small blind|big blind|straddle)|calls|bets) (\d+)(?: and is all-in)?$`)
	raiseLine  = regexp.MustCompile(`^([A-Za-z0-9_.-]+): raises (\d+) to (\d+)(?: and is all-in)?$`)
	backLine   = regexp.MustCompile(`^Uncalled bet \((\d+)\) returned to ([A-Za-z0-9_.-]+)$`)
	wonLine    = regexp.MustCompile(`^([A-Za-z0-9_.-]+) collected ([1-9]\d*) from (?:pot|main pot|side pot(?:-\d+)?)$`)
	totalLine  = regexp.MustCompile(`^Total pot (\d+)((?: (?:Main|Side) pot(?:-\d+)? \d+\.)*) \| Rake 0$`)
	partNumber = regexp.MustCompile(` (\d+)\.`)
	streetLine = regexp.MustCompile(`^\*\*\* (?:(?:FIRST|SECOND|THIRD) )?(HOLE CARDS|DEALING HANDS|FLOP|TURN|RIVER|SHOW DOWN|SUMMARY) \*\*\*(?: \[.*\])?$`)
	otherLines = regexp.MustCompile(`^(PokerStars Hand #\d+:  (Hold'em|Omaha|5 Card Draw) (No Limit|Pot Limit|Limit) \(\d+/\d+\) - \d{4}/\d\d/\d\d \d\d:\d\d:\d\d UTC \[\d{4}/\d\d/\d\d \d\d:\d\d:\d\d ET\]` +
		`|Table '[^']+' \d+-max \(Play Money\) Seat #\d+ is the button|Dealt to \S+ \[.*\]|\S+: (folds|checks|stands pat|discards \d cards?|mucks hand|doesn't show hand|shows \[.*\].*)` +
		`|Hand was run (twice|three times)|((FIRST|SECOND|THIRD) )?Board \[.*\]|Seat \d+: .*)$`)
)

// file holds the sums that a reader takes of a file: chips by name.
type file struct {
	t     *testing.T
	text  string
	stack map[string]int64
	bet   map[string]int64 // on the street; of no name, the big blind, however much of it was posted (R15)
	blind int64
	put   map[string]int64
	won   map[string]int64
	pot   int64
	parts int64
	drawn bool
}

func read(t *testing.T, text string) *file {
	t.Helper()
	f := &file{t: t, text: text, stack: map[string]int64{}, bet: map[string]int64{}, put: map[string]int64{}, won: map[string]int64{}}
	summary := false
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		summary = summary || line == "*** SUMMARY ***"
		if !f.line(line, summary) {
			t.Fatalf("no importer knows the line %q in\n%s", line, text)
		}
	}
	return f
}

func number(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64)
	return n
}

// line takes in a line; false where it is of no known form.
func (f *file) line(line string, summary bool) bool {
	if m := headLine.FindStringSubmatch(line); m != nil {
		f.blind = number(m[3])
		if m[1] == "Limit" {
			f.blind = number(m[2])
		}
	}
	if m := seatLine.FindStringSubmatch(line); m != nil && !summary {
		_, twice := f.stack[m[2]]
		f.stack[m[2]] = number(m[3])
		return !twice
	}
	if m := putLine.FindStringSubmatch(line); m != nil {
		f.put[m[1]] += number(m[2])
		if !strings.Contains(line, "the ante") {
			f.bet[m[1]] += number(m[2])
		}
		if strings.Contains(line, " blind ") {
			f.bet[""] = f.blind
		}
		return true
	}
	if m := raiseLine.FindStringSubmatch(line); m != nil {
		top := int64(0)
		for _, bet := range f.bet {
			top = max(top, bet)
		}
		f.put[m[1]] += number(m[3]) - f.bet[m[1]]
		f.bet[m[1]] = number(m[3])
		return number(m[3]) > top && number(m[2]) == number(m[3])-top
	}
	if m := backLine.FindStringSubmatch(line); m != nil {
		f.put[m[2]] -= number(m[1])
		return true
	}
	if m := wonLine.FindStringSubmatch(line); m != nil {
		f.won[m[1]] += number(m[2])
		return true
	}
	if m := totalLine.FindStringSubmatch(line); m != nil {
		f.pot, f.parts = number(m[1]), number(m[1])
		if m[2] != "" {
			f.parts = 0
		}
		for _, part := range partNumber.FindAllStringSubmatch(m[2], -1) {
			f.parts += number(part[1])
		}
		return true
	}
	if m := streetLine.FindStringSubmatch(line); m != nil {
		if m[1] == "FLOP" || m[1] == "TURN" || m[1] == "RIVER" {
			clear(f.bet)
		}
		return true
	}
	if strings.Contains(line, ": discards ") || strings.HasSuffix(line, ": stands pat") {
		f.drawn = true
		clear(f.bet)
	}
	return otherLines.MatchString(line)
}

// adds reads a file as an importer does, and compares the stacks and the pot with the table.
func adds(t *testing.T, text string, h enginetest.Ended) {
	t.Helper()
	f := read(t, text)
	steps, err := replay.Steps(h.Table.View(0), h.Log)
	if err != nil {
		t.Fatal(err)
	}
	var put, won int64
	left := map[int64]int{}
	for name, stack := range f.stack {
		put, won = put+f.put[name], won+f.won[name]
		left[stack-f.put[name]+f.won[name]]++
	}
	for _, s := range steps[len(steps)-1].View.Seats {
		left[s.Stack]--
	}
	for stack, n := range left {
		if n != 0 {
			t.Errorf("a stack of %d is there %d times too often in\n%s", stack, n, text)
		}
	}
	if put != won || won != f.pot || f.pot != f.parts {
		t.Errorf("%d is put in, %d is won, the pot is %d and its parts %d in\n%s", put, won, f.pot, f.parts, text)
	}
}

// fateLine is how the hand of a player ended who showed it.
var fateLine = regexp.MustCompile(`(?m)^Seat (\d+): .* showed \[.*?\] and (.*)$`)

// winsFit compares the boards that a player won, by the summary, with those of which they got a part, were it of no chip.
func winsFit(t *testing.T, text string, h enginetest.Ended) {
	t.Helper()
	_, summary, _ := strings.Cut(text, "*** SUMMARY ***")
	for _, m := range fateLine.FindAllStringSubmatch(summary, -1) {
		for run, end := range strings.Split(m[2], ", and ") {
			wins := slices.ContainsFunc(h.Log, func(e engine.Event) bool {
				return e.Kind == engine.Won && e.Run == run && e.Seat == int(number(m[1]))-1
			})
			if wins != strings.HasPrefix(end, "won (") {
				t.Errorf("seat %s wins board %d: %t, and the summary says %q in\n%s", m[1], run, wins, end, text)
			}
		}
	}
}

// TestRandomHandsAddUp writes random hands of all games for a player and for the public, reads them and adds up. Other
// cards, where the viewer cannot have seen them, change nothing.
func TestRandomHandsAddUp(t *testing.T) {
	tables, hands := uint64(180), 0
	if testing.Short() {
		tables = 45
	}
	for seed := range tables + tables/3 {
		l := enginetest.New(t, seed)
		if seed >= tables {
			l = enginetest.NewTournament(t, seed)
		}
		for n := 0; n < 6 && l.Hand(); n++ {
			hands++
			who := l.Before.Seats[l.IntN(len(l.Before.Seats))].Player
			for _, viewer := range []engine.ID{0, who} {
				text, err := pokerstars.Of(l.Table.View(viewer), l.Log, labels())
				if err != nil {
					t.Fatalf("seed %d: %v", seed, err)
				}
				adds(t, text, enginetest.Ended{Table: l.Table, Log: l.Log})
				winsFit(t, text, enginetest.Ended{Table: l.Table, Log: l.Log})
				twin, log := l.Twin(viewer)
				if other, err := pokerstars.Of(twin.View(viewer), log, labels()); err != nil || other != text {
					t.Errorf("seed %d, for %d: other cards make another file (%v)\n%s\n%s", seed, viewer, err, text, other)
				}
				if t.Failed() {
					return
				}
			}
		}
	}
	t.Logf("%d hands", hands)
}
