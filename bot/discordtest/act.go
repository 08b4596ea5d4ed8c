package discordtest

import (
	"time"

	"cardroom/bot/discordtest/world"
)

// An Act is something that a person can do in a channel: Slash, Press, Submit or Autocomplete.
type Act interface {
	// event checks the act as a client would and returns the interaction's
	// type, its source message and its data.
	event(s *Server, p *world.Member, ch *world.Channel) (event, error)
}

// event is the data that the client of a person sends to Discord.
type event struct {
	kind    int            // interaction type
	data    any            // the event's "data"
	message *world.Message // the pressed one
	command string
}

// Slash is a slash command: "/table open" with options as name, value pairs in
// the command's default names. Values are text, as typed: numbers, true, names
// of people with or without @, of channels with or without #. Forged sends the
// texts themselves, whatever the options are.
type Slash struct {
	Command string
	Options []string
	Forged  bool
}

// Autocomplete is typing an option that has autocompletion. Options are those filled in before, Partial is the text so far.
type Autocomplete struct {
	Command string
	Option  string
	Partial string
	Options []string
}

// Press is a press on a button, or the choice of Values in a menu, of the message with the id Message. Forged skips every
// check of the client except that the message exists: any custom id, on any message, disabled or not.
type Press struct {
	Message  string
	CustomID string
	Values   []string
	Forged   bool
}

// Submit sends a modal back, with a value for each of its inputs in reading
// order. Missing values leave the inputs as the modal filled them.
type Submit struct {
	Modal  *Modal
	Values []string
}

// Delivery controls how an interaction reaches the bot. The zero value is the ordinary way.
type Delivery struct {
	// ID and Token replace the generated ones.
	ID, Token string
	// Late delays the event; the three seconds run meanwhile.
	Late time.Duration
	// Times is how often the event is delivered; 0 is once.
	Times int
	// Direct makes the event that of a direct message: it has a user, and neither guild nor member.
	Direct bool
}

// Interaction is a sent act, perhaps answered.
type Interaction struct {
	ID    string
	Token string

	srv  *Server
	wait *wait
}

// Answer waits for the first answer, three seconds at most.
func (i *Interaction) Answer() Answer {
	<-i.wait.done
	return i.wait.answer
}

// Done returns a channel that closes when Answer would no longer block.
func (i *Interaction) Done() <-chan struct{} { return i.wait.done }

// Redeliver sends the same event again, as Discord does after a RESUME.
func (i *Interaction) Redeliver() { i.redeliver() }

// Requests returns the bot's requests about this interaction: the callback and all with its token.
func (i *Interaction) Requests() []Request {
	var list []Request
	for _, r := range i.srv.Requests() {
		if r.Interaction == i.ID {
			list = append(list, r)
		}
	}
	return list
}
