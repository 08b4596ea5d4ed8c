package table

import (
	"maps"

	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// mostMet is how many people's names a table remembers.
const mostMet = 500

// names is what players are called.
type names struct {
	table *Table
	met   record.People // as far as the table has met them; nobody writes into it
}

// learnName takes in what somebody is called. Others may be reading the names, so those that change are another map.
func (a *names) learnName(who engine.ID, called render.DisplayName) {
	if was, met := a.met[who]; met && was == called {
		return
	}
	names := maps.Clone(a.met)
	if names == nil || len(names) >= mostMet {
		names = record.People{}
	}
	names[who] = called
	a.met = names
}

// peopleAt is what those at a table are called, for its record: the next life of the program has met nobody yet.
func (a *names) peopleAt(t *engine.Table) record.People {
	seated := record.People{}
	for _, s := range a.table.nextView(t).Seats {
		if c, met := a.met[s.Player]; met && s.House == engine.Person {
			seated[s.Player] = c
		}
	}
	return seated
}
