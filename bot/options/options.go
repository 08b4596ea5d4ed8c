package options

import (
	"cmp"
	"slices"
	"strconv"
	"time"

	"cardroom/bot/message"
	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/render/picture"
)

// Extras are the table options that the bot applies itself, beside [poker.Rules]. The zero value is the default.
type Extras struct {
	NoConfirm bool `json:"unasked,omitempty"`  // big calls and all-ins are not confirmed (R29)
	NoMention bool `json:"unpinged,omitempty"` // the player to act is not mentioned

	Lang  string `json:"lang,omitempty"`  // locale of the board; "" means the server's
	Funds Funds  `json:"funds,omitempty"` // where chips come from

	TextBoard bool          `json:"unpainted,omitempty"` // the board has no picture
	Theme     picture.Theme `json:"theme,omitempty"`     // of the picture
}

// Table holds all options of a table: the engine's and the bot's.
type Table struct {
	Rules  poker.Rules
	Extras Extras
}

// Option is one option of a table. Its read accepts the result of Write.
type Option struct {
	Name      string
	immediate bool                                     // it only changes looks, questions or mentions, so it can change while a hand runs
	applies   func(poker.Rules) bool                   // whether a game has it; nil: every game
	choices   func(poker.Rules, *locale.Lang) []string // values with a button: all values, or common ones if Want is set
	labels    func() []string                          // labels of these buttons; nil: the values
	Want      func(poker.Rules, *locale.Lang) string   // the values a host can type; nil: only the choices
	Write     func(*Table, *locale.Lang) string        // its value as a host types it
	read      func(*Reader, *Table)                    // sets it to a value as typed
}

// All lists the table options in the order of the settings panel.
var All = []Option{
	{Name: "ante", choices: anteChoices, Want: anteRange, Write: writeAnte, read: func(o *Reader, t *Table) { o.ante(&t.Rules) }},
	{Name: "blinds", applies: isDraw, choices: onOff, Write: writeBlinds, read: readBlinds},
	{Name: "min-bet", applies: hasBetSizes, choices: minBetChoices, Want: minBetRange, Write: writeMinBet, read: readMinBet},
	{Name: "chip-unit", choices: unitChoices, Want: unitRange, Write: writeUnit, read: readUnit},
	boolSetting("straddle", 16, func(t *Table) *bool { return &t.Rules.Straddle }, "on", "on", "off").onlyIf(canStraddle),
	durationSetting("clock", clockValues, func(t *Table) *time.Duration { return &t.Rules.Clock }, "30s", "45s", "2m", "off"),
	durationSetting("time-bank", bankValues, func(t *Table) *time.Duration { return &t.Rules.TimeBank }, "0s", "30s", "60s", "2m"),
	durationSetting("pause", pauseValues, func(t *Table) *time.Duration { return &t.Rules.Pause }, "0s", "4s", "8s", "15s"),
	{Name: "runout", applies: hasBoard, choices: fixedChoices("off", "fast", "normal", "slow"), Write: writeRunout, read: readRunout},
	{Name: "run-it", applies: hasBoard, choices: fixedChoices("1", "2", "3"), Write: writeRunIt, read: readRunIt},
	{Name: "draw", applies: isDraw, choices: fixedChoices("classic", "any"), Write: writeDraw, read: readDraw},
	boolSetting("auto-muck", 40, func(t *Table) *bool { return &t.Rules.AskLosers }, "off", "on", "off"),
	boolSetting("confirm-big", 29, func(t *Table) *bool { return &t.Extras.NoConfirm }, "off", "on", "off").anyTime(),
	durationSetting("return-window", returnValues, func(t *Table) *time.Duration { return &t.Rules.ReturnWindow }, "30m", "60m", "4h", "off"),
	durationSetting("sitout-limit", sitOutValues, func(t *Table) *time.Duration { return &t.Rules.SitOutLimit }, "5m", "15m", "60m", "off"),
	{Name: "chips", choices: fixedChoices("wallet", "approved", "free"), Write: func(t *Table, _ *locale.Lang) string { return writeFunds(t) }, read: readFunds},
	boolSetting("board", 0, func(t *Table) *bool { return &t.Extras.TextBoard }, "text", "picture", "text").anyTime(),
	{Name: "theme", immediate: true, choices: fixedChoices("felt", "midnight", "contrast"), Write: writeTheme, read: readTheme},
	{Name: "language", immediate: true, choices: languageChoices, labels: languageNames, Write: writeLanguage, read: readLanguage},
	boolSetting("ping", 0, func(t *Table) *bool { return &t.Extras.NoMention }, "off", "off", "nudge").anyTime(),
}

// isDraw reports whether the game is five-card draw.
func isDraw(r poker.Rules) bool { return r.Variant == poker.FiveCardDraw }

func writeDraw(t *Table, _ *locale.Lang) string {
	if t.Rules.DrawAny {
		return "any"
	}
	return "classic"
}

// readDraw also removes the seats for which a draw of any number of cards lacks cards (R2).
func readDraw(o *Reader, t *Table) {
	Choose(o, "draw", &t.Rules.DrawAny, 52, map[string]bool{"classic": false, "any": true})
	t.Rules.Seats = min(t.Rules.Seats, t.Rules.MostSeats())
}

// hasBoard reports whether the game deals community cards.
func hasBoard(r poker.Rules) bool { return !isDraw(r) }

// hasBetSizes reports whether players choose the size of a bet.
func hasBetSizes(r poker.Rules) bool { return r.Limit != poker.FixedLimit }

// canStraddle reports whether the game can have a straddle (R16).
func canStraddle(r poker.Rules) bool { return hasBoard(r) && hasBetSizes(r) }

// onlyIf limits an option to the games that has accepts.
func (s Option) onlyIf(has func(poker.Rules) bool) Option {
	s.applies = has
	return s
}

// anyTime marks an option that can change while a hand runs.
func (s Option) anyTime() Option {
	s.immediate = true
	return s
}

// fixedChoices returns choices that do not depend on the game.
func fixedChoices(values ...string) func(poker.Rules, *locale.Lang) []string {
	return func(poker.Rules, *locale.Lang) []string { return values }
}

// boolSetting returns an option of two values. Its bool is true at the value yes; rule is the number of its rule.
func boolSetting(name string, rule int, at func(*Table) *bool, yes string, values ...string) Option {
	return Option{
		Name: name, choices: fixedChoices(values...),
		Write: func(t *Table, _ *locale.Lang) string {
			return values[slices.IndexFunc(values, func(v string) bool { return *at(t) == (v == yes) })]
		},
		read: func(o *Reader, t *Table) {
			Choose(o, name, at(t), rule, map[string]bool{values[0]: values[0] == yes, values[1]: values[1] == yes})
		},
	}
}

// durationSetting returns an option that takes a duration.
func durationSetting(name string, x durationOption, at func(*Table) *time.Duration, choices ...string) Option {
	return Option{
		Name: name, choices: fixedChoices(choices...),
		Want:  func(_ poker.Rules, l *locale.Lang) string { return x.want(l) },
		Write: func(t *Table, _ *locale.Lang) string { return x.write(*at(t)) },
		read:  func(o *Reader, t *Table) { o.duration(name, x, at(t)) },
	}
}

// onOff are the choices of a switch.
var onOff = fixedChoices("on", "off")

func writeBlinds(t *Table, _ *locale.Lang) string {
	if t.Rules.NoBlinds {
		return "off"
	}
	return "on"
}

// readBlinds also turns off the big blind ante, because a table without blinds has no big blind to post it.
func readBlinds(o *Reader, t *Table) {
	Choose(o, "blinds", &t.Rules.NoBlinds, 51, map[string]bool{"on": false, "off": true})
	t.Rules.BigBlindAnte = t.Rules.BigBlindAnte && !t.Rules.NoBlinds
}

func anteChoices(r poker.Rules, l *locale.Lang) []string {
	return append(amounts(l, 0, r.BigBlind/10, r.BigBlind/2), "bb")
}

func anteRange(r poker.Rules, l *locale.Lang) string {
	if r.NoBlinds {
		return l.Range(1, r.BigBlind)
	}
	return l.Settings.Or.Format("range", l.Range(0, r.BigBlind), "value", "bb")
}

func writeAnte(t *Table, l *locale.Lang) string {
	if t.Rules.BigBlindAnte {
		return "bb"
	}
	return l.Chips(t.Rules.Ante)
}

func minBetChoices(r poker.Rules, l *locale.Lang) []string {
	return amounts(l, r.BigBlind, 2*r.BigBlind, 4*r.BigBlind)
}

func minBetRange(r poker.Rules, l *locale.Lang) string { return l.Range(r.BigBlind, locale.MaxChips) }

func writeMinBet(t *Table, l *locale.Lang) string {
	return l.Chips(max(t.Rules.BigBlind, t.Rules.MinBet))
}

func readMinBet(o *Reader, t *Table) { o.atLeast("min-bet", &t.Rules.MinBet, t.Rules.BigBlind, 20) }

func unitChoices(r poker.Rules, l *locale.Lang) []string {
	return amounts(l, 1, r.SmallBlind, r.BigBlind)
}

// unitRange returns which units may be chosen: in fixed limit those that divide the small bet (R8, R20).
func unitRange(r poker.Rules, l *locale.Lang) string {
	if r.Limit == poker.FixedLimit {
		return l.Settings.Divisor.Format("n", l.Chips(r.BigBlind))
	}
	return l.Range(1, locale.MaxChips)
}

func writeUnit(t *Table, l *locale.Lang) string { return l.Chips(max(1, t.Rules.ChipUnit)) }

func readUnit(o *Reader, t *Table) { o.atLeast("chip-unit", &t.Rules.ChipUnit, 1, 8) }

// runouts maps how long a run-out waits between streets (R36). Each wait is longer than the gap between two edits of a
// board, because a shorter one would skip streets.
var runouts = map[string]time.Duration{
	"off": 0, "fast": message.EditGap + 50*time.Millisecond, "normal": poker.DefaultRules().Runout, "slow": 4 * time.Second,
}

func writeRunout(t *Table, _ *locale.Lang) string {
	for word, d := range runouts {
		if d == t.Rules.Runout {
			return word
		}
	}
	return t.Rules.Runout.String() // set by another version of this program
}

func readRunout(o *Reader, t *Table) { Choose(o, "runout", &t.Rules.Runout, 36, runouts) }

func writeTheme(t *Table, _ *locale.Lang) string { return t.Extras.Theme.String() }

func readTheme(o *Reader, t *Table) {
	values := map[string]picture.Theme{}
	for _, theme := range []picture.Theme{picture.Felt, picture.Midnight, picture.Contrast} {
		values[theme.String()] = theme
	}
	Choose(o, "theme", &t.Extras.Theme, 0, values)
}

// asServer is the option value that leaves the language to the server.
const asServer = "server"

func languageChoices(poker.Rules, *locale.Lang) []string {
	return append([]string{asServer}, locales()...)
}

// languageNames returns the labels of the language buttons. Each language has its own name for itself.
func languageNames() []string {
	names := []string{asServer}
	for _, l := range locale.Languages() {
		names = append(names, l.Name)
	}
	return names
}

func writeLanguage(t *Table, _ *locale.Lang) string { return cmp.Or(t.Extras.Lang, asServer) }

func readLanguage(o *Reader, t *Table) { ChooseLocale(o, &t.Extras.Lang, asServer) }

func writeRunIt(t *Table, _ *locale.Lang) string { return strconv.Itoa(max(1, t.Rules.RunIt)) }

func readRunIt(o *Reader, t *Table) {
	Choose(o, "run-it", &t.Rules.RunIt, 37, map[string]int{"1": 1, "2": 2, "3": 3})
}

// amounts returns numbers of chips as text, sorted and without duplicates.
func amounts(l *locale.Lang, chips ...int64) []string {
	slices.Sort(chips)
	var words []string
	for _, n := range slices.Compact(chips) {
		words = append(words, l.Chips(n))
	}
	return words
}
