package render

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/engine/tournament/setup"
	"cardroom/internal/golden"
	"cardroom/render/rendertest"
)

// eventScenes returns boards of a tournament's table, as people meet them.
func eventScenes() (names []string, all []Scene) {
	levels := setup.DefaultOptions("turbo").Schedule.Levels
	event := Tournament{
		Level: 4, Now: levels[3], Next: levels[4], NextAt: 1_795_000_300_000, Alive: 4, Entries: 9, Bubble: true,
		Prizes: []int64{450, 270, 180},
	}
	keep := func(name string, v engine.View, change func(*Tournament, *engine.View)) {
		e := event
		v.Rules.Tournament, v.Rules.SmallBlind, v.Rules.BigBlind = true, 30, 60
		change(&e, &v)
		names, all = append(names, name), append(all, Scene{View: v, Name: rendertest.Names, Surroundings: Surroundings{Tournament: &e}})
	}
	idle := rendertest.Table(rendertest.Dealt(0, rendertest.Alice, 3000, 0), rendertest.Dealt(2, rendertest.Bob, 6000, 0))
	idle.Phase, idle.Hand, idle.ToAct = engine.Idle, 0, -1
	keep("a hand, one is away", rendertest.Flop(), func(_ *Tournament, v *engine.View) { v.Seats[0].Away = true; v.Viewer = rendertest.Alice })
	keep("cancelled during the hand", rendertest.Flop(), func(e *Tournament, _ *engine.View) { e.Stands = Ending })
	keep("paused during the hand", rendertest.Flop(), func(e *Tournament, _ *engine.View) { e.Stands = Pausing })
	keep("players vanished during the hand", rendertest.Flop(), func(e *Tournament, v *engine.View) { e.Stands, v.Until = Vanished, 0 })
	keep("a level began during the hand", rendertest.Flop(), func(e *Tournament, _ *engine.View) { e.Began = true })
	keep("knocked out", rendertest.Over(rendertest.Flop(), engine.Pot{Amount: 1760, Won: []engine.Award{{Seat: 2, Amount: 1760}}}), func(_ *Tournament, v *engine.View) {
		v.Seats[0].Stack, v.Viewer = 0, rendertest.Alice
	})
	keep("before the first hand", idle, func(e *Tournament, v *engine.View) { e.NextAt = 0; v.Viewer = rendertest.Bob })
	keep("before the start", idle, func(e *Tournament, _ *engine.View) {
		e.NextAt, e.Places, e.Entries, e.Bubble, e.Prizes = 0, 9, 2, false, []int64{1500}
	})
	keep("long before the start", idle, func(e *Tournament, _ *engine.View) {
		e.NextAt, e.Entries, e.Bubble, e.Prizes = 0, 2, false, []int64{1500}
		e.Before = Before{9, "Not started yet", "Starts <t:1795000300:F>, <t:1795000300:R>."}
	})
	keep("the next hand comes", idle, func(_ *Tournament, v *engine.View) { v.Until = 1_795_000_000_000 })
	keep("over, with its table still open", idle, func(e *Tournament, v *engine.View) { e.Over, v.Until = true, 1_795_000_000_000 })
	keep("paused", idle, func(e *Tournament, v *engine.View) { e.Stands = Paused; v.Viewer = 99 })
	keep("a break", idle, func(e *Tournament, _ *engine.View) { e.Stands, e.Until = OnBreak, 1_795_000_300_000 })
	deal := &Deal{Number: 7, By: rendertest.Bob, Until: 1_795_000_060_000, Chips: true, Parts: []DealPart{
		{rendertest.Alice, 290, 300, true, false}, {rendertest.Bob, 430, 420, false, false},
	}}
	keep("a deal", idle, func(e *Tournament, _ *engine.View) { e.Deal = deal })
	keep("a deal in a pause", idle, func(e *Tournament, _ *engine.View) { e.Stands, e.Deal = Paused, deal })
	keep("a deal in a break", idle, func(e *Tournament, _ *engine.View) {
		e.Stands, e.Until, e.Deal = OnBreak, 1_795_000_300_000, deal
	})
	keep("a pause in the break of the add-on", idle, func(e *Tournament, _ *engine.View) {
		e.Stands, e.Until, e.OnSale = Paused, 1_795_000_300_000, AddOn{1000, 50}
	})
	keep("levels of hands", idle, func(e *Tournament, _ *engine.View) { e.InHands = 3 })
	keep("the next level plays another game", rendertest.Flop(), func(e *Tournament, _ *engine.View) {
		e.Now.Variant, e.Now.Limit, e.Next.Variant, e.Next.Limit = poker.Holdem, poker.NoLimit, poker.FiveCardDraw, poker.FixedLimit
	})
	keep("last level", idle, func(e *Tournament, _ *engine.View) { e.Next = setup.Level{} })
	return names, all
}

func TestABoardOfATournamentReadsAsItsGoldenFile(t *testing.T) {
	names, all := eventScenes()
	var out strings.Builder
	for i, s := range all {
		fmt.Fprintf(&out, "--- %s\n%s\n%v\n", names[i], Board(s), labels(Buttons(s)))
		fmt.Fprintf(&out, "in the picture:\n%s\nbelow the picture:\n%s\n", strings.Join(s.Tournament.Facts(s.Language(), s.View), "\n"), Caption(s))
		fmt.Fprintf(&out, "in the place of the picture:\n%s\n", Alt(s))
		if s.View.Viewer != 0 {
			text, rows := SeatMenu(s, "")
			fmt.Fprintf(&out, "menu of the seat:\n%s\n%v\n", text, labels(rows))
			text, rows = Panel(s)
			fmt.Fprintf(&out, "panel:\n%s\n%v\n", text, labels(rows))
		}
	}
	golden.Equal(t, "tournament.txt", []byte(out.String()))
}

// TestABoardAfterItsTournamentNamesTheBlinds: the board of a closed table, and a hand of the history, have no tournament any more.
func TestABoardAfterItsTournamentNamesTheBlinds(t *testing.T) {
	v := rendertest.Over(rendertest.Flop(), engine.Pot{Amount: 180, Won: []engine.Award{{Seat: 2, Amount: 180}}})
	v.Rules.Tournament, v.Rules.BigBlindAnte, v.Closed = true, true, true
	const game = "NL hold'em 5/10 · big blind ante"
	if got := Board(Scene{View: v}); !strings.Contains(got, "\n-# "+game+"\n") {
		t.Errorf("in words: %s", got)
	}
	if got := Alt(Scene{View: v}); !strings.Contains(got, "\n"+game+"\n") {
		t.Errorf("in the place of the picture: %s", got)
	}
	if got := Caption(Scene{View: v}); strings.Contains(got, "NL") {
		t.Errorf("below the picture, which has it: %s", got)
	}
}

// TestABoardNamesTheBustedPlayersOfATournament: both forms of a board have one line with the players who may rebuy, and when the time of the
// first of them runs out.
func TestABoardNamesTheBustedPlayersOfATournament(t *testing.T) {
	v := rendertest.Over(rendertest.Flop(), engine.Pot{Amount: 180, Won: []engine.Award{{Seat: 2, Amount: 180}}})
	v.Rules.Tournament, v.Until = true, 0
	for i, until := range []engine.Moment{9_000, 5_000} {
		v.Seats = append(v.Seats, engine.SeatView{Seat: 6 + i, Player: engine.ID(77 + i), RebuyBy: until})
	}
	s := Scene{View: v, Surroundings: Surroundings{Tournament: &Tournament{Level: 1, Alive: 4, Entries: 4}}}
	const want = "May still rebuy: <@77>, <@78>. The time for it runs out <t:5:R>."
	for _, text := range []string{Board(s), Caption(s)} {
		if strings.Count(text, want) != 1 || strings.Count(text, "<t:") != 1 {
			t.Errorf("want %q once, and no other time, in\n%s", want, text)
		}
	}
	if text := Board(s); !strings.Contains(text, "`7` <@77> 0 · out of chips\n") {
		t.Errorf("the line of the seat is not there:\n%s", text)
	}
	if text := QuietCaption(Caption(s)); strings.Contains(text, "rebuys") {
		t.Errorf("a caption that waits for nothing: %s", text)
	}
	for name, change := range map[string]func(*Scene){
		"past": func(s *Scene) { s.Past = true }, "a hand of the history": func(s *Scene) { s.Over = true },
		"cash": func(s *Scene) { s.View.Rules.Tournament = false },
		"paused": func(s *Scene) {
			s.Tournament = &Tournament{Level: 1, Alive: 4, Entries: 4, Stands: Paused}
		},
	} {
		other := s
		if change(&other); strings.Contains(Board(other), "rebuy") {
			t.Errorf("%s: %s", name, Board(other))
		}
	}
}

// labels returns the labels of the buttons of each row.
func labels(rows [][]Button) (all [][]string) {
	for _, row := range rows {
		var words []string
		for _, b := range row {
			words = append(words, b.Label)
		}
		all = append(all, words)
	}
	return all
}

// TestATournamentOffersNoCash: chips and seats are the director's (T30, T38).
func TestATournamentOffersNoCash(t *testing.T) {
	cash := []string{VerbSit, VerbRebuy, VerbRebuyAsk, VerbTopUp, VerbStraddle, VerbLeave, VerbLine, VerbUnline}
	_, all := eventScenes()
	for i, s := range all {
		_, menu := SeatMenu(s, "")
		_, panel := Panel(s)
		for _, rows := range [][][]Button{Buttons(s), menu, panel} {
			for _, row := range rows {
				for _, b := range row {
					for _, verb := range cash {
						if b.Verb == verb {
							t.Errorf("scene %d has the button %s", i, b.Label)
						}
					}
				}
			}
		}
	}
}

// A tournament that stands still says so, in words and in the text in the picture's place, as a paused cash table does.
func TestATableThatStandsStillSaysSo(t *testing.T) {
	idle, over := engine.View{Button: -1, ToAct: -1}, rendertest.Scenes(t)["result-side-pots"]
	for stands, want := range map[Standstill]string{Paused: "Paused", AllAway: "Paused", Vanished: "Paused", Unopened: "Paused", OnBreak: "Break"} {
		for _, v := range []engine.View{idle, over} {
			v.Rules.Tournament = true
			s := Scene{View: v, Surroundings: Surroundings{Tournament: &Tournament{Level: 1, Stands: stands}}}
			title, _, _ := strings.Cut(Alt(s), "\n")
			if s.Pause() != want || !strings.HasSuffix(title, want) || v.Hand == 0 && s.Phase() != want || v.Hand != 0 && s.Phase() != "Result" {
				t.Errorf("%d: %q, %q, %q: want %s", stands, s.Pause(), title, s.Phase(), want)
			}
			if s.Tournament.Over = true; s.Pause() != "" {
				t.Errorf("%d: a tournament that is over says %s", stands, s.Pause())
			}
		}
	}
	cash := Scene{View: idle}
	if cash.View.Paused = true; cash.Pause() != "Paused" || !strings.HasPrefix(Alt(cash), "Paused\n") {
		t.Errorf("a cash table: %q", Alt(cash))
	}
	if cash.View.Phase = engine.Betting; cash.Pause() != "" {
		t.Errorf("a running hand says %s", cash.Pause())
	}
}
