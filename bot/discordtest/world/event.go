package world

import "time"

// ServerEvent is an event in a guild's list, outside of voice channels.
type ServerEvent struct {
	ID          string    `json:"id"`
	Creator     string    `json:"creator"`
	Name        string    `json:"name"`
	Description string    `json:"description,omitempty"`
	Location    string    `json:"location"`
	Start       time.Time `json:"start"`
	End         time.Time `json:"end"`
	Status      int       `json:"status"`
}

// These are Discord's states of an event.
const (
	EventScheduled = 1
	EventActive    = 2
	EventCompleted = 3
	EventCanceled  = 4
)

// IsOver reports whether the event can change no more.
func (e *ServerEvent) IsOver() bool { return e.Status >= EventCompleted }

// MayBecome reports whether Discord lets the event go to a state.
func (e *ServerEvent) MayBecome(status int) bool {
	switch e.Status {
	case EventScheduled:
		return status == EventActive || status == EventCanceled
	case EventActive:
		return status == EventCompleted
	}
	return false
}

// EventsAt returns the events in the guild's list at a time. As Discord does, it starts those whose start has come, and ends those
// whose end has.
func (g *Guild) EventsAt(now time.Time) []*ServerEvent {
	for _, e := range g.Events {
		if e.Status == EventScheduled && !now.Before(e.Start) {
			e.Status = EventActive
		}
		if e.Status == EventActive && !now.Before(e.End) {
			e.Status = EventCompleted
		}
	}
	return g.Events
}

// EventJSON returns an event in Discord's form.
func (w *World) EventJSON(g *Guild, e *ServerEvent) any {
	return map[string]any{
		"id": e.ID, "guild_id": g.ID, "channel_id": nil, "creator_id": e.Creator, "creator": w.UserJSON(e.Creator), "name": e.Name,
		"description": e.Description, "scheduled_start_time": e.Start.Format(time.RFC3339), "scheduled_end_time": e.End.Format(time.RFC3339),
		"privacy_level": 2, "status": e.Status, "entity_type": 3, "entity_id": nil, "entity_metadata": map[string]any{"location": e.Location},
		"image": nil, "recurrence_rule": nil, "guild_scheduled_event_exceptions": []any{},
	}
}
