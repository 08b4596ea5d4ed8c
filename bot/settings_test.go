package bot

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/picture"
	"cardroom/render/text"
)

// termsOf is the terms of a table as it opens.
func termsOf(t *testing.T, options ...string) terms {
	t.Helper()
	k := &ask{lang: locale.Lookup(""), options: map[string]string{}}
	for i := 0; i < len(options); i += 2 {
		k.options[options[i]] = options[i+1]
	}
	r, err := readRules(k)
	if err == nil {
		err = r.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	return terms{rules: r}
}

// settingOf is an option by its name.
func settingOf(t *testing.T, name string) setting {
	t.Helper()
	i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name })
	if i < 0 {
		t.Fatalf("no option %s", name)
	}
	return settings[i]
}

func TestOptionsOfTheHouseAreReadAsTyped(t *testing.T) {
	for _, c := range []struct {
		option, typed string
		game          string       // an option of /table open and its value
		want          func(*terms) // what is set by it
		shown         string
	}{
		{"ante", "3", "", func(x *terms) { x.rules.Ante = 3 }, "3"},
		{"ante", "0", "", func(*terms) {}, "0"},
		{"ante", " BB ", "", func(x *terms) { x.rules.BigBlindAnte = true }, "bb"},
		{"ante", "3", "ante bb", func(x *terms) { x.rules.Ante, x.rules.BigBlindAnte = 3, false }, "3"},
		{"ante", "bb", "ante 3", func(x *terms) { x.rules.Ante, x.rules.BigBlindAnte = 0, true }, "bb"},
		{"blinds", "on", "game draw", func(*terms) {}, "on"},
		{"blinds", "off", "game draw", func(x *terms) { x.rules.NoBlinds = true }, "off"},
		{"min-bet", "10", "", func(x *terms) { x.rules.MinBet = 10 }, "10"},
		{"min-bet", "2.5k", "", func(x *terms) { x.rules.MinBet = 2500 }, "2,500"},
		{"chip-unit", "5", "", func(x *terms) { x.rules.ChipUnit = 5 }, "5"},
		{"straddle", "on", "", func(x *terms) { x.rules.Straddle = true }, "on"},
		{"straddle", "off", "", func(*terms) {}, "off"},
		{"clock", "10", "", func(x *terms) { x.rules.Clock = 10 * time.Second }, "10s"},
		{"clock", "1m30s", "", func(x *terms) { x.rules.Clock = 90 * time.Second }, "90s"},
		{"clock", "72h", "", func(x *terms) { x.rules.Clock = 72 * time.Hour }, "72h"},
		{"clock", "OFF", "", func(x *terms) { x.rules.Clock = 0 }, "off"},
		{"time-bank", "0", "", func(x *terms) { x.rules.TimeBank = 0 }, "0s"},
		{"time-bank", "300", "", func(x *terms) { x.rules.TimeBank = 5 * time.Minute }, "5m"},
		{"pause", "0", "", func(x *terms) { x.rules.Pause = 0 }, "0s"},
		{"pause", "60", "", func(x *terms) { x.rules.Pause = time.Minute }, "60s"},
		{"runout", "off", "", func(x *terms) { x.rules.Runout = 0 }, "off"},
		{"runout", "normal", "", func(*terms) {}, "normal"},
		{"runout", "slow", "", func(x *terms) { x.rules.Runout = 4 * time.Second }, "slow"},
		{"run-it", "3", "", func(x *terms) { x.rules.RunIt = 3 }, "3"},
		{"draw", "any", "game draw", func(x *terms) { x.rules.DrawAny = true }, "any"},
		{"draw", "classic", "game draw", func(*terms) {}, "classic"},
		{"auto-muck", "off", "", func(x *terms) { x.rules.AskLosers = true }, "off"},
		{"confirm-big", "off", "", func(x *terms) { x.manners.Unasked = true }, "off"},
		{"return-window", "90", "", func(x *terms) { x.rules.ReturnWindow = 90 * time.Minute }, "90m"},
		{"return-window", "off", "", func(x *terms) { x.rules.ReturnWindow = 0 }, "off"},
		{"sitout-limit", "1", "", func(x *terms) { x.rules.SitOutLimit = time.Minute }, "1m"},
		{"sitout-limit", "2h", "", func(x *terms) { x.rules.SitOutLimit = 2 * time.Hour }, "2h"},
		{"ping", "off", "", func(x *terms) { x.manners.Unpinged = true }, "off"},
		{"ping", "nudge", "", func(*terms) {}, "nudge"},
		{"board", "text", "", func(x *terms) { x.manners.Unpainted = true }, "text"},
		{"board", "picture", "", func(*terms) {}, "picture"},
		{"language", "en", "", func(x *terms) { x.manners.Lang = "en" }, "en"},
		{"language", "server", "", func(*terms) {}, "server"},
		{"theme", "midnight", "", func(x *terms) { x.manners.Theme = picture.Midnight }, "midnight"},
		{"theme", "contrast", "", func(x *terms) { x.manners.Theme = picture.Contrast }, "contrast"},
	} {
		was := termsOf(t)
		if option, value, ok := strings.Cut(c.game, " "); ok {
			was = termsOf(t, option, value)
		}
		want, s := was, settingOf(t, c.option)
		c.want(&want)
		got, err := s.set(was, c.typed, locale.Lookup(""))
		if err != nil || got != want {
			t.Errorf("%s %q: %v, %+v", c.option, c.typed, err, got)
		}
		if shown := s.write(&got, locale.Lookup("")); shown != c.shown {
			t.Errorf("%s %q is shown as %q, should be %q", c.option, c.typed, shown, c.shown)
		}
	}
}

func TestAValueOfTheHouseThatCannotBeSaysWhatCan(t *testing.T) {
	games := map[string]terms{
		"":       termsOf(t),
		"unit 5": termsOf(t),
		"draw":   termsOf(t, "game", "draw"),
		"bb":     termsOf(t, "game", "draw", "ante", "bb"),
		"antes":  termsOf(t, "game", "draw", "ante", "5"),
		"mixed":  termsOf(t, "small-blind", "12", "ante", "8"),
	}
	unit, antes, mixed := games["unit 5"], games["antes"], games["mixed"]
	unit.rules.ChipUnit, antes.rules.NoBlinds, mixed.rules.MinBet = 5, true, 30
	games["unit 5"], games["antes"], games["mixed"] = unit, antes, mixed
	for _, c := range []struct{ option, typed, game, want string }{
		{"ante", "11", "", "`ante` has to be 0–10, bb. (R14)"},
		{"ante", "-1", "", "`ante` has to be 0–10, bb. (R9)"},
		{"ante", "many", "", "`ante` has to be 0–10, bb. (R9)"},
		{"ante", "", "", "`ante` has to be 0–10, bb. (R9)"},
		{"ante", "3", "unit 5", "`ante` has to be a multiple of 5, the chip unit. (R8)"},
		{"ante", "0", "antes", "`ante` has to be 1–10. (R14)"},
		{"ante", "bb", "antes", "`ante` bb needs `blinds` to be on. (R51)"},
		{"blinds", "off", "draw", "`blinds` off needs `ante` to be 1–10. (R14)"},
		{"blinds", "off", "bb", "`blinds` off needs `ante` to be 1–10. (R14)"},
		{"blinds", "maybe", "draw", "`blinds` has to be off, on. (R51)"},
		{"min-bet", "9", "", "`min-bet` has to be 10–1,000,000,000,000. (R20)"},
		{"min-bet", "0", "", "`min-bet` has to be 10–1,000,000,000,000. (R20)"},
		{"min-bet", "2,5", "", "`min-bet` has to be 10–1,000,000,000,000. (R9)"},
		{"min-bet", "12", "unit 5", "`min-bet` has to be a multiple of 5, the chip unit. (R8)"},
		{"chip-unit", "0", "", "`chip-unit` has to be a divisor of 5. (R8)"},
		{"chip-unit", "10", "", "`chip-unit` has to be a divisor of 5. (R8)"},
		{"chip-unit", "5", "mixed", "`chip-unit` has to be a divisor of 2. (R8)"},
		{"straddle", "yes", "", "`straddle` has to be off, on. (R16)"},
		{"clock", "9", "", "`clock` has to be 10s–72h, off. (R31)"},
		{"clock", "72h1s", "", "`clock` has to be 10s–72h, off. (R31)"},
		{"clock", "10.5s", "", "`clock` has to be 10s–72h, off. (R31)"},
		{"clock", "36028797018964013", "", "`clock` has to be 10s–72h, off. (R31)"}, // 2^55+45: 45 s, were it taken for 64 bits
		{"clock", "-36028797018963923", "", "`clock` has to be 10s–72h, off. (R31)"},
		{"time-bank", "301", "", "`time-bank` has to be 0s–5m. (R30)"},
		{"time-bank", "off", "", "`time-bank` has to be 0s–5m. (R30)"},
		{"pause", "61", "", "`pause` has to be 0s–60s. (R30)"},
		{"pause", "-1", "", "`pause` has to be 0s–60s. (R30)"},
		{"pause", "500ms", "", "`pause` has to be 0s–60s. (R30)"},
		{"runout", "2s", "", "`runout` has to be fast, normal, off, slow. (R36)"},
		{"run-it", "4", "", "`run-it` has to be 1, 2, 3. (R37)"},
		{"draw", "some", "draw", "`draw` has to be any, classic. (R52)"},
		{"draw", "any", "draw", "`draw` any needs `seats` to be 2–5. (R2) Game, limit, blinds, buy-ins and seats stay as they were opened. For others, close this table and open a new one."},
		{"auto-muck", "", "", "`auto-muck` has to be off, on. (R40)"},
		{"confirm-big", "x", "", "`confirm-big` has to be off, on. (R29)"},
		{"return-window", "0", "", "`return-window` has to be 1m–720h, off. (R7)"},
		{"return-window", "90s", "", "`return-window` has to be 1m–720h, off. (R7)"},
		{"sitout-limit", "43201", "", "`sitout-limit` has to be 1m–720h, off. (R62)"},
		{"ping", "always", "", "`ping` has to be nudge, off."},
		{"language", "Klingon", "", "`language` has to be " + strings.Join(slices.Sorted(slices.Values(append(languages(), "server"))), ", ") + "."},
	} {
		was, s, l := games[c.game], settingOf(t, c.option), locale.Lookup("")
		now, err := s.set(was, c.typed, l)
		if err == nil {
			err = now.rules.Check()
		}
		if err == nil {
			t.Errorf("%s %q can be", c.option, c.typed)
			continue
		}
		if got, ok := optionWords(l, s.wrong(was, now, err, l)); !ok || got != c.want {
			t.Errorf("%s %q at %q: %q, should be %q", c.option, c.typed, c.game, got, c.want)
		}
	}
}

// Whatever a button says is what the panel says when it was pressed: no two ways to write a value.
func TestOfferedValuesReadAsTheyAreWritten(t *testing.T) {
	for _, game := range everyGame(t) {
		for _, s := range settings {
			if !s.belongs(game.rules) {
				continue
			}
			o := s.shown(game, locale.Lookup(""))
			if len(o.Offer) == 0 || len(o.Offer) > 20 || o.Says != nil && len(o.Says) != len(o.Offer) || o.Typed && len(o.Offer) > 4 {
				t.Errorf("%s offers %q", s.name, o.Offer)
			}
			if again, err := s.set(game, o.Value, locale.Lookup("")); err != nil || s.write(&again, locale.Lookup("")) != o.Value {
				t.Errorf("%s is %q, which is not read: %v", s.name, o.Value, err)
			}
			for _, value := range o.Offer {
				with, err := s.set(game, value, locale.Lookup(""))
				if err != nil || s.write(&with, locale.Lookup("")) != value {
					t.Errorf("%s %q: %v, written %q", s.name, value, err, s.write(&with, locale.Lookup("")))
				}
				if id := (button{table: 1<<64 - 1, verb: render.VerbSet, what: s.name + " " + value}).String(); len(id) > 100 {
					t.Errorf("%q is longer than Discord allows", id)
				}
				if err := with.rules.Check(); err != nil && s.want != nil {
					t.Errorf("%s offers %q: %v", s.name, value, err)
				}
			}
		}
	}
}

// everyGame is the terms of all nine games, small and as large as can be.
func everyGame(t *testing.T) []terms {
	var games []terms
	for _, game := range []string{"holdem", "omaha", "draw"} {
		for _, limit := range []string{"nl", "pl", "fl"} {
			games = append(games, termsOf(t, "game", game, "limit", limit),
				termsOf(t, "game", game, "limit", limit, "small-blind", "1", "big-blind", "1"),
				termsOf(t, "game", game, "limit", limit, "small-blind", "1000000000000", "big-blind", "1000000000000", "min-buyin", "1", "max-buyin", "0"))
		}
	}
	return games
}

// A game has the options that its rules take at some other value.
func TestAGameHasTheOptionsThatItsRulesTake(t *testing.T) {
	for _, game := range everyGame(t) {
		for name, change := range map[string]func(*engine.Rules){
			"blinds":   func(r *engine.Rules) { r.NoBlinds, r.Ante = true, r.BigBlind },
			"min-bet":  func(r *engine.Rules) { r.MinBet = r.BigBlind },
			"straddle": func(r *engine.Rules) { r.Straddle = true },
			"run-it":   func(r *engine.Rules) { r.RunIt = 2 },
		} {
			r := game.rules
			change(&r)
			if has := settingOf(t, name).belongs(game.rules); has != (r.Check() == nil) {
				t.Errorf("%s at %s: %t, %v", name, render.Game(locale.Lookup(""), game.rules), has, r.Check())
			}
		}
	}
}

func TestEveryOptionHasItsWordsAndFits(t *testing.T) {
	for _, l := range locale.Languages() {
		if len(l.Settings.About) != len(settings) {
			t.Errorf("%s: %d options are explained, there are %d", l.Locale, len(l.Settings.About), len(settings))
		}
		for _, game := range everyGame(t) {
			for _, s := range settings {
				if about := string(l.Settings.About[s.name]); about == "" || len([]rune(about)) > 100 {
					t.Errorf("%s: %s is explained as %q", l.Locale, s.name, about)
				}
				if s.want != nil {
					form := text.SettingModal(l, s.shown(game, l), s.want(game.rules, l))
					if len([]rune(form.Title)) > 45 || len([]rune(form.Label)) > 45 || len([]rune(form.Placeholder)) > 20 {
						t.Errorf("%s: the modal of %s is %+v", l.Locale, s.name, form)
					}
				}
			}
		}
	}
}

// Every field of the rules is some option's, so that a refusal can name it; a rebuy's time is
// nobody's to set, and what house players play for is the server's.
func TestEveryFieldOfTheRulesHasItsOption(t *testing.T) {
	for f := range reflect.TypeFor[engine.Rules]().Fields() {
		if _, ok := ruleOptions[f.Name]; ok == slices.Contains([]string{"Rebuy", "Staked"}, f.Name) {
			t.Errorf("%s has an option: %t", f.Name, ok)
		}
	}
	for _, s := range settings {
		named := slices.Contains([]string{"confirm-big", "chips", "board", "theme", "language", "ping"}, s.name)
		for _, option := range ruleOptions {
			named = named || option == s.name
		}
		if !named {
			t.Errorf("%s sets no field", s.name)
		}
	}
}

func TestOtherRefusalsOfOptionsStayAsTheyAre(t *testing.T) {
	l := locale.Lookup("")
	if _, ok := optionWords(l, engine.Refusal{Reason: engine.HandRuns}); ok {
		t.Error("a hand that runs is an option's fault")
	}
	err := engine.RulesError{Field: "MinBuyIn", Min: 1, Max: 1 << 50, Rule: 4}
	if got, ok := optionWords(l, errors.Join(err)); !ok || !strings.HasPrefix(got, "`min-buyin` has to be 1–1,000,000,000,000.") {
		t.Errorf("%q", got)
	}
}
