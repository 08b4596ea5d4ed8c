package bot

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/render/picture"
)

// terms are what the house has set: the engine's options, and the bot's own.
type terms struct {
	rules   engine.Rules
	manners manners
}

// setting is an option of the house. What write gives, read reads.
type setting struct {
	name  string
	has   func(engine.Rules) bool                   // whether a game has it; nil: every game has
	offer func(engine.Rules, *locale.Lang) []string // values with a button: all there are, or the usual where want is not nil
	says  func() []string                           // what these buttons say; nil: the values
	want  func(engine.Rules, *locale.Lang) string   // what can be typed
	write func(*terms, *locale.Lang) string         // what it is set to
	read  func(*options, *terms)                    // sets it to a value as typed
}

// settings are the options of the house, in the order of the panel.
var settings = []setting{
	{name: "ante", offer: usualAntes, want: legalAntes, write: writeAnte, read: func(o *options, t *terms) { o.ante(&t.rules) }},
	{name: "blinds", has: drawn, offer: onOff, write: writeBlinds, read: readBlinds},
	{name: "min-bet", has: free, offer: usualMinBets, want: legalMinBets, write: writeMinBet, read: readMinBet},
	{name: "chip-unit", offer: usualUnits, want: legalUnits, write: writeUnit, read: readUnit},
	flag("straddle", 16, func(t *terms) *bool { return &t.rules.Straddle }, "on", "on", "off").in(straddled),
	timed("clock", func(t *terms) *time.Duration { return &t.rules.Clock }, "30s", "45s", "2m", "off"),
	timed("time-bank", func(t *terms) *time.Duration { return &t.rules.TimeBank }, "0s", "30s", "60s", "2m"),
	timed("pause", func(t *terms) *time.Duration { return &t.rules.Pause }, "0s", "4s", "8s", "15s"),
	{name: "runout", has: boarded, offer: offers("off", "fast", "normal", "slow"), write: writeRunout, read: readRunout},
	{name: "run-it", has: boarded, offer: offers("1", "2", "3"), write: writeRunIt, read: readRunIt},
	flag("draw", 52, func(t *terms) *bool { return &t.rules.DrawAny }, "any", "classic", "any").in(drawn),
	flag("auto-muck", 40, func(t *terms) *bool { return &t.rules.AskLosers }, "off", "on", "off"),
	flag("confirm-big", 29, func(t *terms) *bool { return &t.manners.Unasked }, "off", "on", "off"),
	timed("return-window", func(t *terms) *time.Duration { return &t.rules.ReturnWindow }, "30m", "60m", "4h", "off"),
	timed("sitout-limit", func(t *terms) *time.Duration { return &t.rules.SitOutLimit }, "5m", "15m", "60m", "off"),
	{name: "chips", offer: offers("wallet", "approved", "free"), write: func(t *terms, _ *locale.Lang) string { return writeFunds(t) }, read: readFunds},
	flag("board", 0, func(t *terms) *bool { return &t.manners.Unpainted }, "text", "picture", "text"),
	{name: "theme", offer: offers("felt", "midnight", "contrast"), write: writeTheme, read: readTheme},
	{name: "language", offer: offersLanguages, says: languageNames, write: writeLanguage, read: readLanguage},
	flag("ping", 0, func(t *terms) *bool { return &t.manners.Unpinged }, "off", "off", "nudge"),
}

// What a game has to be to have an option.
func drawn(r engine.Rules) bool     { return r.Variant == engine.FiveCardDraw }
func boarded(r engine.Rules) bool   { return !drawn(r) }
func free(r engine.Rules) bool      { return r.Limit != engine.FixedLimit }
func straddled(r engine.Rules) bool { return boarded(r) && free(r) }

// in is an option that only some games have.
func (s setting) in(has func(engine.Rules) bool) setting {
	s.has = has
	return s
}

// offers is values that do not depend on the game.
func offers(values ...string) func(engine.Rules, *locale.Lang) []string {
	return func(engine.Rules, *locale.Lang) []string { return values }
}

// flag is an option of two values, and the rule that speaks of it. At the value yes its bool is true.
func flag(name string, rule int, at func(*terms) *bool, yes string, values ...string) setting {
	return setting{
		name: name, offer: offers(values...),
		write: func(t *terms, _ *locale.Lang) string {
			return values[slices.IndexFunc(values, func(v string) bool { return *at(t) == (v == yes) })]
		},
		read: func(o *options, t *terms) {
			choose(o, name, at(t), rule, map[string]bool{values[0]: values[0] == yes, values[1]: values[1] == yes})
		},
	}
}

// timed is an option that is a length of time.
func timed(name string, at func(*terms) *time.Duration, usual ...string) setting {
	return setting{
		name: name, offer: offers(usual...),
		want:  func(engine.Rules, *locale.Lang) string { return lengths[name].want() },
		write: func(t *terms, _ *locale.Lang) string { return lengths[name].write(*at(t)) },
		read:  func(o *options, t *terms) { o.length(name, at(t)) },
	}
}

var onOff = offers("on", "off")

func writeBlinds(t *terms, _ *locale.Lang) string {
	if t.rules.NoBlinds {
		return "off"
	}
	return "on"
}

// readBlinds also ends a big blind ante: where there is no big blind, nobody posts it.
func readBlinds(o *options, t *terms) {
	choose(o, "blinds", &t.rules.NoBlinds, 51, map[string]bool{"on": false, "off": true})
	t.rules.BigBlindAnte = t.rules.BigBlindAnte && !t.rules.NoBlinds
}

func usualAntes(r engine.Rules, l *locale.Lang) []string {
	return append(amounts(l, 0, r.BigBlind/10, r.BigBlind/2), "bb")
}

func legalAntes(r engine.Rules, l *locale.Lang) string {
	if r.NoBlinds {
		return l.Range(1, r.BigBlind)
	}
	return l.Range(0, r.BigBlind) + ", bb"
}

func writeAnte(t *terms, l *locale.Lang) string {
	if t.rules.BigBlindAnte {
		return "bb"
	}
	return l.Chips(t.rules.Ante)
}

func usualMinBets(r engine.Rules, l *locale.Lang) []string {
	return amounts(l, r.BigBlind, 2*r.BigBlind, 4*r.BigBlind)
}

func legalMinBets(r engine.Rules, l *locale.Lang) string { return l.Range(r.BigBlind, locale.MaxChips) }

func writeMinBet(t *terms, l *locale.Lang) string {
	return l.Chips(max(t.rules.BigBlind, t.rules.MinBet))
}

func readMinBet(o *options, t *terms) { o.atLeast("min-bet", &t.rules.MinBet, t.rules.BigBlind, 20) }

func usualUnits(r engine.Rules, l *locale.Lang) []string {
	return amounts(l, 1, r.SmallBlind, r.BigBlind)
}

// legalUnits is what divides all that has to be posted (R8).
func legalUnits(r engine.Rules, l *locale.Lang) string {
	n := r.BigBlind
	for _, m := range []int64{r.SmallBlind, r.Ante, r.MinBet} {
		for m > 0 {
			n, m = m, n%m
		}
	}
	return l.Settings.Divisor.Format("n", l.Chips(n))
}

func writeUnit(t *terms, l *locale.Lang) string { return l.Chips(max(1, t.rules.ChipUnit)) }

func readUnit(o *options, t *terms) { o.atLeast("chip-unit", &t.rules.ChipUnit, 1, 8) }

// runouts is how long a run-out waits between streets (R36): longer than a board waits for its next edit, which would skip
// streets.
var runouts = map[string]time.Duration{
	"off": 0, "fast": editGap + 50*time.Millisecond, "normal": engine.DefaultRules().Runout, "slow": 4 * time.Second,
}

func writeRunout(t *terms, _ *locale.Lang) string {
	for word, d := range runouts {
		if d == t.rules.Runout {
			return word
		}
	}
	return t.rules.Runout.String() // of another version of this program
}

func readRunout(o *options, t *terms) { choose(o, "runout", &t.rules.Runout, 36, runouts) }

func writeTheme(t *terms, _ *locale.Lang) string { return t.manners.Theme.String() }

func readTheme(o *options, t *terms) {
	values := map[string]picture.Theme{}
	for _, theme := range []picture.Theme{picture.Felt, picture.Midnight, picture.Contrast} {
		values[theme.String()] = theme
	}
	choose(o, "theme", &t.manners.Theme, 0, values)
}

// asServer is the value of the option language that leaves it to the server.
const asServer = "server"

func offersLanguages(engine.Rules, *locale.Lang) []string {
	return append([]string{asServer}, languages()...)
}

// languageNames is what the buttons of the option language say: each language what it calls itself.
func languageNames() []string {
	names := []string{asServer}
	for _, l := range locale.Languages() {
		names = append(names, l.Name)
	}
	return names
}

func writeLanguage(t *terms, _ *locale.Lang) string { return cmp.Or(t.manners.Lang, asServer) }

func readLanguage(o *options, t *terms) { chooseLang(o, &t.manners.Lang, asServer) }

func writeRunIt(t *terms, _ *locale.Lang) string { return strconv.Itoa(max(1, t.rules.RunIt)) }

func readRunIt(o *options, t *terms) {
	choose(o, "run-it", &t.rules.RunIt, 37, map[string]int{"1": 1, "2": 2, "3": 3})
}

// amounts is numbers of chips as shown, each once, ascending.
func amounts(l *locale.Lang, chips ...int64) []string {
	slices.Sort(chips)
	var words []string
	for _, n := range slices.Compact(chips) {
		words = append(words, l.Chips(n))
	}
	return words
}
