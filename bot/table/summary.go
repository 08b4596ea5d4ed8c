package table

import (
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/tournament"
	"cardroom/render/locale"
	"cardroom/render/picture"
	"cardroom/render/text"
)

// Summary is the part of a table that other goroutines may read at any time, also while the table sleeps or is paused. It
// is immutable once stored. It shows no more than everyone in the channel may see.
type Summary struct {
	Open    bool // a table is open; if not, only names, channel, look and State are set
	Asleep  bool
	Channel engine.ID // the channel where it plays, if that is not the key's
	Parent  engine.ID // as in record.Table
	Board   engine.ID // the board's message; 0: none
	Mirror  engine.ID // the channel that mirrors it; 0: none
	Rules   poker.Rules
	Seated  int
	Hand    int64
	State   text.State

	Chips     map[engine.ID]int64 // wallet chips of the seated players
	Waits     []engine.ID         // players waiting for a seat or for chips; in a tournament all of its people
	Host      engine.ID
	Followers []engine.ID

	Event *EventSummary // its tournament; nil at a cash table

	Names record.People // of the players that the table has met
	Look
}

// Look is how a table shows itself.
type Look struct {
	Theme    picture.Theme // of its picture
	TextOnly bool          // the table has no picture
	Lang     *locale.Lang  // of the channel's public texts; nil where no table is open
}

// EventSummary is the part of a tournament that other goroutines may read.
type EventSummary struct {
	ID      engine.ID
	Name    string
	By      engine.ID
	Lobby   message.Ref
	Phase   tournament.Phase
	Deleted bool // the channel of its table was, and it has no other one
	Field   int  // entries, or those who are left once it runs
	Places  int  // for entries
}

// PublicLang returns the language of the public texts in the channel of an interaction.
func PublicLang(e *Env, in *interaction.Interaction) *locale.Lang {
	if t := e.Tables.Known(in.Key); t != nil && t.Summary().Lang != nil {
		return t.Summary().Lang
	}
	guild, _ := e.Prefs.Guilds.Cached(in.Key.Guild)
	return locale.Lookup(guild.Lang, in.GuildLocale)
}

// Unreadable reports whether the stored table cannot be opened.
func (s *Summary) Unreadable() bool { return s.State == text.StateResting }

// Summary returns the current summary. Any goroutine may call it.
func (t *Table) Summary() *Summary { return t.summary.Load() }

// summarize publishes a new summary.
func (t *Table) summarize() {
	r := &t.state.record
	t.Venue().relist()
	s := &Summary{Names: t.Names.met, Channel: r.Venue().Channel, Parent: r.Parent, Look: Look{Theme: r.Extras.Theme, TextOnly: r.Extras.TextBoard}}
	if t.version != 0 {
		s.Lang = t.Locale()
		v := t.View()
		s.Open, s.Board, s.Mirror, s.Rules = true, r.Board.Message, r.Mirror.Channel, v.Rules
		s.Seated, s.Hand, s.State = len(v.Seats), v.Hand, stateOf(v, r.Event)
		s.Chips, s.Waits, s.Host, s.Followers = map[engine.ID]int64{}, v.Waitlist, r.Host, r.Followers
		for _, seat := range v.Seats {
			s.Chips[seat.Player] = 0
			if !t.Funds().OffWallet(&v) {
				s.Chips[seat.Player] = record.OwnChips(&v, seat)
			}
		}
		if e := r.Event; e != nil {
			v, o := e.State.View(), e.State.Options()
			s.Waits, s.Event = e.People(v), &EventSummary{e.ID, e.Name, e.By, e.Lobby, v.Phase, r.Venue().Deleted != 0, v.Entries, o.Max}
			if v.Phase == tournament.Running {
				s.Event.Field = v.Alive
			}
		}
		for _, q := range r.Requests {
			s.Waits = append(s.Waits[:len(s.Waits):len(s.Waits)], q.Player)
		}
	}
	t.summary.Store(s)
}

// stateOf returns the state of a table. E is its tournament, or nil.
func stateOf(v engine.View, e *record.Event) text.State {
	switch {
	case v.Closing:
		return text.StateClosing
	case v.Phase != engine.Idle:
		return text.StatePlaying
	case v.Paused, e != nil && e.State.View().Stands():
		return text.StatePaused
	case v.Until != 0:
		return text.StateSoon
	}
	return text.StateWaiting
}
