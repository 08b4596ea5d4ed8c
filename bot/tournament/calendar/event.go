package calendar

import (
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// These are the states of an event. It goes from scheduled to active to over, or from scheduled to canceled.
const (
	scheduled = discordgo.GuildScheduledEventStatusScheduled
	active    = discordgo.GuildScheduledEventStatusActive
	over      = discordgo.GuildScheduledEventStatusCompleted
	canceled  = discordgo.GuildScheduledEventStatusCanceled
)

// event is an event as members see it. Its times are whole seconds.
type event struct {
	name, about, location string
	start, end            engine.Moment
	status                discordgo.GuildScheduledEventStatus
}

// These limit the end that an event shows. Discord ends it then, so it moves while the tournament runs.
const (
	shortest = time.Hour
	ahead    = 30 * time.Minute
)

// wanted returns the event of a tournament. It is at the lobby's message, where members register; while that is posted anew, the event
// stays where it is shown.
func wanted(e *record.Event, t text.Lobby, l *locale.Lang, shown event) event {
	w := event{name: e.Name, about: text.EventAbout(l, t), location: shown.location, start: second(t.Options.Times.Start), status: scheduled}
	if e.Lobby.Message != 0 {
		w.location = render.Link(t.Guild, e.Lobby.Channel, e.Lobby.Message)
	}
	w.end = w.start.Add(max(shortest, t.Expected()))
	switch phase := t.View.Phase; {
	case phase == tournament.Finished:
		w.status = over
	case phase == tournament.Cancelled, !e.Listed:
		w.status = canceled
	case phase >= tournament.Seated:
		w.status = active
		later := time.Now().Add(ahead).Truncate(time.Hour).Add(time.Hour)
		w.end = max(w.end, engine.At(later))
	}
	return w
}

// mayBegin reports whether Discord takes the event: it is to come.
func (w event) mayBegin() bool {
	return w.status == scheduled && w.location != "" && w.start > engine.At(time.Now())
}

// isOver reports whether nothing of the event can change any more.
func (w event) isOver() bool { return w.status == over || w.status == canceled }

// toward returns the next event on the way from one that Discord shows to another. One that is over keeps its contents.
func (w event) toward(want event) event {
	if w.status == active && want.status == scheduled { // Discord starts it at its time, and a moderator may before
		want.status = active
	}
	switch {
	case want.status == w.status || want.status == active:
		want.start = w.startOr(want)
		want.end = max(want.end, want.start.Add(shortest))
		return want
	case want.status == over && w.status == scheduled:
		w.status = active
	case want.status == canceled && w.status == active:
		w.status = over
	default:
		w.status = want.status
	}
	return w
}

// startOr returns the start of an event that it can still have: Discord moves none that has begun.
func (w event) startOr(want event) engine.Moment {
	if w.status == active || want.start <= engine.At(time.Now()) {
		return w.start
	}
	return want.start
}

// params returns a request for the event, without its status.
func (w event) params() *discordgo.GuildScheduledEventParams {
	start, end := w.start.Time(), w.end.Time()
	return &discordgo.GuildScheduledEventParams{
		Name: w.name, Description: w.about, ScheduledStartTime: &start, ScheduledEndTime: &end,
		PrivacyLevel: discordgo.GuildScheduledEventPrivacyLevelGuildOnly, EntityType: discordgo.GuildScheduledEventEntityTypeExternal,
		EntityMetadata: &discordgo.GuildScheduledEventEntityMetadata{Location: w.location},
	}
}

// eventOf returns an event as Discord has it.
func eventOf(x discordgo.GuildScheduledEvent) event {
	w := event{name: x.Name, about: x.Description, location: x.EntityMetadata.Location, start: second(engine.At(x.ScheduledStartTime)), status: x.Status}
	if x.ScheduledEndTime != nil {
		w.end = second(engine.At(*x.ScheduledEndTime))
	}
	return w
}

// second returns a moment without parts of a second, which Discord may drop.
func second(m engine.Moment) engine.Moment { return m - m%1000 }
