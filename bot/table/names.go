package table

import (
	"maps"

	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// mostMet limits the names that a table remembers.
const mostMet = 500

// names holds the players' display names.
type names struct {
	table *Table
	met   record.People // those the table has met; copied on write
}

// learnName remembers a player's name. It copies the map, because other goroutines may be reading the old one.
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

// peopleAt returns the names of the players at a table, for its record: the next run of the program has met no player yet.
func (n *names) peopleAt(t *engine.Table) record.People {
	seated := record.People{}
	for _, s := range n.table.nextView(t).Seats {
		if c, met := n.met[s.Player]; met && s.House == engine.Person {
			seated[s.Player] = c
		}
	}
	return seated
}
