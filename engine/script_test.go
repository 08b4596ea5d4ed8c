package engine

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/internal/golden"
)

// TestHands plays the hands of testdata/hands. A line that begins in the first column is what a player does; the indented
// ones below it are what came of it, written by -update: read the difference before you commit it.
//
//	rules variant=3 limit=2 runIt=2   the game; fields of Rules by their names in JSON, the rest as usual
//	deal As Kd …                      a hand begins, from a deck that begins with these cards
//	A raise 40                        a player acts; players are letters, A has seat 1
//	wait 45s                          time passes, and what is due happens
//	see                               which cards each viewer sees
func TestHands(t *testing.T) {
	files, err := filepath.Glob("testdata/hands/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal("no hands", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got := (&script{scene: newScene(t, nil)}).play(string(text))
			golden.Equal(t, "hands/"+filepath.Base(file), []byte(got))
		})
	}
}

// script is a hand that is read from a file.
type script struct {
	*scene
	to bytes.Buffer
}

// play does what the lines say and puts below each what came of it.
func (s *script) play(text string) string {
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "  ") {
			continue
		}
		fmt.Fprintln(&s.to, line)
		if f := strings.Fields(line); len(f) > 0 && f[0] != "#" {
			s.command(f)
		}
	}
	return s.to.String()
}

func (s *script) say(format string, args ...any) { fmt.Fprintf(&s.to, "  "+format+"\n", args...) }

func (s *script) command(f []string) {
	switch f[0] {
	case "rules":
		s.rules(f[1:])
	case "deal":
		s.now += 10_000
		s.try(Start{At: s.now})
		s.try(Deal{Deck: deckOf(s, strings.Join(f[1:], " ")), Message: 77, At: s.now})
	case "wait":
		d, err := time.ParseDuration(f[1])
		if err != nil {
			s.Fatal(err)
		}
		s.now = s.now.Add(d)
		for w := s.table.Pending(); w.Due != 0 && w.Due <= s.now && w.Need != NeedStart; w = s.table.Pending() {
			s.try(Tick{s.now})
		}
	case "void":
		s.try(Void{s.now})
	case "see":
		s.see()
	default:
		s.player(id(f[0][0]), f[1], strings.Join(f[2:], " "))
	}
	s.turn()
}

// rules opens another table.
func (s *script) rules(fields []string) {
	var doc []string
	for _, f := range fields {
		name, value, _ := strings.Cut(f, "=")
		if d, err := time.ParseDuration(value); err == nil && value != "0" {
			value = strconv.FormatInt(int64(d), 10)
		}
		doc = append(doc, fmt.Sprintf("%q:%s", name, value))
	}
	r := DefaultRules()
	r.TimeBank, r.Runout = 0, 0
	if err := strict([]byte("{"+strings.Join(doc, ",")+"}"), &r); err != nil {
		s.Fatal(err)
	}
	t, err := New(r)
	if err != nil {
		s.Fatal(err)
	}
	s.table = t
}

// player does what a player does.
func (s *script) player(who ID, what, rest string) {
	v := s.table.View(who)
	n, _ := strconv.ParseInt(strings.Fields(rest + " 0")[0], 10, 64)
	act := Act{Player: who, Turn: v.Turn, To: n, At: s.now}
	switch what {
	case "sits":
		chips, post := n, strings.Contains(rest, "post")
		s.try(Sit{Player: who, Seat: int(who) - 1, Chips: chips, Post: post, All: strings.Contains(rest, "all"), At: s.now})
	case "fold":
		act.Action = Fold
		s.try(act)
	case "check":
		act.Action = Check
		s.try(act)
	case "call":
		act.Action = Call
		s.try(act)
	case "raise":
		act.Action = Raise
		s.try(act)
	case "draw":
		s.try(Draw{who, v.Turn, bitsOf(rest), s.now})
	case "show":
		s.try(Show{who, v.Turn, bitsOf(rest), s.now})
	case "muck":
		s.try(Show{who, v.Turn, 0, s.now})
	case "runs":
		s.try(RunIt{who, v.Hand, int(n), s.now})
	case "plan":
		plans := map[string]PreAction{"check/fold": PlanCheckFold, "check": PlanCheck, "call": PlanCall, "call any": PlanCallAny}
		s.try(Plan{who, v.Hand, plans[rest], s.now})
	case "clock":
		s.try(CallClock{who, v.Turn, s.now})
	case "straddles":
		s.try(Straddle{who, rest != "off", s.now})
	case "asks":
		s.try(SetMuckPolicy{who, Asks, s.now})
	case "leaves":
		s.try(Leave{who, s.now})
	case "out":
		s.try(SitOut{who, s.now})
	case "in":
		s.try(SitIn{who, rest == "post", s.now})
	case "topup":
		s.try(TopUp{who, n, s.now})
	case "waits":
		s.try(Wait{who, rest == "off", s.now})
	default:
		s.Fatalf("%c %s?", 'A'+who-1, what)
	}
}

// bitsOf has a bit for each place named, from 1.
func bitsOf(places string) (bits uint8) {
	for _, place := range strings.Fields(places) {
		n, _ := strconv.Atoi(place)
		bits |= 1 << n >> 1
	}
	return bits
}

// try carries out a command and says what came of it.
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
	if cards := present(e.Cards); len(cards) > 0 {
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
	return line
}
