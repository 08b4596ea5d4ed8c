package record

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/store"
)

// Private says how to reach a player with messages that only they see.
type Private struct {
	Locale  string    `json:"locale,omitempty"`  // of their Discord client
	Press   Press     `json:"press"`             // their newest one at this table
	Panel   Press     `json:"panel,omitzero"`    // the one whose token can change their panel
	Message engine.ID `json:"message,omitempty"` // that panel, if it is a follow-up to the press; 0: it answered the press
}

// Press is an interaction whose token may still be used.
type Press struct {
	ID    engine.ID     `json:"id"`
	At    engine.Moment `json:"at"`
	Token []byte        `json:"token"` // encrypted
}

// BoardPress is the newest press on the board whose token is to post boards, and the messages that it can change.
type BoardPress struct {
	Press  Press     `json:"press"`
	On     engine.ID `json:"on"`                // the board that it answered
	Posted engine.ID `json:"follows,omitempty"` // the board that it posted; 0: none
}

// PressLife is how long after a press its token may carry a further message. It is half a minute less than editor.TokenLife, so that
// the token can still change or delete that message.
const PressLife = 14 * time.Minute

// Fresh reports whether the token of a press may carry a further message.
func (p Press) Fresh(now time.Time) bool { return p.ID != 0 && now.Before(p.At.Time().Add(PressLife)) }

// SealPress returns a press with its token encrypted. A token is a secret: with it, anyone could write to the player.
func (c *Codec) SealPress(k store.Key, id engine.ID, at time.Time, by rest.Ref) Press {
	token := []byte(by.Application + " " + by.Token)
	return Press{ID: id, At: engine.At(at), Token: c.Keys.Secret(k, "press", int64(id)).Seal(token, nil)}
}

// SealFor returns a press as the record has it for its player, or else seals it.
func (c *Codec) SealFor(private Private, k store.Key, id engine.ID, at time.Time, by rest.Ref) Press {
	switch id {
	case private.Press.ID:
		return private.Press
	case private.Panel.ID:
		return private.Panel
	}
	return c.SealPress(k, id, at, by)
}

// OpenPress returns the interaction of a press with its token. It fails if another key encrypted the token.
func (c *Codec) OpenPress(k store.Key, p Press) (rest.Ref, error) {
	clear, err := c.Keys.Secret(k, "press", int64(p.ID)).Open(p.Token, nil)
	application, token, _ := strings.Cut(string(clear), " ")
	return rest.Ref{ID: strconv.FormatUint(uint64(p.ID), 10), Application: application, Token: token}, err
}

// SetPrivate replaces how to reach a player, in a map of its own: a commit with an unknown outcome may still read the old one.
func (r *Table) SetPrivate(who engine.ID, private Private) {
	next := maps.Clone(r.Private)
	if next == nil {
		next = map[engine.ID]Private{}
	}
	next[who] = private
	r.Private = next
}

// KeepPrivate forgets the presses of players without a seat, but for those of Ended, and those that are too old to be of use.
func (r *Table) KeepPrivate(v engine.View, now time.Time) {
	stale := func(who engine.ID, private Private) bool {
		_, seated := v.SeatOf(who)
		reads := slices.ContainsFunc(r.Ended, func(q EndedRequest) bool { return q.Player == who })
		return !seated && !reads || !private.Press.Fresh(now)
	}
	for who, private := range r.Private {
		if stale(who, private) { // a commit with an unknown outcome may still read the old map
			r.Private = maps.Clone(r.Private)
			maps.DeleteFunc(r.Private, stale)
			break
		}
	}
	if len(r.Private) == 0 {
		r.Private = nil
	}
}
