package fleet

import (
	"slices"
	"strings"
	"testing"
)

// search visits all states, the nearest first, and returns how many there are, the law that was broken, and the way there.
func search(l limits, f fault) (states int, broken string, way []string) {
	type origin struct {
		from int
		step string
	}
	begin := model{left: l}
	for i := range begin.proc {
		begin.proc[i] = modelProcess{up: i < l.start, steady: -1}
	}
	known := map[model]bool{begin: true}
	queue, origins := []model{begin}, []origin{{-1, "start"}}
	for at := 0; at < len(queue) && broken == ""; at++ {
		now := queue[at]
		now.successors(f, func(step string, next *model, law string) {
			if broken != "" || law == "" && known[*next] {
				return
			}
			known[*next] = true
			queue, origins = append(queue, *next), append(origins, origin{at, step})
			if broken = law; law != "" {
				for k := len(origins) - 1; k >= 0; k = origins[k].from {
					way = append(way, origins[k].step)
				}
				slices.Reverse(way)
			}
		})
	}
	return len(queue), broken, way
}

func TestTheFleetHoldsItsPromises(t *testing.T) {
	for name, l := range map[string]limits{
		"a third process starts":         {start: 2, shards: 3, starts: 1},
		"one of three dies":              {start: 3, shards: 3, deaths: 1},
		"one dies and comes again":       {start: 2, shards: 2, deaths: 1, starts: 1},
		"two presses and a cut":          {start: 2, shards: 1, cuts: 1, presses: 2},
		"a press and a cut":              {start: 2, shards: 2, cuts: 1, presses: 1},
		"a cut and a start":              {start: 1, shards: 2, cuts: 1, starts: 1},
		"the clock jumps ahead":          {start: 2, shards: 2, ahead: 1, presses: 1},
		"the clock is set back, a death": {start: 2, shards: 2, back: 1, deaths: 1},
	} {
		t.Run(name, func(t *testing.T) {
			states, broken, way := search(l, sound)
			t.Logf("%d states", states)
			if broken != "" {
				t.Errorf("%s:\n%s", broken, strings.Join(way, "\n"))
			}
		})
	}
}

func TestEachFaultOfAFleetIsFound(t *testing.T) {
	for f, c := range map[fault]struct {
		limits limits
		broken string
	}{
		noFence:         {limits{start: 2, shards: 2, cuts: 1, presses: 1}, commitsTwo},
		renewsOvertaken: {limits{start: 2, shards: 2, cuts: 1}, playsTwo},
		grantsHeld:      {limits{start: 2, shards: 2}, playsTwo},
		countsTheDead:   {limits{start: 2, shards: 2, deaths: 1}, noPlayer},
		countsOneLess:   {limits{start: 2, shards: 3}, wanders},
		releasesFirst:   {limits{start: 1, shards: 2, starts: 1}, identifies},
		dropsPresses:    {limits{start: 1, shards: 2, starts: 1, presses: 1}, lostPress},
		neverGives:      {limits{start: 1, shards: 2, starts: 1}, unfair},
	} {
		t.Run(string(f), func(t *testing.T) {
			states, broken, way := search(c.limits, f)
			if broken != c.broken {
				t.Errorf("%q after %d states, want %q:\n%s", broken, states, c.broken, strings.Join(way, "\n"))
			}
		})
	}
}
