package tournament

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/tournament/form"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/notice"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/tables"
	"cardroom/render/text"
)

// Settings handles /tournament settings: it changes the given options in one commit, or none of them, and shows all (T7).
func Settings(d *Director, in *interaction.Interaction) {
	given := form.Given(in)
	switch {
	case len(given) == 0:
		d.say(in, settings(d, in))
		return
	case slices.ContainsFunc(given, func(s form.Choice) bool { return s.Guild }) && !in.Has(discordgo.PermissionManageGuild):
		d.say(in, string(in.Lang.Tournament.Said.Why.Server))
		return
	case !(len(given) == 1 && gate.Anytime(in.Options["more"])) && barred(d, in), d.fixed(in):
		return
	case unchanged(d, in, given):
		d.say(in, settings(d, in))
		return
	case in.Options["event"] == "on" && !interaction.MayMakeEvents(in):
		d.say(in, in.Lang.Tournament.Said.NoEvents.Format("list", string(in.Lang.Say.MayMakeEvents)))
		return
	}
	start := d.event().State.Options().Times.Start
	changed := d.organise(in, form.Written(given, in), func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		return d.reconfigure(in, given, r, next)
	})
	if !changed {
		return
	}
	d.say(in, settings(d, in))
	letIn(d, at())
	if e := d.event(); len(e.People(e.State.View())) > 0 { // T7
		nonce, moved := nonceOf(d, fmt.Sprintf("changed/%d", e.LastNo())), e.State.Options().Times.Start != start
		x := notice.Update{By: in.User, Words: form.Written(given, in), Moved: moved, Alone: len(given) == 1}
		d.changes.Post(d.table, x, func(m *discordgo.MessageSend) (engine.ID, error) { return send(d, m, nonce) })
	}
}

// unchanged reports whether the given options already have these values.
func unchanged(d *Director, in *interaction.Interaction, given []form.Choice) bool {
	was := d.event()
	c := d.edit(in, was.Clone())
	return c.Read(given) == nil && reflect.DeepEqual(c.Options, was.State.Options()) && reflect.DeepEqual(c.Event, was)
}

// edit returns a change of the settings in a copy of the tournament.
func (d *Director) edit(in *interaction.Interaction, e *record.Event) form.Edit {
	return form.Edit{In: in, Event: e, Options: e.State.Options(), Zone: form.ZoneOf(d.table.Env, in.Key.Guild), Now: time.Now()}
}

// settings returns all settings, for an organiser.
func settings(d *Director, in *interaction.Interaction) string {
	e := d.event()
	return text.TournamentSettings(in.Lang, scene.Lobby(d.table), gate.Write(&e.Gate), e.Applicants(), in.Options)
}

// reconfigure carries out a change of settings in a commit. Before the start the table gets the rules of the new options.
func (d *Director) reconfigure(in *interaction.Interaction, given []form.Choice, r *record.Table, next *engine.Table) ([]engine.Event, error) {
	c := d.edit(in, r.Event)
	if err := c.Read(given); err != nil {
		return nil, err
	}
	switch {
	case r.Event.Again && c.Options.Scheduled:
		return nil, form.ErrAgainTime
	case r.Event.Again && r.Event.Lobby.Channel == d.table.Where().Channel:
		return nil, form.ErrAgainThread
	case r.Event.Listed && !c.Options.Scheduled:
		return nil, form.ErrListedTime
	}
	events, err := d.carryOut(next, r, tournament.Change{At: at(), Options: c.Options})
	if err != nil || r.Event.State.View().Phase >= tournament.Seated {
		return events, err
	}
	fresh, err := engine.New(tables.Rules(&c.Options, 0))
	if hand := next.View(0).Hand; err == nil && hand > 0 {
		fresh = fresh.Following(hand)
	}
	*next = fresh
	return nil, err
}
