package discordtest_test

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// Permissions to see and write differ from channel to channel, and a thread has those of its channel. To write in a thread takes a
// permission of its own.
func TestAChannelMayBeForSome(t *testing.T) {
	const see, write = discordgo.PermissionViewChannel, discordgo.PermissionSendMessages
	bubble(t, func(d *desk, b *bot) {
		b.answers(d.T, func(*discordgo.Interaction) *discordgo.InteractionResponse { return says("here", 0) })
		d.poker.Deny(see | write)
		role, thread := d.guild.Role("Dealers"), d.poker.Thread("side")
		carol := d.guild.Person("carol")
		d.poker.Allow(d.alice, see)
		d.poker.AllowRole(role, see|write)
		carol.AddRole(role)
		for _, c := range []struct {
			who   *discordtest.Person
			where *discordtest.Channel
			acts  bool
			says  bool
		}{
			{d.alice, d.poker, true, false}, {d.bob, d.poker, false, false}, {carol, d.poker, true, true},
			{d.alice, thread, true, true}, {d.bob, thread, false, false}, {carol, thread, true, true},
			{d.bob, d.guild.Channel("lobby"), true, true},
		} {
			if a := c.who.Command(c.where, "/sit"); (a.Err == nil) != c.acts {
				d.Errorf("%s in #%s: %v", c.who.Name(), c.where.Name(), a.Err)
			}
			if _, err := c.who.Say(c.where, "hello"); (err == nil) != c.says {
				d.Errorf("%s in #%s says: %v", c.who.Name(), c.where.Name(), err)
			}
		}
		for _, path := range []string{"/guilds/" + d.guild.ID() + "/channels", "/channels/" + d.poker.ID()} {
			a := d.send("GET", path)
			for _, want := range []string{
				`"allow":"0","deny":"3072","id":"` + d.guild.ID() + `","type":0`, `"allow":"1024","deny":"0","id":"` + d.alice.ID() + `","type":1`,
				`"allow":"3072","deny":"0","id":"` + role + `","type":0`,
			} {
				if !strings.Contains(a.body, want) {
					d.Errorf("GET %s lacks %s:\n%s", path, want, a.body)
				}
			}
		}
	})
}
