package tournament

import (
	"errors"
	"fmt"
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
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/tables"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// mostRoles is how many roles a gate has at most (T11).
const mostRoles = 5

// edit is a change of a tournament's settings under way.
type edit struct {
	in      *interaction.Interaction
	event   *record.Event
	options setup.Options
	zone    *time.Location
	now     time.Time
}

// choice is an option of /tournament settings.
type choice struct {
	name  string
	guild bool // requires Manage Server, because the chips come from the Mint (T6)
	read  func(c *edit, typed string) error
}

// settings has the options in the order in which they are read.
var settings = []choice{
	{name: "name", read: readName},
	{name: "players", read: readPlayers},
	{name: "levels", read: readNewLevels},
	{name: "start", read: readStart},
	{name: "opens", read: readOpens},
	{name: "game", read: func(c *edit, typed string) error { return choose(&c.options.Variant, "game", typed, options.Games) }},
	{name: "limit", read: func(c *edit, typed string) error { return choose(&c.options.Limit, "limit", typed, options.Limits) }},
	{name: "min", read: func(c *edit, typed string) error { return readNumber(&c.options.Min, "min", typed) }},
	{name: "late", read: func(c *edit, typed string) error { return readNumber(&c.options.Late, "late", typed) }},
	{name: "reentry", read: func(c *edit, typed string) error { c.options.Reentry = typed == "on"; return nil }},
	{name: "check-in", read: readCheckIn},
	{name: "price", read: func(c *edit, typed string) error { return readChips(&c.options.Price, "price", typed) }},
	{name: "added", guild: true, read: func(c *edit, typed string) error { return readChips(&c.options.Added, "added", typed) }},
	{name: "guarantee", guild: true, read: func(c *edit, typed string) error { return readChips(&c.options.Guarantee, "guarantee", typed) }},
	{name: "role", read: readRole},
	{name: "bounty", read: readBounty},
	{name: "cash-share", read: func(c *edit, typed string) error { return readNumber(&c.options.Bounty.Share, "cash-share", typed) }},
	{name: "rebuy-until", read: readRebuyUntil},
	{name: "rebuys", read: func(c *edit, typed string) error { return readNumber(&c.options.Rebuys.Most, "rebuys", typed) }},
	{name: "add-on", read: func(c *edit, typed string) error { return readChips(&c.options.Rebuys.AddOn, "add-on", typed) }},
	{name: "add-on-price", read: func(c *edit, typed string) error {
		return readChips(&c.options.Rebuys.AddOnPrice, "add-on-price", typed)
	}},
	{name: "again", read: readAgain},
	{name: "leave", read: func(c *edit, typed string) error { return readNumber(&c.options.Leave, "leave", typed) }},
}

// Settings handles /tournament settings: it changes the given options in one commit, or none of them, and shows all (T7).
func Settings(d *Director, in *interaction.Interaction) {
	given := slices.DeleteFunc(slices.Clone(settings), func(s choice) bool { _, given := in.Options[s.name]; return !given })
	switch {
	case len(given) == 0:
		d.say(in, text.TournamentSettings(in.Lang, d.Lobby(), in.Options))
		return
	case slices.ContainsFunc(given, func(s choice) bool { return s.guild }) && !in.Has(discordgo.PermissionManageGuild):
		d.say(in, string(in.Lang.Tournament.Said.Why.Server))
		return
	case d.plays(in): // T107
		d.say(in, string(in.Lang.Tournament.Said.Why.Playing))
		return
	case d.fixed(in):
		return
	}
	changed := d.organise(in, typed(given, in), func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		return d.reconfigure(in, given, r, next)
	})
	if !changed {
		return
	}
	d.say(in, text.TournamentSettings(in.Lang, d.Lobby(), in.Options))
	if v := d.event().State.View(); v.Entries > 0 || len(v.Waitlist) > 0 { // T7
		courtesy(d, fmt.Sprintf("changed/%d", d.event().LastNo()), message.Mention(text.Change(d.table.Locale(), in.User, typed(given, in))))
	}
}

// mostTyped is how much of a typed option the log keeps.
const mostTyped = 80

// typed returns options as an organiser typed them.
func typed(given []choice, in *interaction.Interaction) string {
	words := make([]string, len(given))
	for i, s := range given {
		words[i] = s.name + ":" + render.Line(in.Options[s.name], mostTyped)
	}
	return strings.Join(words, " ")
}

// reconfigure carries out a change of settings in a commit. Before the start the table gets the rules of the new options.
func (d *Director) reconfigure(in *interaction.Interaction, given []choice, r *record.Table, next *engine.Table) ([]engine.Event, error) {
	c := edit{in: in, event: r.Event, options: r.Event.State.Options(), zone: zoneOf(d.table.Env, in.Key.Guild), now: time.Now()}
	for _, s := range given {
		if err := s.read(&c, in.Options[s.name]); err != nil {
			return nil, err
		}
	}
	switch {
	case r.Event.Again && c.options.Scheduled:
		return nil, errAgainTime
	case r.Event.Again && r.Event.Lobby.Channel == table.Where(d.table).Channel:
		return nil, errAgainThread
	}
	events, err := d.carryOut(next, r, tournament.Change{At: at(), Options: c.options})
	if err != nil || r.Event.State.View().Phase >= tournament.Seated {
		return events, err
	}
	fresh, err := engine.New(tables.Rules(&c.options, 0))
	if hand := next.View(0).Hand; err == nil && hand > 0 {
		fresh = fresh.Following(hand)
	}
	*next = fresh
	return nil, err
}

// started returns a refusal once the tournament has begun (T7).
func (c *edit) started() error {
	if c.event.State.View().Phase >= tournament.Seated {
		return tournament.Refusal{Reason: tournament.TooLate, Rule: 7}
	}
	return nil
}

func readName(c *edit, typed string) error {
	name := render.Line(typed, render.MostTitle+1)
	if n := len([]rune(name)); n == 0 || n > render.MostTitle {
		return &options.Error{Option: "name", Want: c.in.Lang.Range(1, render.MostTitle)}
	}
	c.event.Name = name
	return c.started()
}

// readNewLevels reads levels. Once the tournament runs, those from the next level on change: blinds go on from the level in force (T23).
func readNewLevels(c *edit, typed string) error {
	o := &c.options
	l, err := readLevels(typed, o.Max)
	if err != nil {
		return err
	}
	if c.started() == nil {
		o.Schedule, o.Stack, o.Times.Clock, o.Times.Pause = l.Schedule, l.Stack, l.Clock, l.pause
		setBreaks(o)
		return nil
	}
	played := o.Schedule.Levels[:c.event.State.View().Level+1]
	last := played[len(played)-1]
	o.Schedule.Levels = slices.Clone(played)
	for _, level := range l.Schedule.Levels {
		if level.Big > last.Big && level.Small >= last.Small {
			level.Length = l.Schedule.Length
			o.Schedule.Levels = append(o.Schedule.Levels, level)
		}
	}
	if (l.Schedule.Hands > 0) != (o.Schedule.Hands > 0) {
		return c.started()
	}
	return nil
}

func readPlayers(c *edit, typed string) error {
	players, err := strconv.Atoi(typed)
	if err != nil || players < 2 || players > engine.MaxSeats {
		return &options.Error{Option: "players", Want: c.in.Lang.Range(2, engine.MaxSeats)}
	}
	c.options.Max, c.options.Seats, c.options.Min = players, players, min(c.options.Min, players)
	return nil
}

// zoneOf returns the time zone of a server.
func zoneOf(e *table.Env, guild engine.ID) *time.Location {
	if zone, ok := options.ReadZone(e.Prefs.Guild(guild).Zone); ok {
		return zone
	}
	return time.UTC
}

// whenFull is the value of start without a time.
const whenFull = "full"

// readStart reads when a tournament starts (T15, T123). With a time come late registration (T65), breaks (T26) and the
// fewest players, without one they go.
func readStart(c *edit, typed string) error {
	o := &c.options
	if strings.EqualFold(strings.TrimSpace(typed), whenFull) {
		o.Scheduled, o.Late, o.Reentry, o.Times.Start, o.Times.CheckIn = false, 0, false, 0, 0
		setBreaks(o)
		return nil
	}
	at, err := options.ReadTime("start", typed, c.zone, c.now)
	if err != nil {
		return err
	}
	schedule(o, engine.At(at))
	return nil
}

// schedule gives a tournament a start time, and at first what goes with it.
func schedule(o *setup.Options, at engine.Moment) {
	if o.Times.Start = at; !o.Scheduled {
		o.Scheduled, o.Late, o.Min = true, setup.UsualLate(o), min(fewest, o.Max)
		setBreaks(o)
	}
}

// openNow is the value of opens without a time.
const openNow = "now"

// readOpens reads when registration opens (T10).
func readOpens(c *edit, typed string) error {
	if c.options.Times.Opens = 0; strings.EqualFold(strings.TrimSpace(typed), openNow) {
		return nil
	}
	at, err := options.ReadTime("opens", typed, c.zone, c.now)
	c.options.Times.Opens = engine.At(at)
	return err
}

// choose sets an option to one of its values.
func choose[T any](to *T, option, typed string, values map[string]T) error {
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

func readNumber(to *int, option, typed string) error {
	n, err := strconv.Atoi(typed)
	if err != nil {
		return &options.Error{Option: option, Want: "3"}
	}
	*to = n
	return nil
}

// readCheckIn reads the minutes of the check-in; 0 is none (T14).
func readCheckIn(c *edit, typed string) error {
	minutes := 0
	err := readNumber(&minutes, "check-in", typed)
	c.options.Times.CheckIn = time.Duration(minutes) * time.Minute
	return err
}

// readChips reads an amount of prize chips; nothing is 0.
func readChips(to *int64, option, typed string) (err error) {
	if typed = strings.TrimSpace(typed); typed == "" || typed == "0" {
		*to = 0
		return nil
	}
	*to, err = locale.ParseChips(typed)
	return err
}

// readBounty reads the bounty part of the price. A new knockout is progressive, with half of a head paid at once (T81).
func readBounty(c *edit, typed string) error {
	b := &c.options.Bounty
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
func readRebuyUntil(c *edit, typed string) error {
	r := &c.options.Rebuys
	err := readNumber(&r.Until, "rebuy-until", typed)
	if r.Until == 0 {
		*r = setup.Rebuys{}
	}
	return err
}

// These refuse a series of tournaments.
var (
	errAgainTime   = errors.New("tournament: again goes with a Sit & Go")
	errAgainThread = errors.New("tournament: again needs a thread for each table")
	errServerChips = errors.New("tournament: chips of the server need a permission")
)

// readAgain reads whether the start opens the next tournament (T122). The next one gets the chips that the server adds, too.
func readAgain(c *edit, typed string) error {
	if c.event.Again = typed == "on"; c.event.Again && c.options.Added+c.options.Guarantee > 0 && !c.in.Has(discordgo.PermissionManageGuild) {
		return errServerChips
	}
	return c.started()
}

// readRole adds a role to the gate, or takes it off if it is there (T11).
func readRole(c *edit, typed string) error {
	role := message.Snowflake(typed)
	c.event.Roles = slices.Clone(c.event.Roles)
	switch i := slices.Index(c.event.Roles, role); {
	case i >= 0:
		c.event.Roles = slices.Delete(c.event.Roles, i, i+1)
	case len(c.event.Roles) == mostRoles:
		return &options.Error{Option: "role", Want: c.in.Lang.Range(0, mostRoles), Rule: 0}
	default:
		c.event.Roles = append(c.event.Roles, role)
	}
	return c.started()
}

// admits reports whether the roles of a user let them register (T11). If not it answers.
func (d *Director) admits(in *interaction.Interaction) bool {
	e := d.event()
	if len(e.Roles) == 0 || slices.ContainsFunc(e.Roles, in.HasRole) {
		return true
	}
	d.say(in, in.Lang.Tournament.Said.Why.Role.Format("name", d.name(), "roles", text.Roles(in.Lang, e.Roles, in.Key.Guild)))
	return false
}
