package tournament

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/bot/tournament/form"
	"cardroom/bot/tournament/organiser"
	"cardroom/bot/tournament/thread"
	"cardroom/engine"
	"cardroom/engine/ai"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/proof"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/tables"
	"cardroom/render"
	"cardroom/store"
)

// Create handles /tournament create: it opens the modal. The modal keeps the options of the command.
func Create(e *table.Env, in *interaction.Interaction) {
	if !organiser.MayMake(e, in) {
		return
	}
	kept, inputs, err := form.Modal(in)
	if err != nil {
		form.Refuse(e, in, err)
		return
	}
	e.Reply.Form(in, message.CustomID{Table: in.Key.Channel, Verb: render.VerbCreate, Arg: kept}, string(in.Lang.Tournament.Said.Title), inputs)
}

// draft is a tournament that is still to be made.
type draft struct {
	id engine.ID // of the interaction that makes it, or of the message that started the one before
	record.Conditions
	format  form.Format
	lobby   engine.ID   // channel
	invited []engine.ID // people who register first
	locale  string      // of the server
	parent  engine.ID   // as in record.Table
	thread  string      // name of the table's thread
}

// Submit handles the modal: it makes a thread for the table and the tournament in it.
func Submit(e *table.Env, in *interaction.Interaction) {
	if !organiser.MayMake(e, in) {
		return
	}
	name, format, err := form.ReadFormat(in, form.ZoneOf(e, in.Key.Guild))
	if errors.Is(err, form.ErrOneTable) {
		e.Reply.Text(in, in.Lang.Tournament.Said.NoOneTable.Format("n", strconv.Itoa(engine.MaxSeats)))
		return
	}
	if err != nil {
		form.Refuse(e, in, err)
		return
	}
	p := draft{id: message.Snowflake(in.ID), format: format, lobby: in.Channel, locale: in.GuildLocale, parent: in.Parent, thread: thread.Name(table.PublicLang(e, in), name)}
	p.Name, p.By = name, in.User
	if missing, blind := interaction.MissingForTournament(in); blind {
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
		where.Channel, err = channel.MakeThread(e, in.Channel, in.News, p.thread, thread.ArchiveAfter)
	}
	switch {
	case err != nil:
		e.Reply.RefuseThread(in, err, in.Lang.Tournament.Said.BotMay, in.Lang.Tournament.Said.NoThreads)
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
	if setup.Steep(&p.format.Options) {
		said += "\n-# " + string(in.Lang.Tournament.Said.SteepNote(p.format.Listed))
	}
	if in.MayExclude() {
		said += "\n" + string(in.Lang.Say.PrivateThread)
	}
	t.Env.Reply.Text(in, said)
}

// first fills in the record and the table of a new tournament. House players are its first entries.
func first(t *table.Table, p draft, r *record.Table, game *engine.Table) error {
	opened, err := engine.New(tables.Rules(&p.format.Options, 0))
	if err != nil {
		return err
	}
	opened, shuffled, err := t.Dealer.NumberHands(opened)
	if err != nil {
		return err
	}
	now := engine.At(time.Now())
	p.format.Options.Edition = setup.Edition // the one before it in a series may be older
	state, log, err := tournament.New(p.format.Options, now)
	if err != nil {
		return err
	}
	e := &record.Event{
		ID: p.id, Conditions: p.Conditions, Lobby: message.Ref{Channel: p.lobby}, Bots: map[engine.ID]string{}, Series: record.Series{Invited: p.invited},
		Logs: record.Logs{Journal: &proof.Journal{Made: now, Options: p.format.Options}}, State: record.Director{Tournament: state},
	}
	if e.Thread = p.thread; t.Key.Channel == p.lobby {
		e.Thread = "" // the bot made none
	}
	e.Keep(log)
	directorOf(t).knownPosts = e.ID
	*r = record.Table{Host: p.By, Session: int64(now), Shuffle: shuffled, Locale: p.locale, Parent: p.parent, Event: e}
	r.Extras.Funds = options.Free // tournament chips are outside any wallet
	r.Names = map[engine.ID]string{}
	for id := engine.ID(1); id <= engine.ID(p.format.Bots); id++ {
		if _, err := e.Direct(tournament.Register{At: tournament.At(now), Person: id, House: p.format.Level}, nil); err != nil {
			return err
		}
		e.Bots[id] = ai.NameOf(id, r.Session)
		r.Names[id] = e.Bots[id]
	}
	*game = opened
	return nil
}
