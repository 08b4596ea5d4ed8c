package interaction

import (
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// Interaction is one thing that a person asked of the bot.
type Interaction struct {
	ID      string // happens at most once
	Ref     rest.Ref
	Kind    Kind
	Arrived time.Time

	Asker
	Location
	Source
	Typed
	CustomID message.CustomID // of a press or a modal
	Text     string           // the first input of a modal, or what was chosen in a menu

	answered  atomic.Bool
	delivered atomic.Bool // before, Discord does not know its token
}

// Asker is the person who asks.
type Asker struct {
	User        engine.ID
	Name        render.DisplayName // in this server
	Roles       []engine.ID        // in this server
	Permissions int64              // in this channel
	Locale      string             // of their Discord
	Lang        *locale.Lang       // what they read; nil until the interaction runs, which begins with prefs.Resolve
}

// Location is where they ask.
type Location struct {
	Key            store.Key
	Thread         bool   // the channel is a thread
	GuildLocale    string // "" where Discord did not say
	BotPermissions int64  // in this channel; 0 where Discord did not say
}

// Source is the message whose component was used; the zero value for commands.
type Source struct {
	Message   engine.ID
	Ephemeral bool   // only its reader sees it
	Drawn     bool   // Discord says that it has the component that was used
	Heading   string // its first line
}

// Typed is a command with its options.
type Typed struct {
	Path          string            // "table open"
	Options       map[string]string // as typed
	Focus         string            // the option being completed
	Target        Target            // the person whom an option names
	ChannelOption ChannelOption     // the channel that an option names
}

// Kind is how something was asked.
type Kind string

const (
	Command    Kind = "command"
	Completion Kind = "completion"
	Press      Kind = "press"
	Modal      Kind = "modal"
)

// Target is the person whom an option of a command names.
type Target struct {
	User   engine.ID
	Bot    bool // no person at all
	Member bool // on the server
}

// Answered reports whether the answer was claimed.
func (in *Interaction) Answered() bool { return in.answered.Load() }

// MarkDelivered records that an answer has reached Discord, which knows the token from then on.
func (in *Interaction) MarkDelivered() { in.delivered.Store(true) }

// Delivered reports whether an answer has reached Discord.
func (in *Interaction) Delivered() bool { return in.delivered.Load() }

// Claim gives the one answer an interaction can have to whoever asks first.
func (in *Interaction) Claim() bool { return in.answered.CompareAndSwap(false, true) }

// Has says whether the person holds a permission here; administrators hold all.
func (in *Interaction) Has(permission int64) bool {
	return in.Permissions&(permission|discordgo.PermissionAdministrator) != 0
}

// Newer says whether an ask brings a choice that is later than the last one, and notes it as the last: one may come again
// when they have chosen anew.
func (in *Interaction) Newer(last *engine.ID) bool {
	if len(in.Options) == 0 || message.Snowflake(in.ID) <= *last {
		return false
	}
	*last = message.Snowflake(in.ID)
	return true
}
