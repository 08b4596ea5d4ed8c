package tournament

import (
	"cmp"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/host"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/bot/tournament/form"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/proof"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/tables"
	"cardroom/render"
	"cardroom/store"
)

// mayMake reports whether a user may make a tournament, and tells them if not (T106).
func mayMake(e *table.Env, in *interaction.Interaction) bool {
	if in.Has(discordgo.PermissionManageEvents) || host.MayOpen(e, in) || in.HasRole(e.Prefs.Guild(in.Key.Guild).OrganiserRole) {
		return true
	}
	e.Reply.Text(in, string(in.Lang.Tournament.Said.MayNotMake))
	return false
}

// Create handles /tournament create: it opens the modal. The modal keeps the options of the command.
func Create(e *table.Env, in *interaction.Interaction) {
	if !mayMake(e, in) {
		return
	}
	said := &in.Lang.Tournament.Said
	kept := []string{cmp.Or(in.Options["game"], "holdem"), cmp.Or(in.Options["limit"], "nl"), cmp.Or(in.Options["level"], "normal"), cmp.Or(in.Options["bots"], "0")}
	e.Reply.Form(in, message.CustomID{Table: in.Key.Channel, Verb: render.VerbCreate, Arg: strings.Join(kept, " ")}, string(said.Title), []render.Input{
		{Label: string(said.Name), Required: true, Most: render.MostTitle},
		{Label: string(said.Start), Placeholder: options.WhenWant, Most: 40},
		{Label: string(said.Price), Placeholder: "0", Value: "0", Most: 16},
		{Label: string(said.Preset), Placeholder: form.LevelsWant, Value: "turbo", Required: true, Most: 400},
		{Label: string(said.Players), Placeholder: "2–" + strconv.Itoa(engine.MaxSeats), Value: "9", Required: true, Most: 6},
	})
}

// draft is a tournament that is still to be made.
type draft struct {
	id engine.ID // of the interaction that makes it, or of the message that started the one before
	record.Conditions
	options setup.Options
	bots    int
	level   engine.Level // of the house players
	lobby   engine.ID    // channel
	invited []engine.ID  // people who register first
	locale  string       // of the server
	thread  string       // name of the table's thread
}

// readDraft reads the modal, and the options of the command, which the modal kept: the game, the limit, the level of the house
// players, and how many there are. Times without a date are in zone. The error is a sentence's, or an *options.Error.
func readDraft(in *interaction.Interaction, zone *time.Location) (p draft, err error) {
	for len(in.Inputs) < 5 {
		in.Inputs = append(in.Inputs, "")
	}
	name, start, price, levels, seats := in.Inputs[0], in.Inputs[1], in.Inputs[2], in.Inputs[3], in.Inputs[4]
	if p.Name, err = form.ReadName(in.Lang, name); err != nil {
		return p, err
	}
	players, err := strconv.Atoi(strings.TrimSpace(seats))
	switch {
	case err != nil || players < 2:
		return p, &options.Error{Option: "players", Want: in.Lang.Range(2, engine.MaxSeats)}
	case players > engine.MaxSeats:
		return p, errOneTable
	}
	l, err := form.ReadLevels(levels, players)
	if err != nil {
		return p, err
	}
	kept := append(strings.Fields(in.CustomID.Arg), "", "", "", "")
	p.bots, err = strconv.Atoi(kept[3])
	if err != nil || p.bots < 0 || p.bots >= players {
		return p, &options.Error{Option: "bots", Want: in.Lang.Range(0, int64(players-1))}
	}
	p.options = form.OptionsOf(l, players, p.bots)
	if err := form.ReadChips(&p.options.Price, "price", price); err != nil {
		return p, err
	}
	if err := form.ReadStart(&p.options, start, zone, time.Now()); err != nil {
		return p, err
	}
	err = cmp.Or(form.Choose(&p.options.Variant, "game", kept[0], options.Games), form.Choose(&p.options.Limit, "limit", kept[1], options.Limits),
		form.Choose(&p.level, "level", kept[2], options.Levels))
	if err != nil {
		return p, err
	}
	return p, setup.CheckAt(&p.options, engine.At(time.Now()), false)
}

// errOneTable refuses more players than a table has seats.
var errOneTable = errors.New("tournament: one table so far")

// Submit handles the modal: it makes a thread for the table and the tournament in it.
func Submit(e *table.Env, in *interaction.Interaction) {
	if !mayMake(e, in) {
		return
	}
	p, err := readDraft(in, zoneOf(e, in.Key.Guild))
	if errors.Is(err, errOneTable) {
		e.Reply.Text(in, in.Lang.Tournament.Said.NoOneTable.Format("n", strconv.Itoa(engine.MaxSeats)))
		return
	}
	if err != nil {
		refuseOption(e, in, err)
		return
	}
	p.id, p.By, p.lobby, p.locale = message.Snowflake(in.ID), in.User, in.Channel, in.GuildLocale
	p.thread = threadName(table.PublicLang(e, in), p.Name)
	missing, blind := interaction.MissingPermissions(in)
	if missing = append(missing, interaction.MissingForThread(in)...); blind || len(interaction.MissingForThread(in)) > 0 {
		e.Reply.Text(in, in.Lang.Tournament.Said.BotMay.Format("list", strings.Join(missing, ", ")))
		return
	}
	where := store.Key{Guild: in.Key.Guild, Channel: in.Channel}
	switch {
	case in.Thread && e.Tables.Plays(where.Guild, where.Channel):
		e.Reply.Text(in, string(in.Lang.Tournament.Said.NoThread))
		return
	case !in.Thread && !channel.MayMakeThread(e, in):
		return
	case !in.Thread:
		where.Channel, err = channel.MakeThread(e, in.Channel, p.thread, archiveAfter)
	}
	switch {
	case errors.Is(err, rest.ErrForbidden):
		e.Reply.Text(in, in.Lang.Tournament.Said.BotMay.Format("list", string(in.Lang.Say.MayMakeThread)))
	case err != nil:
		e.Reply.Refuse(in, err)
	case !e.Tables.Get(where).Post(func() { openTable(e.Tables.Get(where), in, p) }):
		e.Reply.Text(in, string(in.Lang.Say.Busy))
	}
}

// openTable makes a tournament at its table, as a job of the table.
func openTable(t *table.Table, in *interaction.Interaction, p draft) {
	if t.IsOpen() {
		t.Env.Reply.Text(in, string(in.Lang.Say.TableExists))
		return
	}
	t.Display.Opening()
	err := t.Update(in, func(r *record.Table, game *engine.Table) ([]engine.Event, error) { return nil, first(t, p, r, game) })
	if err != nil {
		t.Refuse(in, err)
		return
	}
	said := in.Lang.Tournament.Said.Made.Format("name", render.EscapeLine(p.Name, render.MostTitle), "channel", render.Channel(t.Key.Channel))
	t.Env.Reply.Text(in, said)
}

// first fills in the record and the table of a new tournament. House players are its first entries.
func first(t *table.Table, p draft, r *record.Table, game *engine.Table) error {
	opened, err := engine.New(tables.Rules(&p.options, 0))
	if err != nil {
		return err
	}
	opened, shuffled, err := t.Dealer.NumberHands(opened)
	if err != nil {
		return err
	}
	now := engine.At(time.Now())
	state, log, err := tournament.New(p.options, now)
	if err != nil {
		return err
	}
	e := &record.Event{
		ID: p.id, Conditions: p.Conditions, Lobby: message.Ref{Channel: p.lobby}, Bots: map[engine.ID]string{}, Series: record.Series{Invited: p.invited},
		Journal: &proof.Journal{Made: now, Options: p.options}, State: record.Director{Tournament: state},
	}
	if e.Thread = p.thread; t.Key.Channel == p.lobby {
		e.Thread = "" // the bot made none
	}
	e.Keep(log)
	*r = record.Table{Host: p.By, Session: int64(now), Shuffle: shuffled, Locale: p.locale, Event: e}
	r.Extras.Funds = options.Free // tournament chips are outside any wallet
	r.Names = map[engine.ID]string{}
	for id := engine.ID(1); id <= engine.ID(p.bots); id++ {
		if _, err := e.Direct(tournament.Register{At: tournament.At(now), Person: id, House: p.level}, nil); err != nil {
			return err
		}
		e.Bots[id] = ai.Names[(int(id)+int(r.Session))%len(ai.Names)]
		r.Names[id] = e.Bots[id]
	}
	*game = opened
	return nil
}
