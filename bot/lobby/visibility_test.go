package lobby

import (
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/store"
)

// TestWhoSeesAChannelIsCountedAsDiscordDoes checks that permissions follow from roles first, then from the channel's
// overwrites for everyone, for roles and for the user. Each overrules the one before; among roles, allowing overrules
// denying.
func TestWhoSeesAChannelIsCountedAsDiscordDoes(t *testing.T) {
	const see = discordgo.PermissionViewChannel
	deny := func(id string, kind discordgo.PermissionOverwriteType) rest.Overwrite {
		return rest.Overwrite{ID: id, Kind: kind, Deny: see}
	}
	allow := func(id string, kind discordgo.PermissionOverwriteType) rest.Overwrite {
		return rest.Overwrite{ID: id, Kind: kind, Allow: see}
	}
	const guild, red, blue, other, me = "1", "2", "3", "4", "7"
	all := []rest.Role{{ID: guild, Permissions: see}, {ID: red}, {ID: blue}, {ID: other, Permissions: discordgo.PermissionAdministrator}}
	for _, c := range []struct {
		name  string
		roles []rest.Role
		says  []rest.Overwrite
		sees  bool
	}{
		{"nothing said", all, nil, true},
		{"everyone denied", all, []rest.Overwrite{deny(guild, 0)}, false},
		{"a role allowed", all, []rest.Overwrite{allow(red, 0), deny(guild, 0)}, true},
		{"one role allowed, one denied", all, []rest.Overwrite{allow(red, 0), deny(blue, 0)}, true},
		{"a role denied", all, []rest.Overwrite{deny(blue, 0)}, false},
		{"a role of others allowed", all, []rest.Overwrite{deny(guild, 0), allow(other, 0)}, false},
		{"a role of others denied", all, []rest.Overwrite{deny(other, 0)}, true},
		{"the person allowed", all, []rest.Overwrite{allow(me, 1), deny(guild, 0), deny(red, 0)}, true},
		{"the person denied", all, []rest.Overwrite{deny(me, 1), allow(red, 0)}, false},
		{"another person allowed", all, []rest.Overwrite{deny(guild, 0), allow("8", 1)}, false},
		{"no role sees", []rest.Role{{ID: guild}, {ID: red}}, nil, false},
		{"a role of theirs sees", []rest.Role{{ID: guild}, {ID: red, Permissions: see}}, nil, true},
		{"a role of theirs may all", []rest.Role{{ID: guild}, {ID: red, Permissions: discordgo.PermissionAdministrator}}, []rest.Overwrite{deny(guild, 0)}, true},
	} {
		k := &interaction.Interaction{Origin: &interaction.Origin{Key: store.Key{Guild: 1, Channel: 9}, User: 7}}
		for _, id := range []string{red, blue} {
			k.Roles = append(k.Roles, message.Snowflake(id))
		}
		if sees := (member{k, c.roles}).permissions(rest.Channel{ID: "5", Overwrites: c.says})&see != 0; sees != c.sees {
			t.Errorf("%s: they see it %t, want %t", c.name, sees, c.sees)
		}
	}
}
