package bot_test

import (
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/render/locale"
)

// linkOf finds the mention of a command.
var linkOf = regexp.MustCompile(`</([a-z ]+):(\d+)>`)

// unlinked returns a text as people read it, with the names of commands in place of mentions.
func unlinked(text string) string { return linkOf.ReplaceAllString(text, "/$1") }

// checkLinks checks that a text has a mention of a command, and that every mention has the id of that command.
func checkLinks(t *testing.T, c *club, text, path string) {
	t.Helper()
	ids := map[string]string{}
	for _, one := range c.guild.Commands() {
		ids[one.Name] = one.ID
	}
	found := false
	for _, m := range linkOf.FindAllStringSubmatch(text, -1) {
		found = found || m[1] == path
		if name, _, _ := strings.Cut(m[1], " "); ids[name] != m[2] {
			t.Errorf("/%s has the id %s, want %s", m[1], m[2], ids[name])
		}
	}
	if !found {
		t.Errorf("%q does not mention /%s", text, path)
	}
}

// Commands in texts are mentions with the id that Discord gave: on the board, in answers, in every language, and in a new life
// of the program that has nothing to register.
func TestCommandsInTextsAreClickable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.openTable("pause", "60")
		waiting, _ := c.channel.Last()
		checkLinks(t, c, waiting.Text(), "sit")
		checkLinks(t, c, bob.Command(c.channel, "/sitin").Text(), "sit")
		bob.SetLocale("ja")
		checkLinks(t, c, bob.Command(c.channel, "/sitin").Text(), "sit")
		checkLinks(t, c, alice.Command(c.channel, "/table resume").Text(), "table pause")
		c.stop()
		c.start()
		checkLinks(t, c, bob.Command(c.channel, "/sitin").Text(), "sit")
	})
}

// Pages of the help have the most commands. Links must not make them too long for a message.
func TestEveryPageOfTheHelpHasLinks(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable()
		for _, l := range locale.Languages() {
			alice.SetLocale(l.Locale)
			time.Sleep(10 * time.Second) // a user may send so many in a while
			help := alice.Command(c.channel, "/help")
			checkLinks(t, c, help.Text(), "cards")
			for _, page := range pages(t, c, alice, help) {
				if len(listed(page)) == 0 {
					t.Errorf("%s: a page lists no commands as mentions: %s", l.Locale, page)
				}
			}
		}
		for _, o := range help(c, alice).Message.Menus()[0].Options {
			if strings.Contains(o.Label, "</") {
				t.Errorf("the menu has a mention: %q", o.Label)
			}
		}
	})
}

func help(c *club, p *discordtest.Person) discordtest.Answer { return p.Command(c.channel, "/help") }
