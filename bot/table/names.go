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
func (n *names) learnName(who engine.ID, name render.DisplayName) {
	if was, met := n.met[who]; met && was == name {
		return
	}
	names := maps.Clone(n.met)
	if names == nil || len(names) >= mostMet {
		names = record.People{}
	}
	names[who] = name
	n.met = names
}

// peopleAt returns the names of those at a table, for its record: the next life of the program has met no player yet.
func (n *names) peopleAt(t *engine.Table) record.People {
	seated := record.People{}
	for _, s := range n.table.nextView(t).Seats {
		if c, met := n.met[s.Player]; met && s.House == engine.Person {
			seated[s.Player] = c
		}
	}
	return seated
}
