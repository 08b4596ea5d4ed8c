package interaction

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// sendPermission returns the permission to write in a channel or a thread.
func sendPermission(thread bool) int64 {
	if thread {
		return discordgo.PermissionSendMessagesInThreads
	}
	return discordgo.PermissionSendMessages
}

// MayWrite reports whether the user may write in the channel, and names the permission for that.
func (in *Interaction) MayWrite() (allowed bool, permission string) {
	name := in.Lang.Say.MaySend
	if in.Thread {
		name = in.Lang.Say.MayThread
	}
	return in.Has(sendPermission(in.Thread)), string(name)
}

// MissingForThread returns the names of the permissions that the bot needs to play in a new thread of the channel, and lacks.
func MissingForThread(in *Interaction) (names []string) {
	if in.BotPermissions == 0 || in.BotPermissions&discordgo.PermissionAdministrator != 0 {
		return nil
	}
	say := &in.Lang.Say
	for _, p := range []struct {
		bit  int64
		name locale.Text
	}{
		{discordgo.PermissionViewChannel, say.MayView},
		{discordgo.PermissionCreatePublicThreads, say.MayMakeThread},
		{discordgo.PermissionSendMessagesInThreads, say.MayThread},
	} {
		if in.BotPermissions&p.bit == 0 {
			names = append(names, string(p.name))
		}
	}
	return names
}

// MissingForTournament returns the names of the permissions that the bot needs for a tournament and lacks: in the channel of the lobby, and
// for a thread there unless the lobby is in one. If blind is true, there is no tournament without them.
func MissingForTournament(in *Interaction) (names []string, blind bool) {
	names, blind = MissingPermissions(in)
	if in.Thread {
		return names, blind
	}
	for _, name := range MissingForThread(in) {
		blind = true
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names, blind
}

// MayMakeEvents reports whether the bot may add events to the server's list, or cannot know.
func MayMakeEvents(in *Interaction) bool {
	return in.BotPermissions == 0 || in.BotPermissions&(discordgo.PermissionAdministrator|discordgo.PermissionCreateEvents) != 0
}

// MissingPermissions returns the names of the permissions that the bot needs and lacks. If blind is true, it cannot show a
// table without them.
func MissingPermissions(in *Interaction) (names []string, blind bool) {
	if in.BotPermissions == 0 || in.BotPermissions&discordgo.PermissionAdministrator != 0 {
		return nil, false // unknown, or the bot has all
	}
	maySend := in.Lang.Say.MaySend
	if in.Thread {
		maySend = in.Lang.Say.MayThread
	}
	type permission struct {
		bit    int64
		name   locale.Text
		needed bool
	}
	all := []permission{
		{discordgo.PermissionViewChannel, in.Lang.Say.MayView, true},
		{sendPermission(in.Thread), maySend, true},
		{discordgo.PermissionAttachFiles, in.Lang.Say.MayAttach, false},
		{discordgo.PermissionReadMessageHistory, in.Lang.Say.MayRead, false}, // to clean up boards of an earlier run
	}
	if in.Locked {
		all = append(all, permission{discordgo.PermissionManageThreads, in.Lang.Say.MayManage, true})
	}
	for _, p := range all {
		if in.BotPermissions&p.bit == 0 {
			names, blind = append(names, string(p.name)), blind || p.needed
		}
	}
	return names, blind
}

// KeptOut returns the text for users where a channel refused the bot, or "" where the bot may try again at once. Each interaction has the
// bot's permissions in its channel: if they have come to suffice, requests go out again. If not, the text lacks names the missing ones.
// Where Discord has refused the same permissions before, the answer says when the bot tries again.
func KeptOut(c *rest.Client, in *Interaction, lacks locale.Text) string {
	where := fmt.Sprint(in.Channel)
	if missing, blind := MissingPermissions(in); blind {
		c.Lack(where)
		return lacks.Format("list", strings.Join(missing, ", "))
	}
	if until := c.Resume(where, in.BotPermissions); !until.IsZero() {
		return in.Lang.Say.KeptOut.Format("when", render.RelativeTime(engine.At(until)))
	}
	return ""
}
