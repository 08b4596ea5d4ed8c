package text

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

func TestASceneSpeaksItsLanguage(t *testing.T) {
	other := *locale.Lookup("")
	other.Help.Now.NoTable, other.Board.Waiting = "Kein Tisch", "Warten"
	if text := NowOpen(&other, true, 0); !strings.HasPrefix(text, "Kein Tisch") {
		t.Errorf("help\n%s", text)
	}
	if text := render.Board(render.Scene{View: rendertest.Table(), Lang: &other}); !strings.HasPrefix(text, "**Warten**") {
		t.Errorf("board\n%s", text)
	}
}

// situation is where the reader of the help may be.
type situation struct {
	name  string
	scene render.Scene
	host  bool
	want  string // how the help begins, in English
}

// situations returns every line that Now has, at the table of [rendertest.Flop]: bob is to act, alice has acted, carol has folded, 5 has no seat.
func situations() []situation {
	at := func(viewer engine.ID, change func(v *engine.View)) render.Scene {
		v := rendertest.Flop()
		v.Viewer = viewer
		change(&v)
		return render.Scene{View: v, Name: rendertest.Names}
	}
	as := func(viewer engine.ID) render.Scene { return at(viewer, func(*engine.View) {}) }
	idle := func(viewer engine.ID, change func(v *engine.View)) render.Scene {
		return at(viewer, func(v *engine.View) {
			v.Phase, v.ToAct, v.Until = engine.Idle, -1, 0
			change(v)
		})
	}
	bust := func(rebuy int64) render.Scene {
		s := idle(rendertest.Alice, func(v *engine.View) { v.Seats[0].RebuyBy = rendertest.Deadline })
		s.Rebuy = rebuy
		return s
	}
	held := func(v *engine.View) { v.Waitlist, v.CallBy = []engine.ID{5}, rendertest.Deadline }
	asking := as(5)
	asking.Asking = []render.Request{{Player: rendertest.Carol, Chips: 100, TopUp: true}, {Player: 5, Chips: 400}}
	return []situation{
		{"a free seat", idle(5, func(*engine.View) {}), false, "Press **Sit down** on the board"},
		{"a free seat, in a hand", as(5), false, "Press **Seat…** on the board and then **Sit down**, or use /sit"},
		{"a free seat, paused", idle(5, func(v *engine.View) { v.Paused = true }), false, "The table is paused. The next hand starts when its host resumes. Press **Sit down**"},
		{"a free seat, paused in a hand", at(5, func(v *engine.View) { v.Paused = true }), false, "The table is paused. The next hand starts when its host resumes. Press **Seat…**"},
		{"no free seat", at(5, func(v *engine.View) { v.Rules.Seats = 4 }), false, "Every seat is taken. Use /sit to join the waitlist"},
		{"a seat kept for another", at(5, func(v *engine.View) { v.Waitlist, v.Rules.Seats = []engine.ID{6}, len(v.Seats)+1 }), false, "Every free seat is held for a player on the waitlist. Use /sit to join it. (R63)"},
		{"in line", at(5, func(v *engine.View) { v.Waitlist = []engine.ID{6, 5} }), false, "You're number 2 on the waitlist."},
		{"called to a seat", idle(5, held), false, "A seat is being held for you. Press **Sit down** or use /sit to take it. The hold expires <"},
		{"called to a seat in a hand", at(5, held), false, "A seat is being held for you. Press **Seat…** or use /sit to take it. The hold expires <"},
		{"the host is asked", asking, false, "The host is asked to let you sit down with 400. Use /leave to cancel it."},
		{"closing", at(5, func(v *engine.View) { v.Closing = true }), false, "The table closes after this hand."},
		{"closed", idle(5, func(v *engine.View) { v.Closed = true }), false, "The table is closed"},

		{"to act", as(rendertest.Bob), false, "It's your turn (to call 60). Look at your cards with /cards, then press a button.\n"},
		{"to act without a clock", at(rendertest.Bob, func(v *engine.View) { v.Until = 0 }), false, "It's your turn (to call 60). Look at your cards with /cards, then press a button.\n"},
		{"to act for the last time", at(rendertest.Bob, func(v *engine.View) { v.Seats[1].Out, v.Seats[1].Leaves = true, true }), false, "It's your turn"},
		{"to draw", at(rendertest.Bob, func(v *engine.View) { v.Phase, v.Discards = engine.Drawing, 3 }), false, "Your turn: draw up to 3 cards, or stand pat. (R52)"},
		{"to show", at(rendertest.Bob, func(v *engine.View) { v.Phase = engine.Showing }), false, "Your turn: show your hand or muck it. (R40)"},
		{"asked how often", at(rendertest.Bob, func(v *engine.View) { v.Phase, v.ToAct = engine.Asking, -1 }), false, "How many times do you want to run it?"},
		{"has said how often", at(rendertest.Bob, func(v *engine.View) { v.Phase, v.ToAct, v.Seats[1].Runs = engine.Asking, -1, 2 }), false, "You agreed to run it 2×."},
		{"another acts", as(rendertest.Alice), false, "You're in the hand, and <@1002> acts now."},
		{"another draws", at(rendertest.Alice, func(v *engine.View) { v.Phase = engine.Drawing }), false, "You're in the hand, and <@1002> acts now."},
		{"all-in", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].AllIn = true }), false, "You're all-in"},
		{"the board is dealt", at(rendertest.Alice, func(v *engine.View) { v.Phase, v.ToAct = engine.Runout, -1 }), false, "Watch this hand"},
		{"folded", as(rendertest.Carol), false, "You folded this hand. You'll be dealt into the next one.\n"},
		{"folded, sitting out", at(rendertest.Carol, func(v *engine.View) { v.Seats[2].Out = true }), false, "You sit out after this hand. Use /sitin to undo it.\n"},
		{"folded, sat out by the clock", at(rendertest.Carol, func(v *engine.View) { v.Seats[2].Out, v.Seats[2].TimedOut = true, true }), false, "You sit out after this hand. Use /sitin to undo it.\n"},
		{"folded, sitting out, closing", at(rendertest.Carol, func(v *engine.View) { v.Seats[2].Out, v.Closing = true, true }), false, "The table closes after this hand.\n"},
		{"folded, sitting out, leaving", at(rendertest.Carol, func(v *engine.View) { v.Seats[2].Out, v.Seats[2].Leaves = true, true }), false, "You leave after this hand. Use"},
		{"folded, sitting out, asked how often", at(rendertest.Carol, func(v *engine.View) { v.Phase, v.ToAct, v.Seats[2].Out = engine.Asking, -1, true }), false, "You sit out after this hand."},
		{"all-in, sitting out", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].AllIn, v.Seats[0].Out = true, true }), false, "You're all-in"},
		{"shuffling", at(rendertest.Bob, func(v *engine.View) { v.Phase, v.ToAct = engine.Shuffling, -1 }), false, "The cards are being shuffled."},
		{"leaving", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].Leaves = true }), false, "You leave after this hand. On your turn"},
		{"leaving, folded", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].Leaves, v.Seats[0].Folded = true, true }), false, "You leave after this hand. Use"},
		{"kicked", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].Kicked = true }), false, "The host is removing you after this hand."},
		{"not in the hand", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].InHand = false }), false, "You're not in this hand. You'll be dealt into the next one."},
		{"waiting for the big blind", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].InHand, v.Seats[0].Waits = false, true }), false, "You'll be dealt in when the big blind reaches you"},
		{"posting", at(rendertest.Alice, func(v *engine.View) {
			v.Seats[0].InHand, v.Seats[0].Waits, v.Seats[0].Posts = false, true, true
		}), false, "You'll post what you owe and be dealt in after the button has passed you, or perhaps with the big blind before that."},
		{"posting, dealt in next", at(rendertest.Alice, func(v *engine.View) {
			p := &v.Seats[0]
			p.InHand, p.Waits, p.Posts, p.Live, p.Dead = false, true, true, 20, 10
		}), false, "As things stand, you'll post 20 + 10 (dead) and get cards in the next hand."},
		{"sitting out", at(rendertest.Alice, func(v *engine.View) { v.Seats[0].InHand, v.Seats[0].Out = false, true }), false, "You're sitting out. Use /sitin"},
		{"busted", bust(400), false, "You're out of chips. Press **Rebuy…** on the board"},
		{"busted, with an empty wallet", bust(0), false, "You're out of chips. Use /chips daily to get more"},
		{"seated, closing", at(rendertest.Alice, func(v *engine.View) { v.Closing, v.Seats[0].InHand = true, false }), false, "The table closes after this hand."},
		{"seated, closed", idle(rendertest.Alice, func(v *engine.View) { v.Closed = true }), false, "The table is closed"},

		{"too few players", idle(rendertest.Alice, func(*engine.View) {}), false, "You're seated. The next hand starts when two players are ready to play"},
		{"between hands", idle(rendertest.Alice, func(v *engine.View) { v.Until = rendertest.Deadline }), false, "You're seated. The next hand starts automatically."},
		{"with cards to show", idle(rendertest.Alice, func(v *engine.View) { v.Until, v.Seats[0].MayShow = rendertest.Deadline, true }), false, "You're seated. The next hand starts automatically. You can show one card or all of them"},
		{"paused", idle(rendertest.Alice, func(v *engine.View) { v.Paused = true }), false, "The table is paused"},
		{"after a void hand", idle(rendertest.Alice, func(v *engine.View) { v.Voided, v.Until = true, rendertest.Deadline }), false, "This hand is void: every chip is back where it was when the hand began. (R65) You're seated"},

		{"host, to act", as(rendertest.Bob), true, "It's your turn"},
		{"host of a hand", as(5), true, "Press **Seat…** on the board and then **Sit down**, or use /sit to choose your chips and seat.\nAs host: use /table pause to pause"},
		{"host between hands", idle(rendertest.Alice, func(*engine.View) {}), true, "You're seated. The next hand starts when two players are ready to play.\nAs host: use /table settings"},
		{"host, paused", idle(rendertest.Alice, func(v *engine.View) { v.Paused = true }), true, "The table is paused. The next hand starts when its host resumes.\nAs host: use /table resume"},
		{"host who is asked", render.Scene{View: idle(rendertest.Alice, func(*engine.View) {}).View, Asking: asking.Asking}, true, "You're seated. The next hand starts when two players are ready to play.\nAs host: a player asks for chips"},
		{"host, closing", at(5, func(v *engine.View) { v.Closing = true }), true, "The table closes after this hand.\n/cards or My cards"},
	}
}

func TestHelpBeginsWithWhatToDoNow(t *testing.T) {
	begins := map[string]bool{}
	for _, m := range situations() {
		text, _ := Help(m.scene, locale.Lookup(""), Now(m.scene, locale.Lookup(""), m.host)...)
		if !strings.HasPrefix(text, m.want) {
			t.Errorf("%s: should begin %q:\n%s", m.name, m.want, text)
		}
		begins[m.want] = true
	}
	newcomer, seated, host := situations()[0].want, "It's your turn (to call", "You're seated. The next hand starts when two players are ready to play.\nAs host: use /table settings"
	for _, want := range []string{newcomer, host} {
		if !begins[want] {
			t.Errorf("nobody reads %q first, beside %q", want, seated)
		}
	}
}

// A button on the board has the board's language, for every reader. One behind it has the reader's.
func TestTheHelpNamesTheBoardsButtonsAsTheBoardDoes(t *testing.T) {
	spanish, german := locale.Lookup("es-ES"), locale.Lookup("de")
	for name, want := range map[string]string{
		"a free seat":            "Pulsa **Platz nehmen** en el tablero",
		"a free seat, in a hand": "Pulsa **Platz …** en el tablero y luego **Sentarse**",
		"busted":                 "Pulsa **Rebuy …** en el tablero",
	} {
		i := slices.IndexFunc(situations(), func(m situation) bool { return m.name == name })
		if i < 0 {
			t.Fatalf("there is no situation %q", name)
		}
		s := situations()[i].scene
		s.Lang = spanish
		if now := strings.Join(Now(s, german, false), "\n"); !strings.Contains(now, want) {
			t.Errorf("%s: %q should contain %q", name, now, want)
		}
	}
}

// TestAPlayerWhoLeavesReadsOfATurnToCome has a player leave in each phase of a hand (R60).
func TestAPlayerWhoLeavesReadsOfATurnToCome(t *testing.T) {
	l := locale.Lookup("")
	for phase, want := range map[engine.Phase]bool{
		engine.Shuffling: true, engine.Betting: true, engine.Drawing: true, engine.Asking: false, engine.Runout: false, engine.Showing: false,
	} {
		text := Leaving(l, &engine.View{Phase: phase}, engine.SeatView{Leaves: true})
		if got := strings.Contains(text, string(l.Say.LeaveTurn)); got != want || !strings.Contains(text, string(l.Say.LeaveUndo)) {
			t.Errorf("in phase %d: %q", phase, text)
		}
	}
}

// TestAPlayerWhoLeavesReadsOfADrawToCome also has players who are all-in, who draw like the others (R53). The answer to the command
// says that they stood pat, and no later text does.
func TestAPlayerWhoLeavesReadsOfADrawToCome(t *testing.T) {
	say := &locale.Lookup("").Say
	for _, tt := range []struct {
		variant  poker.Variant
		seat     engine.SeatView
		want, no locale.Text
	}{
		{poker.FiveCardDraw, engine.SeatView{Drew: -1}, say.LeaveDraw, say.StoodPat},
		{poker.FiveCardDraw, engine.SeatView{Drew: -1, AllIn: true}, say.LeaveDraw, say.LeaveTurn},
		{poker.FiveCardDraw, engine.SeatView{Drew: -1, Folded: true}, say.LeaveUndo, say.LeaveDraw},
		{poker.FiveCardDraw, engine.SeatView{Drew: 0}, say.LeaveTurn, say.LeaveDraw},
		{poker.FiveCardDraw, engine.SeatView{Drew: 0}, say.LeaveTurn, say.StoodPat},
		{poker.FiveCardDraw, engine.SeatView{Drew: 0, AllIn: true}, say.LeaveUndo, say.StoodPat},
		{poker.FiveCardDraw, engine.SeatView{Drew: 3}, say.LeaveTurn, say.LeaveDraw},
		{poker.FiveCardDraw, engine.SeatView{Drew: 3}, say.LeaveTurn, say.StoodPat},
		{poker.Holdem, engine.SeatView{Drew: -1}, say.LeaveTurn, say.LeaveDraw},
	} {
		v := engine.View{Phase: engine.Drawing, Rules: poker.Rules{Variant: tt.variant}}
		tt.seat.Leaves = true
		if text := Leaving(locale.Lookup(""), &v, tt.seat); !strings.Contains(text, string(tt.want)) || strings.Contains(text, string(tt.no)) {
			t.Errorf("%+v: %q should have %q, and not %q", tt.seat, text, tt.want, tt.no)
		}
	}
}

// TestNoSeatIsKeptAtATableThatCloses has a player leave in the last hand of a table (R64).
func TestNoSeatIsKeptAtATableThatCloses(t *testing.T) {
	l := locale.Lookup("")
	text := Leaving(l, &engine.View{Phase: engine.Betting, Closing: true}, engine.SeatView{Leaves: true})
	if strings.Contains(text, string(l.Say.LeaveUndo)) || !strings.Contains(text, string(l.Board.Closing)) {
		t.Error(text)
	}
}

func TestHelpWithoutATableSaysWhoMayOpenOne(t *testing.T) {
	l := locale.Lookup("")
	for want, got := range map[string]string{
		"There is no table in this channel. Use /table open to open one and be its host.":                                    NowOpen(l, true, 5),
		"There is no table in this channel. Opening a table requires the Manage Channels permission here. Ask someone":       NowOpen(l, false, 0),
		"There is no table in this channel. Opening a table requires the Manage Channels permission here, or the role <@&5>": NowOpen(l, false, 5),
	} {
		if text, _ := Help(render.Scene{}, locale.Lookup(""), got); !strings.HasPrefix(text, want) {
			t.Errorf("should begin %q:\n%s", want, text)
		}
	}
}

// In every language, at every table and moment, the help is one whole message and says that chips are play money.
func TestTheHelpIsOneMessageInEveryLanguage(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		first := map[string]string{} // in this language, by the English
		longest := 0
		for _, m := range situations() {
			for _, practice := range []bool{true, false} { // or the chips are free
				s := m.scene
				s.Lang, s.Free, s.View.Practice = l, !practice, practice
				now := strings.Join(Now(s, l, m.host), "\n")
				text, _ := Help(s, l, now)
				longest = max(longest, locale.Length(text))
				if strings.ContainsAny(text, "{}") || locale.Length(text) > locale.MaxText-30 || !strings.Contains(text, "\n-# "+string(l.Help.Play)) || strings.Count(text, "\n") > 3 { // ids are longer than here
					t.Errorf("%s: %d characters:\n%s", m.name, locale.Length(text), text)
				}
				english := strings.Join(Now(m.scene, locale.Lookup(""), m.host), "\n")
				if other, told := first[now]; told && other != english {
					t.Errorf("%q and %q are both %q", english, other, now)
				}
				first[now] = english
			}
		}
		for _, opener := range []engine.ID{0, 1<<63 + 5} {
			if text, _ := Help(render.Scene{Lang: l}, l, NowOpen(l, false, opener)); locale.Length(text) > locale.MaxText || strings.ContainsAny(text, "{}") {
				t.Errorf("without a table, %d characters:\n%s", locale.Length(text), text)
			}
		}
		t.Log("the longest has ", longest, " characters")
	})
}

// TestTheHelpNamesButtonsAsTheBoardDoes reads the help in German beside a board and a lobby in Japanese.
func TestTheHelpNamesButtonsAsTheBoardDoes(t *testing.T) {
	german, board := locale.Lookup("de"), locale.Lookup("ja")
	s := render.Scene{View: rendertest.Flop(), Name: rendertest.Names, Lang: german}
	s.View.Viewer = rendertest.Alice
	text, _ := Help(s, board, Now(s, board, false)...)
	if strings.Contains(text, string(german.Button.Cards)) || strings.Count(text, string(board.Button.Cards)) != 2 {
		t.Errorf("the help is\n%s", text)
	}
	s.View.Viewer, s.View.Waitlist, s.View.CallBy = 5, []engine.ID{5}, rendertest.Deadline
	if text := Now(s, board, false)[0]; !strings.Contains(text, "**"+string(board.Button.SeatAsk)+"**") {
		t.Errorf("the help for a held seat is\n%s", text)
	}
	x := &board.Tournament.Buttons
	want := german.Help.Now.Lobby.Format("name", "Cup", "register", string(x.Register), "table", string(x.MyTable))
	if lobby := NowLobby(german, board, "Cup", 5, true); lobby != want || !strings.Contains(lobby, "**"+string(x.Register)+"**") || !strings.Contains(lobby, "**"+string(x.MyTable)+"**") {
		t.Errorf("the help of a lobby is\n%s", lobby)
	}
}

// A topic lists its commands by their default names, in one message, and the last page has the commands of no other page.
func TestTopicsListEveryCommandOnce(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		listed := map[string]int{}
		for _, topic := range topics {
			text, rows, ok := HelpTopic(l, topic.name)
			if !ok || len(rows) != 1 || locale.Length(text) > locale.MaxText || strings.ContainsAny(text, "{}") {
				t.Errorf("%s: %d characters:\n%s", topic.name, locale.Length(text), text)
			}
			for line := range strings.SplitSeq(text, "\n") {
				if command, about, ok := strings.Cut(line, " · "); ok && strings.HasPrefix(command, "/") && about != "" {
					listed[strings.TrimPrefix(command, "/")]++
				}
			}
		}
		for path := range l.Commands {
			want := 1
			for other := range l.Commands {
				if strings.HasPrefix(other, path+" ") {
					want = 0
				}
			}
			if got := listed[path]; got != want {
				t.Errorf("/%s is listed %d times, want %d", path, got, want)
			}
		}
	})
	l := *locale.Lookup("")
	l.Commands = maps.Clone(l.Commands)
	l.Commands["jump"] = locale.Command{Name: "jump", About: "Jump"}
	if text, _, _ := HelpTopic(&l, "own"); !strings.HasSuffix(text, "\n/jump · Jump") {
		t.Errorf("a command that no topic lists is not on the last page:\n%s", text)
	}
	if _, _, ok := HelpTopic(&l, "jump"); ok {
		t.Error("there is a page that no menu has")
	}
}
