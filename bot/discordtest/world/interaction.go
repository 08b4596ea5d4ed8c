package world

import (
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"time"

	"cardroom/bot/discordtest/object"
)

// TokenLife is how long the token of an interaction works.
const TokenLife = 15 * time.Minute

// Interaction is a stored interaction: enough to answer it with its token, also after a restart of the server.
type Interaction struct {
	ID       string    `json:"id"`
	Token    string    `json:"token"`
	Type     int       `json:"kind"`
	Guild    string    `json:"guild"`
	Channel  string    `json:"channel"`
	User     string    `json:"user"`
	Message  string    `json:"message,omitempty"` // the pressed one
	Command  string    `json:"command,omitempty"`
	Created  time.Time `json:"begun"`
	Answered int       `json:"answered,omitempty"` // type of the answer
	Original string    `json:"original,omitempty"` // the message of @original
	Repeated bool      `json:"-"`                  // delivered more than once
	Late     bool      `json:"-"`                  // its answer took so long that the bot may have repeated it.
	Faulted  bool      `json:"-"`                  // its answer met a fault, for which the bot is not to blame.
	Overdue  bool      `json:"-"`                  // the bot got it after its time
}

// AddInteraction keeps an interaction, and gives it an id and a token if it has none. An interaction with a known id is
// that one, delivered again.
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

// NewToken returns a token like Discord's: opaque.
func NewToken(id string) string {
	secret := make([]byte, 48)
	_, _ = rand.Read(secret)
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:"+id+":")) +
		base64.RawURLEncoding.EncodeToString(secret)
}

// forgetInteractions drops interactions with expired tokens. It checks a few each time, which keeps the cost flat; map
// iteration begins at random places.
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

// Describe returns the name of an interaction for a complaint.
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
