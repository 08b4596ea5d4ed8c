// Package scene says how a tournament stands, for its lobby, the boards of its table and its messages.
package scene

import (
	"slices"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/organiser"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// Only is the number of a tournament's table, of which there is one so far.
const Only = 1

// Seed returns the seed of a tournament's draws. It depends on the key and the tournament alone, so that no store can lose it.
func Seed(t *table.Table, event engine.ID) fair.Secret {
	return fair.Mac(t.Env.Codec.Envelope.TagKey[:], "cardroom/tour/seed", fair.U64(uint64(t.Key.Guild)), fair.U64(uint64(event)))
}

// Lots returns the draws of a tournament, or nil before the message of the start stands.
func Lots(t *table.Table, e *record.Event) tournament.Lots {
	if e.Start == 0 {
		return nil
	}
	return draw.NewLots(Seed(t, e.ID), Start(e))
}

// Start returns the inputs of the draws beside the seed.
func Start(e *record.Event) *draw.Start {
	s := &draw.Start{Tournament: fair.ID(e.ID), Message: fair.ID(e.Start)}
	for _, person := range e.Entries {
		s.Entries = append(s.Entries, fair.ID(person))
	}
	return s
}

// HouseLevel returns how well the house players of a tournament play; they are all alike.
func HouseLevel(e *record.Event) engine.Level {
	for _, x := range e.State.Entries() {
		if x.House != engine.Person {
			return x.House
		}
	}
	return engine.Normal
}

// Lobby returns the tournament of a table as its lobby shows it.
func Lobby(t *table.Table) text.Lobby {
	e := t.Record().Event
	v, o := e.State.View(), e.State.Options()
	l := text.Lobby{
		Name: e.Title(), Options: &o, View: &v, Cancellation: e.Cancellation,
		Seal: draw.Seal(fair.ID(e.ID), Seed(t, e.ID)).String(), Gate: gate.Shown(&e.Gate), Guild: t.Key.Guild, Again: e.Again, Listed: e.Listed,
	}
	l.Reason = render.EscapeLine(e.Reason, render.MostReason)
	for n, x := range e.State.Entries() {
		l.Entries = append(l.Entries, text.LobbyEntry{Player: Player(e, x), Entry: x, Number: n, Here: !slices.Contains(v.Missing, n)})
	}
	if p := e.State.Pending(); v.Phase == tournament.Registering && !p.Start && (v.StartsAt == 0 || v.StartsAt <= engine.At(time.Now())) && v.ReadyBy == 0 {
		l.Expires = p.Due
	}
	if e.Venue.Deleted != 0 {
		l.Trouble = text.NoChannel
	}
	if e.Commitment != 0 && e.Venue == (record.Venue{}) { // else the message with the seal was deleted
		l.Sealed = render.Link(t.Key.Guild, t.Key.Channel, e.Commitment)
	}
	if v.Phase >= tournament.Registering && l.Trouble == 0 {
		l.Table = t.Where().Channel
	}
	if v.Phase == tournament.Running {
		table := e.State.Table(Only)
		if l.Playing = table.Runs; o.Schedule.Hands > 0 {
			l.InHands = table.Left
		}
	}
	return l
}

// Player returns how to write the player of an entry.
func Player(e *record.Event, x tournament.Entry) string {
	if x.House != engine.Person {
		return render.Bold(e.Bots[x.Person])
	}
	return render.Mention(x.Person)
}

// Help returns the acts open to a user at the table of a tournament. An organiser gets a second line.
func Help(t *table.Table, in *interaction.Interaction) (lines []string) {
	e, s := t.Record().Event, t.Scene(in.User, in.Lang)
	lines = Aside(t, in.Lang, in.User)
	switch n := e.State.EntryOf(in.User); {
	case len(lines) > 0:
	case e.State.Entry(n).Absent:
		lines = []string{in.Lang.Tournament.Said.AwayBoard.Format("button", string(t.Locale().Button.SeatAsk))}
	case s.View.Phase == engine.Idle && s.Tournament.Stop(in.Lang) != "":
		lines = []string{s.Tournament.Stop(in.Lang)}
	default:
		lines = text.Now(s, t.Locale(), false)
	}
	if organiser.Organises(t, in) && e.State.View().Phase < tournament.Finished {
		lines = append(lines, string(in.Lang.Help.Now.Organiser))
	}
	return lines
}

// Aside returns how a user who does not play now stands in a tournament, and the acts open to them; nothing for a user who plays.
func Aside(t *table.Table, l *locale.Lang, user engine.ID) []string {
	e, said := t.Record().Event, &l.Tournament.Said
	n, v := e.State.EntryOf(user), e.State.View()
	waits := Waiting(t, l, user)
	switch {
	case v.Phase >= tournament.Finished:
		return []string{string(said.Ended)}
	case waits != "":
		return []string{waits}
	case n == 0 && !v.NoEntry:
		return []string{text.NowLobby(l, t.Locale(), e.Title(), t.Key.Channel, true)}
	case n == 0:
		return []string{string(l.Tournament.NoSeat)}
	case v.Phase < tournament.Running:
		return []string{notSeated(t, l, user)}
	}
	return Ended(e, l, n)
}

// notSeated returns the text for a player before the seats are drawn: in a check-in, that they have to press to keep theirs (T14).
func notSeated(t *table.Table, l *locale.Lang, user engine.ID) string {
	e := t.Record().Event
	words := l.Tournament.Said.NotSeated.Format("name", e.Title())
	if slices.Contains(e.State.View().Missing, e.State.EntryOf(user)) {
		words = locale.Sentences(words, gate.MustPress(t, l, user))
	}
	return words
}

// Personalise adds to a scene how a reader without a seat stands, and how to register. It leaves out players who are out, and the
// countdown of a hand that stands (T100). It marks the seats that the next hand does not deal in (T33).
func Personalise(t *table.Table, s *render.Scene) {
	e := t.Record().Event
	_, seated := s.OwnSeat()
	if s.View.Viewer != 0 && !seated && (e.State.View().Phase < tournament.Running || e.State.EntryOf(s.View.Viewer) == 0) {
		s.Aside = strings.Join(Aside(t, s.Language(), s.View.Viewer), "\n")
	}
	if e.HandStands() && s.View.Phase != engine.Idle {
		s.View.Until = 0
	}
	s.View.Seats = slices.Clone(s.View.Seats) // others read the same view
	for i := range s.View.Seats {
		seat := &s.View.Seats[i]
		seat.Waits = !seat.InHand && e.State.Table(Only).Waits.Has(int8(seat.Seat))
	}
}

// Leaving returns the answer to a user who wants to leave the table of a tournament; begins: it is beginning. The chips of a player
// stay (T38), but a player may unregister before that (T12).
func Leaving(t *table.Table, l *locale.Lang, user engine.ID, begins bool) string {
	s, said, lines := &t.Record().Event.State, &l.Tournament.Said, Aside(t, l, user)
	switch n, phase := s.EntryOf(user), s.View().Phase; {
	case n == 0 && Waiting(t, l, user) == "":
		return string(said.Why.NotIn)
	case n != 0 && (phase == tournament.Seated || begins), len(lines) == 0:
		return said.Leave.Format("button", string(t.Locale().Button.SeatAsk))
	case n != 0 && phase < tournament.Seated:
		return locale.Sentences(append(lines, string(said.Withdraw))...)
	}
	return strings.Join(lines, "\n")
}

// Seat returns where the seat of a user is, or why they have none.
func Seat(t *table.Table, l *locale.Lang, user engine.ID) string {
	e, said := t.Record().Event, &l.Tournament.Said
	n, v := e.State.EntryOf(user), e.State.View()
	switch waits := Waiting(t, l, user); {
	case waits != "":
		return waits
	case n == 0 && !v.NoEntry && v.Phase < tournament.Finished:
		return said.Why.NotInYet.Format("button", string(t.Locale().Tournament.Buttons.Register))
	case n == 0:
		return string(said.Why.NotIn)
	case e.State.Entry(n).Out:
		return strings.Join(Ended(e, l, n), "\n")
	case e.Venue.Deleted != 0:
		return string(l.Tournament.NoChannel)
	case v.Phase < tournament.Seated:
		return notSeated(t, l, user)
	}
	return said.Seat.Format("channel", render.Channel(t.Where().Channel))
}

// Standings returns all entries of a lobby as they stand, and how a user without one waits.
func Standings(t *table.Table, lobby text.Lobby, l *locale.Lang, user engine.ID) string {
	if waits := Waiting(t, l, user); waits != "" {
		return text.Standings(l, lobby, user, waits)
	}
	return text.Standings(l, lobby, user)
}

// Waiting returns the place of a user on the waitlist, or that an organiser is asked about a user without an entry alive. "": neither.
func Waiting(t *table.Table, l *locale.Lang, user engine.ID) string {
	e := t.Record().Event
	switch words, listed := gate.Registered(t, l, user); {
	case e.State.View().Phase >= tournament.Finished: // there is nothing to wait for
	case listed:
		words = locale.Sentences(words, string(l.Tournament.Said.Unlist))
		if e.Again {
			words = locale.Sentences(words, string(l.Tournament.Again.Unplaced))
		}
		return words
	case words == "" && e.Applies(user):
		return gate.Asked(l, e, user)
	}
	return ""
}

// Ended returns how a tournament ended for an entry that is out or disqualified; nothing for another one.
func Ended(e *record.Event, l *locale.Lang, n int) []string {
	x := e.State.Entry(n)
	lines := text.Struck(l, x, e.Title(), e.Reasons[n])
	if x.Out {
		lines = append(lines, text.OutPlace(l, x, e.State.View()))
	}
	return lines
}

// Players returns the people among the entries that are not out, and the names of all these entries.
func Players(lobby text.Lobby) (people []engine.ID, names []string) {
	for _, x := range lobby.Entries {
		if x.Out {
			continue
		}
		if x.House == engine.Person {
			people = append(people, x.Person)
		}
		names = append(names, x.Player)
	}
	return people, names
}

// NewSettings returns the text that an organiser changed settings. If the start moved, the text names the players and the new one, and
// people are the players to notify, without the organiser.
func NewSettings(t *table.Table, by engine.ID, words string, moved bool) (said string, people []engine.ID) {
	l, lobby := t.Locale(), Lobby(t)
	said = text.Change(l, by, words)
	people, list := Players(lobby)
	if !moved || len(people) == 0 {
		return said, nil
	}
	said += "\n" + l.Tournament.Said.Log.Colon.Format("before", strings.Join(list, ", "), "after", lobby.Begins(l))
	return said, slices.DeleteFunc(people, func(who engine.ID) bool { return who == by })
}

// History returns the contents of a tournament's log: the events of the director, and the acts of organisers (T109).
func History(e *record.Event) text.History {
	h := text.History{Earlier: e.EarlierActs(), Reasons: e.Reasons}
	for _, x := range e.Log {
		h.Events = append(h.Events, x.Event)
	}
	for _, a := range e.Acts {
		h.Acts = append(h.Acts, text.Act{Event: a.Event, By: a.By, Words: a.Words, Answer: a.Answer})
	}
	return h
}

// Offered returns the proposal that the first line of a board offers: ICM. Two that give the same amounts share that line. It
// offers the one by chips where each player who agreed chose that, as a board of an older program let them.
func Offered(d tournament.Deal) tournament.Proposal {
	var said tournament.Proposal
	for _, p := range d.Parts {
		said |= p.Yes
	}
	if d.Same() && said == tournament.ByChips {
		return tournament.ByChips
	}
	return tournament.ByICM
}
