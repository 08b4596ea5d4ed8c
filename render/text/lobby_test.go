package text

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/enginetest"
	"cardroom/engine/poker"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/internal/golden"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// event is a tournament whose lobby a test looks at.
type event struct {
	t   *testing.T
	o   setup.Options
	is  tournament.Tournament
	now engine.Moment

	events []tournament.Event
}

func newEvent(t *testing.T, change func(*setup.Options)) *event {
	e := &event{t: t, o: setup.DefaultOptions("turbo"), now: 1_795_000_000_000}
	e.o.Price, e.o.Max, e.o.Seats = 100, 5, 5
	change(&e.o)
	var err error
	if e.is, _, err = tournament.New(e.o, e.now); err != nil {
		t.Fatal(err)
	}
	return e
}

func (e *event) do(commands ...tournament.Command) {
	for _, c := range commands {
		var err error
		if e.is, e.events, err = e.is.Apply(c, enginetest.Lots(1), e.events); err != nil {
			e.t.Fatalf("%T%+v: %v", c, c, err)
		}
	}
}

// enter registers so many persons.
func (e *event) enter(n int) {
	for i := range n {
		e.do(tournament.Register{At: tournament.At(e.now), Person: engine.ID(1001 + i)})
	}
}

// begin starts the play.
func (e *event) begin() {
	e.now = e.is.Pending().Due
	e.do(tournament.Tick{At: tournament.At(e.now)}, tournament.Begin{At: tournament.At(e.now)})
}

// hand plays a hand after which one seat has the chips of others.
func (e *event) hand(winner int, losers ...int) {
	e.now = e.now.Add(10e9)
	e.do(tournament.StartHand{At: tournament.At(e.now), Table: 1})
	end := tournament.EndHand{At: tournament.At(e.now.Add(5e9)), Table: 1}
	for i, n := range e.is.Table(1).Seats {
		if n != 0 {
			end.Stacks[i] = e.is.Entry(n).Stack
		}
	}
	for _, l := range losers {
		end.Stacks[winner] += end.Stacks[l]
		end.Stacks[l] = 0
	}
	e.now = e.now.Add(5e9)
	e.do(end)
}

// lobby returns the lobby as it is now.
func (e *event) lobby() Lobby {
	v := e.is.View()
	l := Lobby{Name: "Friday five", Options: &e.o, View: &v, Seal: "5ea1"}
	for n := 1; n <= v.Entries; n++ {
		x := e.is.Entry(n)
		l.Entries = append(l.Entries, LobbyEntry{Player: fmt.Sprintf("<@%d>", x.Person), Entry: x, Number: n, Here: n != 2})
	}
	if v.Phase == tournament.Registering && !e.o.Scheduled {
		l.Expires = e.is.Pending().Due
	}
	if v.Phase == tournament.Running {
		l.InHands, l.Playing = e.is.Table(1).Left, e.is.Table(1).Runs
	}
	if v.Phase >= tournament.Running {
		l.Table = 77
	}
	return l
}

// lobbies returns the lobby at each step of a tournament's life.
func lobbies(t *testing.T) (names []string, all []Lobby) {
	e := newEvent(t, func(*setup.Options) {})
	keep := func(name string) { names, all = append(names, name), append(all, e.lobby()) }
	keep("new")
	e.enter(3)
	keep("three of five")
	e.enter5()
	keep("full")
	e.begin()
	keep("play")
	e.hand(0, 1)
	e.do(tournament.Leave{At: tournament.At(e.now), Entry: e.is.Table(1).Seats[2]})
	keep("one is out, one is away")
	e.do(tournament.Pause{At: tournament.At(e.now)})
	keep("paused")
	e.do(tournament.Resume{At: tournament.At(e.now)})
	e.hand(0, 2)
	keep("bubble")
	e.hand(0, 3, 4)
	keep("over")

	e = newEvent(t, func(o *setup.Options) { o.Schedule.Hands, o.Schedule.Length, o.Price, o.Practice = 12, 0, 0, true })
	keep("practice, levels of hands")
	e.do(tournament.Cancel{At: tournament.At(e.now), Now: true})
	keep("cancelled")
	all[len(all)-1].Reason = "the power is out"

	e = newEvent(t, func(o *setup.Options) { o.Price, o.Practice = 0, true })
	for i := range 4 {
		e.do(tournament.Register{At: tournament.At(e.now), Person: engine.ID(2001 + i), House: engine.Easy})
	}
	e.enter5()
	e.begin()
	person := slices.Index(e.is.Table(1).Seats, 5)
	e.hand((person+1)%5, person)
	keep("only house players are left")

	e = newEvent(t, func(o *setup.Options) { o.Scheduled, o.Late, o.Times.Start = true, 3, 1_795_000_600_000 })
	e.enter(2)
	keep("scheduled")

	e = newEvent(t, func(o *setup.Options) { o.Schedule.Hands, o.Schedule.Length = 2, 0 })
	e.enter5()
	e.begin()
	e.hand(0)
	keep("one hand is left of two")
	e.do(tournament.StartHand{At: tournament.At(e.now.Add(10e9)), Table: 1})
	keep("the last hand of a level runs")
	e.do(tournament.Pause{At: tournament.At(e.now.Add(11e9))})
	keep("paused while a hand runs")
	e.do(tournament.Cancel{At: tournament.At(e.now.Add(11e9))})
	keep("cancelled while a hand runs")
	all[len(all)-1].Reason = "the power is out"

	e = newEvent(t, func(*setup.Options) {})
	e.enter5()
	e.begin()
	e.do(tournament.LoseTable{At: tournament.At(e.now), Table: 1, Loss: tournament.OfRecord})
	keep("the table cannot be opened")

	for _, again := range []bool{false, true} {
		e = newEvent(t, func(o *setup.Options) {
			o.Scheduled, o.Late, o.Min, o.Reentry, o.PerPerson, o.Times.Start = true, 1, 2, again, 2, 1_795_000_600_000
			o.Schedule.Break, o.Schedule.BreakEvery = 5*time.Minute, 1
		})
		e.enter(3)
		e.begin()
		for e.is.View().BreakEnds == 0 {
			e.now = e.is.Pending().Due
			e.do(tournament.Tick{At: tournament.At(e.now)})
		}
		keep("the break after late registration")
	}
	return names, all
}

// enter5 fills a tournament of five with those who are missing.
func (e *event) enter5() {
	for i := e.is.View().Entries; i < 5; i++ {
		e.do(tournament.Register{At: tournament.At(e.now), Person: engine.ID(1001 + i)})
	}
}

func TestTheLobbyReadsAsItsGoldenFile(t *testing.T) {
	names, all := lobbies(t)
	var out strings.Builder
	l := locale.Lookup("")
	for i, lobby := range all {
		fmt.Fprintf(&out, "--- %s\n%s\n", names[i], LobbyMessage(l, lobby))
		if b := lobby.Before(l); b.Places > 0 {
			fmt.Fprintf(&out, "--- on the board: %d places\n%s\n%s\n", b.Places, b.Heading, b.Line)
		}
		if lobby.View.Phase == tournament.Running {
			s := lobby.Standing()
			fmt.Fprintf(&out, "--- on the board\n%s\n%s\n%s\n", s.Clock(l), s.Field(l), s.Stop(l))
		}
	}
	last := all[7]
	fmt.Fprintf(&out, "--- standings\n%s\n--- structure\n%s\n", Standings(l, last, 1001), Structure(l, l, last))
	golden.Equal(t, "lobby.txt", []byte(out.String()))
}

// TestALobbyNamesTheTableForAButtonOfTheTable shows a break with an add-on and a pause of absent players: a lobby has no button Seat….
func TestALobbyNamesTheTableForAButtonOfTheTable(t *testing.T) {
	e := newEvent(t, func(*setup.Options) {})
	e.enter5()
	e.begin()
	for name, stop := range map[string]func(*tournament.View, *setup.Options){
		"add-on": func(v *tournament.View, o *setup.Options) {
			v.AddOn, v.BreakEnds, o.Rebuys.AddOn = true, 1_795_000_300_000, 400
		},
		"all away": func(v *tournament.View, _ *setup.Options) { v.Halt = tournament.ByAbsence },
	} {
		lobby := e.lobby()
		o := *lobby.Options
		lobby.Options = &o
		stop(lobby.View, &o)
		text := LobbyMessage(locale.Lookup(""), lobby)
		if !strings.Contains(text, "Press **Seat…** at the table") {
			t.Errorf("%s: the lobby does not name the table of the button in\n%s", name, text)
		}
	}
}

// TestALobbyFitsInAMessage has the most and longest entries, in each language.
func TestALobbyFitsInAMessage(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		_, all := lobbies(t)
		for i, lobby := range all {
			lobby.Name = strings.Repeat("W", 60)
			for len(lobby.Entries) < 50 {
				lobby.Entries = append(lobby.Entries, LobbyEntry{Player: "**" + strings.Repeat("W", 32) + "**", Entry: tournament.Entry{Stack: 1e12, Nth: 2}})
			}
			for name, text := range map[string]string{
				"message": LobbyMessage(l, lobby), "standings": Standings(l, lobby, 1001), "structure": Structure(l, l, lobby),
			} {
				if n := locale.Length(text); n > locale.MaxText {
					t.Errorf("lobby %d: the %s has %d characters", i, name, n)
				}
			}
		}
	})
}

// TestTheLongestRunningLobbyFits has ten seats, several entries of each player, heads and six games, in each language. Only the list of
// the players ends early.
func TestTheLongestRunningLobbyFits(t *testing.T) {
	e := newEvent(t, func(o *setup.Options) {
		o.Scheduled, o.Late, o.Min, o.Reentry, o.PerPerson, o.Times.Start = true, 8, 2, true, 10, 1_795_000_600_000
		o.Price, o.Max, o.Seats, o.Points.On = 1e11, 10, 10, true
		o.Bounty = setup.Bounty{Part: 5e10, Share: 50}
		for i := range 6 { // every game of two variants and three limits
			level := &o.Schedule.Levels[i]
			level.Variant, level.Limit = []poker.Variant{poker.Holdem, poker.Omaha}[i%2], []poker.Limit{poker.NoLimit, poker.PotLimit, poker.FixedLimit}[i%3]
		}
	})
	e.enter(10)
	e.begin()
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		lobby := e.lobby()
		lobby.Name, lobby.Seal, lobby.Sealed, lobby.Trouble = strings.Repeat(`\*`, 60), strings.Repeat("5ea1", 16), render.Link(1<<62, 1<<62, 1<<62), NoChannel
		for i := range lobby.Entries {
			x := &lobby.Entries[i]
			x.Player, x.Nth, x.Stack, x.Head, x.Bounty, x.Absent = render.Mention(1<<62), 9, 1e12, 1e12, 1e12, true
		}
		text := LobbyMessage(l, lobby)
		if n := locale.Length(text); n > locale.MaxText || n < locale.MaxText-150 {
			t.Errorf("it has %d characters", n)
		}
		if !strings.HasSuffix(text, lobby.Sealed) || strings.Contains(text, "\n…\n") == strings.Contains(text, "\n10. ") || !strings.Contains(text, string(l.Tournament.NoChannel)) {
			t.Errorf("it reads\n%s", text)
		}
	})
}

// TestSettingsAndStructureFitWithLongTables gives a tournament long tables and a full gate. The settings of the gate stay readable, and so
// do the note and the levels.
func TestSettingsAndStructureFitWithLongTables(t *testing.T) {
	e := newEvent(t, func(o *setup.Options) {
		o.Scheduled, o.Late, o.Min, o.Times.Start, o.Points.On = true, 2, 2, 1_795_000_600_000, true
		for n := range 1000 {
			o.Points.Table, o.Payout.Table = append(o.Points.Table, 2000-n), append(o.Payout.Table, 2000-n)
		}
	})
	var codes []string
	for i := range 10 {
		codes = append(codes, fmt.Sprintf("code %s%d 1000", strings.Repeat("w", 31), i))
	}
	gate := strings.Join(codes, ", ")
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		lobby := e.lobby()
		lobby.Name = strings.Repeat(`\*`, 60)
		lobby.Gate = Gate{Roles: slices.Repeat([]engine.ID{1 << 62}, 5), NotRoles: slices.Repeat([]engine.ID{1 << 62}, 5), Word: true, Approval: true}
		settings := TournamentSettings(l, lobby, gate, slices.Repeat([]engine.ID{1 << 62}, 12), nil)
		if n := locale.Length(settings); n > locale.MaxText || !strings.Contains(settings, gate) || !strings.Contains(settings, "…") ||
			!strings.HasSuffix(settings, string(l.Tournament.Said.Settings.Note)) {
			t.Errorf("the settings have %d characters:\n%s", n, settings)
		}
		structure := Structure(l, l, lobby)
		if n := locale.Length(structure); n > locale.MaxText || !strings.Contains(structure, "…") || !strings.Contains(structure, "\n1. ") {
			t.Errorf("the structure has %d characters:\n%s", n, structure)
		}
		for range 10 {
			lobby.Entries = append(lobby.Entries, LobbyEntry{Player: render.Mention(1 << 62)})
		}
		lobby.Seal, lobby.Sealed, lobby.Again = strings.Repeat("5ea1", 16), render.Link(1<<62, 1<<62, 1<<62), true
		if text := LobbyMessage(l, lobby); locale.Length(text) > locale.MaxText || !strings.HasSuffix(text, lobby.Sealed) {
			t.Errorf("the lobby has %d characters:\n%s", locale.Length(text), text)
		}
	})
}

// Standings that are too long for a message end early, and have the line of their reader all the same.
func TestLongStandingsKeepTheirReadersLine(t *testing.T) {
	names, all := lobbies(t)
	lobby := all[slices.Index(names, "over")]
	for n := range 90 {
		lobby.Entries = append(lobby.Entries, LobbyEntry{Player: render.Mention(1 << 62), Entry: tournament.Entry{Person: engine.ID(5000 + n), Out: true, Place: 10 + n}})
	}
	l := locale.Lookup(locale.English)
	for n, lines := range map[int]int{3: 0, 89: 1} {
		text := Standings(l, lobby, engine.ID(5000+n), "foot")
		if locale.Length(text) > locale.MaxText || strings.Count(text, "…\n**") != lines || strings.Count(text, fmt.Sprintf("**%d. ", 10+n)) != 1 {
			t.Errorf("entry %d reads\n%s", n, text)
		}
	}
}

// A tournament that is over has its winner left.
func TestAFinishedTournamentHasItsWinnerLeft(t *testing.T) {
	names, all := lobbies(t)
	if s := all[slices.Index(names, "over")].Standing(); !s.Over || s.Alive != 1 || s.Entries != 5 {
		t.Errorf("over: %t, %d of %d are left", s.Over, s.Alive, s.Entries)
	}
}

// After a deal that left a part, the winner alone is paid: there is no bubble, and no screen lists the prizes that were shared (T96, T114).
func TestAfterADealOnlyTheWinnerIsPaid(t *testing.T) {
	e := newEvent(t, func(o *setup.Options) { o.Leave = 10 })
	e.enter5()
	e.begin()
	e.hand(0)
	at, l := tournament.At(e.now), locale.Lookup("")
	e.do(tournament.AskDeal{At: at, Entry: 1})
	deal := e.is.View().Deal
	for n := 1; n <= 5; n++ {
		e.do(tournament.AgreeDeal{At: at, Entry: n, Number: deal.Number, To: tournament.ByICM})
	}
	e.hand(0, 1, 2)
	s := e.lobby().Standing()
	if got, want := s.Field(l), "3 of 5 left · 1 paid"; got != want {
		t.Errorf("the board says %q, want %q", got, want)
	}
	status := Structure(l, l, e.lobby())
	if left := l.Tournament.Deals.Left.Format("amount", l.Chips(deal.Left)); !strings.Contains(status, left) || strings.Contains(status, "1. "+l.Chips(deal.Left)) {
		t.Errorf("the status has not %q, or prizes:\n%s", left, status)
	}
}

// While entries are open the line of a player who is out has how many are left now, as other screens have it (T59).
func TestTheLobbyCountsThoseWhoAreLeftNow(t *testing.T) {
	e := newEvent(t, func(o *setup.Options) {
		o.Scheduled, o.Late, o.Min, o.Times.Start, o.Payout.Count = true, 3, 4, 1_795_000_600_000, 1
	})
	e.enter(5)
	e.begin()
	e.hand(0, 1)
	e.hand(0, 2)
	l, lobby := locale.Lookup(""), e.lobby()
	if got := LobbyMessage(l, lobby); lobby.View.Closed || !strings.Contains(got, "3 of 5 left") || strings.Count(got, "out, 3 left") != 2 {
		t.Errorf("the lobby says\n%s", got)
	}
}

// A lobby counts rebuys in the reader's language (T66).
func TestTheLobbyCountsRebuys(t *testing.T) {
	for most, want := range map[int]string{1: "1 rebuy each until the end of level 2", 2: "up to 2 rebuys each until the end of level 2"} {
		e := newEvent(t, func(o *setup.Options) { o.Rebuys = setup.Rebuys{Until: 2, Most: most} })
		if got := LobbyMessage(locale.Lookup(""), e.lobby()); !strings.Contains(got, locale.Dot+want+locale.Dot) {
			t.Errorf("with %d the lobby says\n%s", most, got)
		}
	}
}

// TestAnOrganiserHasTheColonOfTheLanguage checks the lines about the organiser's acts.
func TestAnOrganiserHasTheColonOfTheLanguage(t *testing.T) {
	english, french, japanese := locale.Lookup(""), locale.Lookup("fr"), locale.Lookup("ja")
	for got, want := range map[string]string{
		Change(french, 5, "max 9"):          "<@5>\u202f: " + string(french.Tournament.Said.Log.Changed) + " `max 9`",
		Warned(japanese, 5, 6, "slow"):      "<@5>：<@6> に警告：slow",
		Warned(english, 5, 6, "{after} it"): "<@5>: <@6> has a warning: {after} it",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// TestTheStructureNamesTheButtonAsTheLobbyDoes reads in German a Japanese lobby's demands on its players, before and in the ready check.
func TestTheStructureNamesTheButtonAsTheLobbyDoes(t *testing.T) {
	german, board := locale.Lookup("de"), locale.Lookup("ja")
	e := newEvent(t, func(o *setup.Options) {
		o.Scheduled, o.Late, o.Times.Start, o.Times.CheckIn = true, 3, 1_795_000_600_000, 30*time.Minute
	})
	e.enter(3)
	lobby := e.lobby()
	before := Structure(german, board, lobby)
	lobby.View.ReadyBy = 1_795_000_600_000
	for i := range lobby.Entries {
		lobby.Entries[i].Here = false
	}
	for _, text := range []string{before, Structure(german, board, lobby)} {
		if !strings.Contains(text, "**"+string(board.Tournament.Buttons.Here)+"**") || strings.Contains(text, string(german.Tournament.Buttons.Here)) {
			t.Errorf("it reads\n%s", text)
		}
	}
}

// A lobby says how long a decision may take where that is more than an hour (T64).
func TestTheLobbyOfASlowTournamentHasItsClock(t *testing.T) {
	for clock, want := range map[time.Duration]string{30 * time.Second: "", time.Hour: "", 90 * time.Minute: " · 1 h 30 min for each decision", 24 * time.Hour: " · 24 h for each decision"} {
		l, lobby := locale.Lookup(""), newEvent(t, func(o *setup.Options) { o.Times.Clock = clock }).lobby()
		if got := LobbyMessage(l, lobby); strings.Contains(got, "decision") != (want != "") || !strings.Contains(got, want+"\n") {
			t.Errorf("with %v the lobby says\n%s", clock, got)
		}
	}
}

// The status and the standings of a tournament that runs say what its lobby says about a pause, a break and late registration.
func TestStatusAndStandingsSayHowATournamentStands(t *testing.T) {
	names, all := lobbies(t)
	l, seen := locale.Lookup(locale.English), map[string]int{"⏸": 0, "⏹": 0, "Break": 0, "Late registration": 0}
	for i, lobby := range all {
		if lobby.View.Phase != tournament.Running {
			continue
		}
		for _, line := range lobby.now(l) {
			for text := range seen {
				seen[text] += strings.Count(line, text)
			}
			for where, said := range map[string]string{"lobby": LobbyMessage(l, lobby), "status": Structure(l, l, lobby), "standings": Standings(l, lobby, 0)} {
				if !strings.Contains(said, line) {
					t.Errorf("%s: the %s does not say %q\n%s", names[i], where, line, said)
				}
			}
		}
	}
	for text, n := range seen {
		if n == 0 {
			t.Errorf("no lobby says %q", text)
		}
	}
}
