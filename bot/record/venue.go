package record

import (
	"cardroom/bot/shuffle"
	"cardroom/engine"
)

// Venue is where a tournament's table plays after its channel was deleted (T118).
type Venue struct {
	Channel  engine.ID     `json:"channel,omitempty"`  // 0: that of its key
	Deleted  engine.Moment `json:"deleted,omitempty"`  // since when it has none, because that was deleted; 0: it has one
	Unsealed bool          `json:"unsealed,omitempty"` // the message with the seals of the coming hands was deleted
}

// Venue returns where the table plays. That of a cash table is zero.
func (r *Table) Venue() Venue {
	if r.Event == nil {
		return Venue{}
	}
	return r.Event.Venue
}

// LeaveChannel notes that the channel of a tournament was deleted, with every message in it.
func (r *Table) LeaveChannel(now engine.Moment) {
	r.Event.Venue.Deleted, r.Event.Venue.Unsealed, r.Parent = now, true, 0
	r.Board, r.Old, r.Search, r.Nudge, r.Notice, r.SeatOffer.Message = BoardRef{}, nil, 0, 0, Notice{}, 0
	for i := range r.Event.Applications { // their messages come again
		r.Event.Applications[i].Message = 0
	}
}

// Reseal drops the seals of the coming hands, whose message was deleted with the channel. New ones stand in the new channel.
func (r *Table) Reseal() {
	r.Event.Venue.Unsealed = false
	r.Shuffle = r.Shuffle.Drop(shuffle.ChannelDeleted)
}
