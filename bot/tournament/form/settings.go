package form

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/tournament/gate"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/render"
	"cardroom/render/locale"
)

// Edit is a change of a tournament's settings under way.
type Edit struct {
	In      *interaction.Interaction
	Event   *record.Event
	Options setup.Options
	Zone    *time.Location // of the server
	Now     time.Time
}

// Choice is an option of /tournament settings.
type Choice struct {
	Name  string
	Guild bool // requires Manage Server, because the chips come from the Mint (T6)
	read  func(c *Edit, typed string) error
}

// Given returns the options that a user has given, in the order in which they are read.
func Given(in *interaction.Interaction) []Choice {
	return slices.DeleteFunc(slices.Clone(settings), func(s Choice) bool { _, given := in.Options[s.Name]; return !given })
}

// TypedReason returns the reason that an organiser typed, in one line. It is "" where no character of it shows.
func TypedReason(in *interaction.Interaction) string {
	if in.Kind == interaction.Modal {
		return render.Line(in.Text, render.MostReason)
	}
	return render.Line(in.Options["reason"], render.MostReason)
}

// LacksReason reports whether an organiser gives no reason that can be read, and tells them so (T108).
func LacksReason(e *table.Env, in *interaction.Interaction) bool {
	lacks := TypedReason(in) == ""
	if lacks {
		Refuse(e, in, &options.Error{Option: "reason", Want: in.Lang.Range(1, render.MostReason), Kind: options.Characters})
	}
	return lacks
}

// mostTyped is how much of a typed option the log keeps, in characters.
const mostTyped = 160

// Written returns options as an organiser typed them, without invitation words.
func Written(given []Choice, in *interaction.Interaction) string {
	words := make([]string, len(given))
	for i, s := range given {
		value := in.Options[s.Name]
		if s.Name == "more" {
			value = gate.Hide(value)
		}
		words[i] = s.Name + ":" + render.Line(value, mostTyped)
		if len(words[i]) < len(s.Name+":"+render.Line(value, len(value))) {
			words[i] += "…"
		}
	}
	return strings.Join(words, " ")
}

// Read reads the options into a change. The error is a sentence's, an *options.Error or a refusal.
func (c *Edit) Read(given []Choice) error {
	for _, s := range given {
		if err := s.read(c, c.In.Options[s.Name]); err != nil {
			return err
		}
	}
	return nil
}

// settings has the options in the order in which they are read.
var settings = []Choice{
	{Name: "name", read: readName},
	{Name: "players", read: readPlayers},
	{Name: "levels", read: readNewLevels},
	{Name: "start", read: func(c *Edit, typed string) error { return readStart(&c.Options, typed, c.Zone, c.Now) }},
	{Name: "opens", read: readOpens},
	{Name: "game", read: func(c *Edit, typed string) error { return Choose(&c.Options.Variant, "game", typed, options.Games) }},
	{Name: "limit", read: func(c *Edit, typed string) error { return Choose(&c.Options.Limit, "limit", typed, options.Limits) }},
	{Name: "min", read: readMin},
	{Name: "late", read: func(c *Edit, typed string) error { return readNumber(&c.Options.Late, "late", typed) }},
	{Name: "reentry", read: func(c *Edit, typed string) error { c.Options.Reentry = typed == "on"; return nil }},
	{Name: "check-in", read: readCheckIn},
	{Name: "price", read: func(c *Edit, typed string) error { return readChips(&c.Options.Price, "price", typed) }},
	{Name: "added", Guild: true, read: func(c *Edit, typed string) error { return readChips(&c.Options.Added, "added", typed) }},
	{Name: "guarantee", Guild: true, read: func(c *Edit, typed string) error { return readChips(&c.Options.Guarantee, "guarantee", typed) }},
	{Name: "role", read: readRole},
	{Name: "bounty", read: readBounty},
	{Name: "cash-share", read: func(c *Edit, typed string) error { return readNumber(&c.Options.Bounty.Share, "cash-share", typed) }},
	{Name: "rebuy-until", read: readRebuyUntil},
	{Name: "rebuys", read: func(c *Edit, typed string) error { return readNumber(&c.Options.Rebuys.Most, "rebuys", typed) }},
	{Name: "add-on", read: func(c *Edit, typed string) error { return readChips(&c.Options.Rebuys.AddOn, "add-on", typed) }},
	{Name: "add-on-price", read: func(c *Edit, typed string) error {
		return readChips(&c.Options.Rebuys.AddOnPrice, "add-on-price", typed)
	}},
	{Name: "again", read: readAgain},
	{Name: "event", read: readEvent},
	{Name: "more", read: readMore},
}

// started returns a refusal once the tournament has begun (T7).
func (c *Edit) started() error {
	if c.Event.State.View().Phase >= tournament.Seated {
		return tournament.Refusal{Reason: tournament.TooLate, Rule: 7}
	}
	return nil
}

func readName(c *Edit, typed string) (err error) {
	if c.Event.Name, err = parseName(c.In.Lang, typed); err != nil {
		return err
	}
	return c.started()
}

// parseName parses the name of a tournament (T122).
func parseName(l *locale.Lang, typed string) (string, error) {
	name := render.Line(typed, render.MostTitle+1)
	if n := len([]rune(name)); n == 0 || n > render.MostTitle {
		return "", &options.Error{Option: "name", Want: l.Range(1, render.MostTitle), Kind: options.Characters}
	}
	return name, nil
}

// readNewLevels reads levels. Before the start, the organiser's clock, pause, break and late registration stay. Once the
// tournament runs, the levels from the next one on change: blinds go on from the level in force, and there has to be one (T23).
func readNewLevels(c *Edit, typed string) error {
	o := &c.Options
	l, err := readLevels(typed, o.Max)
	if err != nil {
		return err
	}
	if c.started() == nil {
		was := c.Event.State.Options()
		l.Schedule.Break = o.Schedule.Break
		o.Schedule, o.Stack = l.Schedule, l.Stack
		if was.Times.Clock == setup.UsualClock(&was) {
			o.Times.Clock = l.Clock
		}
		if l.paced {
			o.Times.Pause = l.Pause
		}
		if o.Scheduled && was.Late == setup.UsualLate(&was) {
			o.Late = setup.UsualLate(o)
		}
		setBreaks(o)
		return nil
	}
	played := o.Schedule.Levels[:c.Event.State.View().Level+1]
	later := unplayed(o, len(played)-1, l.Schedule.Levels)
	o.Schedule.Levels = slices.Clone(played)
	for _, level := range later {
		if l.Schedule.Length != o.Schedule.Length {
			level.Length = l.Schedule.Length
		}
		o.Schedule.Levels = append(o.Schedule.Levels, level)
	}
	if (l.Schedule.Hands > 0) != (o.Schedule.Hands > 0) || l.Schedule.ColourUp && !o.Schedule.ColourUp {
		return c.started()
	}
	if l.Schedule.ColourUp {
		setUnits(&o.Schedule, len(played), o.Stack) // not that of the typed levels
	}
	if len(o.Schedule.Levels) == len(played) {
		return &setup.OptionError{Option: "levels", Rule: 23, Fault: setup.NoneHigher}
	}
	return nil
}

// unplayed returns which of typed levels come after the one in force. Where that is among them, those are the levels behind it.
// Several games may have the same blinds.
func unplayed(o *setup.Options, inForce int, typed []setup.Level) []setup.Level {
	last, wanted := o.Schedule.Levels[inForce], *o
	wanted.Schedule.Levels = typed
	alike := func(i int) bool {
		return typed[i].Small == last.Small && typed[i].Big == last.Big && setup.GameOf(&wanted, i) == setup.GameOf(o, inForce)
	}
	if inForce < len(typed) && alike(inForce) { // the levels are typed from the first one on
		return typed[inForce+1:]
	}
	for i := range typed {
		if alike(i) {
			return typed[i+1:]
		}
	}
	return slices.DeleteFunc(typed, func(level setup.Level) bool { return level.Small < last.Small || level.Big < last.Big })
}

func readPlayers(c *Edit, typed string) error {
	players, err := strconv.Atoi(typed)
	if err != nil || players < 2 || players > engine.MaxSeats {
		return &options.Error{Option: "players", Want: c.In.Lang.Range(2, engine.MaxSeats)}
	}
	c.Options.Max, c.Options.Seats, c.Options.Min = players, players, min(c.Options.Min, players)
	return nil
}

// whenFull is the value of start without a time.
const whenFull = "full"

// readStart reads when a tournament starts (T15, T123): empty means when it is full. Times without a date are in zone. With a time
// come late registration (T65), breaks (T26) and the fewest players. Without one they go, and so do all settings that go with a time.
func readStart(o *setup.Options, typed string, zone *time.Location, now time.Time) error {
	if typed = strings.TrimSpace(typed); typed == "" || strings.EqualFold(typed, whenFull) {
		o.Scheduled, o.Late, o.Reentry, o.Restart, o.NoShow = false, 0, false, false, false
		o.Times.Start, o.Times.CheckIn, o.Times.Groups = 0, 0, setup.Groups{}
		setBreaks(o)
		return nil
	}
	at, err := readMoment("start", typed, whenFull, zone, now)
	if err != nil {
		return err
	}
	if o.Times.Start = engine.At(at); !o.Scheduled {
		o.Scheduled, o.Late, o.Min = true, setup.UsualLate(o), min(fewest, o.Max)
		setBreaks(o)
	}
	return nil
}

// openNow is the value of opens without a time.
const openNow = "now"

// readOpens reads when registration opens (T10).
func readOpens(c *Edit, typed string) error {
	if c.Options.Times.Opens = 0; strings.EqualFold(strings.TrimSpace(typed), openNow) {
		return nil
	}
	at, err := readMoment("opens", typed, openNow, c.Zone, c.Now)
	c.Options.Times.Opens = engine.At(at)
	return err
}

// readMoment reads a time. The error of a text that is none also names the word that the option accepts.
func readMoment(option, typed, word string, zone *time.Location, now time.Time) (time.Time, error) {
	at, err := options.ReadTime(option, typed, zone, now)
	if bad, ok := errors.AsType[*options.Error](err); ok {
		bad.Want = options.List(word) + ", " + bad.Want
	}
	return at, err
}

// Choose sets an option to one of its values.
func Choose[T any](to *T, option, typed string, values map[string]T) error {
	o := options.Reader{Values: map[string]string{option: typed}}
	options.Choose(&o, option, to, 0, values)
	return o.Err
}

// setBreaks gives a tournament with a start time a break each hour. A Sit & Go of one table and levels of hands have none (T26).
func setBreaks(o *setup.Options) {
	o.Schedule.BreakEvery = 0
	if o.Scheduled && o.Schedule.Hands == 0 {
		o.Schedule.BreakEvery = setup.Hourly
	}
}

// fewest is how many players a tournament with a time needs unless its organiser says otherwise (T15).
const fewest = 4

// readMin reads the fewest players to start with. A Sit & Go starts when it is full (T15).
func readMin(c *Edit, typed string) error {
	if !c.Options.Scheduled {
		return &setup.OptionError{Option: "min", Rule: 15, Fault: setup.Unscheduled}
	}
	return readNumber(&c.Options.Min, "min", typed)
}

func readNumber(to *int, option, typed string) error {
	n, err := strconv.Atoi(typed)
	if err != nil {
		return &options.Error{Option: option, Want: options.List("3"), Kind: options.Numbers}
	}
	*to = n
	return nil
}

// readCheckIn reads the minutes of the check-in; 0 is none (T14).
func readCheckIn(c *Edit, typed string) error {
	minutes := 0
	err := readNumber(&minutes, "check-in", typed)
	c.Options.Times.CheckIn = time.Duration(minutes) * time.Minute
	return err
}

// readChips reads an amount of prize chips; nothing is 0. The error names the option.
func readChips(to *int64, option, typed string) error {
	if typed = strings.TrimSpace(typed); typed == "" || typed == "0" {
		*to = 0
		return nil
	}
	n, err := locale.ParseChips(typed)
	if err != nil {
		return &setup.OptionError{Option: option, Max: locale.MaxChips, Rule: 6}
	}
	*to = n
	return nil
}

// readBounty reads the bounty part of the price. A new knockout is progressive, with half of a head paid at once (T81).
func readBounty(c *Edit, typed string) error {
	b := &c.Options.Bounty
	err := readChips(&b.Part, "bounty", typed)
	switch {
	case b.Part == 0:
		b.Share = 0
	case b.Share == 0:
		b.Share = 50
	}
	return err
}

// readRebuyUntil reads the last level with rebuys. Without one the add-on goes, too (T66, T67).
func readRebuyUntil(c *Edit, typed string) error {
	r := &c.Options.Rebuys
	err := readNumber(&r.Until, "rebuy-until", typed)
	if r.Until == 0 {
		*r = setup.Rebuys{}
	}
	return err
}

// These are the reasons to refuse settings: they contradict each other, or need a permission.
var (
	ErrAgainTime   = errors.New("tournament: again goes with a Sit & Go")
	ErrAgainThread = errors.New("tournament: again needs a thread for each table")
	errServerChips = errors.New("tournament: chips of the server need a permission")
	ErrListedTime  = errors.New("tournament: an event of the server needs a start time")
)

// readAgain reads whether the start opens the next tournament (T122). The next one gets the chips that the server adds, too.
func readAgain(c *Edit, typed string) error {
	if c.Event.Again = typed == "on"; c.Event.Again && c.Options.Added+c.Options.Guarantee > 0 && !c.In.Has(discordgo.PermissionManageGuild) {
		return errServerChips
	}
	return c.started()
}

// readEvent reads whether the server's events list the tournament (T121). Said once more, it brings back an event that a moderator deleted.
func readEvent(c *Edit, typed string) error {
	if on := typed == "on"; on && c.Event.Listed {
		c.Event.Event = 0
	} else {
		c.Event.Listed = on
	}
	return c.started()
}

// readRole adds a role to the gate, or takes it off if it is there (T11). With @everyone there is no gate: so it opens where a role
// of it was deleted, which cannot be chosen any more.
func readRole(c *Edit, typed string) error {
	role := message.Snowflake(typed)
	if role == c.In.Key.Guild {
		c.Event.Roles = nil
	} else if !gate.Toggle(&c.Event.Roles, role) {
		return &options.Error{Option: "role", Want: c.In.Lang.Range(0, gate.MostRoles)}
	}
	return c.started()
}

// readMore reads the options that have none of their own, because Discord gives a command 25.
func readMore(c *Edit, typed string) error {
	var others []string
	for part := range strings.SplitSeq(typed, ",") {
		rule, values := gate.Find(part)
		switch {
		case rule == nil:
			others = append(others, part)
		case !rule.Anytime && c.started() != nil:
			return c.started()
		case !rule.Read(c.Event, c.In, values):
			return &options.Error{Option: "more", Want: rule.Want, Kind: options.Examples}
		}
	}
	if len(others) == 0 {
		return nil
	}
	err := setup.ReadFurther(&c.Options, strings.Join(others, ","))
	if further, ok := errors.AsType[*setup.FurtherError](err); ok {
		want := further.Want
		if further.Unknown {
			want = append(want, gate.FirstExamples()...)
		}
		err = &options.Error{Option: "more", Want: options.List(want...), Kind: options.Examples}
	}
	return err
}

// moreExamples returns settings for the option more that begin as the last one of a typed text does, or all, behind those before it.
func moreExamples(typed string) []string {
	before, last := "", typed
	if i := strings.LastIndex(typed, ","); i >= 0 {
		before, last = typed[:i+1]+" ", typed[i+1:]
	}
	all := append(setup.FurtherExamples(last), gate.Examples(last)...)
	for i := range all {
		all[i] = before + all[i]
	}
	return all
}

// optionsOf returns the options of a Sit & Go of one table.
func optionsOf(l Levels, players, bots int) setup.Options {
	o := setup.DefaultOptions("turbo")
	o.Max, o.Seats, o.Practice, o.Final = players, players, bots > 0, setup.FinalTable{Same: true}
	o.Schedule, o.Stack, o.Times.Clock, o.Times.Pause = l.Schedule, l.Stack, l.Clock, l.Pause
	setBreaks(&o)
	return o
}
