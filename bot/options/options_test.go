package options

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/picture"
	"cardroom/render/text"
)

// optionsOf returns the options of a table that opens with given.
func optionsOf(t *testing.T, given ...string) Table {
	t.Helper()
	k := &interaction.Interaction{
		Origin: &interaction.Origin{Lang: locale.Lookup("")}, Typed: interaction.Typed{Options: map[string]string{}},
	}
	for i := 0; i < len(given); i += 2 {
		k.Options[given[i]] = given[i+1]
	}
	r, err := ReadRules(k)
	if err == nil {
		err = r.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	return Table{Rules: r}
}

// optionOf returns an option by its name.
func optionOf(t *testing.T, name string) Option {
	t.Helper()
	i := slices.IndexFunc(All, func(s Option) bool { return s.Name == name })
	if i < 0 {
		t.Fatalf("no option %s", name)
	}
	return All[i]
}

func TestOptionsOfTheHouseAreReadAsTyped(t *testing.T) {
	for _, c := range []struct {
		option, typed string
		game          string       // an option of /table open and its value
		want          func(*Table) // its effect
		shown         string
	}{
		{"ante", "3", "", func(x *Table) { x.Rules.Ante = 3 }, "3"},
		{"ante", "0", "", func(*Table) {}, "0"},
		{"ante", " BB ", "", func(x *Table) { x.Rules.BigBlindAnte = true }, "bb"},
		{"ante", "3", "ante bb", func(x *Table) { x.Rules.Ante, x.Rules.BigBlindAnte = 3, false }, "3"},
		{"ante", "bb", "ante 3", func(x *Table) { x.Rules.Ante, x.Rules.BigBlindAnte = 0, true }, "bb"},
		{"blinds", "on", "game draw", func(*Table) {}, "on"},
		{"blinds", "off", "game draw", func(x *Table) { x.Rules.NoBlinds = true }, "off"},
		{"min-bet", "10", "", func(x *Table) { x.Rules.MinBet = 10 }, "10"},
		{"min-bet", "2.5k", "", func(x *Table) { x.Rules.MinBet = 2500 }, "2,500"},
		{"chip-unit", "5", "", func(x *Table) { x.Rules.ChipUnit = 5 }, "5"},
		{"chip-unit", "25", "", func(x *Table) { x.Rules.ChipUnit = 25 }, "25"},
		{"straddle", "on", "", func(x *Table) { x.Rules.Straddle = true }, "on"},
		{"straddle", "off", "", func(*Table) {}, "off"},
		{"clock", "10", "", func(x *Table) { x.Rules.Clock = 10 * time.Second }, "10s"},
		{"clock", "1m30s", "", func(x *Table) { x.Rules.Clock = 90 * time.Second }, "90s"},
		{"clock", "90 s", "", func(x *Table) { x.Rules.Clock = 90 * time.Second }, "90s"},
		{"clock", "９０ｓ", "", func(x *Table) { x.Rules.Clock = 90 * time.Second }, "90s"},
		{"clock", "72h", "", func(x *Table) { x.Rules.Clock = 72 * time.Hour }, "72h"},
		{"clock", "OFF", "", func(x *Table) { x.Rules.Clock = 0 }, "off"},
		{"time-bank", "0", "", func(x *Table) { x.Rules.TimeBank = 0 }, "0s"},
		{"time-bank", "300", "", func(x *Table) { x.Rules.TimeBank = 5 * time.Minute }, "5m"},
		{"pause", "0", "", func(x *Table) { x.Rules.Pause = 0 }, "0s"},
		{"pause", "60", "", func(x *Table) { x.Rules.Pause = time.Minute }, "60s"},
		{"runout", "off", "", func(x *Table) { x.Rules.Runout = 0 }, "off"},
		{"runout", "normal", "", func(*Table) {}, "normal"},
		{"runout", "slow", "", func(x *Table) { x.Rules.Runout = 4 * time.Second }, "slow"},
		{"run-it", "3", "", func(x *Table) { x.Rules.RunIt = 3 }, "3"},
		{"draw", "any", "game draw", func(x *Table) { x.Rules.DrawAny, x.Rules.Seats = true, 5 }, "any"},
		{"draw", "classic", "game draw", func(*Table) {}, "classic"},
		{"auto-muck", "off", "", func(x *Table) { x.Rules.AskLosers = true }, "off"},
		{"confirm-big", "off", "", func(x *Table) { x.Extras.NoConfirm = true }, "off"},
		{"return-window", "90", "", func(x *Table) { x.Rules.ReturnWindow = 90 * time.Minute }, "90m"},
		{"return-window", "off", "", func(x *Table) { x.Rules.ReturnWindow = 0 }, "off"},
		{"sitout-limit", "1", "", func(x *Table) { x.Rules.SitOutLimit = time.Minute }, "1m"},
		{"sitout-limit", "2h", "", func(x *Table) { x.Rules.SitOutLimit = 2 * time.Hour }, "2h"},
		{"ping", "off", "", func(x *Table) { x.Extras.NoMention = true }, "off"},
		{"ping", "nudge", "", func(*Table) {}, "nudge"},
		{"board", "text", "", func(x *Table) { x.Extras.TextBoard = true }, "text"},
		{"board", "picture", "", func(*Table) {}, "picture"},
		{"language", "en", "", func(x *Table) { x.Extras.Lang = "en" }, "en"},
		{"language", "server", "", func(*Table) {}, "server"},
		{"theme", "midnight", "", func(x *Table) { x.Extras.Theme = picture.Midnight }, "midnight"},
		{"theme", "contrast", "", func(x *Table) { x.Extras.Theme = picture.Contrast }, "contrast"},
	} {
		was := optionsOf(t)
		if option, value, ok := strings.Cut(c.game, " "); ok {
			was = optionsOf(t, option, value)
		}
		want, s := was, optionOf(t, c.option)
		c.want(&want)
		got, err := s.Apply(was, c.typed, locale.Lookup(""))
		if err != nil || got != want {
			t.Errorf("%s %q: %v, %+v", c.option, c.typed, err, got)
		}
		if shown := s.Write(&got, locale.Lookup("")); shown != c.shown {
			t.Errorf("%s %q is shown as %q, should be %q", c.option, c.typed, shown, c.shown)
		}
	}
}

func TestAValueOfTheHouseThatCannotBeSaysWhatCan(t *testing.T) {
	games := map[string]Table{
		"":      optionsOf(t),
		"fixed": optionsOf(t),
		"draw":  optionsOf(t, "game", "draw"),
		"bb":    optionsOf(t, "game", "draw", "ante", "bb"),
		"antes": optionsOf(t, "game", "draw", "ante", "5"),
	}
	fixed, antes := games["fixed"], games["antes"]
	fixed.Rules.Limit, antes.Rules.NoBlinds = poker.FixedLimit, true
	games["fixed"], games["antes"] = fixed, antes
	for _, c := range []struct{ option, typed, game, want string }{
		{"ante", "11", "", "`ante` must be 0–10 or bb. (R14)"},
		{"ante", "-1", "", "`ante` must be 0–10 or bb. (R9)"},
		{"ante", "many", "", "`ante` must be 0–10 or bb. (R9)"},
		{"ante", "", "", "`ante` must be 0–10 or bb. (R9)"},
		{"ante", "0", "antes", "`ante` must be 1–10. (R14)"},
		{"ante", "bb", "antes", "`ante` bb requires `blinds` to be on. (R51)"},
		{"blinds", "off", "draw", "`blinds` off requires `ante` to be 1–10. (R14)"},
		{"blinds", "off", "bb", "`blinds` off requires `ante` to be 1–10. (R14)"},
		{"blinds", "maybe", "draw", "`blinds` must be one of: `off`, `on`. (R51)"},
		{"min-bet", "9", "", "`min-bet` must be 10–1,000,000,000,000. (R20)"},
		{"min-bet", "0", "", "`min-bet` must be 10–1,000,000,000,000. (R20)"},
		{"min-bet", "2,5", "", "`min-bet` must be 10–1,000,000,000,000. (R9)"},
		{"chip-unit", "0", "", "`chip-unit` must be 1–1,000,000,000,000. (R8)"},
		{"chip-unit", "4", "fixed", "`chip-unit` must be a divisor of 10. (R8)"},
		{"chip-unit", "20", "fixed", "`chip-unit` must be a divisor of 10. (R8)"},
		{"straddle", "yes", "", "`straddle` must be one of: `off`, `on`. (R16)"},
		{"clock", "9", "", "`clock` must be 10s–72h or off. (R31)"},
		{"clock", "72h1s", "", "`clock` must be 10s–72h or off. (R31)"},
		{"clock", "10.5s", "", "`clock` must be 10s–72h or off. (R31)"},
		{"clock", "36028797018964013", "", "`clock` must be 10s–72h or off. (R31)"}, // 2^55+45: 45 s, were it taken for 64 bits
		{"clock", "-36028797018963923", "", "`clock` must be 10s–72h or off. (R31)"},
		{"time-bank", "301", "", "`time-bank` must be 0s–5m. (R30)"},
		{"time-bank", "off", "", "`time-bank` must be 0s–5m. (R30)"},
		{"pause", "61", "", "`pause` must be 0s–60s. (R30)"},
		{"pause", "-1", "", "`pause` must be 0s–60s. (R30)"},
		{"pause", "500ms", "", "`pause` must be 0s–60s. (R30)"},
		{"runout", "2s", "", "`runout` must be one of: `fast`, `normal`, `off`, `slow`. (R36)"},
		{"run-it", "4", "", "`run-it` must be one of: `1`, `2`, `3`. (R37)"},
		{"draw", "some", "draw", "`draw` must be one of: `any`, `classic`. (R52)"},
		{"auto-muck", "", "", "`auto-muck` must be one of: `off`, `on`. (R40)"},
		{"confirm-big", "x", "", "`confirm-big` must be one of: `off`, `on`. (R29)"},
		{"return-window", "0", "", "`return-window` must be 1m–720h or off. (R7)"},
		{"return-window", "90s", "", "`return-window` must be 1m–720h or off. (R7)"},
		{"sitout-limit", "43201", "", "`sitout-limit` must be 1m–720h or off. (R62)"},
		{"ping", "always", "", "`ping` must be one of: `nudge`, `off`."},
		{"language", "Klingon", "", "`language` must be one of: " + List(slices.Sorted(slices.Values(append(localesOf(), "server")))...) + "."},
	} {
		was, s, l := games[c.game], optionOf(t, c.option), locale.Lookup("")
		now, err := s.Apply(was, c.typed, l)
		if err == nil {
			err = now.Rules.Check()
		}
		if err == nil {
			t.Errorf("%s %q can be", c.option, c.typed)
			continue
		}
		if got, ok := ErrorText(l, s.Explain(was, now, err, l)); !ok || got != c.want {
			t.Errorf("%s %q at %q: %q, should be %q", c.option, c.typed, c.game, got, c.want)
		}
	}
}

// TestOfferedValuesReadAsTheyAreWritten checks that the panel shows every button's value after a press on it.
func TestOfferedValuesReadAsTheyAreWritten(t *testing.T) {
	for _, game := range everyGame(t) {
		for _, s := range All {
			if !s.Has(game.Rules) {
				continue
			}
			o := s.Show(game, locale.Lookup(""))
			if len(o.Offer) == 0 || len(o.Offer) > 20 || o.Says != nil && len(o.Says) != len(o.Offer) || o.Typed && len(o.Offer) > 4 {
				t.Errorf("%s offers %q", s.Name, o.Offer)
			}
			if again, err := s.Apply(game, o.Value, locale.Lookup("")); err != nil || s.Write(&again, locale.Lookup("")) != o.Value {
				t.Errorf("%s is %q, which is not read: %v", s.Name, o.Value, err)
			}
			for _, value := range o.Offer {
				with, err := s.Apply(game, value, locale.Lookup(""))
				if err != nil || s.Write(&with, locale.Lookup("")) != value {
					t.Errorf("%s %q: %v, written %q", s.Name, value, err, s.Write(&with, locale.Lookup("")))
				}
				if id := (message.CustomID{Table: 1<<64 - 1, Verb: render.VerbSet, Arg: s.Name + " " + value}).String(); len(id) > 100 {
					t.Errorf("%q is longer than Discord allows", id)
				}
				if err := with.Rules.Check(); err != nil && s.Want != nil {
					t.Errorf("%s offers %q: %v", s.Name, value, err)
				}
			}
		}
	}
}

// everyGame returns the options of all nine games, with small and with the largest blinds.
func everyGame(t *testing.T) []Table {
	var games []Table
	for _, game := range []string{"holdem", "omaha", "draw"} {
		for _, limit := range []string{"nl", "pl", "fl"} {
			games = append(games, optionsOf(t, "game", game, "limit", limit),
				optionsOf(t, "game", game, "limit", limit, "small-blind", "1", "big-blind", "1"),
				optionsOf(t, "game", game, "limit", limit, "small-blind", "1000000000000", "big-blind", "1000000000000", "min-buyin", "1", "max-buyin", "0"))
		}
	}
	return games
}

// TestAGameHasTheOptionsThatItsRulesTake checks that a game has an option exactly if its rules accept another value.
func TestAGameHasTheOptionsThatItsRulesTake(t *testing.T) {
	for _, game := range everyGame(t) {
		for name, change := range map[string]func(*poker.Rules){
			"blinds":   func(r *poker.Rules) { r.NoBlinds, r.Ante = true, r.BigBlind },
			"min-bet":  func(r *poker.Rules) { r.MinBet = r.BigBlind },
			"straddle": func(r *poker.Rules) { r.Straddle = true },
			"run-it":   func(r *poker.Rules) { r.RunIt = 2 },
		} {
			r := game.Rules
			change(&r)
			if has := optionOf(t, name).Has(game.Rules); has != (r.Check() == nil) {
				t.Errorf("%s at %s: %t, %v", name, render.Game(locale.Lookup(""), game.Rules), has, r.Check())
			}
		}
	}
}

func TestEveryOptionHasItsWordsAndFits(t *testing.T) {
	for _, l := range locale.Languages() {
		if len(l.Settings.About) != len(All) {
			t.Errorf("%s: %d options are explained, there are %d", l.Locale, len(l.Settings.About), len(All))
		}
		for _, game := range everyGame(t) {
			for _, s := range All {
				if about := string(l.Settings.About[s.Name]); about == "" || len([]rune(about)) > 100 {
					t.Errorf("%s: %s is explained as %q", l.Locale, s.Name, about)
				}
				if s.Want != nil {
					form := text.SettingModal(l, s.Show(game, l), s.Want(game.Rules, l))
					if len([]rune(form.Title)) > 45 || len([]rune(form.Label)) > 45 || len([]rune(form.Placeholder)) > 20 {
						t.Errorf("%s: the modal of %s is %+v", l.Locale, s.Name, form)
					}
				}
			}
		}
	}
}

// TestEveryFieldOfTheRulesHasItsOption checks that a refusal of the rules can name an option. Rebuy has none, because it
// cannot be set; Staked is a setting of the server, and Tournament and UnitPots of no cash table.
func TestEveryFieldOfTheRulesHasItsOption(t *testing.T) {
	for f := range reflect.TypeFor[poker.Rules]().Fields() {
		if _, ok := ruleOptions[f.Name]; ok == slices.Contains([]string{"Rebuy", "Staked", "Tournament", "UnitPots"}, f.Name) {
			t.Errorf("%s has an option: %t", f.Name, ok)
		}
	}
	for _, s := range All {
		known := slices.Contains([]string{"confirm-big", "chips", "board", "theme", "language", "ping"}, s.Name)
		for _, option := range ruleOptions {
			known = known || option == s.Name
		}
		if !known {
			t.Errorf("%s sets no field", s.Name)
		}
	}
}

func TestOtherRefusalsOfOptionsStayAsTheyAre(t *testing.T) {
	l := locale.Lookup("")
	if _, ok := ErrorText(l, engine.Refusal{Reason: engine.HandRuns}); ok {
		t.Error("a hand that runs is an option's fault")
	}
	err := poker.RulesError{Field: "MinBuyIn", Min: 1, Max: 1 << 50, Rule: 4}
	if got, ok := ErrorText(l, errors.Join(err)); !ok || !strings.HasPrefix(got, "`min-buyin` must be 1–1,000,000,000,000.") {
		t.Errorf("%q", got)
	}
}

// TestARefusedAnteOfATableThatOpensNamesTheBigBlind checks the refusals of /table open. They name all that the option takes, for amounts and
// for texts that are none.
func TestARefusedAnteOfATableThatOpensNamesTheBigBlind(t *testing.T) {
	l := locale.Lookup("")
	for typed, rule := range map[string]string{"20": "(R14)", "x": "(R9)"} {
		in := &interaction.Interaction{
			Origin: &interaction.Origin{Lang: l}, Typed: interaction.Typed{Options: map[string]string{"ante": typed}},
		}
		r, err := ReadRules(in)
		if err == nil {
			err = r.Check()
		}
		if got, _ := ErrorText(l, err); got != "`ante` must be 0–10 or bb. "+rule {
			t.Errorf("%q: %q", typed, got)
		}
	}
	if got, _ := ErrorText(l, poker.RulesError{Field: "Ante", Min: 1, Max: 10, Rule: 14}); got != "`ante` must be 1–10. (R14)" { // no blinds
		t.Errorf("without blinds: %q", got)
	}
}

// localesOf returns the locales of all languages.
func localesOf() (all []string) {
	for _, l := range locale.Languages() {
		all = append(all, l.Locale)
	}
	return all
}
