package text

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
)

// Lobby is a tournament as its lobby shows it (T110).
type Lobby struct {
	Name    string
	Options *setup.Options
	View    *tournament.View
	Entries []LobbyEntry
	Table   engine.ID     // the channel or thread of the table; 0 before there is one
	Trouble Trouble       // of the table; 0: none
	Expires engine.Moment // when it is cancelled if it is not full; 0 is never
	Hands
	Seal   string // of the draws
	Sealed string // link to the message with the seal; "" is none
	Gate   Gate
	Again  bool      // its start opens the next one
	Listed bool      // among the events of the server
	Guild  engine.ID // everyone has the role with its ID

	locale.Cancellation
}

// Hands holds a lobby's knowledge of the hands of its table.
type Hands struct {
	Playing bool // one runs
	InHands int  // that start before the next level, where levels are counted in hands
}

// Trouble is a reason that keeps the table of a tournament from playing.
type Trouble uint8

// The troubles of a table.
const (
	NoChannel Trouble = iota + 1 // its channel was deleted, and it has no other one yet
	NoEnd                        // its hand cannot end
)

// Gate says who may register for a tournament (T11). The zero value lets all do so.
type Gate struct {
	Roles    []engine.ID // members with one of them may; none: all
	NotRoles []engine.ID // members with one of them may not
	Word     bool        // players need an invitation word
	Approval bool        // an organiser has to say yes
}

// Answer is the answer of an organiser to a person who wants to register, or another act without an event of the director. The
// store keeps it.
type Answer int

// The answers.
const (
	Approved Answer = iota + 1
	Declined
	MovedLobby // to another channel, because its table had none
)

// lines returns the conditions to register.
func (g Gate) lines(l *locale.Lang, guild engine.ID) (lines []string) {
	x := &l.Tournament.Gate
	if len(g.Roles) > 0 {
		lines = append(lines, "-# "+l.Tournament.Only.Format("roles", Roles(l, g.Roles, guild)))
	}
	if len(g.NotRoles) > 0 {
		lines = append(lines, "-# "+x.Not.Format("roles", Roles(l, g.NotRoles, guild)))
	}
	if g.Word {
		lines = append(lines, "-# "+string(x.Word))
	}
	if g.Approval {
		lines = append(lines, "-# "+string(x.Approval))
	}
	return lines
}

// Application returns the message that asks an organiser about a person who wants to register for a tournament, with the buttons that
// answer it.
func Application(l *locale.Lang, name string, event, organiser, person engine.ID) (text string, rows [][]render.Button) {
	text = l.Tournament.Gate.Request.Format("organiser", render.Mention(organiser), "player", render.Mention(person), "name", name)
	button := func(label locale.Text, a Answer, style render.Style) render.Button {
		what := strconv.Itoa(int(a)) + " " + strconv.FormatUint(uint64(person), 10)
		return render.Button{Label: string(label), Verb: render.VerbAdmit, What: what, To: int64(event), Style: style}
	}
	return text, [][]render.Button{{button(l.Money.Approve, Approved, render.Success), button(l.Money.Decline, Declined, render.Danger)}}
}

// LobbyEntry is an entry as the lobby shows it.
type LobbyEntry struct {
	Player string // a mention, or the name of a house player
	tournament.Entry
	Number int
	Here   bool // has pressed since the lobby asked (T15)
}

// mostNamed is how many entries a lobby names.
const mostNamed = 10

// LobbyMessage returns the text of a lobby.
func LobbyMessage(l *locale.Lang, t Lobby) string {
	head, list, foot := []string{t.title() + t.heading(l), "-# " + t.terms(l)}, []string(nil), t.stranded(l)
	switch t.View.Phase {
	case tournament.Finished:
		list = t.result(l)
	case tournament.Cancelled:
		list = t.cancelled(l)
	case tournament.Running:
		above, below := t.play(l)
		head, list, foot = append(head, above...), t.standings(l, mostNamed, 0), append(below, foot...)
	default:
		list = append(t.entries(l), t.start(l, l)...)
		if t.Again {
			list = append(list, "-# "+string(l.Tournament.Again.Line))
		}
	}
	if t.Seal != "" {
		mark := render.PostedMark + "🔒 " + render.Code(t.Seal) // so that the message stays
		foot = append(foot, strings.TrimRight(mark+" "+t.Sealed, " "))
	}
	return locale.Fit(head, list, foot)
}

// title returns the name of the tournament, before a dot.
func (t Lobby) title() string { return "**" + t.Name + "**" + locale.Dot }

// stranded returns the line of a tournament whose table has no channel (T118), and none where it has one.
func (t Lobby) stranded(l *locale.Lang) []string {
	if t.Trouble != NoChannel || t.View.Phase >= tournament.Finished {
		return nil
	}
	return []string{string(l.Tournament.NoChannel)}
}

// heading returns the kind of tournament, its level, or how it ended.
func (t Lobby) heading(l *locale.Lang) string {
	x := &l.Tournament
	switch t.View.Phase {
	case tournament.Finished:
		return string(x.Finished)
	case tournament.Cancelled:
		return string(x.Cancelled)
	case tournament.Running:
		s := t.Standing()
		return s.Clock(l)
	}
	if t.Options.Scheduled {
		return string(x.Scheduled)
	}
	return string(x.SitAndGo)
}

// During returns Standing while a table plays a hand at a level, from 0. A level that has begun since is the next one there (T21).
func (t Lobby) During(level int) render.Tournament {
	s := t.Standing()
	if level < t.View.Level {
		s.Level, s.Now, s.Next, s.Began = level+1, t.level(level, -1), t.level(t.View.Level, level), true
	}
	return s
}

// Standing returns the part of a table's board about the tournament, but for its lines before the start.
func (t Lobby) Standing() render.Tournament {
	v, levels := t.View, t.Options.Schedule.Levels
	s := render.Tournament{
		Level: v.Level + 1, Now: t.level(v.Level, -1), NextAt: v.LevelEnds, InHands: t.InHands, Alive: v.Alive, Entries: v.Counted,
		Prizes: v.Prizes, Bubble: v.Closed && v.Alive == len(v.Prizes)+1 && v.Pool > 0 && v.Deal.Made == 0, Over: v.Phase >= tournament.Finished,
		Began: t.Options.Schedule.Hands > 0 && v.Phase == tournament.Running && t.InHands == 0,
	}
	for n := len(s.Prizes); v.Deal.Made != 0 && n > 0 && s.Prizes[n-1] == 0; n-- { // the deal has paid them
		s.Prizes = s.Prizes[:n-1]
	}
	switch {
	case v.Ending:
		s.Stands = render.Ending
	case v.Halt == 0 && v.BreakEnds != 0:
		s.Stands, s.Until = render.OnBreak, v.BreakEnds
	case v.Halt == tournament.ByLimited:
		s.Stands, s.Until = render.Paused, v.HaltEnds
	default: // a pause of an organiser that is too long ends the tournament
		s.Stands = map[tournament.Halt]render.Standstill{
			tournament.ByOrganiser: render.Paused, tournament.ByVanished: render.Vanished, tournament.ByLoss: render.Unopened, tournament.ByAbsence: render.AllAway,
		}[v.Halt]
	}
	if s.Stands == render.Paused && t.Playing && t.Trouble == 0 {
		s.Stands = render.Pausing
	}
	if v.AddOn {
		s.OnSale = render.AddOn{Chips: t.Options.Rebuys.AddOn, Price: t.Options.Rebuys.AddOnPrice}
	}
	if v.Phase == tournament.Finished { // the first place is left
		s.Alive = 0
		for _, e := range t.Entries {
			if e.Place == 1 {
				s.Alive++
			}
		}
	}
	if v.Level+1 < len(levels) {
		s.Next = t.level(v.Level+1, v.Level)
	}
	return s
}

// terms returns the game, the price, the stack and the levels, and the clock of a slow tournament, in small print.
func (t Lobby) terms(l *locale.Lang) string {
	x, o := &l.Tournament, t.Options
	words := []string{t.games(l)}
	switch {
	case o.Practice:
		words = append(words, string(x.Practice))
	case o.Price == 0:
		words = append(words, string(x.NoPrice))
	default:
		words = append(words, x.Price.Format("amount", l.Chips(o.Price)))
	}
	if o.Added > 0 {
		words = append(words, x.Added.Format("amount", l.Chips(o.Added)))
	}
	if o.Guarantee > 0 {
		words = append(words, x.Guarantee.Format("amount", l.Chips(o.Guarantee)))
	}
	words = append(append(words, t.buys(l)...), t.levels(l)...)
	if o.Slow() {
		words = append(words, x.Clock.Format("time", x.Span.Format(o.Times.Clock)))
	}
	return strings.Join(words, locale.Dot)
}

// buys returns the bounty, the rebuys and the add-on.
func (t Lobby) buys(l *locale.Lang) (words []string) {
	x, b, r := &l.Tournament, t.Options.Bounty, t.Options.Rebuys
	switch {
	case b.Part > 0 && b.Share == 100:
		words = append(words, x.Bounties.Plain.Format("amount", l.Chips(b.Part)))
	case b.Part > 0:
		words = append(words, x.Bounties.Progressive.Format("amount", l.Chips(b.Part), "n", strconv.Itoa(b.Share)))
	}
	switch {
	case r.Until > 0 && r.Most > 0:
		words = append(words, l.Count(x.Rebuys.UpTo, int64(r.Most), "level", strconv.Itoa(r.Until)))
	case r.Until > 0:
		words = append(words, x.Rebuys.Until.Format("n", strconv.Itoa(r.Until)))
	}
	if r.AddOn > 0 {
		words = append(words, x.Rebuys.AddOn.Format("chips", l.Chips(r.AddOn), "amount", l.Chips(r.AddOnPrice)))
	}
	return words
}

// Deal returns the sentences about a deal that the players made, and about the prizes left to play for; none without a deal.
func (t Lobby) Deal(l *locale.Lang) []string {
	d, x := &t.View.Deal, &l.Tournament.Deals
	switch {
	case d.Made == 0:
		return nil
	case d.Left > 0 && t.View.Phase == tournament.Running:
		return []string{locale.Sentences(string(x.Made), x.Left.Format("amount", l.Chips(d.Left)))}
	}
	return []string{string(x.Made)}
}

// Expected returns how long it will take, in whole minutes: until all chips are 20 big blinds (appendix A).
func (t Lobby) Expected() (sum time.Duration) {
	for i := range setup.ExpectedLevels(t.Options) {
		sum += t.Options.Schedule.LevelTime(i).Round(time.Minute)
	}
	return sum
}

// EventAbout returns the text of a tournament's event in the list of its server's events (T121).
func EventAbout(l *locale.Lang, t Lobby) string { return t.terms(l) }

// entries returns the registered players and the prizes.
func (t Lobby) entries(l *locale.Lang) []string {
	x, v := &l.Tournament, t.View
	line := x.Entries.Format("n", strconv.Itoa(v.Entries), "max", strconv.Itoa(t.Options.Max))
	if names := t.names(func(LobbyEntry) bool { return true }); names != "" {
		line += locale.Dot + names
	}
	line += t.waiting(l)
	return append(append([]string{line}, t.prizes(l)...), t.Gate.lines(l, t.Guild)...)
}

// waiting returns how many people are on the waitlist, after a dot; "" for none.
func (t Lobby) waiting(l *locale.Lang) string {
	if len(t.View.Waitlist) == 0 {
		return ""
	}
	return locale.Dot + l.Count(l.Board.Line, int64(len(t.View.Waitlist)))
}

// names returns the players of the entries that are wanted, as many as there is room for.
func (t Lobby) names(want func(LobbyEntry) bool) string {
	var names []string
	for _, e := range t.Entries {
		if !want(e) {
			continue
		}
		if len(names) == 2*mostNamed {
			names = append(names, "…")
			break
		}
		names = append(names, e.Player)
	}
	return strings.Join(names, ", ")
}

// turns returns the players of the entries that are wanted. Each later group of a check-in stands behind the moment of its turn (T14).
func (t Lobby) turns(l *locale.Lang, want func(LobbyEntry) bool) string {
	size, groups := cmp.Or(t.Options.Times.Groups.Of, len(t.Entries)), []string(nil)
	for first := 1; first <= len(t.Entries); first += size {
		names := t.names(func(e LobbyEntry) bool { return e.Number >= first && e.Number < first+size && want(e) })
		if first > 1 && names != "" {
			names = l.Tournament.Turn.Format("when", clock(t.Options.Times.CheckInFrom(first)), "players", names)
		}
		groups = append(groups, names)
	}
	groups = slices.DeleteFunc(groups, func(names string) bool { return names == "" })
	return strings.Join(groups, locale.Dot)
}

// prizes returns the line of the prizes, and none where nothing is paid or a deal has shared them.
func (t Lobby) prizes(l *locale.Lang) []string {
	if t.View.Deal.Made != 0 || len(t.View.Prizes) == 0 || t.View.Prizes[0] == 0 {
		return nil
	}
	return []string{l.Tournament.Prizes.Format("amount", l.Chips(t.View.Pool), "list", l.Places(t.View.Prizes))}
}

// start returns the lines about the start of the tournament. The lobby has its button in the language of the board.
func (t Lobby) start(l, board *locale.Lang) (lines []string) {
	x, v, here := &l.Tournament, t.View, string(board.Tournament.Buttons.Here)
	switch {
	case v.Phase == tournament.Seated:
		return []string{string(x.Seated)}
	case v.ReadyBy != 0:
		if absent := t.turns(l, func(e LobbyEntry) bool { return !e.Here && e.House == engine.Person }); absent != "" {
			return []string{x.Ready.Format("button", here, "when", render.RelativeTime(v.ReadyBy), "players", absent)}
		}
	case v.Phase == tournament.Announced:
		lines = append(lines, x.Opens.Format("when", render.RelativeTime(t.Options.Times.Opens)))
	}
	lines = append(lines, t.Begins(l))
	switch {
	case t.Options.Scheduled && t.Expires != 0:
	case t.Options.Scheduled:
		if v.Entries < t.Options.Min {
			lines = append(lines, "-# "+x.Needs.Format("n", strconv.Itoa(t.Options.Min)))
		}
		if t.Options.Late > 0 {
			lines = append(lines, "-# "+t.late(l))
		}
		if window := t.Options.Times.CheckIn; window > 0 && v.ReadyBy == 0 {
			lines = append(lines, "-# "+x.CheckIn.Format("button", here, "n", strconv.Itoa(int(window/time.Minute))))
		}
	case v.StartsAt == 0 && t.Expires != 0:
		lines = append(lines, "-# "+x.Expires.Format("when", render.RelativeTime(t.Expires)))
	}
	return lines
}

// Begins returns when the tournament starts, or the condition that it waits for.
func (t Lobby) Begins(l *locale.Lang) string {
	x, v, at := &l.Tournament, t.View, t.Options.Times.Start
	switch {
	case v.Phase == tournament.Seated:
		return string(x.Seated)
	case t.Options.Scheduled && t.Expires != 0:
		return x.Grace.Format("n", strconv.Itoa(t.Options.Min), "when", render.RelativeTime(t.Expires))
	case t.Options.Scheduled:
		return x.StartsAt.Format("date", FullTime(at), "when", render.RelativeTime(at))
	case v.StartsAt != 0:
		return x.Begins.Format("when", render.RelativeTime(v.StartsAt))
	}
	return string(x.WhenFull)
}

// Before returns the lines of the table's board before the start.
func (t Lobby) Before(l *locale.Lang) render.Before {
	b, v := render.Before{Places: t.Options.Max, Line: t.Begins(l)}, t.View
	switch {
	case v.Phase >= tournament.Running:
		return render.Before{}
	case v.ReadyBy != 0: // the lobby has the button, and names the players who have to press it
		b.Line = ""
	case v.Phase == tournament.Seated, !t.Options.Scheduled && v.StartsAt != 0:
	case t.Options.Scheduled && t.Expires == 0:
		b.Heading = string(l.Tournament.NotYet)
	default:
		b.Heading = string(l.Board.Waiting)
	}
	return b
}

// late returns how long players may still register, and whether again.
func (t Lobby) late(l *locale.Lang) string {
	x := &l.Tournament
	until := x.Late.Format("n", strconv.Itoa(t.Options.Late))
	if t.View.Phase == tournament.Running && t.View.Level >= t.Options.Late { // a break follows the last level
		until = string(x.LateBreak)
	}
	if t.Options.Reentry && t.Options.PerPerson > 1 {
		return locale.Sentences(until, x.LateAgain.Format("most", strconv.Itoa(t.Options.PerPerson)))
	}
	return until
}

// now returns why a tournament that runs stands still, and how long players may still register; none of another one.
func (t Lobby) now(l *locale.Lang) (lines []string) {
	if t.View.Phase != tournament.Running {
		return nil
	}
	s := t.Standing()
	switch stop := s.Stop(l); {
	case t.Trouble == NoEnd:
		lines = []string{string(l.Tournament.Unended)}
	case s.Stands == render.Ending:
		lines = append([]string{stop}, t.why(l)...)
	case s.Stands == render.Unopened && t.Trouble == NoChannel: // stranded says why
	case stop != "":
		lines = []string{stop}
	}
	if !t.View.NoEntry {
		lines = append(lines, "-# "+t.late(l))
	}
	return lines
}

// play returns how a tournament that runs stands: above the players the field, and below them the prizes and the table.
func (t Lobby) play(l *locale.Lang) (above, below []string) {
	x, s := &l.Tournament, t.Standing()
	line := s.Field(l)
	if s.Alive > 0 {
		sum := int64(0)
		for _, e := range t.Entries {
			sum += e.Stack
		}
		average := sum / int64(s.Alive)
		line += locale.Dot + x.Average.Format("amount", l.Chips(average), "n", l.Chips(average/max(1, s.Now.Big)))
	}
	above = append([]string{line + t.waiting(l)}, t.now(l)...)
	below = append(t.Deal(l), t.prizes(l)...)
	if t.Table != 0 {
		below = append(below, x.Table.Format("channel", render.Channel(t.Table)))
	}
	return above, below
}

// Standings returns all entries, in the order of how they stand, and marks those of one reader. Where they are
// too many for a message, the first line of the reader stands behind the others. Below them it has the lines of foot.
func Standings(l *locale.Lang, t Lobby, reader engine.ID, foot ...string) string {
	list := t.standings(l, len(t.Entries), reader)
	if len(list) == 0 {
		list = []string{string(l.Tournament.Nobody)}
	}
	head := slices.Concat([]string{t.title() + t.heading(l) + t.waiting(l)}, t.stranded(l), t.now(l))
	said := locale.Fit(head, list, foot)
	if own := slices.IndexFunc(list, func(s string) bool { return strings.HasPrefix(s, "**") }); own >= 0 && !strings.Contains(said, list[own]) {
		said = locale.Fit(head, list, append([]string{list[own]}, foot...))
	}
	return said
}

// Structure returns all levels and prizes of a tournament, whose lobby is in the language of the board.
func Structure(l, board *locale.Lang, t Lobby) string {
	head := append([]string{t.title() + t.heading(l) + t.waiting(l), "-# " + t.terms(l)}, t.stranded(l)...)
	if t.View.Phase < tournament.Running {
		head = append(append(head, t.start(l, board)...), t.Gate.lines(l, t.Guild)...)
	}
	head = slices.Concat(head, t.now(l), t.Deal(l), t.prizes(l))
	if more := setup.Further(t.Options); more != "" {
		head = append(head, "-# "+locale.CutTables(more))
	}
	head = append(head, "**"+string(l.Tournament.Levels)+"**")
	var levels []string
	for i := range t.Options.Schedule.Levels {
		levels = append(levels, strconv.Itoa(i+1)+". "+render.Blinds(l, t.level(i, i-1)))
	}
	return locale.Fit(head, levels, nil)
}

// clock returns a moment that the reader's client shows as the time of day.
func clock(m engine.Moment) string { return "<t:" + strconv.FormatInt(m.Time().Unix(), 10) + ":T>" }

// FullTime returns a moment that the reader's client shows with its date.
func FullTime(m engine.Moment) string { return "<t:" + strconv.FormatInt(m.Time().Unix(), 10) + ":F>" }
