package picture

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// eachLanguage tries something in every language there is.
func eachLanguage(t *testing.T, try func(t *testing.T, l *locale.Lang)) {
	t.Helper()
	for _, l := range locale.Languages() {
		t.Run(l.Locale, func(t *testing.T) { try(t, l) })
	}
}

// tight is scenes in which words have the least room that they can have in a hand.
const tight = `
== backs
game omaha nl seats=10
hand number=3 betting act=3
seat 1 900 straddled bet=20 | Al
seat 2 900 leaves | Al
seat 3 900 | Al
seat 4 900 straddled leaves | Al
== draw
game draw nl seats=6
hand number=3 betting street=1 act=4
seat 1 900 drew=5 | Al
seat 2 900 drew=0 | Al
seat 3 900 leaves | Al
seat 4 900 drew=1 | Al
== waits
game draw fl small=5 big=10 seats=6
seat 1 900 | Al
== terms
game holdem nl small=500 big=1000 seats=9 ante=1000 noblinds straddles practice free line=12
seat 1 900 busted | Al
== ante
game holdem nl small=500 big=1000 seats=9 bbante noblinds straddles practice closing
hand number=123456 betting street=1 act=2 bet min=1000
board 2c 7d 9h
pot 100000
seat 1 900 busted | Al
seat 2 900 | Al
== blinds-draw
game draw fl small=500 big=1000 seats=6
hand number=123456 betting street=1 act=2 bet min=1000
pot 3000
seat 1 900 | Al
seat 2 900 | Al
== blinds-draw-large
game draw fl small=2500000 big=5000000 seats=6
hand number=123456 betting street=1 act=2 bet min=1000
pot 3000
seat 1 900 | Al
seat 2 900 | Al
== blinds-holdem
game holdem nl small=25000000 big=50000000 seats=6
hand number=123456 betting street=1 act=2 bet min=1000
pot 3000
seat 1 900 | Al
seat 2 900 | Al
== blinds-waiting
game draw fl small=500000000000 big=1000000000000 seats=6
seat 1 900 | Al
== asking
game holdem nl seats=10
hand number=3 asking most=3
board 2c 7d 9h
pot 800
seat 1 0 allin runs=3 chance=634 shown=Ah,Kh | Al
seat 2 0 allin runs=2 chance=366 shown=Ac,Kc | Al
== all-in
game omaha pl seats=10
hand number=3 runout
board 2c 7d 9h
pot 800
seat 1 0 allin chance=999 shown=Ah,Kh,2d,3d | Al
seat 2 12450 chance=999 shown=Ac,Kc,4d,5d | Al
== between
game holdem nl small=5000 big=10000 seats=10 practice soon
hand number=123 over
seat 1 0 busted | Al
seat 2 900 waits | Al
seat 3 900 waits posts | Al
seat 4 900 out | Al
seat 5 900 leaves | Al
seat 6 900 next | Al
== pausing
game omaha pl small=5000 big=10000 seats=9 practice paused
hand number=123 betting street=3 act=1 call=450
board 2c 7d 9h Jh Qh
pot 12450
seat 1 900 | Al
seat 2 900 mucked | Al
seat 3 900 folded | Al
seat 4 900 next | Al
`

// translated returns scenes in a language, of people with short names: all cut words in them are words of the language.
func translated(t *testing.T, l *locale.Lang) map[string]render.Scene {
	t.Helper()
	all := map[string]render.Scene{}
	for _, s := range append(scenes(t), staging(t, tight)...) {
		s.Lang = l
		names := map[engine.ID]render.DisplayName{}
		for id := range s.DisplayNames {
			names[id] = render.DisplayName{Name: "Al", User: "Al"}
		}
		s.DisplayNames = names
		all[s.name] = s.Scene
	}
	return all
}

// A word that is too long for its place is found here, measured with the letters it is drawn in.
func TestWordsHaveRoomInEveryLanguage(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *locale.Lang) {
		told := map[string]bool{}
		for name, s := range translated(t, l) {
			p := layoutOf(painter(t), s)
			for _, fault := range p.faults() {
				t.Errorf("%s: %s", name, fault)
			}
			for _, a := range p.parts {
				if name == "amounts-huge" {
					break // in which amounts are cut
				}
				if a.kind == text && strings.HasSuffix(a.text, "…") && !told[a.text] {
					told[a.text] = true
					t.Errorf("%s: %s is cut: its words are too long for %d pixels", name, a, a.box.Dx())
				}
			}
		}
	})
}

// Words at seats and the small print keep 11 pixels where a phone shows the picture 360 pixels wide.
func TestLabelsAreLegibleOnAPhone(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for name, s := range translated(t, l) {
			if name == "ten-allin-nine-pots" || name == "amounts-huge" {
				continue // the side pots of all-ins of nine sizes are smaller, as they would be cut
			}
			if strings.HasPrefix(name, "blinds-") {
				continue // large blinds are smaller, for the same reason
			}
			for _, a := range layoutOf(painter(t), s).parts {
				label := a.colour == lettering || a.colour == pillWord || a.style == nameStyle || a.style == tagStyle
				if a.kind == text && label && 360*a.style.size < 11*Width {
					t.Errorf("%s: %s has letters of %d pixels, too small for a phone", name, a, a.style.size)
				}
			}
		}
	})
}

// A player sees at a waiting table the price of playing there, and in a hand why chips went into the pot.
func TestAPictureSaysWhatIsPaidBesideTheBlinds(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *locale.Lang) {
		all, b := translated(t, l), l.Board
		for name, facts := range map[string][]string{
			"waiting-terms": {b.Ante.Format("amount", "10"), string(b.NoBlinds), string(b.Straddle), l.Count(b.Line, 2), string(l.Money.FreeChips)},
			"terms": {b.Ante.Format("amount", l.Chips(1000)), string(b.NoBlinds), string(b.Straddle), l.Count(b.Line, 12), string(b.Practice),
				string(l.Money.FreeChips), render.BuyIn(l, all["terms"].View.Rules)},
			"ante-flop":        {b.Ante.Format("amount", "2")},
			"ja-bb-ante-flop":  {string(b.BigAnte)},
			"ja-waiting-terms": {b.Ante.Format("amount", "10"), string(b.Straddle), l.Count(b.Line, 2)},
		} {
			var words []string
			for _, a := range layoutOf(painter(t), all[name]).parts {
				words = append(words, a.text)
			}
			for _, fact := range facts {
				if !strings.Contains(strings.Join(words, dot), fact) {
					t.Errorf("%s does not say %q: %q", name, fact, words)
				}
			}
		}
	})
}

// sceneOf returns the scene that lines tell, in a language.
func sceneOf(t *testing.T, l *locale.Lang, told string) render.Scene {
	t.Helper()
	s, err := stage(strings.Split(told, "\n"))
	if err != nil {
		t.Fatal(err)
	}
	s.Lang = l
	return s.Scene
}

// cutsNothing fails a test for each text of a picture that is cut.
func cutsNothing(t *testing.T, label string, p *layout) {
	t.Helper()
	for _, a := range p.parts {
		if a.kind == text && strings.HasSuffix(a.text, "…") {
			t.Errorf("%s: %s is cut", label, a)
		}
	}
}

// No amount of side pots, or won by one of several boards, is cut in the middle of a number.
func TestNoWinIsCut(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for won := int64(123); won <= locale.MaxChips; won = won*21/10 + 1 {
			for _, again := range []string{"again As 10h 7c 3d 4c", "again As 10h 7c 3d 4c\nagain As 10h 7c 3h 5c"} {
				told := fmt.Sprintf("game holdem nl seats=6\nhand over number=20 street=3\nboard As 10h 7c Qs 2h\n%s\npot %[3]d 1:%[2]d 2:%[2]d:1\npot %[2]d 1:%[2]d\npot %[2]d 1:%[2]d\npot %[2]d 1:%[2]d\npot %[2]d 1:%[2]d\npot %[2]d 1:%[2]d\n"+
					"seat 1 900 shown=Ac,Qd | Al\nseat 2 900 shown=7d,7h | Bo", again, won, 2*won)
				cutsNothing(t, fmt.Sprint(won), layoutOf(painter(t), sceneOf(t, l, told)))
			}
		}
	})
}

// The blinds are never cut in the middle of a number, whatever they are and whatever else is said.
func TestNoBlindsAreCut(t *testing.T) {
	hands := []string{"", "hand betting number=123456 street=1 act=2 call=10 min=20", "hand over number=123456 street=1"}
	eachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for _, game := range []string{"holdem nl", "omaha pl", "draw fl", "draw fl noblinds bbante"} {
			for _, hand := range hands {
				for big := int64(10); big <= locale.MaxChips; big *= 10 {
					told := fmt.Sprintf("game %s seats=6 small=%d big=%d closing practice\n%s\nseat 1 900 | Al\nseat 2 900 | Al", game, big/2, big, hand)
					cutsNothing(t, fmt.Sprintf("%s of %d, %q", game, big, hand), layoutOf(painter(t), sceneOf(t, l, told)))
				}
			}
		}
	})
}

// TestNoTotalIsCut wins pots of all sizes, alone and shared by ten, with and without side pots: no total and no pot is cut in the middle of a number.
func TestNoTotalIsCut(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for won := int64(123); won <= locale.MaxChips; won = won*21/10 + 1 {
			for _, winners := range []int{1, 10} {
				for _, game := range []string{"holdem nl", "draw nl"} {
					told := fmt.Sprintf("game %s seats=10\nhand over number=20 street=3\n", game)
					for _, pot := range []int64{10 * won, won, won, won} {
						told += fmt.Sprintf("pot %d", pot)
						for seat := range winners {
							told += fmt.Sprintf(" %d:%d", seat+1, pot/int64(winners))
						}
						told += "\n"
					}
					for seat := range 10 {
						told += fmt.Sprintf("seat %d 900 | Al\n", seat+1)
					}
					cutsNothing(t, fmt.Sprintf("%d for %d, %s", won, winners, game), layoutOf(painter(t), sceneOf(t, l, told)))
				}
			}
		}
	})
}

// TestAWaitingTableWritesAboveThePlayers gives a waiting table the longest terms: no line reaches the seats below, and each fact is there.
func TestAWaitingTableWritesAboveThePlayers(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *locale.Lang) {
		for _, game := range []string{"omaha pl seats=10", "holdem nl seats=10", "draw fl seats=6"} {
			for big := int64(10); big <= locale.MaxChips; big *= 10 {
				told := fmt.Sprintf("game %s small=%d big=%[2]d ante=%[2]d bbante noblinds straddles practice free line=12\nseat 1 900 | Al", game, big)
				s := sceneOf(t, l, told)
				p, words := layoutOf(painter(t), s), ""
				cutsNothing(t, fmt.Sprintf("%s of %d", game, big), p)
				for _, a := range p.parts {
					if a.kind == text && a.in == whole && a.box.Max.Y > Height-margin-podHigh-bandHigh {
						t.Errorf("%s of %d: %s is too low", game, big, a)
					}
					words += a.text + dot
				}
				for _, fact := range []string{string(l.Board.Practice), string(l.Money.FreeChips), l.Count(l.Board.Line, 12), l.Count(l.Board.Free, int64(s.View.Rules.Seats-1))} {
					if !strings.Contains(words, fact) {
						t.Errorf("%s of %d: %q is missing in %q", game, big, fact, words)
					}
				}
			}
		}
	})
}
