package table

import (
	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/render/locale"
)

// CardText is how cards are written to a person, 0 for everyone: as letters to those who want no pictures.
func CardText(b *Env, who engine.ID) func(card.Card) string {
	own, _ := b.Prefs.People.Cached(who)
	return b.Emoji.Cards(own)
}

// cardText returns how cards are written to a person at a table: as letters to everyone where it has no pictures.
func cardText(a *Table, who engine.ID) func(card.Card) string {
	if a.state.record.Extras.TextBoard {
		return nil
	}
	return CardText(a.Env, who)
}

// Locale is the language of what everyone in the channel reads.
func (a *Table) Locale() *locale.Lang {
	house, _ := a.Env.Prefs.Guilds.Cached(a.Key.Guild)
	return locale.Lookup(a.state.record.Extras.Lang, house.Lang, a.state.record.Locale)
}

func (a *Table) Seat(n int) engine.SeatView {
	for _, s := range a.View().Seats {
		if s.Seat == n {
			return s
		}
	}
	return engine.SeatView{Seat: n}
}

// called is what the players of a view are called; a map of its own, for others to read.
func (a *names) called(v engine.View, gone []engine.SeatView) map[engine.ID]render.DisplayName {
	called := map[engine.ID]render.DisplayName{}
	for _, seats := range [][]engine.SeatView{v.Seats, gone} {
		for _, s := range seats {
			called[s.Player] = a.met[s.Player]
			if s.House != engine.Person {
				called[s.Player] = render.DisplayName{Name: a.table.state.record.Names[s.Player]}
			}
		}
	}
	return called
}

// Scene is the table as one person may see it, ready to be drawn.
func (a *Table) Scene(who engine.ID, l *locale.Lang) render.Scene {
	v := a.View()
	if who != 0 {
		v = a.state.game.View(who)
	}
	scene := render.Scene{View: v, Lang: l, Name: a.PlayerName, Departed: render.Departed(v, a.state.record.Log), Halted: a.recovery.uncertain.shown}
	scene.Free = a.state.record.Extras.Funds == options.Free && !v.Practice
	scene.Asking = a.Approvals()
	scene.DisplayNames, scene.Card = a.names.called(v, scene.Departed), cardText(a, who)
	if seal := a.state.record.Shuffle.Commitment; seal != (fair.Hash{}) {
		scene.Commitment = seal.String()
	}
	return scene
}

// PlayerName is how a player is written in messages: a mention, or a house player's name.
func (a *Table) PlayerName(s engine.SeatView) string {
	switch {
	case s.House != engine.Person:
		return render.Bold(a.state.record.Names[s.Player])
	case s.Player != 0:
		return render.Mention(s.Player)
	}
	return "" // a seat that was given up
}

// SceneInWords is the table as the text beside or in place of a picture says it.
func (a *Table) SceneInWords(who engine.ID, l *locale.Lang) render.Scene {
	s := a.Scene(who, l)
	s.Equities = render.Equities(s.View)
	return s
}

// CustomID names the table and the decision that buttons drawn now are for.
func (a *Table) CustomID() message.CustomID {
	return message.CustomID{Table: a.Key.Channel, Turn: a.View().Turn}
}

// MuckPolicy is what a person who sits down wants done with their losing hands (R40).
func (a *Table) MuckPolicy(who engine.ID) engine.MuckPolicy {
	own, err := a.Env.Prefs.People.Get(who)
	if err != nil {
		a.Log.Info("a player sits down as the house has it", "player", uint64(who), "err", err)
	}
	return own.MuckPolicy
}

// Approvals is the requests as they are shown.
func (a *Table) Approvals() (list []render.Request) {
	for _, q := range a.state.record.Requests {
		list = append(list, render.Request{ID: q.ID, Player: q.Player, Chips: q.Chips, TopUp: q.TopUp})
	}
	return list
}

func (a *Table) MayHost(k *interaction.Interaction) bool {
	return k.User == a.state.record.Host || k.Has(discordgo.PermissionManageChannels)
}

func Pick(first bool, a, b locale.Text) locale.Text {
	if first {
		return a
	}
	return b
}

// Front is the chips that are a player's own: in a running hand, what they had when it began.
func Front(v *engine.View, s engine.SeatView) int64 {
	n := s.Stack + s.Pending
	if v.Phase != engine.Idle && s.InHand {
		n += s.Total
	}
	return n
}

// SeatOf is the seat of a player, or the zero seat.
func SeatOf(v *engine.View, who engine.ID) engine.SeatView {
	s, _ := v.SeatOf(who)
	return s
}
