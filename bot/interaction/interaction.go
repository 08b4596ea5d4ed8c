package interaction

import (
	"slices"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
)

// Interaction is one request of a user: a command, a completion, a press or a modal.
type Interaction struct {
	*Origin
	Kind Kind

	Asker
	Location
	Source
	Typed
	CustomID message.CustomID // of a press or a modal
	Text     string           // the first input of a modal, or the chosen value of a menu
	Inputs   []string         // all inputs of a modal, from the top

	answered atomic.Bool
}

// Asker holds the known facts about the user of an interaction here.
type Asker struct {
	Name        render.DisplayName // in this server
	Roles       []engine.ID        // in this server
	Permissions int64              // in this channel
}

// Location is the channel of an interaction.
type Location struct {
	Channel        engine.ID // the one of the user; a tournament's table may have moved there (T118)
	Parent         engine.ID // of a thread: its channel, 0 if Discord did not say; otherwise the channel itself
	Thread         bool      // the channel is a thread
	Private        bool      // and a private one
	Locked         bool      // or locked
	News           bool      // the channel is an announcement channel
	BotPermissions int64     // in this channel; 0 if Discord did not say
}

// ParentOf returns the parent of a channel, if that is the one of the interaction; otherwise 0.
func (l Location) ParentOf(channel engine.ID) engine.ID {
	if channel != l.Channel {
		return 0
	}
	return l.Parent
}

// MayExclude reports whether the channel is a private thread that may lack the bot: Discord does not say, but shows the bot's permissions.
func (l Location) MayExclude() bool {
	return l.Private && l.BotPermissions&(discordgo.PermissionManageThreads|discordgo.PermissionAdministrator) == 0
}

// Source is the message of the used component, besides its ID. It is zero for commands.
type Source struct {
	Drawn   bool   // according to Discord the message has this component
	Heading string // first line of the message
}

// Typed is a command with its options.
type Typed struct {
	Path          string            // "table open"
	Options       map[string]string // as typed
	Focus         string            // the option being completed
	FocusNumber   bool              // that option takes a number
	Target        Target            // the user in an option
	ChannelOption ChannelOption     // the channel in an option
}

// Kind is one of command, completion, press and modal.
type Kind string

const (
	Command    Kind = "command"
	Completion Kind = "completion"
	Press      Kind = "press"
	Modal      Kind = "modal"
)

// Target is the user in an option of a command.
type Target struct {
	User   engine.ID
	Bot    bool // an application
	Member bool // a member of the server
	Name   string
}

// Answered reports whether a caller has claimed the answer.
func (in *Interaction) Answered() bool { return in.answered.Load() }

// Claim reports whether the caller may answer. It returns true once, because an interaction has one answer.
func (in *Interaction) Claim() bool { return in.answered.CompareAndSwap(false, true) }

// maxAge is the age from which an interaction takes no effect. Discord delivers it late after a resumed connection, and a
// stopped process reads it late. The user has already read that it failed, and may have changed their mind.
const maxAge = 10 * time.Second

// Age returns how long ago the user acted, by Discord's clock, or by this machine's if Discord's is unknown.
func (in *Interaction) Age(c *rest.Client) time.Duration {
	if age, known := c.Age(message.CreatedAt(message.Snowflake(in.ID))); known {
		return age
	}
	return time.Since(in.Arrived)
}

// TooOld reports whether the interaction is too old to take effect.
func (in *Interaction) TooOld(c *rest.Client) bool { return in.Age(c) > maxAge }

// Has reports whether the user has a permission in the channel; administrators have all.
func (in *Interaction) Has(permission int64) bool {
	return in.Permissions&(permission|discordgo.PermissionAdministrator) != 0
}

// HasRole reports whether the user has a role; 0 is none. Everyone has the role whose ID is the server's.
func (in *Interaction) HasRole(role engine.ID) bool {
	return role != 0 && (role == in.Key.Guild || slices.Contains(in.Roles, role))
}

// Newer reports whether the interaction is newer than last, and stores it there. Discord may deliver an old interaction
// again after the user has changed their choice.
func (in *Interaction) Newer(last *engine.ID) bool {
	if message.Snowflake(in.ID) <= *last {
		return false
	}
	*last = message.Snowflake(in.ID)
	return true
}
