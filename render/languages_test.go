package render

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/engine/rank"
)

// eachLanguage tries something in every language there is.
func eachLanguage(t *testing.T, try func(t *testing.T, l *Lang)) {
	t.Helper()
	for _, l := range Languages() {
		t.Run(l.Locale, func(t *testing.T) { try(t, l) })
	}
}

// Every language has a file of how it reads: three moments of a hand, and the names of hands.
func TestLanguagesReadAsTheirGoldenFiles(t *testing.T) {
	all := scenes(t)
	eachLanguage(t, func(t *testing.T, l *Lang) {
		var parts []string
		for _, name := range []string{"betting-facing-a-bet", "runout-asking", "result-side-pots"} {
			parts = append(parts, shown(Scene{View: all[name], Name: names, Lang: l, Chances: Chances(all[name])}))
		}
		s := Scene{View: all["betting-facing-a-bet"], Name: names, Lang: l}
		parts = append(parts, "--- help\n"+Help(s, Now(s, true)...))
		parts = append(parts, "--- hands\n"+strings.Join(hands(t, l), "\n"))
		golden(t, "language-"+l.Locale, strings.Join(parts, "\n")+"\n")
	})
}

// hands is the name of a hand of every kind.
func hands(t *testing.T, l *Lang) (list []string) {
	for _, held := range []string{
		"As Ks Qs Js 10s", "9h 8h 7h 6h 5h", "7c 7d 7h 7s Kd", "Kc Kd Kh 3s 3d", "As 9s 7s 4s 2s", "10c 9d 8h 7s 6d", "6c 6d 6h Ks 2d",
		"Ac Ad Kh Ks 2d", "2c 2d Ah Ks Qd", "Qc Jd 9h 4s 2d",
	} {
		list = append(list, l.Hand(rank.Best(cards(t, held))))
	}
	return list
}

// Whatever the language, a board has the lines that programs read, and as many as the English one.
func TestFixedFormsAreFixedInEveryLanguage(t *testing.T) {
	heading := regexp.MustCompile(`^#12 · \*\*[^*]+\*\*`)
	eachLanguage(t, func(t *testing.T, l *Lang) {
		pots := regexp.MustCompile(`^Pot [0-9` + regexp.QuoteMeta(string(l.Group)) + `]+( · Side [0-9` + regexp.QuoteMeta(string(l.Group)) + `]+)*$`)
		for name, v := range scenes(t) {
			theirs := Scene{View: v, Name: names, Chances: Chances(v), Seal: "0123456789abcdef"}
			ours := theirs
			ours.Lang = l
			text := Board(ours)
			checkText := func(what, text string) {
				if strings.ContainsAny(text, "{}") || length(text) > maxText {
					t.Errorf("%s: %s of %d characters:\n%s", name, what, length(text), text)
				}
			}
			checkText("a board", text)
			panel, rows := Panel(ours)
			checkText("a panel", panel)
			if v.Hand == 12 && !heading.MatchString(text) {
				t.Errorf("%s begins %q", name, strings.Split(text, "\n")[0])
			}
			if got, want := formOf(text, pots), formOf(Board(theirs), potLine); got != want {
				t.Errorf("%s has the form\n%s\nin English\n%s\n%s", name, got, want, text)
			}
			_, english := Panel(theirs)
			for _, both := range [][2][][]Button{{Buttons(ours), Buttons(theirs)}, {rows, english}} {
				if got, want := verbs(both[0]), verbs(both[1]); got != want {
					t.Errorf("%s has the buttons %s, in English %s", name, got, want)
				}
			}
		}
	})
}

var sealed = regexp.MustCompile(`^-# \pL+ ([0-9a-f]{8}) · /\pL+ ([0-9]+)$`)

var fixedSeat = regexp.MustCompile("^(▶ )?`[0-9]+` (<@[0-9]+>|\\*\\*[^*]+\\*\\*) ")

// formOf is the lines of a board that programs read, by what they are.
func formOf(board string, pots *regexp.Regexp) string {
	var form []string
	for line := range strings.SplitSeq(board, "\n") {
		switch seat := fixedSeat.FindString(line); {
		case pots.MatchString(line):
			form = append(form, fmt.Sprint(strings.Count(line, " · ")+1, " pots"))
		case seat != "":
			until := ""
			if strings.HasPrefix(seat, "▶") && strings.HasSuffix(line, ":R>") {
				until = " until"
			}
			form = append(form, seat+until)
		case strings.HasPrefix(line, "▶"), strings.HasPrefix(line, "Pot"):
			form = append(form, line)
		case sealed.MatchString(line):
			form = append(form, fmt.Sprint("seal and hand ", sealed.FindStringSubmatch(line)[1:]))
		}
	}
	return strings.Join(form, "\n")
}

// verbs is what buttons do.
func verbs(rows [][]Button) string {
	var all []string
	for _, row := range rows {
		for _, b := range row {
			all = append(all, fmt.Sprint(b.Verb, " ", b.To, " ", b.What, " ", b.Disabled))
		}
		all = append(all, "/")
	}
	return strings.Join(all, ", ")
}

// The longest board there can be keeps its seats, in the most long-winded of languages too.
func TestTheLongestBoardsFitInEveryLanguage(t *testing.T) {
	long := func(engine.SeatView) string { return Bold(strings.Repeat("W", 40)) }
	eachLanguage(t, func(t *testing.T, l *Lang) {
		v := fullTable(9_999_999_999)
		playing := v
		playing.Phase, playing.ToAct, playing.Legal.Call = engine.Betting, 9, 9_999_999_999
		for _, s := range []Scene{{View: v, Lang: l}, {View: v, Lang: l, Name: long}, {View: playing, Lang: l}, {View: playing, Lang: l, Name: long}} {
			text := Board(s)
			if length(text) > maxText || strings.Count(text, "` ") != engine.MaxSeats || strings.Count(text, turnMark) > 1 {
				t.Errorf("%d characters:\n%s", length(text), text)
			}
		}
		for seed := range uint64(rounds / 10) {
			view := roll(seed).view()
			board := Board(Scene{View: view, Lang: l, Name: names})
			panel, _ := Panel(Scene{View: view, Lang: l, Name: names})
			if max(length(board), length(panel)) > maxText || strings.ContainsAny(board+panel, "{}") {
				t.Fatalf("seed %d:\n%s\n%s", seed, board, panel)
			}
		}
	})
}

// No refusal, rule or help has a placeholder left, or is more than one message.
func TestWhatPeopleAreToldIsWholeInEveryLanguage(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *Lang) {
		s := Scene{View: flop(), Name: names, Lang: l}
		texts := map[string]string{"rules": l.Rule("")}
		for why := engine.NotSeated; why <= engine.BadRules; why++ {
			texts[fmt.Sprint("refusal ", why)] = Refusal(s, engine.Refusal{Reason: why, Min: 80, Max: 1000, Rule: 22})
			if texts[fmt.Sprint("refusal ", why)] == l.Numbered(string(l.Why.Other), 22) {
				t.Errorf("refusal %d has no sentence of its own", why)
			}
		}
		for _, n := range RuleNumbers() {
			texts[ruleName(n)] = l.Rule(ruleName(n))
		}
		for _, muck := range []string{"", "on", "off"} {
			for _, ping := range []string{"", "off", "nudge", "always"} {
				texts["taste "+muck+ping] = Preferences(l, Chosen{Muck: muck, Ping: ping, Language: "en"})
			}
		}
		for _, opener := range []engine.ID{0, 5, 6} {
			texts[fmt.Sprint("server ", opener)] = Server(l, ServerChosen{Opener: opener}, 6)
			texts[fmt.Sprint("staked ", opener)] = Server(l, ServerChosen{Opener: opener, Staked: true}, 6)
			texts[fmt.Sprint("opener ", opener)] = MayNotOpen(l, opener)
		}
		for what, text := range texts {
			if text == "" || strings.ContainsAny(text, "{}") || length(text) > maxText {
				t.Errorf("%s: %d characters: %s", what, length(text), text)
			}
		}
	})
}

// Two hands that differ in a rank that counts are not called the same, in any language.
func TestHandsAreToldApartInEveryLanguage(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *Lang) {
		seen := map[string]string{}
		for _, words := range l.Hands.Ranks {
			for kind, text := range map[string]Text{
				"high": l.Hands.HighCard, "pair": l.Hands.Pair, "trips": l.Hands.Trips, "straight": l.Hands.Straight, "flush": l.Hands.Flush,
				"quads": l.Hands.Quads, "straight flush": l.Hands.StraightFlush,
			} {
				name, hand := text.Format("one", string(words.One), "many", string(words.Many)), kind+" of "+string(words.One)
				if other, taken := seen[name]; taken {
					t.Errorf("%s and %s are both %q", hand, other, name)
				}
				seen[name] = hand
			}
		}
	})
}

// What a text offers to be typed is understood when it is typed.
func TestAmountsThatTextsNameAreUnderstood(t *testing.T) {
	quoted := regexp.MustCompile("`([^`]+)`")
	eachLanguage(t, func(t *testing.T, l *Lang) {
		var said []string
		for _, text := range []Text{l.Amount.Garbage, l.Amount.NoChips, l.Help.Amounts} {
			for _, m := range quoted.FindAllStringSubmatch(string(text), -1) {
				said = append(said, m[1])
			}
		}
		if len(said) < 8 {
			t.Errorf("only %q are named", said)
		}
		for _, word := range said {
			if _, why := l.wish(word, flop().Legal, 1); why != 0 {
				t.Errorf("%q is not understood", word)
			}
		}
		for _, a := range l.Amount.words() {
			for _, other := range Languages() {
				if means := other.amountOf(a.word); means != a.means {
					t.Errorf("%q is %s, and %s to who speaks %s", a.word, a.means, means, other.Locale)
				}
			}
		}
	})
}

// Commands that stand beside each other, and options of one command, have names of their own in every language.
func TestCommandsHaveNamesOfTheirOwn(t *testing.T) {
	eachLanguage(t, func(t *testing.T, l *Lang) {
		seen := map[string]string{}
		unique := func(where, name, path string) {
			if other, taken := seen[where+name]; taken {
				t.Errorf("%s and %s are both called %q", path, other, name)
			}
			seen[where+name] = path
		}
		for path, c := range l.Commands {
			words := strings.Fields(path)
			unique(strings.Join(words[:len(words)-1], " ")+"/", c.Name, path)
			for name, o := range c.Options {
				unique(path+":", o.Name, path+" "+name)
				if labels := slices.Sorted(maps.Values(o.Choices)); len(slices.Compact(labels)) != len(o.Choices) {
					t.Errorf("%s %s has the same choice twice", path, name)
				}
			}
		}
	})
}
