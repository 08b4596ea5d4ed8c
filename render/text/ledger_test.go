package text

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/internal/golden"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

func TestTheLedgerReadsAsItsGoldenFile(t *testing.T) {
	l := locale.Lookup("")
	golden.Equal(t, "ledger.txt", []byte(strings.Join([]string{
		Ledger(l, []Line{{rendertest.Alice, 1000, 0, -60}, {rendertest.Bob, 500, 560, 60}}, nil),
		Ledger(l, []Line{{rendertest.Alice, 1000, 1300, 300}, {rendertest.Bob, 500, 0, -500}, {rendertest.Carol, 200, 500, 300}, {5, 200, 100, -100}}, nil),
		Ledger(l, []Line{{rendertest.Alice, 1000, 1000, 0}}, nil),
		Ledger(l, []Line{{rendertest.Alice, 1000, 0, -60}}, nil),
		Ledger(l, nil, nil),
		Ledger(l, []Line{{rendertest.Alice, 1000, 1000, 0}}, []Line{{rendertest.Alice, 500, 300, -200}, {rendertest.Bob, 500, 700, 200}}),
		TournamentLedger(l, []Line{{rendertest.Alice, 1000, 0, -1000}, {rendertest.Bob, 2000, 3000, 1000}}),
		TournamentLedger(l, nil),
	}, "\n\n")+"\n"))
}

func TestOnlyPeopleBeginALineOfTheLedger(t *testing.T) {
	d := rand.New(rand.NewPCG(1, 2))
	for n := range 80 {
		lines := make([]Line, n)
		for i := range lines {
			lines[i] = Line{Person: engine.ID(1e18 + i), In: d.Int64N(1e9), Out: d.Int64N(1e9), Net: d.Int64N(2e9) - 1e9}
		}
		text := Ledger(locale.Lookup(""), lines, nil)
		people := 0
		for _, line := range strings.Split(text, "\n") {
			if strings.HasPrefix(line, "<@") {
				people++
			}
		}
		if locale.Length(text) > locale.MaxText || people > n || n <= 12 && people != n {
			t.Errorf("%d people: %d lines, %d characters", n, people, locale.Length(text))
		}
		if people < n && !strings.Contains(text, fmt.Sprintf("-# and %d more", n-people)) {
			t.Errorf("%d of %d people, and nothing said of the others:\n%s", people, n, text)
		}
	}
}
