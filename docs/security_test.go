package docs

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// threats is how many there are in the study that the table follows.
const threats = 28

var (
	threatForm = regexp.MustCompile(`^\| (T[0-9]+) \|`)
	testForm   = regexp.MustCompile("^`([a-z/]+ Test[A-Za-z0-9]+(?:/[a-z_]+)?)`$")
)

// rowFlaws returns the faults of a row of the table in SECURITY.md.
func rowFlaws(row string) (all []string) {
	cells := strings.Split(strings.Trim(strings.TrimSpace(row), "|"), "|")
	if len(cells) != 4 {
		return []string{"it has not four cells"}
	}
	done, tests := cells[2], strings.TrimSpace(cells[3])
	if tests == "–" {
		if !strings.Contains(done, "Not yet: ") {
			all = append(all, "it has no test and does not say that it is not yet done")
		}
		return all
	}
	for test := range strings.SplitSeq(tests, ", ") {
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

// TestEveryThreatHasItsRow holds SECURITY.md: every threat once and in order, and every test that it names is there.
func TestEveryThreatHasItsRow(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "SECURITY.md"))
	if err != nil {
		t.Fatal(err)
	}
	next := 1
	for row := range strings.Lines(string(page)) {
		m := threatForm.FindStringSubmatch(row)
		if m == nil {
			continue
		}
		if want := fmt.Sprint("T", next); m[1] != want {
			t.Errorf("%s comes where %s should", m[1], want)
		}
		next++
		for _, flaw := range rowFlaws(row) {
			t.Errorf("%s: %s", m[1], flaw)
		}
	}
	if next != threats+1 {
		t.Errorf("there are %d threats, want %d", next-1, threats)
	}
}

func TestTheThreatsAreThoseOfTheStudy(t *testing.T) {
	study, err := os.ReadFile(filepath.Join(root, "..", "shared", "reliability.md"))
	if err != nil {
		t.Skip("the study is not beside the project: ", err)
	}
	found := regexp.MustCompile(`(?m)^\| T[0-9]+ \|`).FindAllString(string(study), -1)
	if len(found) != threats {
		t.Errorf("the study has %d threats, the table %d", len(found), threats)
	}
}

// A row that has gone stale is found.
func TestTheTableOfThreatsCannotRot(t *testing.T) {
	for row, want := range map[string]string{
		"| T1 | a | b | `engine TestATablePrintsAsHidden` |":                           "",
		"| T9 | a | b | `bot TestTalk/time` |":                                         "",
		"| T1 | a | b | `engine TestATablePrintsAsHidden`, `engine TestNoSuch` |":      "there is no such test",
		"| T1 | a | b | `bot TestTalk/no_such_talk` |":                                 "there is no such script",
		"| T1 | a | b | a test, surely |":                                              "is not the name of a test",
		"| T1 | a | b | – |":                                                           "does not say that it is not yet done",
		"| T1 | a | b. Not yet: c | – |":                                               "",
		"| T1 | a | b |":                                                               "four cells",
		"| T1 | a | b | `engine TestATablePrintsAsHidden` `bot TestButtonsComeBack` |": "is not the name of a test",
	} {
		if got := strings.Join(rowFlaws(row), "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", row, got, want)
		}
	}
}
