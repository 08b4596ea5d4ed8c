package bot_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/render/locale"
)

// leaves returns the paths of the commands that users type, by their default names.
func leaves(list []discordtest.Command) (paths []string) {
	var walk func(path string, options []discordtest.CommandOption)
	walk = func(path string, options []discordtest.CommandOption) {
		leaf := true
		for _, o := range options {
			if t := discordgo.ApplicationCommandOptionType(o.Type); t == discordgo.ApplicationCommandOptionSubCommand || t == discordgo.ApplicationCommandOptionSubCommandGroup {
				leaf = false
				walk(path+" "+o.Name, o.Options)
			}
		}
		if leaf {
			paths = append(paths, path)
		}
	}
	for _, c := range list {
		walk(c.Name, c.Options)
	}
	return paths
}

// listed returns the commands that a page of the help lists as mentions, at the start of its lines.
func listed(page string) (paths []string) {
	for _, m := range regexp.MustCompile(`(?m)^</([^:>]+):\d+>`).FindAllStringSubmatch(page, -1) {
		paths = append(paths, m[1])
	}
	return paths
}

// pages returns every page of the help in the menu of an answer to /help.
func pages(t *testing.T, c *club, p *discordtest.Person, help discordtest.Answer) (pages []string) {
	t.Helper()
	menus := help.Message.Menus()
	if len(menus) != 1 {
		t.Fatalf("the help has %d menus, want 1:\n%s", len(menus), help.Text())
	}
	for _, o := range menus[0].Options {
		page := p.Choose(c.channel, menus[0].CustomID, o.Value)
		if page.Type != discordtest.AnswerUpdate || !page.Message.Ephemeral || len(page.Message.Menus()) != 1 {
			t.Errorf("the topic %q is answered %d %q, %v, want a page in the same message", o.Value, page.Type, page.Text(), page.Err)
		}
		pages = append(pages, page.Text())
	}
	return pages
}

// A user's help lists every command of their client, once and by its default name, and nothing else.
func TestTheHelpHasEveryCommandThatIsRegistered(t *testing.T) {
	alone(t)
	inClub(t, func(t *testing.T, c *club) {
		bob := c.person("bob")
		for _, l := range locale.Languages() {
			bob.SetLocale(l.Locale)
			time.Sleep(10 * time.Second) // a user may send so many in a while
			want, help := leaves(c.guild.Commands()), bob.Command(c.channel, "/help")
			got := listed(strings.Join(pages(t, c, bob, help), "\n"))
			slices.Sort(want)
			slices.Sort(got)
			if len(want) < 40 || !slices.Equal(got, want) {
				t.Errorf("%s: the help names\n%q\nthere are\n%q", l.Locale, got, want)
			}
			if lines := strings.Count(help.Text(), "\n") + 1; lines > 4 {
				t.Errorf("%s: the help has %d lines, want 4 at most:\n%s", l.Locale, lines, help.Text())
			}
		}
	})
}

// A press on the menu of the help without a topic, or on another message than an answer to /help, changes nothing.
func TestATopicIsShownOnlyInTheHelp(t *testing.T) {
	alone(t)
	inClub(t, func(t *testing.T, c *club) {
		alice, _ := c.openTable()
		help := alice.Command(c.channel, "/help")
		for _, message := range []string{c.channel.Messages()[0].ID, help.Message.ID} {
			a := alice.Forge(c.channel, message, help.Message.Menus()[0].CustomID)
			if a.Type != discordtest.AnswerMessage || !strings.Contains(a.Text(), "has moved on") {
				t.Errorf("a press without a topic is answered %d %q, %v", a.Type, a.Text(), a.Err)
			}
		}
	})
}

// now returns the lines of the help above the general ones.
func now(help string) string {
	lines, _, _ := strings.Cut(unlinked(help), "\n/cards")
	return lines
}

func TestHelpStartsWithWhatItsReaderCanDoNow(t *testing.T) {
	alone(t)
	inClub(t, func(t *testing.T, c *club) {
		alice, bob, carol := c.person("alice"), c.person("bob"), c.person("carol")
		says := func(p *discordtest.Person, want string) {
			t.Helper()
			if got := now(p.Command(c.channel, "/help").Text()); !strings.HasPrefix(got, want) || strings.Count(got, "\n") != strings.Count(want, "\n") {
				t.Errorf("%s reads\n%s\nshould read\n%s", p.Name(), got, want)
			}
		}
		does := func(p *discordtest.Person, command string, options ...string) {
			confirm(p, c.channel, command, options...)
			time.Sleep(time.Second)
		}
		alice.Grant(discordgo.PermissionManageChannels)
		says(alice, "There is no table in this channel. Use /table open to open one")
		says(bob, "There is no table in this channel. Opening a table requires the Manage Channels permission")
		does(alice, "/table open", "seats", "2", "clock", "off", "pause", "0")
		says(bob, "Press **Sit down** on the board")
		says(alice, "Press **Sit down** on the board, or use /sit to choose your chips and seat.\nAs host: use /table settings to change")
		does(alice, "/table pause")
		does(bob, "/sit")
		says(bob, "The table is paused")
		says(alice, "The table is paused. The next hand starts when its host resumes. Press **Sit down** on the board, or use /sit to choose your chips and seat.\nAs host: use /table resume")
		does(alice, "/table resume")
		says(bob, "You're seated. The next hand starts when two players are ready to play")
		does(alice, "/sit")
		time.Sleep(12 * time.Second)
		says(carol, "Every seat is taken. Use /sit to join the waitlist")
		does(carol, "/sit")
		says(carol, "You're number 1 on the waitlist")
		actor := c.actor()
		other := c.other(actor)
		bob.Grant(discordgo.PermissionManageChannels) // so that both may be host
		says(actor, "It's your turn (to call 5). Look at your cards with /cards, then press a button.\nAs host: use /table pause")
		says(other, "You're in the hand, and "+actor.Mention()+" acts now. Press My cards to see yours.\nAs host: use /table pause")
		does(actor, "/sitout")
		says(actor, "It's your turn (to call 5). Look at your cards with /cards, then press a button.\nAs host: use /table pause")
		does(alice, "/table close")
		says(carol, "The table closes after this hand.")
		does(actor, "/fold")
		says(actor, "There is no table in this channel. Use /table open to open one")
	})
}

// While the table's state is unknown, help says why, and then lists the rest.
func TestHelpIsThereWhenTheTableIsNot(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		s.fails(true)
		actor.Press(c.channel, "Call") // with an unknown outcome
		for _, code := range []string{"en", "de"} {
			actor.SetLocale(code)
			want := string(locale.Lookup(code).Board.Halted)
			if help := actor.Command(c.channel, "/help").Text(); now(help) != want {
				t.Errorf("%s: while the store is away it says\n%s", code, help)
			}
		}
		s.works()
		time.Sleep(3 * time.Second)
		actor.SetLocale("en")
		if help := actor.Command(c.channel, "/help").Text(); !strings.HasPrefix(help, "You're in the hand") && !strings.HasPrefix(help, "It's your turn") {
			t.Errorf("when it is back:\n%s", help)
		}
		key := tableOf(t, c)
		c.stop()
		s.bends(key, flipped)
		c.start()
		time.Sleep(5 * time.Second)
		if help := actor.Command(c.channel, "/help").Text(); !strings.HasPrefix(help, "This table was saved in a form I can't read") {
			t.Errorf("at a damaged table it says\n%s", help)
		}
		s.update(func() { s.read = nil })
	})
}
