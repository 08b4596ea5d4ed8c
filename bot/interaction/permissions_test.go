package interaction

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/render/locale"
)

// Each permission that the bot lacks for a tournament is named once. In a thread no thread is made.
func TestTheMissingPermissionsOfATournament(t *testing.T) {
	const all = discordgo.PermissionViewChannel | discordgo.PermissionSendMessages | discordgo.PermissionSendMessagesInThreads |
		discordgo.PermissionAttachFiles | discordgo.PermissionReadMessageHistory | discordgo.PermissionCreatePublicThreads
	for name, c := range map[string]struct {
		at    Location
		names string
		blind bool
	}{
		"unknown":                     {Location{}, "", false},
		"an administrator":            {Location{BotPermissions: discordgo.PermissionAdministrator, Thread: true, Locked: true}, "", false},
		"all":                         {Location{BotPermissions: all}, "", false},
		"no view":                     {Location{BotPermissions: all &^ discordgo.PermissionViewChannel}, "View Channel", true},
		"no files":                    {Location{BotPermissions: all &^ discordgo.PermissionAttachFiles}, "Attach Files", false},
		"no thread":                   {Location{BotPermissions: all &^ discordgo.PermissionCreatePublicThreads}, "Create Public Threads", true},
		"no thread, in a thread":      {Location{BotPermissions: all &^ discordgo.PermissionCreatePublicThreads, Thread: true}, "", false},
		"no message":                  {Location{BotPermissions: all &^ discordgo.PermissionSendMessagesInThreads}, "Send Messages in Threads", true},
		"no message, in a thread":     {Location{BotPermissions: all &^ discordgo.PermissionSendMessagesInThreads, Thread: true}, "Send Messages in Threads", true},
		"a locked thread":             {Location{BotPermissions: all, Thread: true, Locked: true}, "Manage Threads (or unlock this thread)", true},
		"a locked thread of a keeper": {Location{BotPermissions: all | discordgo.PermissionManageThreads, Thread: true, Locked: true}, "", false},
	} {
		in := &Interaction{Origin: &Origin{Lang: locale.Lookup(locale.English)}, Location: c.at}
		names, blind := MissingForTournament(in)
		if got := strings.Join(names, ", "); got != c.names || blind != c.blind {
			t.Errorf("%s: %q, %t, want %q, %t", name, got, blind, c.names, c.blind)
		}
	}
}
