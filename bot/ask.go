package bot

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/gateway"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// ask is one interaction, read once at the edge. From here on nothing looks at what Discord sent.
type ask struct {
	ref         rest.Ref
	id          string // the interaction's: what it asks for happens once
	key         store.Key
	user        engine.ID
	called      render.DisplayName // what they are called here
	lang        *locale.Lang       // what they read
	locale      string             // of their Discord
	roles       []engine.ID        // that they have in the server
	guildLocale string             // of the server
	may         int64              // permissions of the person in this channel
	botMay      int64              // permissions of the bot in this channel
	message     engine.ID          // the message whose component was used; 0 for commands
	panel       bool               // that message is private to its reader
	drawn       bool               // that message has the button that was pressed, by what Discord says
	heading     string             // and this is its first line
	thread      bool               // the channel is a thread

	kind    askKind
	path    string            // of a command: "table open"
	options map[string]string // of a command, as typed
	focus   string            // the option being completed
	named   named             // whom an option names
	place   place             // what channel one names
	button  button            // of a press or a modal
	text    string            // the first input of a modal, or what was chosen of a menu

	arrived  time.Time
	answered atomic.Bool // by whom it was claimed first
	reached  atomic.Bool // an answer is known to have arrived: before, Discord does not know its token
}

// askKind is how something was asked.
type askKind string

const (
	asksCommand askKind = "command"
	asksChoices askKind = "completion"
	asksPress   askKind = "press"
	asksModal   askKind = "modal"
)

// named is the person whom an option of a command names.
type named struct {
	who  engine.ID
	bot  bool // no person at all
	here bool // on the server
}

// claim gives the one answer an interaction can have to whoever asks first.
func (a *ask) claim() bool { return a.answered.CompareAndSwap(false, true) }

// has says whether the person holds a permission here; administrators hold all.
func (a *ask) has(permission int64) bool {
	return a.may&(permission|discordgo.PermissionAdministrator) != 0
}

// readAsk makes an ask of an interaction. ok is false for what no client of this bot can have sent: a direct message,
// fields missing, a kind of component the bot never uses.
func readAsk(i *gateway.Interaction) (a *ask, ok bool) {
	if i.Member == nil || i.Member.User == nil {
		return nil, false
	}
	a = &ask{
		ref: i.Ref(), id: i.ID,
		key:  store.Key{Guild: snowflake(i.Guild), Channel: snowflake(i.ChannelID)},
		user: snowflake(i.Member.User.ID), lang: locale.Lookup(i.Locale), locale: i.Locale, guildLocale: i.GuildLocale,
		called: calledOf(i.Member), may: i.Member.May, botMay: i.May, thread: i.Thread(), arrived: time.Now(),
	}
	for _, role := range i.Member.Roles {
		a.roles = append(a.roles, snowflake(role))
	}
	if i.Message != nil {
		a.message, a.panel = snowflake(i.Message.ID), i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	}
	if a.key.Guild == 0 || a.key.Channel == 0 || a.user == 0 {
		return nil, false
	}
	return a, a.readData(i)
}

// calledOf is the name that a person's client shows here, and the user name.
func calledOf(m *gateway.Member) render.DisplayName {
	name := m.Nick
	if name == "" {
		name = m.User.GlobalName
	}
	return render.DisplayName{Name: name, User: m.User.Username}
}

func (a *ask) readData(i *gateway.Interaction) bool {
	data := i.Data
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		a.kind = asksCommand
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			a.kind = asksChoices
		}
		a.path, a.options = data.Name, map[string]string{}
		a.readOptions(data.Options, &data.Resolved)
		return true
	case discordgo.InteractionMessageComponent:
		a.kind = asksPress
		a.drawn = slices.Contains(i.Message.Buttons(), data.CustomID)
		a.heading, _, _ = strings.Cut(i.Message.Content, "\n")
		a.button, _ = parseButton(data.CustomID) // a strange one is the zero button, which fits no table
		a.text = strings.Join(data.Values, " ")
		return true
	case discordgo.InteractionModalSubmit:
		a.kind = asksModal
		a.text = firstInput(data.Components)
		a.button, _ = parseButton(data.CustomID)
		return true
	}
	return false
}

// readOptions walks into subcommands, which come as options that have options.
func (a *ask) readOptions(options []gateway.Option, r *gateway.Resolved) {
	for _, o := range options {
		switch o.Type {
		case discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup:
			a.path += " " + o.Name
			a.readOptions(o.Options, r)
		case discordgo.ApplicationCommandOptionUser:
			id := optionText(o.Value)
			_, here := r.Members[id]
			a.named = named{snowflake(id), r.Users[id].Bot, here}
		case discordgo.ApplicationCommandOptionChannel:
			id := optionText(o.Value)
			c, known := r.Channels[id]
			if a.place = (place{id: snowflake(id), kind: c.Type, may: c.May}); !known {
				a.place = place{}
			}
		default:
			a.options[o.Name] = optionText(o.Value)
			if o.Focused {
				a.focus = o.Name
			}
		}
	}
}

// optionText is an option's value as it would be typed. Numbers come as JSON numbers.
func optionText(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	default:
		return fmt.Sprint(v)
	}
}

// firstInput is the text of the first input of a modal, in a label or in a row.
func firstInput(components []rest.Component) string {
	for _, c := range components {
		switch c.Type {
		case discordgo.ActionsRowComponent:
			return firstInput(c.Components)
		case discordgo.LabelComponent:
			if c.Component != nil {
				return firstInput([]rest.Component{*c.Component})
			}
		case discordgo.TextInputComponent:
			return c.Value
		}
	}
	return ""
}

// snowflake is an id as a number, 0 where it is none.
func snowflake(s string) engine.ID {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0
	}
	return engine.ID(n)
}

// taken is which interactions a table has taken.
type taken struct {
	last    [inboxSize]engine.ID // of as many as may wait: one delivered twice comes soon after itself
	count   int
	earlier engine.ID // those up to it are of an earlier life of the program, which took or refused them
}

// again says whether an interaction was delivered before, and notes it.
func (t *taken) again(id engine.ID) bool {
	if slices.Contains(t.last[:], id) {
		return true
	}
	t.last[t.count%len(t.last)] = id
	t.count++
	return false
}
