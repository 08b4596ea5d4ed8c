package world

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"cardroom/bot/discordtest/object"
)

// TokenLife is how long an interaction can be answered by its token.
const TokenLife = 15 * time.Minute

// Interaction is a stored interaction: enough to answer it by its token, after a
// restart of the server too.
type Interaction struct {
	ID       string    `json:"id"`
	Token    string    `json:"token"`
	Type     int       `json:"kind"`
	Guild    string    `json:"guild"`
	Channel  string    `json:"channel"`
	User     string    `json:"user"`
	Message  string    `json:"message,omitempty"` // the one that was pressed
	Command  string    `json:"command,omitempty"`
	Created  time.Time `json:"begun"`
	Answered int       `json:"answered,omitempty"` // type of the answer
	Original string    `json:"original,omitempty"` // the message that @original means
	Repeated bool      `json:"-"`                  // delivered more than once
	Late     bool      `json:"-"`                  // its answer took so long that the bot may have repeated it
	Faulted  bool      `json:"-"`                  // its answer met a fault: what follows is not the bot's
	Overdue  bool      `json:"-"`                  // the bot got it when its time was over
}

// AddInteraction keeps an interaction, which gets an id and a token where it has
// none. An interaction with the id of another is that one, delivered again.
func (w *World) AddInteraction(i *Interaction) *Interaction {
	w.forgetInteractions()
	if i.ID == "" {
		i.ID = w.NewID()
	}
	if i.Token == "" {
		i.Token = NewToken(i.ID)
	}
	if old := w.Interactions[i.ID]; old != nil {
		old.Repeated = true
		return old
	}
	i.Created = time.Now()
	w.Interactions[i.ID], w.Tokens[i.Token] = i, i
	return i
}

// NewToken looks like Discord's: nothing can be read from it.
func NewToken(id string) string {
	secret := make([]byte, 48)
	_, _ = rand.Read(secret)
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:"+id+":")) +
		base64.RawURLEncoding.EncodeToString(secret)
}

// forgetInteractions drops interactions whose token is long dead. A look at a few each
// time keeps the cost flat. Map iteration begins at random places.
func (w *World) forgetInteractions() {
	looked := 0
	for id, i := range w.Interactions {
		if time.Since(i.Created) > 2*TokenLife {
			delete(w.Interactions, id)
			delete(w.Tokens, i.Token)
		}
		if looked++; looked == 4 {
			return
		}
	}
}

// Describe names an interaction in a complaint.
func (w *World) Describe(i *Interaction) string {
	kinds := map[int]string{
		object.InteractionCommand: "command", object.InteractionComponent: "press",
		object.InteractionComplete: "completion", object.InteractionModal: "modal",
	}
	name := i.User
	if u := w.Users[i.User]; u != nil {
		name = u.Name
	}
	return fmt.Sprintf("%s %s by %s", kinds[i.Type], i.Command, name)
}
