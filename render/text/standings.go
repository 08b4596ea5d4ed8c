package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/locale"
)

// byPlace returns the entries as they stand: those with chips by their stack, then those who are out by their place.
func (t Lobby) byPlace() []LobbyEntry {
	order := slices.Clone(t.Entries)
	slices.SortStableFunc(order, func(a, b LobbyEntry) int {
		switch {
		case a.Out != b.Out:
			return cmp.Compare(number(a.Out), number(b.Out))
		case !a.Out:
			return cmp.Compare(b.Stack, a.Stack)
		}
		return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Number, b.Number))
	})
	return order
}

func number(b bool) int {
	if b {
		return 1
	}
	return 0
}

// standings returns a line for each of so many entries. Those of the reader are bold.
func (t Lobby) standings(l *locale.Lang, most int, reader engine.ID) (lines []string) {
	room := locale.MaxText - 400 // for what stands above and below
	for i, e := range t.byPlace() {
		line := t.standing(l, i, e)
		if reader != 0 && e.Person == reader {
			line = "**" + line + "**"
		}
		if room -= locale.Length(line) + 1; i == most || room < 0 {
			return append(lines, "…")
		}
		lines = append(lines, line)
	}
	return lines
}

// standing returns the line of an entry: the place, the player, and the chips or the prize.
func (t Lobby) standing(l *locale.Lang, index int, e LobbyEntry) string {
	place := strconv.Itoa(index+1) + "."
	if e.Out && e.Place > 0 {
		place = render.Place(e.Place, e.Tied)
	}
	player := e.Player
	if e.Nth > 1 {
		player += " (" + strconv.Itoa(e.Nth) + ")"
	}
	words := []string{place + " " + player}
	if t.View.Phase == tournament.Running && !e.Out {
		words = append(words, l.Chips(e.Stack))
	}
	if e.Prize > 0 {
		words = append(words, l.Signed(e.Prize))
	}
	if e.Head > 0 && t.View.Phase == tournament.Running {
		words = append(words, l.Tournament.Bounties.Head.Format("amount", l.Chips(e.Head)))
	}
	if e.Bounty > 0 {
		words = append(words, l.Tournament.Bounties.Won.Format("amount", l.Signed(e.Bounty)))
	}
	if e.Absent && !e.Out {
		words = append(words, string(l.Tournament.Away))
	}
	return strings.Join(words, locale.Dot)
}

// LobbyButtons returns the buttons of a lobby.
func LobbyButtons(l *locale.Lang, t Lobby) [][]render.Button {
	x := l.Tournament.Buttons
	standings := render.Button{Label: string(x.Standings), Verb: render.VerbStandings}
	table := render.Button{Label: string(x.MyTable), Verb: render.VerbMyTable}
	switch {
	case t.View.Phase >= tournament.Finished:
		return nil
	case t.View.Phase >= tournament.Seated && !t.View.Closed && t.Options.Late > 0:
		register := render.Button{Label: string(x.Register), Verb: render.VerbRegister, Style: render.Success}
		return [][]render.Button{{register, table, standings}}
	case t.View.Phase >= tournament.Seated:
		return [][]render.Button{{table, standings}}
	}
	row := []render.Button{
		{Label: string(x.Register), Verb: render.VerbRegister, Style: render.Success},
		{Label: string(x.Unregister), Verb: render.VerbUnregister},
	}
	if t.View.ReadyBy != 0 {
		row = append([]render.Button{{Label: string(x.Here), Verb: render.VerbHere, Style: render.Primary}}, row...)
	}
	return [][]render.Button{row}
}

// Seal returns the message with the seal of a tournament's draws.
func Seal(l *locale.Lang, name, seal string) string {
	return l.Tournament.Said.Seal.Format("name", name) + " " + render.Code(seal)
}

// Beginning returns the message that announces the start. Like what a player posts it stays, although it mentions players.
func Beginning(l *locale.Lang, name string, players []string, lobby engine.ID) string {
	return l.Tournament.Said.Starts.Format("name", name, "players", strings.Join(players, ", ")) + "\n" + render.PostedMark + render.Channel(lobby)
}

// CallFull returns the message to all players of a tournament that begins at a moment (T111).
func CallFull(l *locale.Lang, t Lobby, players string, at engine.Moment) string {
	return l.Tournament.Said.CallFull.Format("name", t.Name, "players", players, "when", render.RelativeTime(at))
}

// CallSeats returns the message to all players whose seats are drawn: their seats, stack and level (T113).
func CallSeats(l *locale.Lang, t Lobby) string {
	order := slices.Clone(t.Entries)
	slices.SortStableFunc(order, func(a, b LobbyEntry) int { return cmp.Compare(a.Seat, b.Seat) })
	var seats []string
	for _, e := range order {
		seats = append(seats, render.Code(strconv.Itoa(e.Seat+1))+" "+e.Player)
	}
	s := t.Standing()
	return l.Tournament.Said.CallSeats.Format("name", t.Name, "seats", strings.Join(seats, ", "), "amount", l.Chips(t.Options.Stack),
		"n", strconv.Itoa(s.Level), "blinds", render.Blinds(l, s.Now))
}

// CallAway returns the message to all players of a tournament that goes on at a moment, because the bot was away (T98).
func CallAway(l *locale.Lang, t Lobby, players string, at engine.Moment) string {
	return l.Tournament.Said.CallAway.Format("name", t.Name, "players", players, "when", render.RelativeTime(at))
}

// Out returns what a player reads who went out: the place and what they won (T117).
func Out(l *locale.Lang, name string, place, tied int, won int64) string {
	words := "**" + name + "**" + locale.Dot + l.Tournament.Said.Out.Format("place", render.Place(place, tied))
	if won > 0 {
		words += "\n" + l.Tournament.Said.Won.Format("amount", l.Chips(won))
	}
	return words
}

// Moved returns the message in the new channel of a tournament's table. It stays, because it has the seal of the draws.
func Moved(l *locale.Lang, name, players, seal string) string {
	return l.Tournament.Said.Moved.Format("name", name, "players", players) + "\n" + render.PostedMark + render.Code(seal)
}

// Result returns the message with the places and prizes of a tournament that is over, and the opened seal. With a file that
// proves the draws it says how to check it.
func Result(l *locale.Lang, t Lobby, seed string, file bool) string {
	lines := []string{"**" + t.Name + "**" + locale.Dot + t.heading(l)}
	if t.View.Phase == tournament.Finished {
		lines = append(lines, t.result(l)...)
	} else if t.Reason != "" {
		lines = append(lines, l.Tournament.Reason.Format("reason", t.Reason))
	}
	lines = append(lines, "-# "+l.Tournament.Said.Opened.Format("seed", render.Code(seed)))
	if file {
		lines = append(lines, "-# "+string(l.Tournament.Said.Check))
	}
	return strings.Join(lines, "\n")
}

// ListedTournament is a tournament in the list of a server's tournaments.
type ListedTournament struct {
	Name                  string
	Guild, Lobby, Message engine.ID // Message is the lobby's; 0 before it stands
	Runs                  bool
	Field, Places         int
}

// Tournaments lists tournaments, as many as a message holds.
func Tournaments(l *locale.Lang, list []ListedTournament) string {
	x := &l.Tournament
	if len(list) == 0 {
		return string(x.Said.None)
	}
	lines := []string{string(x.Said.Head)}
	room := locale.MaxText - locale.Length(lines[0])
	for _, t := range list {
		where, field := render.Channel(t.Lobby), x.Entries
		if t.Message != 0 {
			where = render.Link(t.Guild, t.Lobby, t.Message)
		}
		if t.Runs {
			field = x.Left
		}
		count := field.Format("n", strconv.Itoa(t.Field), "max", strconv.Itoa(t.Places), "all", strconv.Itoa(t.Places))
		line := where + locale.Dot + "**" + t.Name + "**" + locale.Dot + count
		if room -= locale.Length(line) + 1; room < 2 {
			return strings.Join(append(lines, "…"), "\n")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// mostLogged is how many lines of a tournament's log are shown.
const mostLogged = 20

// TournamentLog returns the log of a tournament, the latest line last. Reasons are those of disqualifications, by entry.
func TournamentLog(l *locale.Lang, t Lobby, log []tournament.Event, reasons map[int]string) string {
	said := &l.Tournament.Said
	var lines []string
	for _, e := range log {
		if line := t.logged(&said.Log, l, e, render.EscapeLine(reasons[e.Entry], render.MostReason)); line != "" {
			lines = append(lines, "-# "+render.RelativeTime(e.At)+" "+line)
		}
	}
	if len(lines) == 0 {
		return string(said.LogEmpty)
	}
	head, shown := said.LogHead.Format("name", t.Name), lines[max(0, len(lines)-mostLogged):]
	for locale.Length(head+"\n"+strings.Join(shown, "\n")) > locale.MaxText {
		shown = shown[1:]
	}
	return head + "\n" + strings.Join(shown, "\n")
}

// logged returns the line of an event, and "" for one that no line shows.
func (t Lobby) logged(x *locale.TournamentLog, l *locale.Lang, e tournament.Event, reason string) string {
	player := ""
	if e.Person != 0 {
		player = render.Mention(e.Person)
	}
	if i := slices.IndexFunc(t.Entries, func(x LobbyEntry) bool { return x.Person == e.Person && x.House != engine.Person }); i >= 0 {
		player = t.Entries[i].Player
	}
	switch e.Kind {
	case tournament.Registered:
		return x.Registered.Format("player", player)
	case tournament.Unregistered:
		return x.Unregistered.Format("player", player)
	case tournament.Began:
		return string(x.Began)
	case tournament.LevelBegan:
		return x.Level.Format("n", strconv.Itoa(e.Level+1))
	case tournament.WentOut:
		return x.Out.Format("player", player, "place", render.Place(e.Place, e.Tied))
	case tournament.Paid:
		return x.Paid.Format("player", player, "amount", l.Chips(e.Amount))
	case tournament.HeadTaken:
		if e.Amount == 0 || e.Of > len(t.Entries) {
			return ""
		}
		return l.Tournament.Bounties.Log.Format("player", player, "amount", l.Chips(e.Amount), "other", t.Entries[e.Of-1].Player)
	case tournament.RebuyPaid:
		return l.Tournament.Rebuys.LogBuy.Format("player", player, "amount", l.Chips(e.Amount))
	case tournament.AddOnPaid:
		return l.Tournament.Rebuys.LogAddOn.Format("player", player, "amount", l.Chips(e.Amount))
	case tournament.DealAsked:
		return l.Tournament.Deals.LogAsked.Format("player", player)
	case tournament.TurnedAbsent:
		return x.Away.Format("player", player)
	case tournament.TurnedPresent:
		return x.Back.Format("player", player)
	case tournament.Struck:
		return x.Disqualified.Format("player", player, "reason", reason)
	}
	return string(map[tournament.Kind]locale.Text{
		tournament.DealMade: l.Tournament.Deals.LogMade, tournament.DealRefused: l.Tournament.Deals.LogRefuse,
		tournament.Changed: x.Changed, tournament.Paused: x.Paused, tournament.Resumed: x.Resumed, tournament.WasCancelled: x.Cancelled, tournament.WasFinished: x.Finished,
	}[e.Kind])
}
