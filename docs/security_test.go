package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The table follows a study of threats, and has those that were found since.
const (
	studied = 28
	threats = 30
)

var (
	threatForm = regexp.MustCompile(`^\| (T[0-9]+) \|`)
	testForm   = regexp.MustCompile("^`([a-z/0-9]+ Test[A-Za-z0-9]+(?:/[a-z_]+)?)`$")
)

// threatRow is a row of one of the tables in SECURITY.md: a number, and the cells after it.
type threatRow struct {
	name  string
	cells []string
}

// threatRows returns the rows of the tables of a text that are about a threat.
func threatRows(text string) (rows []threatRow) {
	for line := range strings.Lines(text) {
		if m := threatForm.FindStringSubmatch(line); m != nil {
			cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
			rows = append(rows, threatRow{m[1], cells[1:]})
		}
	}
	return rows
}

// orderFlaws returns the flaws in the numbers of rows: each threat comes once and in order.
func orderFlaws(rows []threatRow) (all []string) {
	for i, row := range rows {
		if want := fmt.Sprint("T", i+1); row.name != want {
			all = append(all, fmt.Sprintf("%s comes where %s should", row.name, want))
		}
	}
	if len(rows) != threats {
		all = append(all, fmt.Sprintf("there are %d threats, want %d", len(rows), threats))
	}
	return all
}

// threatFlaws returns the flaws of the row that says what is done about a threat and the one that names its tests.
func threatFlaws(done, tests threatRow) (all []string) {
	if len(done.cells) != 2 {
		return []string{"the threat has not three cells"}
	}
	if len(tests.cells) != 1 {
		return []string{"the tests have not two cells"}
	}
	if strings.TrimSpace(tests.cells[0]) == "–" {
		if !strings.Contains(done.cells[1], "Not yet: ") {
			all = append(all, "it has no test and does not say that it is not yet done")
		}
		return all
	}
	for test := range strings.SplitSeq(strings.TrimSpace(tests.cells[0]), ", ") {
		m := testForm.FindStringSubmatch(test)
		if m == nil {
			all = append(all, test+" is not the name of a test")
			continue
		}
		if _, flaw := sourceOf(m[1]); flaw != "" {
			all = append(all, m[1]+": "+flaw)
		}
	}
	return all
}

// TestEveryThreatHasItsRow holds SECURITY.md: both tables have every threat once and in order, and every test exists.
func TestEveryThreatHasItsRow(t *testing.T) {
	first, second, found := strings.Cut(page(t, "SECURITY.md"), "## Which test holds it")
	if !found {
		t.Fatal("SECURITY.md has no table of tests")
	}
	done, tests := threatRows(first), threatRows(second)
	for _, flaw := range append(orderFlaws(done), orderFlaws(tests)...) {
		t.Error(flaw)
	}
	for i := range min(len(done), len(tests)) {
		for _, flaw := range threatFlaws(done[i], tests[i]) {
			t.Errorf("%s: %s", done[i].name, flaw)
		}
	}
}

func TestTheThreatsAreThoseOfTheStudy(t *testing.T) {
	study, err := os.ReadFile(filepath.Join(root, "..", "shared", "reliability.md"))
	if err != nil {
		t.Skip("the study is not beside the project: ", err)
	}
	found := regexp.MustCompile(`(?m)^\| T[0-9]+ \|`).FindAllString(string(study), -1)
	if len(found) != studied {
		t.Errorf("the study has %d threats, the table follows %d", len(found), studied)
	}
}

// A row that has gone stale is found.
func TestTheTableOfThreatsCannotRot(t *testing.T) {
	for rows, want := range map[[2]string]string{
		{"| T1 | a | b |", "| T1 | `engine TestATablePrintsAsHidden` |"}:                           "",
		{"| T9 | a | b |", "| T9 | `bot TestTalk/time` |"}:                                         "",
		{"| T1 | a | b |", "| T1 | `engine TestATablePrintsAsHidden`, `engine TestNoSuch` |"}:      "there is no such test",
		{"| T1 | a | b |", "| T1 | `bot TestTalk/no_such_talk` |"}:                                 "there is no such script",
		{"| T1 | a | b |", "| T1 | a test, surely |"}:                                              "is not the name of a test",
		{"| T1 | a | b |", "| T1 | – |"}:                                                           "does not say that it is not yet done",
		{"| T1 | a | b. Not yet: c |", "| T1 | – |"}:                                               "",
		{"| T1 | a |", "| T1 | `engine TestATablePrintsAsHidden` |"}:                               "three cells",
		{"| T1 | a | b |", "| T1 | a | b |"}:                                                       "two cells",
		{"| T1 | a | b |", "| T1 | `engine TestATablePrintsAsHidden` `bot TestButtonsComeBack` |"}: "is not the name of a test",
	} {
		got := strings.Join(threatFlaws(threatRows(rows[0])[0], threatRows(rows[1])[0]), "; ")
		if want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", rows, got, want)
		}
	}
	swapped := threatRows("| T2 | a | b |\n| T1 | a | b |\n")
	if got := strings.Join(orderFlaws(swapped), "; "); !strings.Contains(got, "T2 comes where T1 should") || !strings.Contains(got, "there are 2 threats") {
		t.Errorf("rows that are swapped: %q", got)
	}
}
