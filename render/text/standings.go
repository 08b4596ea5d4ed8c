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
		case a.Refunded != b.Refunded:
			return cmp.Compare(number(a.Refunded), number(b.Refunded))
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
	for i, e := range t.byPlace() {
		line := t.standing(l, i, e)
		if reader != 0 && e.Person == reader {
			line = "**" + line + "**"
		}
		if i == most {
			return append(lines, "…")
		}
		lines = append(lines, line)
	}
	return lines
}

// standing returns the line of an entry: the place, the player, and the chips or the prize.
func (t Lobby) standing(l *locale.Lang, index int, e LobbyEntry) string {
	place := strconv.Itoa(index+1) + "."
	switch {
	case e.Refunded, e.Out && !t.View.Closed:
		place = "–"
	case e.Out && e.Place > 0:
		place = locale.Place(e.Place, e.Tied)
	}
	player := e.Player
	if e.Nth > 1 {
		player += " (" + strconv.Itoa(e.Nth) + ")"
	}
	words := []string{place + " " + player}
	if t.View.Phase < tournament.Seated || t.View.Phase == tournament.Cancelled && !e.Out { // all are equal, or have no place
		words[0] = player
	}
	if t.View.Phase == tournament.Running && !e.Out {
		words = append(words, l.Chips(e.Stack))
	}
	if e.Prize > 0 {
		words = append(words, l.Signed(e.Prize))
	}
	if e.Head > 0 && t.View.Phase == tournament.Running {
		words = append(words, l.Tournament.Bounties.Head.Format("amount", l.Chips(e.Head)))
	}
	if o := t.Options; o.Points.On && t.View.Phase == tournament.Finished && e.Place > 0 { // T78
		words = append(words, l.Count(l.Tournament.Points, o.Points.Of(t.View.Counted, e.Place, max(1, e.Tied))))
	}
	if e.Bounty > 0 {
		words = append(words, l.Tournament.Bounties.Won.Format("amount", l.Signed(e.Bounty)))
	}
	if e.Refunded { // T71
		return strings.Join(append(words, string(l.Tournament.Rebuys.Refunded)), locale.Dot)
	}
	if e.Out && !t.View.Closed && t.View.Phase == tournament.Running { // T59
		words = append(words, l.Tournament.Out.Format("n", strconv.Itoa(t.View.Alive)))
	}
	switch {
	case e.Disqualified:
		words = append(words, string(l.Tournament.Struck))
	case e.Absent && !e.Out && t.View.Phase != tournament.Cancelled:
		words = append(words, string(l.Tournament.Away))
	}
	return strings.Join(words, locale.Dot)
}

// LobbyButtons returns the buttons of a lobby (T110).
func LobbyButtons(l *locale.Lang, t Lobby) [][]render.Button {
	x, v := l.Tournament.Buttons, t.View
	register := render.Button{Label: string(x.Register), Verb: render.VerbRegister, What: strconv.FormatInt(t.Options.Price, 10), Style: render.Success}
	unregister := render.Button{Label: string(x.Unregister), Verb: render.VerbUnregister}
	var row []render.Button
	switch {
	case v.Phase >= tournament.Finished:
		return nil
	case v.Phase >= tournament.Seated && v.NoEntry:
	case v.Phase >= tournament.Seated && len(v.Waitlist) == 0:
		row = append(row, register)
	case v.ReadyBy != 0:
		row = append(row, HereButton(l), register, unregister)
	default:
		row = append(row, register, unregister)
	}
	return [][]render.Button{append(row, render.Button{Label: string(x.MyTable), Verb: render.VerbMyTable},
		render.Button{Label: string(x.Standings), Verb: render.VerbStandings})}
}

// Seal returns the message with the seal of a tournament's draws.
func Seal(l *locale.Lang, name, seal string) string {
	return l.Tournament.Said.Seal.Format("name", name) + " " + render.Code(seal)
}

// Beginning returns the message that announces the start. Like a player's post it stays, although it mentions players.
func Beginning(l *locale.Lang, name string, players []string, lobby engine.ID) string {
	return l.Tournament.Said.Starts.Format("name", name, "players", strings.Join(players, ", ")) + "\n" + render.PostedMark + render.Channel(lobby)
}

// CallFull returns the message to all players of a tournament that begins at a moment (T111). It outlives that moment, so it has no
// countdown.
func CallFull(l *locale.Lang, t Lobby, players string, at engine.Moment) string {
	return l.Tournament.Said.CallFull.Format("name", t.Name, "players", players, "when", clock(at))
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

// CallReady returns the message to all players who have to say by a moment that they are here (T111).
func CallReady(l *locale.Lang, t Lobby, players string, by engine.Moment) string {
	if t.Options.Times.Groups.Of > 0 {
		players = t.turns(l, func(LobbyEntry) bool { return true })
	}
	return l.Tournament.Said.CallReady.Format("button", string(l.Tournament.Buttons.Here), "name", t.Name, "players", players, "when", render.RelativeTime(by))
}

// CallGone returns the message of a pause because many players vanished at once (T100).
func CallGone(l *locale.Lang, t Lobby, players string) string {
	return l.Tournament.Said.CallGone.Format("name", t.Name, "players", players)
}

// HereButton returns the button I'm here.
func HereButton(l *locale.Lang) render.Button {
	return render.Button{Label: string(l.Tournament.Buttons.Here), Verb: render.VerbHere, Style: render.Primary}
}

// AgainButton returns the button that enters a player again (T68, T117).
func AgainButton(l *locale.Lang) render.Button {
	return render.Button{Label: string(l.Tournament.Buttons.Again), Verb: render.VerbRegister, Style: render.Success}
}

// News returns the message that the bubble burst, or that two players are left, with their chips (T116). It names the lobby's channel.
func News(l *locale.Lang, t Lobby, lobby engine.ID, burst bool, two []string) string {
	var words []string
	if len(two) > 0 {
		words = append(words, l.Tournament.Said.HeadsUp.Format("name", t.Name, "players", strings.Join(two, locale.Dot)))
	}
	if burst {
		words = append(words, l.Tournament.Said.Burst.Format("n", strconv.Itoa(t.View.Alive)))
	}
	return locale.Sentences(words...) + "\n" + render.PostedMark + render.Channel(lobby)
}

// CallAway returns the message to all players of a tournament that goes on at a moment, after play stood still (T98).
func CallAway(l *locale.Lang, t Lobby, players string, at engine.Moment) string {
	return l.Tournament.Said.CallAway.Format("name", t.Name, "players", players, "when", render.RelativeTime(at))
}

// Outcome is how a tournament ended for a player.
type Outcome struct {
	Name  string
	Place string // of OutPlace
	Won   int64
	By    []string // the players who won their last chips
}

// Out returns the text for a player who went out: the place, the winnings, and the players who knocked them out (T117).
func Out(l *locale.Lang, o Outcome) string {
	said := &l.Tournament.Said
	lines := []string{"**" + o.Name + "**" + locale.Dot + o.Place}
	if len(o.By) > 0 {
		lines = append(lines, said.OutBy.Format("players", strings.Join(o.By, ", ")))
	}
	if o.Won > 0 {
		lines = append(lines, said.Won.Format("amount", l.Chips(o.Won)))
	}
	return strings.Join(lines, "\n")
}

// Struck returns that an entry is disqualified, and why, as its player reads it (T108). Of another entry it returns nothing.
func Struck(l *locale.Lang, x tournament.Entry, name, reason string) []string {
	if !x.Disqualified {
		return nil
	}
	return []string{l.Tournament.Said.Struck.Format("name", name, "reason", render.EscapeLine(reason, render.MostReason))}
}

// OutPlace returns the text for a player who is out about their place. While entries are open no place is final, so it says how many are
// left (T59). A player who was refunded has none (T71).
func OutPlace(l *locale.Lang, x tournament.Entry, v tournament.View) string {
	said := &l.Tournament.Said
	switch {
	case x.Refunded:
		return render.Mention(x.Person) + locale.Dot + string(l.Tournament.Rebuys.Refunded)
	case !v.Closed:
		return said.OutEarly.Format("n", strconv.Itoa(v.Alive))
	}
	return said.Out.Format("place", locale.PlaceWords(x.Place, x.Tied))
}

// Moved returns the message in the new channel of a tournament's table. It stays, because it has the seal of the draws.
func Moved(l *locale.Lang, name, players, seal string) string {
	return l.Tournament.Said.Moved.Format("name", name, "players", players) + "\n" + render.PostedMark + "🔒 " + render.Code(seal)
}

// result returns the winner and the paid places.
func (t Lobby) result(l *locale.Lang) (lines []string) {
	order := t.byPlace()
	if len(order) > 0 && order[0].Place == 1 && order[0].Tied < 2 {
		lines = append(lines, l.Tournament.Wins.Format("player", order[0].Player, "name", t.Name))
	}
	if t.practiceEnded() {
		lines = append(lines, string(l.Tournament.NoPerson))
	}
	lines = append(lines, t.Deal(l)...)
	return append(lines, t.standings(l, max(mostNamed, len(t.View.Prizes)), 0)...)
}

// why returns why a tournament is cancelled, and none where no reason is known.
func (t Lobby) why(l *locale.Lang) []string {
	if t.Reason != "" {
		return []string{l.Tournament.Reason.Format("reason", t.Reason)}
	} else if why := l.Tournament.Cancellation.Why(t.Cause); why != "" {
		return []string{string(why)}
	}
	return nil
}

// cancelled returns why a tournament was cancelled, and the chips returned to each entrant: all their prices, or shares of the pool (T103).
func (t Lobby) cancelled(l *locale.Lang) []string {
	lines := t.why(l)
	if slices.ContainsFunc(t.Entries, func(e LobbyEntry) bool { return e.Prize+e.Bounty > 0 }) {
		return append(lines, t.standings(l, max(mostNamed, len(t.View.Prizes)), 0)...)
	} else if t.Options.Price > 0 && len(t.Entries) > 0 {
		lines = append(lines, string(l.Tournament.Cancellation.Refunded))
	}
	return lines
}

// practiceEnded reports whether the tournament ended because no person was left: several house players have chips (T39).
func (t Lobby) practiceEnded() bool {
	stacks := 0
	for _, e := range t.Entries {
		if e.Stack > 0 {
			stacks++
		}
	}
	return t.Options.Practice && stacks > 1
}

// Result returns the message with the places and prizes of a tournament that is over, the opened seal, and a line about each file.
func Result(l *locale.Lang, t Lobby, seed string, files ...string) string {
	list, foot := t.cancelled(l), []string{"-# " + l.Tournament.Said.Opened.Format("seed", render.Code(seed))}
	if t.View.Phase == tournament.Finished {
		list = t.result(l)
	}
	for _, file := range files {
		foot = append(foot, "-# "+file)
	}
	return locale.Fit([]string{t.title() + t.heading(l)}, list, foot)
}

// History holds the contents of the log of a tournament.
type History struct {
	Events  []tournament.Event
	Acts    []Act
	Earlier int            // acts that are not kept
	Reasons map[int]string // of disqualifications, by entry
}

// Act is an act of an organiser: the event of the director, and the text that they typed.
type Act struct {
	tournament.Event
	By     engine.ID
	Words  string
	Answer Answer // of an act without an event of the director; the event has no kind then
}

// logLine is a line of a tournament's log. Where a message cannot hold all lines, those of a lower rank are left out first.
type logLine struct {
	no   int64
	rank int // 0: a player is away or back; 1: another event; 2: an act of an organiser (T109)
	text string
}

// TournamentLog returns the log of a tournament, the latest line last. It says how many acts of organisers it leaves out.
func TournamentLog(l *locale.Lang, t Lobby, h History) string {
	said := &l.Tournament.Said
	var all []logLine
	add := func(e tournament.Event, rank int, line string) {
		if line != "" {
			all = append(all, logLine{e.No, rank, "-# " + render.RelativeTime(e.At) + " " + line})
		}
	}
	reason := func(e tournament.Event) string { return render.EscapeLine(h.Reasons[e.Entry], render.MostReason) }
	wanted := false // a deal that is not proposed yet ends without a line
	for _, e := range h.Events {
		if slices.ContainsFunc(h.Acts, func(a Act) bool { return a.Kind == e.Kind && a.No == e.No }) || wanted && e.Kind == tournament.DealRefused {
			continue
		}
		wanted = e.Kind == tournament.DealWanted || wanted && e.Kind != tournament.DealAsked
		rank := 1
		if e.Kind == tournament.TurnedAbsent || e.Kind == tournament.TurnedPresent {
			rank = 0
		}
		add(e, rank, t.logged(&said.Log, l, e, reason(e)))
	}
	for _, a := range h.Acts {
		add(a.Event, 2, t.act(&said.Log, l, a, reason(a.Event)))
	}
	if len(all) == 0 {
		return string(said.LogEmpty)
	}
	slices.SortStableFunc(all, func(a, b logLine) int { return cmp.Compare(a.no, b.no) })
	head := []string{said.LogHead.Format("name", t.Name)}
	all, left := shorten(all, locale.MaxText-locale.Length(head[0]+said.LogEarlier.Format("n", "1,000")+"\n-# "))
	if left += h.Earlier; left > 0 {
		head = append(head, "-# "+said.LogEarlier.Format("n", l.Chips(int64(left))))
	}
	for _, e := range all {
		head = append(head, e.text)
	}
	return strings.Join(head, "\n")
}

// shorten leaves the oldest lines out until the others have room. It also returns how many acts of organisers it left out.
func shorten(all []logLine, room int) (_ []logLine, deeds int) {
	for _, e := range all {
		room -= locale.Length(e.text) + 1
	}
	for rank := range 3 {
		all = slices.DeleteFunc(all, func(e logLine) bool {
			if e.rank != rank || room >= 0 {
				return false
			}
			room += locale.Length(e.text) + 1
			deeds += rank / 2
			return true
		})
	}
	return all, deeds
}

// act returns the line of an organiser's act.
func (t Lobby) act(x *locale.TournamentLog, l *locale.Lang, a Act, reason string) string {
	line := t.logged(x, l, a.Event, reason)
	switch a.Kind {
	case 0: // an answer
		said := map[Answer]locale.Text{Approved: x.Approved, Declined: x.Declined, MovedLobby: x.Moved}[a.Answer]
		line = said.Format("player", render.Mention(a.Person))
	case tournament.TableOpened:
		line = string(x.Started)
	case tournament.Ending:
		line = string(x.Cancelled)
	}
	switch {
	case a.Kind == tournament.Changed:
		line += " " + render.Code(a.Words)
	case a.Words != "":
		line = x.Colon.Format("before", line, "after", render.EscapeLine(a.Words, render.MostReason))
	}
	return x.Colon.Format("before", render.Mention(a.By), "after", line)
}

// Warned returns the message that an organiser gave a player a warning (T107).
func Warned(l *locale.Lang, by, who engine.ID, reason string) string {
	log := l.Tournament.Said.Log
	warning := log.Colon.Format("before", log.Warned.Format("player", render.Mention(who)), "after", render.EscapeLine(reason, render.MostReason))
	return log.Colon.Format("before", render.Mention(by), "after", warning)
}

// Change returns the message that an organiser changed settings (T7).
func Change(l *locale.Lang, by engine.ID, words string) string {
	log := l.Tournament.Said.Log
	return log.Colon.Format("before", render.Mention(by), "after", string(log.Changed)+" "+render.Code(words))
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
	case tournament.Unregistered:
		if e.Missed {
			return x.Missed.Format("player", player)
		}
		return x.Unregistered.Format("player", player)
	case tournament.Began:
		return string(x.Began)
	case tournament.LevelBegan:
		return x.Level.Format("n", strconv.Itoa(e.Level+1)) + t.newGame(l, e.Level)
	case tournament.Raced:
		return x.Raced.Format("player", player, "amount", l.Signed(e.Amount))
	case tournament.WentOut:
		if e.Place == 0 { // T59
			return x.OutEarly.Format("player", player, "n", strconv.Itoa(e.Alive))
		}
		return x.Out.Format("player", player, "place", locale.PlaceWords(e.Place, e.Tied))
	case tournament.Paid:
		return x.Paid.Format("player", player, "amount", l.Chips(e.Amount))
	case tournament.HeadTaken:
		if e.Amount == 0 || e.Of > len(t.Entries) {
			return ""
		}
		return l.Tournament.Bounties.Log.Format("player", player, "amount", l.Chips(e.Amount), "other", t.Entries[e.Of-1].Player)
	case tournament.HeadLost:
		return l.Tournament.Bounties.LogLost.Format("amount", l.Chips(e.Amount))
	case tournament.RebuyPaid:
		return l.Tournament.Rebuys.LogBuy.Format("player", player, "amount", l.Chips(e.Amount))
	case tournament.Refunded:
		if e.Entry != 0 { // else the line of its cause says so
			return l.Tournament.Rebuys.LogBack.Format("player", player, "amount", l.Chips(e.Amount))
		}
	case tournament.AddOnPaid:
		return l.Tournament.Rebuys.LogAddOn.Format("player", player, "amount", l.Chips(e.Amount))
	case tournament.Struck:
		return x.Disqualified.Format("player", player, "reason", reason)
	case tournament.EntriesClosed:
		if t.Options.Late > 0 { // else with the start
			return string(x.Closed)
		}
	}
	deals, paused := &l.Tournament.Deals, map[tournament.Halt]locale.Text{tournament.ByAbsence: x.PausedAway, tournament.ByVanished: x.Vanished, tournament.ByLoss: x.Unopened}[e.Halt]
	return map[tournament.Kind]locale.Text{
		tournament.Registered: x.Registered, tournament.TurnedAbsent: x.Away, tournament.TurnedPresent: x.Back, tournament.Warned: x.Warned, tournament.TakenOut: x.TakenOut,
		tournament.DealAsked: deals.LogAsked, tournament.DealMade: deals.LogMade, tournament.DealRefused: deals.LogRefuse,
		tournament.Changed: x.Changed, tournament.Paused: cmp.Or(paused, x.Paused), tournament.Resumed: x.Resumed, tournament.WasCancelled: x.Cancelled, tournament.WasFinished: x.Finished,
	}[e.Kind].Format("player", player)
}
