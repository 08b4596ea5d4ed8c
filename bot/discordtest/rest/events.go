package rest

import (
	"slices"
	"time"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

// maxEvents is how many events of a guild may be to come or under way.
const maxEvents = 100

// external is Discord's type of an event outside of its voice channels, the only one here.
const external = 3

// eventForm is a request to make or edit an event. An edit keeps the fields that it leaves out.
type eventForm struct {
	Name        string     `json:"name"`
	Description string     `json:"description"`
	Start       *time.Time `json:"scheduled_start_time"`
	End         *time.Time `json:"scheduled_end_time"`
	Privacy     *int       `json:"privacy_level"`
	Kind        *int       `json:"entity_type"`
	Status      *int       `json:"status"`
	Channel     *string    `json:"channel_id"`
	Metadata    struct {
		Location string `json:"location"`
	} `json:"entity_metadata"`
}

// readEventForm returns the guild of a request, and its form.
func readEventForm(c *call) (g *world.Guild, sent eventForm, err error) {
	if g = c.world.Guild(c.args["guild"]); g == nil {
		return nil, sent, refusal.UnknownGuild()
	}
	if c.world.GuildPermissions(g)&object.CreateEvents == 0 {
		return nil, sent, refusal.MissingPermissions()
	}
	return g, sent, refusal.Decode(c.body, &sent, "")
}

// getEvents lists the events of a guild that are to come or under way.
func getEvents(c *call) (any, error) {
	g := c.world.Guild(c.args["guild"])
	if g == nil {
		return nil, refusal.UnknownGuild()
	}
	list := []any{}
	for _, e := range g.EventsAt(c.world.Now()) {
		if !e.IsOver() {
			list = append(list, c.world.EventJSON(g, e))
		}
	}
	return list, nil
}

// createEvent makes an event. Its creator is the bot.
func createEvent(c *call) (any, error) {
	g, sent, err := readEventForm(c)
	if err != nil {
		return nil, err
	}
	var p refusal.Form
	sent.check(&p, sent.Start, c.world.Now())
	p.Text("name", sent.Name, 1, 100)
	p.Text("entity_metadata.location", sent.Metadata.Location, 1, 100)
	if object.IntOr(sent.Privacy, 0) != 2 {
		p.Add("privacy_level", "BASE_TYPE_CHOICES", "Value must be one of (2,).")
	}
	if object.IntOr(sent.Kind, 0) != external {
		p.Add("entity_type", "BASE_TYPE_CHOICES", "Value must be one of (3,).")
	}
	if sent.Start == nil || sent.End == nil {
		p.Add("scheduled_end_time", "BASE_TYPE_REQUIRED", "This field is required")
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	alive := 0
	for _, e := range g.EventsAt(c.world.Now()) {
		if !e.IsOver() {
			alive++
		}
	}
	if alive >= maxEvents {
		return nil, refusal.TooManyEvents()
	}
	e := &world.ServerEvent{ID: c.world.NewID(), Creator: c.world.App.ID, Status: world.EventScheduled}
	sent.apply(e)
	g.Events = append(g.Events, e)
	c.world.Changed()
	return c.world.EventJSON(g, e), nil
}

// patchEvent edits an event of the bot.
func patchEvent(c *call) (any, error) {
	g, sent, err := readEventForm(c)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(g.EventsAt(c.world.Now()), func(e *world.ServerEvent) bool { return e.ID == c.args["event"] })
	if i < 0 {
		return nil, refusal.UnknownEvent()
	}
	e := g.Events[i]
	if e.IsOver() {
		return nil, refusal.FinishedEvent()
	}
	var p refusal.Form
	if e.Status == world.EventActive && sent.Start != nil {
		p.Add("scheduled_start_time", "GUILD_SCHEDULED_EVENT_START_TIME", "Cannot update start time of an active event.")
	}
	start := sent.Start
	if start == nil {
		start = &e.Start
	}
	sent.check(&p, start, c.world.Now())
	if to := object.IntOr(sent.Status, e.Status); to != e.Status && !e.MayBecome(to) {
		p.Add("status", "TRANSITION_INVALID", "Invalid Guild Scheduled Event Status Transition")
	}
	if err := p.Err(); err != nil {
		return nil, err
	}
	sent.apply(e)
	c.world.Changed()
	return c.world.EventJSON(g, e), nil
}

// check refuses fields that Discord refuses, of an event with a start.
func (f *eventForm) check(p *refusal.Form, start *time.Time, now time.Time) {
	if f.Start != nil && f.Start.Before(now) {
		p.Add("scheduled_start_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event in the past.")
	}
	if f.End != nil && (f.End.Before(now) || start != nil && !f.End.After(*start)) {
		p.Add("scheduled_end_time", "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "Cannot schedule event end time before its start, or in the past.")
	}
	if len([]rune(f.Description)) > 1000 {
		p.Add("description", "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 1000 in length.")
	}
	if f.Channel != nil {
		p.Add("channel_id", "CHANNEL_ID_INVALID", "An external event has no channel.")
	}
}

// apply brings the fields that were sent into an event.
func (f *eventForm) apply(e *world.ServerEvent) {
	if f.Name != "" {
		e.Name = f.Name
	}
	if f.Description != "" {
		e.Description = f.Description
	}
	if f.Metadata.Location != "" {
		e.Location = f.Metadata.Location
	}
	if f.Start != nil {
		e.Start = f.Start.UTC()
	}
	if f.End != nil {
		e.End = f.End.UTC()
	}
	e.Status = object.IntOr(f.Status, e.Status)
}
