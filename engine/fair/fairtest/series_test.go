package fairtest_test

import (
	"strings"
	"testing"

	"cardroom/engine/fair"
	"cardroom/engine/fair/fairtest"
)

// checked returns the findings of package fair in a series, by each way to write one.
func checked(t *testing.T, s fairtest.Series) *fair.Series {
	t.Helper()
	var result *fair.Series
	for _, text := range []string{"[" + strings.Join(s.Entries, ",\n") + "]", strings.Join(s.Entries, "\n") + "\n"} {
		entries, err := fair.ReadSeries([]byte(text))
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		result = fair.Verifier{}.VerifySeries(entries)
		for i, r := range result.Reports {
			if !r.OK() {
				t.Fatalf("hand %d by itself: %v", result.Entries[i].Hand, r.Faults)
			}
		}
	}
	return result
}

func TestASeriesWithoutAFaultIsCounted(t *testing.T) {
	m := fairtest.New(4)
	var all fairtest.Series
	for range 30 {
		s := m.Series("")
		got := checked(t, s)
		if !got.OK() || len(got.Unprovable) > 0 {
			t.Fatalf("%v of\n%s", got.Faults, strings.Join(s.Entries, "\n"))
		}
		if len(got.Voids) != s.Voids || len(got.Before) != s.Before || len(got.Late) != s.Late || len(got.Replaced) != s.Replace {
			t.Errorf("counted %v %v %v %v, want %+v", got.Voids, got.Before, got.Late, got.Replaced, s)
		}
		all.Voids, all.Before, all.Late, all.Replace = all.Voids+s.Voids, all.Before+s.Before, all.Late+s.Late, all.Replace+s.Replace
	}
	if all.Voids <= all.Before+all.Late || all.Before == 0 || all.Late == 0 || all.Replace == 0 {
		t.Errorf("not all kinds were among the series: %d %d %d %d", all.Voids, all.Before, all.Late, all.Replace)
	}
}

// Each fault of a series is found by its sentence, and by no other.
func TestEveryFaultOfASeriesIsFound(t *testing.T) {
	says := map[string]string{
		"missing": " missing.", "twice": " is there twice.", "prev": " as the hand before, and that is ", "message not newer": " of a hand before.",
		"old cut": " with a cut for hand ", "batch not newer": " with those before.", "batch begins elsewhere": " is the first that uses it.",
		"fair/1 after fair/2": " is of fair/1, after ", "unprovable": " cannot be proven.",
	}
	m := fairtest.New(5)
	for _, fault := range fairtest.SeriesFaults() {
		for range 5 {
			s := m.Series(fault)
			got := checked(t, s)
			if len(got.Faults) != 1 || says[fault] == "" || !strings.Contains(got.Faults[0].Text, says[fault]) {
				t.Errorf("%s: %v of\n%s", fault, got.Faults, strings.Join(s.Entries, "\n"))
				break
			}
		}
	}
}
