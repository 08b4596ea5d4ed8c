package bot

import (
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/render"
)

// pictured is a frame with the picture of its scene, where the house wants one.
func (a *actor) pictured(f message.Content, s render.Scene) message.Content {
	if f.Theme = a.record.Manners.Theme; !a.record.Manners.Unpainted {
		f.Scene = &s
	}
	return f
}

// mostMet is how many people's names a table remembers.
const mostMet = 500

// meet remembers what somebody is called.
func (a *actor) meet(k *interaction.Interaction) { a.know(k.User, k.Name) }

func (a *actor) know(who engine.ID, called render.DisplayName) {
	if a.met == nil || len(a.met) >= mostMet {
		a.met = record.People{}
	}
	a.met[who] = called
}

// peopleAt is what those at a table are called, for its record: the next life of the program has met nobody yet.
func (a *actor) peopleAt(t *engine.Table) record.People {
	seated := record.People{}
	for _, s := range a.viewOf(t).Seats {
		if c, met := a.met[s.Player]; met && s.House == engine.Person {
			seated[s.Player] = c
		}
	}
	return seated
}

// called is what the players of a view are called; a map of its own, for others to read.
func (a *actor) called(v engine.View, gone []engine.SeatView) map[engine.ID]render.DisplayName {
	called := map[engine.ID]render.DisplayName{}
	for _, seats := range [][]engine.SeatView{v.Seats, gone} {
		for _, s := range seats {
			called[s.Player] = a.met[s.Player]
			if s.House != engine.Person {
				called[s.Player] = render.DisplayName{Name: a.record.Names[s.Player]}
			}
		}
	}
	return called
}
