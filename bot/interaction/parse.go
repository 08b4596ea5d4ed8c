package interaction

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unique"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/gateway"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/store"
)

// Parse reads an interaction. ok is false for anything that no client of this bot can have sent: a direct message, missing
// fields, an unknown kind of component.
func Parse(i *gateway.Interaction) (a *Interaction, ok bool) {
	if i.Member == nil || i.Member.User == nil {
		return nil, false
	}
	a = &Interaction{
		Origin:   newOrigin(i),
		Asker:    Asker{Name: displayName(i.Member), Permissions: i.Member.Permissions},
		Location: Location{Channel: message.Snowflake(i.ChannelID), Thread: i.Thread(), BotPermissions: i.AppPermissions},
	}
	a.News, a.Locked = i.Channel.Type == discordgo.ChannelTypeGuildNews, i.Channel.Thread.Locked
	a.Private = i.Channel.Type == discordgo.ChannelTypeGuildPrivateThread
	switch {
	case a.Thread:
		a.Parent = message.Snowflake(i.Channel.Parent)
	case i.Channel.ID != "": // else its kind is unknown
		a.Parent = a.Channel
	}
	for _, role := range i.Member.Roles {
		a.Roles = append(a.Roles, message.Snowflake(role))
	}
	if a.Key.Guild == 0 || a.Key.Channel == 0 || a.User == 0 {
		return nil, false
	}
	return a, a.readData(i)
}

// newOrigin returns the origin of a member's interaction. Texts that many interactions have are in memory once.
func newOrigin(i *gateway.Interaction) *Origin {
	same := func(text string) string { return unique.Make(text).Value() }
	o := &Origin{
		Ref: i.Ref(), Arrived: time.Now(),
		Key:  store.Key{Guild: message.Snowflake(i.Guild), Channel: message.Snowflake(i.ChannelID)},
		User: message.Snowflake(i.Member.User.ID), Locale: same(i.Locale), GuildLocale: same(i.GuildLocale),
	}
	o.Application = same(o.Application)
	if i.Message != nil {
		o.Message, o.Ephemeral = message.Snowflake(i.Message.ID), i.Message.Flags&discordgo.MessageFlagsEphemeral != 0
	}
	return o
}

// displayName returns the name that clients show for a member here, and the user name.
func displayName(m *gateway.Member) render.DisplayName {
	name := m.Nick
	if name == "" {
		name = m.User.GlobalName
	}
	return render.DisplayName{Name: name, User: m.User.Username}
}

func (in *Interaction) readData(i *gateway.Interaction) bool {
	data := i.Data
	switch i.Type {
	case discordgo.InteractionApplicationCommand, discordgo.InteractionApplicationCommandAutocomplete:
		in.Kind = Command
		if i.Type == discordgo.InteractionApplicationCommandAutocomplete {
			in.Kind = Completion
		}
		in.Path, in.Options = data.Name, map[string]string{}
		in.readOptions(data.Options, &data.Resolved)
		return true
	case discordgo.InteractionMessageComponent:
		in.Kind = Press
		in.Drawn = slices.Contains(i.Message.Buttons(), data.CustomID)
		in.Heading = render.HeadingOf(i.Message.Text())
		in.CustomID, _ = message.ParseCustomID(data.CustomID) // an unknown id is the zero value, which names no table
		in.Text = strings.Join(data.Values, " ")
		return true
	case discordgo.InteractionModalSubmit:
		in.Kind = Modal
		if in.Inputs = inputs(data.Components); len(in.Inputs) > 0 {
			in.Text = in.Inputs[0]
		}
		in.CustomID, _ = message.ParseCustomID(data.CustomID)
		return true
	}
	return false
}

// readOptions reads the options, and those of subcommands, which Discord nests.
func (in *Interaction) readOptions(options []gateway.Option, r *gateway.Resolved) {
	for _, o := range options {
		switch o.Type {
		case discordgo.ApplicationCommandOptionSubCommand, discordgo.ApplicationCommandOptionSubCommandGroup:
			in.Path += " " + o.Name
			in.readOptions(o.Options, r)
		case discordgo.ApplicationCommandOptionUser:
			id := optionText(o.Value)
			_, here := r.Members[id]
			in.Target = Target{message.Snowflake(id), r.Users[id].Bot, here, cmp.Or(r.Users[id].GlobalName, r.Users[id].Username)}
		case discordgo.ApplicationCommandOptionChannel:
			id := optionText(o.Value)
			c, known := r.Channels[id]
			if in.ChannelOption = (ChannelOption{ID: message.Snowflake(id), Kind: c.Type, Permissions: c.Permissions}); !known {
				in.ChannelOption = ChannelOption{}
			}
		default:
			in.Options[o.Name] = optionText(o.Value)
			if o.Focused {
				in.Focus, in.FocusNumber = o.Name, o.Type == discordgo.ApplicationCommandOptionInteger
			}
		}
	}
}

// optionText returns an option's value as the user would type it. Discord sends numbers as JSON numbers.
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

// inputs returns the texts of the inputs of a modal, in labels or in rows.
func inputs(components []rest.Component) (all []string) {
	for _, c := range components {
		switch c.Type {
		case discordgo.ActionsRowComponent:
			all = append(all, inputs(c.Components)...)
		case discordgo.LabelComponent:
			if c.Component != nil {
				all = append(all, inputs([]rest.Component{*c.Component})...)
			}
		case discordgo.TextInputComponent:
			all = append(all, c.Value)
		}
	}
	return all
}

// ChannelOption is the channel in an option of a command.
type ChannelOption struct {
	ID          engine.ID
	Kind        discordgo.ChannelType
	Permissions int64 // the user's permissions there
}

// TextChannels lists the kinds of channel that can show a board.
var TextChannels = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews,
	discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread,
}

// Writable reports whether the user may write in the channel.
func (p ChannelOption) Writable() bool {
	need := sendPermission(gateway.IsThread(p.Kind)) | discordgo.PermissionViewChannel
	return p.Permissions&discordgo.PermissionAdministrator != 0 || p.Permissions&need == need
}
