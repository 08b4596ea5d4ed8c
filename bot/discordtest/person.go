package discordtest

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/bot/discordtest/world"
)

// Person is a member of a guild who acts and sees messages. Handles may be copied and used from several goroutines, as one
// person may have several clients.
type Person struct {
	srv   *Server
	guild string
	id    string
	name  string
}

// ID returns the user's id.
func (p *Person) ID() string { return p.id }

// Name returns the user's name.
func (p *Person) Name() string { return p.name }

// Mention returns the text that mentions the person: <@id>.
func (p *Person) Mention() string { return "<@" + p.id + ">" }

// Grant gives the person permissions in the whole guild, by Discord's bits.
func (p *Person) Grant(bits int64) {
	p.update(func(m *world.Member) { m.Permissions |= bits })
}

// Revoke takes permissions away.
func (p *Person) Revoke(bits int64) {
	p.update(func(m *world.Member) { m.Permissions &^= bits })
}

// SetNick sets the person's nickname in the guild; "" removes it.
func (p *Person) SetNick(nick string) {
	p.update(func(m *world.Member) { m.Nick = nick })
}

// SetLocale sets the language of the person's client, "en-US" at first. Each watch of the person gets an update, because
// the commands change.
func (p *Person) SetLocale(locale string) {
	p.srv.update(func() {
		p.srv.world.SetLocale(p.id, locale)
	})
}

// Locale returns the language that was set for the person's client, "" when none
// was: then it is "en-US".
func (p *Person) Locale() string {
	p.srv.world.Lock()
	defer p.srv.world.Unlock()
	return p.srv.world.Users[p.id].Locale
}

func (p *Person) update(f func(*world.Member)) {
	p.srv.update(func() { f(p.srv.world.Guild(p.guild).Members[p.id]) })
}

// AddRole gives the person a role, by its id.
func (p *Person) AddRole(role string) {
	p.update(func(m *world.Member) { m.Roles = append(m.Roles, role) })
}

// RemoveRole takes a role away, by its id.
func (p *Person) RemoveRole(role string) {
	p.update(func(m *world.Member) { m.Roles = slices.DeleteFunc(m.Roles, func(r string) bool { return r == role }) })
}

// Command types a slash command, "/table open" with options as name, value
// pairs, and waits for the answer. The client's checks come first: the command
// must be registered, its options known, complete and in range.
func (p *Person) Command(ch *Channel, command string, options ...string) Answer {
	return p.do(ch, Slash{Command: command, Options: options})
}

// Press presses the newest enabled button the person sees in the channel whose
// label starts with the text, and waits for the answer.
func (p *Person) Press(ch *Channel, label string) Answer {
	m, b, ok := p.findButton(ch, label)
	if !ok {
		return Answer{Err: fmt.Errorf("%w: no button %q for %s in #%s", ErrNotThere, label, p.name, ch.name)}
	}
	return p.do(ch, Press{Message: m, CustomID: b})
}

// PressOn presses the first enabled button of the message whose label starts with the text. It presses the button of the
// given copy: an old copy has an old button.
func (p *Person) PressOn(m *Message, label string) Answer {
	i := slices.IndexFunc(m.Buttons(), func(b Component) bool { return pressable(b, label) })
	if i < 0 {
		return Answer{Err: fmt.Errorf("%w: no button %q on the message", ErrNotThere, label)}
	}
	return p.do(&Channel{p.srv, m.ChannelID, ""},
		Press{Message: m.ID, CustomID: m.Buttons()[i].CustomID, Forged: true})
}

// Forge sends a button press with any custom id on any message of the channel,
// as a modified client can.
func (p *Person) Forge(ch *Channel, messageID, customID string) Answer {
	return p.do(ch, Press{Message: messageID, CustomID: customID, Forged: true})
}

// Choose chooses values in the newest enabled menu the person sees whose placeholder or custom id starts with the text. A
// value is an option's label or value, or a name in menus of people.
func (p *Person) Choose(ch *Channel, menu string, values ...string) Answer {
	seen := p.See(ch)
	for _, m := range slices.Backward(seen) {
		for _, c := range m.Menus() {
			matches := strings.HasPrefix(c.Placeholder, menu) || strings.HasPrefix(c.CustomID, menu)
			if matches && !c.Disabled {
				return p.do(ch, Press{Message: m.ID, CustomID: c.CustomID, Values: values})
			}
		}
	}
	return Answer{Err: fmt.Errorf("%w: no menu %q for %s in #%s", ErrNotThere, menu, p.name, ch.name)}
}

// Submit fills in the modal that an answer opened and sends it: a value for
// each of its inputs in reading order.
func (p *Person) Submit(opened Answer, values ...string) Answer {
	if opened.Modal == nil {
		return Answer{Err: fmt.Errorf("%w: the answer opened no modal (%v)", ErrNotThere, opened.Err)}
	}
	return p.do(&Channel{p.srv, opened.Modal.ChannelID, ""}, Submit{opened.Modal, values})
}

// Autocomplete types partial into a command's option and returns the offered choices. It returns none if the bot did not
// answer, which is a complaint, or if the client would not ask.
func (p *Person) Autocomplete(ch *Channel, command, option, partial string, options ...string) []Choice {
	return p.do(ch, Autocomplete{command, option, partial, options}).Choices
}

// ForgeCommand runs a slash command with any values of its options, as a
// modified client can.
func (p *Person) ForgeCommand(ch *Channel, command string, options ...string) Answer {
	return p.do(ch, Slash{command, options, true})
}

// Start does an act without waiting for the answer.
func (p *Person) Start(ch *Channel, a Act) (*Interaction, error) {
	return p.srv.begin(p, ch.id, a, Delivery{})
}

// Deliver works like Start. The Delivery controls how the event reaches the bot.
func (p *Person) Deliver(ch *Channel, a Act, d Delivery) (*Interaction, error) {
	return p.srv.begin(p, ch.id, a, d)
}

func (p *Person) do(ch *Channel, a Act) Answer {
	i, err := p.Start(ch, a)
	if err != nil {
		return Answer{Err: err}
	}
	return i.Answer()
}

// Say writes a message in the channel, which opens an archived thread again. The bot receives it only if it has the intent for messages.
func (p *Person) Say(ch *Channel, text string) (Message, error) {
	return p.srv.say(p, ch.id, text)
}

// See returns the person's messages in the channel, the oldest first: public ones, and their ephemeral ones until they
// dismiss them.
func (p *Person) See(ch *Channel) []Message {
	return p.srv.messages(ch.id, func(m *world.Message) bool { return m.VisibleTo(p.id) })
}

// Last returns the newest message the person sees in the channel, and whether
// there is one.
func (p *Person) Last(ch *Channel) (Message, bool) {
	return p.srv.lastMessage(ch.id, func(m *world.Message) bool { return m.VisibleTo(p.id) })
}

// Dismiss removes an ephemeral message from the person's client. The bot gets no event, and may still edit it with its
// token.
func (p *Person) Dismiss(ch *Channel, id string) {
	p.srv.update(func() {
		m := p.srv.world.Message(ch.id, id)
		if m == nil || !m.Ephemeral || m.For != p.id {
			return
		}
		p.srv.world.Dismiss(m)
	})
}

// Notified returns the messages of the channel that notified the person by a
// mention, deleted ones too.
func (p *Person) Notified(ch *Channel) []Message {
	return p.srv.messages(ch.id, func(m *world.Message) bool { return slices.Contains(m.Notified, p.id) })
}

func (p *Person) findButton(ch *Channel, label string) (message, customID string, ok bool) {
	for _, m := range slices.Backward(p.See(ch)) {
		for _, b := range m.Buttons() {
			if pressable(b, label) {
				return m.ID, b.CustomID, true
			}
		}
	}
	return "", "", false
}

func pressable(b Component, label string) bool {
	return !b.Disabled && b.CustomID != "" && strings.HasPrefix(b.Label, label)
}
