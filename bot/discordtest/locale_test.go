package discordtest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

const localised = `[{"name":"table","name_localizations":{"de":"tisch","es-ES":"mesa"},"description":"A table","description_localizations":{"de":"Ein Tisch"},
	"options":[{"type":1,"name":"open","name_localizations":{"de":"auf"},"description":"o","options":[
	{"type":3,"name":"game","name_localizations":{"de":"spiel"},"description":"g","choices":[{"name":"Draw","name_localizations":{"de":"Ziehen"},"value":"draw"}]},
	{"type":8,"name":"who","description":"w"},
	{"type":3,"name":"note","name_localizations":{"de":"notiz"},"description":"n","autocomplete":true}]}]}]`

// The client shows names in its language and accepts both; the bot gets the default ones.
func TestCommandsHaveTheNamesOfTheClientsLanguage(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		b := join(d)
		d.register(localised)
		dealers := d.guild.Role("Dealers")
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			open := i.ApplicationCommandData().Options[0]
			return says(fmt.Sprint(i.ApplicationCommandData().Name, " ", open.Name, " ", open.Options[0].Name, " ", open.Options[0].Value, " ", open.Options[1].Value), 64)
		})
		d.alice.SetLocale("de")
		want := "table open game draw " + dealers
		if a := d.alice.Command(d.poker, "/tisch auf", "spiel", "Ziehen", "who", "@Dealers"); a.Text() != want {
			t.Errorf("in the client's language the bot gets %v", a)
		}
		if a := d.alice.Command(d.poker, "/table auf", "game", "draw", "who", dealers); a.Text() != want {
			t.Errorf("by the default names the bot gets %v", a)
		}
		if a := d.bob.Command(d.poker, "/tisch auf"); !errors.Is(a.Err, discordtest.ErrNotThere) {
			t.Errorf("another language's name is taken: %v", a)
		}
		c := d.alice.Commands()[0]
		if c.NameLocalized != "tisch" || c.Name != "table" || c.DescriptionLocalized != "Ein Tisch" || c.Options[0].NameLocalized != "auf" || c.Options[0].Options[0].Choices[0].Name != "Ziehen" {
			t.Errorf("shown %+v", c)
		}
		d.alice.SetLocale("es-419")
		if c := d.alice.Commands()[0]; c.NameLocalized != "mesa" || c.Options[0].NameLocalized != "open" {
			t.Errorf("in the Spanish of Latin America: %+v", c)
		}
		if c := d.bob.Commands()[0]; c.NameLocalized != "table" || c.DescriptionLocalized != "A table" {
			t.Errorf("in English: %+v", c)
		}
	})
}

func TestCommandsAreOfferedToMembersWithTheirPermissions(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.register(`[{"name":"hello","description":"Says hello"},{"name":"server","description":"Server","default_member_permissions":"32"},
			{"name":"secret","description":"Secret","default_member_permissions":"0"}]`)
		offered := func(want string) {
			t.Helper()
			var names []string
			for _, c := range d.alice.Commands() {
				names = append(names, c.Name)
			}
			if got := strings.Join(names, " "); got != want {
				t.Errorf("alice is offered %s, want %s", got, want)
			}
		}
		offered("hello")
		d.alice.Grant(discordtest.MemberPermissions | discordgo.PermissionManageGuild)
		offered("hello server")
		d.alice.Grant(discordgo.PermissionAdministrator)
		offered("hello secret server")
	})
}

func TestRolesAreTheMembers(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		b := join(d)
		d.register(localised)
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			return says(fmt.Sprint(i.Member.Roles), 64)
		})
		role := d.guild.Role("Dealers")
		if again := d.guild.Role("Dealers"); again != role || d.guild.Role("@everyone") != d.guild.ID() {
			t.Errorf("roles %s, %s and %s", role, again, d.guild.Role("@everyone"))
		}
		d.alice.AddRole(role)
		if a := d.alice.Command(d.poker, "/table open", "who", "@everyone"); a.Text() != "["+role+"]" {
			t.Errorf("with a role: %v", a)
		}
		d.alice.RemoveRole(role)
		if a := d.alice.Command(d.poker, "/table open"); a.Text() != "[]" {
			t.Errorf("without: %v", a)
		}
		if a := d.alice.Command(d.poker, "/table open", "who", "@Nobody"); !errors.Is(a.Err, discordtest.ErrNotThere) {
			t.Errorf("a role there is not: %v", a)
		}
	})
}
