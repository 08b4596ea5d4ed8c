package bot_test

import (
	"cmp"
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

// leaves returns the paths of the commands that one can type, as a person's client lists them, else by their default names.
func leaves(list []discordtest.Command) (paths []string) {
	var walk func(path string, options []discordtest.CommandOption)
	walk = func(path string, options []discordtest.CommandOption) {
		leaf := true
		for _, o := range options {
			if t := discordgo.ApplicationCommandOptionType(o.Type); t == discordgo.ApplicationCommandOptionSubCommand || t == discordgo.ApplicationCommandOptionSubCommandGroup {
				leaf = false
				walk(path+" "+cmp.Or(o.NameLocalized, o.Name), o.Options)
			}
		}
		if leaf {
			paths = append(paths, path)
		}
	}
	for _, c := range list {
		walk(cmp.Or(c.NameLocalized, c.Name), c.Options)
	}
	return paths
}

// listed returns the commands that a help names in code: "`/table pause, resume`" is /table pause and /table resume.
func listed(help string) (paths []string) {
	for _, m := range regexp.MustCompile("`/([^`]+)`").FindAllStringSubmatch(help, -1) {
		list := strings.Split(m[1], ", ")
		first, _, _ := strings.Cut(list[0], " ")
		paths = append(paths, list[0])
		for _, rest := range list[1:] {
			paths = append(paths, first+" "+rest)
		}
	}
	return paths
}

// Every command that a person's client lists is in their help, once and by its name there, and nothing else is.
func TestTheHelpHasEveryCommandThatIsRegistered(t *testing.T) {
	alone(t)
	inClub(t, func(t *testing.T, c *club) {
		bob := c.person("bob")
		for _, l := range locale.Languages() {
			bob.SetLocale(l.Locale)
			want := slices.DeleteFunc(leaves(bob.Commands()), func(path string) bool { return path == l.Commands["help"].Name }) // whose reader has found it
			got := listed(bob.Command(c.channel, "/help").Text())
			slices.Sort(want)
			slices.Sort(got)
			if len(want) < 40 || !slices.Equal(got, want) {
				t.Errorf("%s: the help names\n%q\nthere are\n%q", l.Locale, got, want)
			}
		}
	})
}

// now returns the lines of the help above its list of commands.
func now(help string) string {
	lines, _, _ := strings.Cut(help, "\n- ")
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
			p.Command(c.channel, command, options...)
			time.Sleep(time.Second)
		}
		alice.Grant(discordgo.PermissionManageChannels)
		says(alice, "There is no table in this channel. /table open opens one")
		says(bob, "There is no table in this channel. Opening a table requires the Manage Channels permission")
		does(alice, "/table open", "seats", "2", "clock", "off", "pause", "0")
		says(bob, "Press Sit down on the board")
		says(alice, "Press Sit down on the board, or choose your chips and seat with /sit.\nAs host: /table settings changes")
		does(alice, "/table pause")
		does(bob, "/sit")
		says(bob, "The table is paused")
		says(alice, "The table is paused: the next hand comes when its host goes on. Press Sit down on the board, or choose your chips and seat with /sit.\nAs host: /table resume")
		does(alice, "/table resume")
		says(bob, "You have a seat: the next hand starts by itself as soon as")
		does(alice, "/sit")
		time.Sleep(12 * time.Second)
		says(carol, "Every seat is taken: /sit puts you in the line")
		does(carol, "/sit")
		says(carol, "You're number 1 on the waitlist")
		actor := c.actor()
		other := c.other(actor)
		bob.Grant(discordgo.PermissionManageChannels) // so that both may be host
		says(actor, "It's your turn (to call 5): look at your cards with /cards, then press a button.\nAs host: /table pause")
		says(other, "You're in the hand; "+actor.Mention()+" acts now. Your cards are under My cards.\nAs host: /table pause")
		does(actor, "/sitout")
		says(actor, "It's your turn (to call 5): look at your cards with /cards, then press a button.\nAs host: /table pause")
		does(alice, "/table close")
		says(carol, "The table closes after this hand.")
		does(actor, "/fold")
		says(actor, "There is no table in this channel. /table open opens one")
	})
}

// Where the table cannot say what to do, help says why, and then what else there is.
func TestHelpIsThereWhenTheTableIsNot(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		s.fails(true)
		actor.Press(c.channel, "Call") // in doubt
		for _, code := range []string{"en", "de"} {
			actor.SetLocale(code)
			want := string(locale.Lookup(code).Board.Halted)
			if help := actor.Command(c.channel, "/help").Text(); now(help) != want || len(listed(help)) < 40 {
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
		if help := actor.Command(c.channel, "/help").Text(); !strings.HasPrefix(help, "This table was saved in a form I can't read") || len(listed(help)) < 40 {
			t.Errorf("at a damaged table it says\n%s", help)
		}
		s.update(func() { s.read = nil })
	})
}
