package table

import (
	"maps"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/engine/fair"
	"cardroom/engine/replay"
	"cardroom/render"
	"cardroom/render/equity"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// CardText returns how to write cards for a user, 0 for everyone: as letters for users who switched pictures off.
func CardText(e *Env, who engine.ID) func(card.Card) string {
	own, _ := e.Prefs.People.Cached(who)
	return e.Emoji.Cards(own)
}

// Locale returns the language of the messages that the whole channel reads.
func (t *Table) Locale() *locale.Lang {
	guild, _ := t.Env.Prefs.Guilds.Cached(t.Key.Guild)
	return locale.Lookup(t.state.record.Extras.Lang, guild.Lang, t.state.record.Locale)
}

// Seat returns the player in a seat by its number, or that seat without a player.
func (t *Table) Seat(n int) engine.SeatView {
	s, _ := render.Scene{View: t.View()}.SeatAt(n)
	s.Seat = n
	return s
}

// Scene returns the table as one user may see it, ready to draw.
func (t *Table) Scene(who engine.ID, l *locale.Lang) render.Scene {
	v := t.View()
	if who != 0 {
		v = t.state.game.View(who)
	}
	if who != 0 && v.Closed && t.state.open != nil { // everyone else sees that the seats are free
		own, _ := t.state.open.View(who).SeatOf(who)
		v = replay.Closed(v, t.state.record.Log, own.Cards)
	}
	scene := render.Scene{View: v, Lang: l, Name: t.Names.Player, Departed: render.Departed(v, t.state.record.Log), Halted: t.Recovery.uncertain.shown}
	if directed(t) {
		scene.Tournament = t.Director.Standing(&scene)
	}
	scene.Free = !directed(t) && t.state.record.Extras.Funds == options.Free && !v.Practice
	scene.Asking = t.state.record.Requests.Scene()
	scene.DisplayNames = t.state.record.DisplayNames(t.Names.met, v.Seats, scene.Departed)
	if !t.state.record.Extras.TextBoard { // else they are letters for everyone
		scene.Card = CardText(t.Env, who)
	}
	if commitment := t.state.record.Shuffle.Commitment; commitment != (fair.Hash{}) {
		scene.Commitment = commitment.String()
	}
	return scene
}

// SceneInWords returns the table for the text beside a picture, or in place of it.
func (t *Table) SceneInWords(who engine.ID, l *locale.Lang) render.Scene {
	s := t.Scene(who, l)
	s.Equities = equity.Of(s.View)
	return s
}

// CustomID returns the prefix of the custom ids drawn now: the table and the decision.
func (t *Table) CustomID() message.CustomID {
	return message.CustomID{Table: t.Key.Channel, Turn: t.View().Turn}
}

// MuckPolicy returns a player's preference for their losing hands (R40), for when they sit down.
func (t *Table) MuckPolicy(who engine.ID) engine.MuckPolicy {
	own, err := t.Env.Prefs.People.Get(who)
	if err != nil {
		t.Log.Info("player preferences unavailable; using table defaults", "player", uint64(who), "err", err)
	}
	return own.MuckPolicy
}

// MayHost reports whether a user is the host, or may manage the channel.
func (t *Table) MayHost(in *interaction.Interaction) bool {
	return in.User == t.state.record.Host || in.Has(discordgo.PermissionManageChannels)
}

// SeatOf returns the seat of a player, or the zero seat.
func SeatOf(v *engine.View, who engine.ID) engine.SeatView {
	s, _ := v.SeatOf(who)
	return s
}

// StartLine returns the line of the hand's message that shows the players and the start of the hand, below a line break. It
// is empty for a hand of fair/1.
func (d *Dealer) StartLine() string {
	t := d.table
	s := &t.state.record.Shuffle
	if s.Setup == nil {
		return ""
	}
	v, players := t.View(), make([]string, len(s.Setup.Players))
	for i, who := range s.Setup.Players {
		players[i] = t.Names.Player(SeatOf(&v, engine.ID(who)))
	}
	return "\n" + text.Start(players, s.Start.Half())
}

// mostMet limits the names that a table remembers.
const mostMet = 500

// Names holds the players' display names.
type Names struct {
	table *Table
	met   record.People // those the table has met; copied on write
}

// Learn remembers a player's name. It copies the map, because other goroutines may be reading the old one. Where there are
// too many, those of the seated players remain.
func (n *Names) Learn(who engine.ID, name render.DisplayName) {
	if was, met := n.met[who]; met && was == name {
		return
	}
	names := maps.Clone(n.met)
	if names == nil || len(names) >= mostMet {
		names = n.peopleAt(&n.table.state.game)
	}
	names[who] = name
	n.met = names
}

// Player returns the form of a player in messages: a mention, or a house player's name.
func (n *Names) Player(s engine.SeatView) string {
	switch {
	case s.House != engine.Person:
		return render.Bold(n.table.state.record.Names[s.Player])
	case s.Player != 0:
		return render.Mention(s.Player)
	}
	return "" // a seat that its player gave up
}

// peopleAt returns the names of the players at a table, for its stored record: the next run of the program has met no player yet.
func (n *Names) peopleAt(t *engine.Table) record.People {
	seated := record.People{}
	for _, s := range n.table.state.nextView(t).Seats {
		if c, met := n.met[s.Player]; met && s.House == engine.Person {
			seated[s.Player] = c
		}
	}
	return seated
}
