package text

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
)

// TestTheLogKeepsWhatOrganisersDid fills a log with players who are away and back. Every act of an organiser stays readable, and so do
// other events. Where acts alone are too many, the newest stay, and the log counts the others (T109).
func TestTheLogKeepsWhatOrganisersDid(t *testing.T) {
	e := newEvent(t, func(*setup.Options) {})
	e.enter(5)
	e.begin()
	h := History{Events: []tournament.Event{{No: 1, Kind: tournament.Began}}}
	for i := range 120 {
		h.Events = append(h.Events, tournament.Event{No: int64(i + 3), Kind: tournament.TurnedAbsent + tournament.Kind(i%2), Person: 1001})
	}
	warning := Act{Event: tournament.Event{No: 2, Kind: tournament.Warned, Person: 1001}, By: 1_100_000_000_000_000_007, Words: "mind your words"}
	h.Acts = []Act{warning}
	l := locale.Lookup("")
	got := TournamentLog(l, e.lobby(), h)
	if !strings.Contains(got, "play began\n") || !strings.Contains(got, ": mind your words\n") || !strings.HasSuffix(got, "is back") || strings.Contains(got, "not shown") {
		t.Errorf("the log is\n%s", got)
	}
	for i := range 58 {
		h.Acts = append(h.Acts, Act{Event: tournament.Event{No: int64(i + 130), Kind: tournament.Changed}, By: warning.By, Words: fmt.Sprintf("max:%d", i)})
	}
	h.Earlier = 2000
	for _, l := range locale.Languages() {
		got := TournamentLog(l, e.lobby(), h)
		shown := strings.Count(got, render.Mention(warning.By))
		head := "\n-# " + l.Tournament.Said.LogEarlier.Format("n", l.Chips(int64(2059-shown))) + "\n"
		if n := locale.Length(got); n > locale.MaxText || n < locale.MaxText-100 || shown != strings.Count(got, "\n")-1 || !strings.Contains(got, head) || !strings.HasSuffix(got, "`max:57`") {
			t.Errorf("%s: %d characters, %d acts:\n%s", l.Locale, n, shown, got)
		}
	}
}

// TestTheLogTellsWhatHappened checks the lines of a rebuy that is void because its player won, of deals, and of pauses by the rules.
func TestTheLogTellsWhatHappened(t *testing.T) {
	e := newEvent(t, func(o *setup.Options) { o.Rebuys = setup.Rebuys{Until: 2, Most: 1} })
	e.enter(5)
	e.begin()
	e.events = nil
	at, seats := tournament.At(e.now), e.is.Table(1).Seats
	end := tournament.EndHand{At: at, Table: 1}
	for i := range 5 {
		end.Stacks[i] = e.o.Stack
	}
	end.Stacks[0], end.Stacks[1] = 2*e.o.Stack, 0
	e.do(tournament.StartHand{At: at, Table: 1}, tournament.Rebuy{At: at, Entry: seats[0]}, end)
	player := fmt.Sprintf("<@%d> ", e.is.Entry(seats[0]).Person)
	log := []tournament.Event{
		{Kind: tournament.DealWanted}, {Kind: tournament.DealRefused}, {Kind: tournament.DealWanted}, {Kind: tournament.DealAsked}, {Kind: tournament.DealRefused},
		{Kind: tournament.Paused, Halt: tournament.ByAbsence}, {Kind: tournament.Resumed}, {Kind: tournament.Paused, Halt: tournament.ByVanished}, {Kind: tournament.Refunded},
		{Kind: tournament.Paused, Halt: tournament.ByLoss},
	}
	for i := range log {
		log[i].No, log[i].At, log[i].Person = int64(100+i), e.now, 1001
	}
	want := []string{
		player + "paid 100 to rebuy", player + "got 100 back for the rebuy", "<@1001> proposed a deal", "no deal",
		"paused: all players are away", "resumed", "paused: several players ran out of time in a row", "paused: the table could not be opened",
	}
	when := "\n-# " + render.RelativeTime(e.now) + " "
	got := TournamentLog(locale.Lookup(""), e.lobby(), History{Events: append(e.events, log...)})
	if got != "**Log of Friday five**"+when+strings.Join(want, when) {
		t.Errorf("the log is\n%s", got)
	}
}
