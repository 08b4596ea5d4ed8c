package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/engine/poker"
	"cardroom/internal/scripts"
)

// TestHands plays the hands of testdata/hands. A line that begins in the first column is an action of a player; the indented
// ones below it are its results, written by -update: read the difference before you commit it.
//
//	rules variant=3 limit=2 runIt=2   the game; fields of Rules by their names in JSON, the rest as usual
//	deal As Kd …                      a hand begins, from a deck that begins with these cards
//	A raise 40                        a player acts; players are letters, A has seat 1
//	wait 45s                          time passes, and deadlines take effect
//	see                               which cards each viewer sees
//	seats A=500 B=300:away            the director of a tournament says who sits there, with which chips
//	level 10/20:bb A B C              the next hands are of this level; A has the button, B owes the small blind, C the big one
func TestHands(t *testing.T) {
	scripts.Play(t, "hands/*.txt", playScript)
}

// TestDirectedHands plays the hands of testdata/directed, at the tables of tournaments.
func TestDirectedHands(t *testing.T) { scripts.Play(t, "directed/*.txt", playScript) }

// playScript returns the function that plays the commands of a script.
func playScript(t *testing.T, say scripts.Say) func([]string) {
	return (&script{scene: newScene(t, nil), say: say}).command
}

// script is a hand that is read from a file.
type script struct {
	*scene
	say   scripts.Say
	level []string // of a tournament
}

func (s *script) command(f []string) {
	switch f[0] {
	case "rules":
		s.rules(f[1:])
	case "deal":
		s.now += 10_000
		s.try(s.begin())
		s.try(Deal{Deck: scripts.Deck(s, f[1:]), Message: 77, At: s.now})
	case "wait":
		s.now = s.now.Add(scripts.Duration(s, f[1]))
		for w := s.table.Pending(); w.Due != 0 && w.Due <= s.now && w.Need != NeedStart; w = s.table.Pending() {
			s.try(Tick{s.now})
		}
	case "void":
		s.try(Void{s.now})
	case "see":
		s.see()
	case "seats":
		s.try(s.seating(f[1:]))
	case "level":
		s.level = f[1:]
	default:
		s.player(id(f[0][0]), f[1], f[2:])
	}
	s.turn()
}

// rules opens another table.
func (s *script) rules(fields []string) {
	r := poker.DefaultRules()
	r.TimeBank, r.Runout = 0, 0
	if err := strict(scripts.JSON(fields), &r); err != nil {
		s.Fatal(err)
	}
	t, err := New(r)
	if err != nil {
		s.Fatal(err)
	}
	s.table = t
}

// player carries out an action of a player.
func (s *script) player(who ID, what string, rest []string) {
	v, all, n := s.table.View(who), strings.Join(rest, " "), int64(0)
	if len(rest) > 0 {
		n, _ = strconv.ParseInt(rest[0], 10, 64)
	}
	act := func(a Action) Command { return Act{Player: who, Turn: v.Turn, Action: a, To: n, At: s.now} }
	plans := map[string]PreAction{"check/fold": PlanCheckFold, "check": PlanCheck, "call": PlanCall, "call any": PlanCallAny}
	c, known := map[string]Command{
		"sits": Sit{
			Player: who, Seat: int(who) - 1, Chips: n, Post: strings.Contains(all, "post"), All: strings.Contains(all, "all"), At: s.now,
		},
		"fold": act(Fold), "check": act(Check), "call": act(Call), "raise": act(Raise),
		"draw":      Draw{who, v.Turn, scripts.Bits(rest), s.now},
		"show":      Show{who, v.Turn, scripts.Bits(rest), s.now},
		"muck":      Show{who, v.Turn, 0, s.now},
		"runs":      RunIt{who, v.Hand, int(n), s.now},
		"plan":      Plan{who, v.Hand, plans[all], s.now},
		"clock":     CallClock{who, v.Turn, s.now},
		"straddles": Straddle{who, all != "off", s.now},
		"asks":      SetMuckPolicy{who, Asks, s.now},
		"leaves":    Leave{who, s.now},
		"kicked":    Kick{who, s.now},
		"out":       SitOut{who, s.now},
		"in":        SitIn{who, all == "post", s.now},
		"topup":     TopUp{Player: who, Chips: n, At: s.now},
		"waits":     Wait{who, all == "off", s.now},
	}[what]
	if !known {
		s.Fatalf("%c %s?", 'A'+who-1, what)
	}
	s.try(c)
}

// try carries out a command and writes its results.
func (s *script) try(c Command) {
	s.Helper()
	next, out, err := s.table.Apply(c, nil)
	if err != nil {
		s.say("%s", strings.TrimPrefix(err.Error(), "engine: "))
		return
	}
	before := s.table.View(0)
	if s.table = next; s.table.Check() != nil {
		s.Fatalf("after %T: %v", c, s.table.Check())
	}
	for _, e := range out {
		s.say("%s", eventText(e))
	}
	s.stamped(out, &before)
}

// stamped checks the moment, the hand and the rank that events name.
func (s *script) stamped(events []Event, before *View) {
	s.Helper()
	board := before.Board
	for _, e := range events {
		if e.At != s.now || e.Hand != before.Hand && e.Hand != s.table.View(0).Hand {
			s.Errorf("event %+v is of moment %d and hand %d, want %d and %d", e, e.At, e.Hand, s.now, s.table.View(0).Hand)
		}
		switch {
		case e.Kind == HandStarted:
			board = nil
		case e.Kind == BoardDealt && e.Run == 0:
			board = append(slices.Clone(board), e.Faces()...)
		case e.Kind == Shown && len(e.Faces()) == before.Rules.Variant.HoleCards():
			if want := before.Rules.Variant.Best(e.Faces(), board); e.Made != want {
				s.Errorf("%s shows %s, want %+v", letter(e.Player), cardsText(e.Faces()), want)
			}
		}
	}
}

// turn checks what the player to act may do.
func (s *script) turn() {
	v := s.table.View(0)
	switch l := v.Legal; {
	case v.Phase == Drawing:
		s.say("▶ %s draws, %d at most", letter(playerAt(&v, v.ToAct)), v.Discards)
	case v.Phase == Showing:
		s.say("▶ %s shows or mucks", letter(playerAt(&v, v.ToAct)))
	case v.Phase == Asking:
		s.say("▶ once, or up to %d times?", v.MostRuns)
	case v.Phase == Betting:
		raise := "no raise"
		if l.Min > 0 {
			raise = fmt.Sprintf("raise to %d–%d", l.Min, l.Max)
		}
		s.say("▶ %s: call %d, %s", letter(playerAt(&v, v.ToAct)), l.Call, raise)
	}
}

// see checks which cards each viewer sees.
func (s *script) see() {
	public := s.table.View(0)
	s.say("everyone: board %s %v", cardsText(public.Board), public.Again)
	for _, p := range public.Seats {
		v := s.table.View(p.Player)
		line := fmt.Sprintf("%s, %d behind, sees", letter(p.Player), p.Stack)
		for _, q := range v.Seats {
			if len(q.Cards) > 0 {
				line += fmt.Sprintf(" %s:%s", letter(q.Player), cardsText(q.Cards))
			} else if q.Hidden > 0 {
				line += fmt.Sprintf(" %s:%s", letter(q.Player), strings.Repeat("?", q.Hidden))
			}
		}
		s.say("%s", line)
	}
	for _, p := range public.Pots {
		s.say("pot %d of %v", p.Amount, p.Players)
	}
}

func cardsText(cards []card.Card) string {
	text := ""
	for _, c := range cards {
		text += c.String()
	}
	return text
}

var kindText = map[Kind]string{
	SatDown: "sits down", StoodUp: "stands up", ToppedUp: "tops up", Returned: "gets back", Converted: "plays for practice",
	Moved: "moves", SatOut: "sits out", SatIn: "sits in", Leaving: "will leave", HandStarted: "has the button",
	Posted: "posts", HandDealt: "cards are dealt", Uncalled: "takes back", BoardDealt: "board", Shown: "shows", Mucked: "mucks",
	Won: "wins", HandEnded: "the hand is over", HandVoided: "the hand is void", Drew: "draws", RunsAsked: "how often?",
	RunsAgreed: "boards are dealt:", ClockCalled: "has a minute", Waiting: "waits for a seat", NotWaiting: "waits no longer",
	SeatCalled: "has a seat kept",
}

// eventText returns an event as a line.
func eventText(e Event) string {
	who, text := "", kindText[e.Kind]
	if e.Player != 0 {
		who = letter(e.Player) + " "
	}
	if e.Kind == Acted {
		text = [...]string{Fold: "folds", Check: "checks", Call: "calls", Raise: "raises to"}[e.Action]
		if e.Action == Raise {
			e.Amount = e.To
		}
	}
	if e.Kind == Posted {
		text += [...]string{
			PostAnte: " an ante of", PostSmallBlind: " the small blind of", PostBigBlind: " the big blind of",
			PostBigBlindAnte: " the table's ante of", PostStraddle: " a straddle of", PostLive: " a live bet of",
			PostDeadSmall: " a dead small blind of",
		}[e.Post]
	}
	line := who + text
	if e.Amount > 0 {
		line += fmt.Sprintf(" %d", e.Amount)
	}
	if e.Kind == Drew || e.Kind == RunsAgreed {
		line += fmt.Sprintf(" %d", e.Count)
	}
	if cards := card.Present(e.Cards); len(cards) > 0 {
		line += " " + cardsText(cards)
	}
	if e.Kind == BoardDealt && e.Run > 0 {
		line += fmt.Sprintf(" of board %d", e.Run+1)
	}
	if e.Kind == Won && (e.Pot > 0 || e.Run > 0) {
		line += fmt.Sprintf(" of pot %d on board %d", e.Pot, e.Run+1)
	}
	if e.AllIn {
		line += " all-in"
	}
	if e.Silent {
		line += " in silence"
	}
	if e.Left {
		line += ", leaving"
	}
	return line
}
