package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/render/locale"
)

// inClub runs a test in a club with nothing else going on.
func inClub(t *testing.T, f func(t *testing.T, c *club)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { f(t, open(t)) })
}

// Private messages are in the user's own choice of language, else in their Discord client's, else in the server's.
func TestAPersonReadsTheirOwnLanguage(t *testing.T) {
	alone(t)
	for _, p := range []struct{ discord, person, server, guild, want string }{
		{"ru", "", "", "en-US", "ru"},
		{"ru", "de", "", "en-US", "de"},
		{"de", "en", "ru", "ru", "en"},
		{"de", "discord", "ru", "ru", "de"},
		{"es-419", "", "", "en-US", "es-ES"},
		{"en-GB", "", "ru", "de", "en"},
		{"pl", "", "ru", "de", "ru"},
		{"pl", "", "", "de", "de"},
		{"pl", "", "", "nl", "en"},
		{"pl", "ru", "", "de", "ru"},
	} {
		inClub(t, func(t *testing.T, c *club) {
			c.guild.SetLocale(p.guild)
			alice, _ := c.openTable()
			bob := c.person("bob")
			if p.server != "" {
				alice.Grant(discordgo.PermissionManageGuild)
				alice.Command(c.channel, "/server", "language", p.server)
			}
			bob.SetLocale(p.discord)
			if p.person != "" {
				bob.Command(c.channel, "/settings", "language", p.person)
			}
			say := func(when string) {
				want, board := locale.Lookup(p.want), locale.Lookup(p.server, p.guild)
				for command, text := range map[string]string{
					"/help": want.Help.Now.Sit.Format("button", string(board.Button.Sit)), "/check": string(want.Why.NotSeated), "/table pause": want.Say.NotHost.Format("host", alice.Mention()),
					"/rules": string(want.Rules.List), "/cards": string(want.Panel.NoSeat), "/chips daily": "",
				} {
					if got := unlinked(bob.Command(c.channel, command).Text()); !strings.Contains(got, text) {
						t.Errorf("%+v, %s: %s answers %q", p, when, command, got)
					}
				}
			}
			say("at once")
			c.stop()
			c.start()
			if got := unlinked(bob.Command(c.channel, "/leave").Text()); !strings.Contains(got, string(locale.Lookup(p.want).Why.NotSeated)) {
				t.Errorf("%+v: the first answer after a restart is %q", p, got)
			}
			say("after a restart")
		})
	}
}

// languageOf returns the language of the board, at a table that waits for players.
func languageOf(t *testing.T, c *club) string {
	t.Helper()
	board := unlinked(c.channel.Messages()[0].Text())
	i := slices.IndexFunc(locale.Languages(), func(l *locale.Lang) bool {
		return strings.HasPrefix(board, "**"+string(l.Board.Waiting)+"**") && strings.Contains(board, string(l.Board.SitDown))
	})
	if i < 0 {
		t.Fatalf("of no language: %q", board)
	}
	return locale.Languages()[i].Locale
}

// Public messages are in the table's language, else in the server's: the chosen one, or Discord's.
func TestTheBoardSpeaksTheLanguageOfTheTable(t *testing.T) {
	alone(t)
	for _, p := range []struct{ guild, server, table, want string }{
		{"en-US", "", "", "en"},
		{"ru", "", "", "ru"},
		{"es-419", "", "", "es-ES"},
		{"nl", "", "", "en"},
		{"ru", "de", "", "de"},
		{"ru", "discord", "", "ru"},
		{"ru", "de", "English", "en"},
		{"ru", "", "Deutsch", "de"},
		{"ru", "de", "server", "de"},
	} {
		inClub(t, func(t *testing.T, c *club) {
			c.guild.SetLocale(p.guild)
			alice, _ := c.openTable()
			alice.Grant(discordgo.PermissionManageGuild)
			if p.server != "" {
				alice.Command(c.channel, "/server", "language", p.server)
			}
			if p.table == "server" { // and back from another
				c.sets(alice, "language", "English")
			}
			if p.table != "" {
				if a := c.sets(alice, "language", p.table); a.Err != nil {
					t.Fatal(a.Err)
				}
			}
			time.Sleep(3 * time.Second)
			if got := languageOf(t, c); got != p.want {
				t.Errorf("%+v: the board speaks %s", p, got)
			}
			c.stop()
			c.start()
			alice.Command(c.channel, "/sit")
			time.Sleep(3 * time.Second)
			if got := languageOf(t, c); got != p.want {
				t.Errorf("%+v: after a restart the board speaks %s", p, got)
			}
		})
	}
}

// When a user chooses another language, their open panel changes too.
func TestAnOpenPanelChangesItsLanguage(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, _ := c.seated("pause", "0", "clock", "off")
		time.Sleep(5 * time.Second)
		panel := alice.Command(c.channel, "/cards")
		time.Sleep(time.Second)
		alice.Command(c.channel, "/settings", "language", "ru")
		time.Sleep(3 * time.Second)
		want := "**" + string(locale.Lookup("ru").Board.Streets[0]) + "**"
		for _, m := range alice.See(c.channel) {
			if m.ID == panel.Message.ID && !strings.Contains(m.Text(), want) {
				t.Errorf("the panel reads\n%s", m.Text())
			}
		}
	})
}

// A table gets no notice of the choices of users without a seat. Their panel has the new language when it is drawn next.
func TestAPanelIsDrawnInTheLanguageOfThen(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		c.openTable()
		zoe := c.person("zoe")
		panel := zoe.Command(c.channel, "/cards")
		time.Sleep(time.Second)
		zoe.Command(c.channel, "/settings", "language", "ru")
		c.person("bob").Command(c.channel, "/sit")
		time.Sleep(3 * time.Second)
		want := string(locale.Lookup("ru").Panel.NoSeat)
		for _, m := range zoe.See(c.channel) {
			if m.ID == panel.Message.ID && strings.Contains(m.Text(), want) {
				return
			}
		}
		t.Errorf("the panel is not in Russian: %+v", zoe.See(c.channel))
	})
}

// After a restart the clock may draw the board before any interaction.
func TestABoardThatTheClockDrawsSpeaksTheServersLanguage(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, _ := c.seated("pause", "20")
		alice.Grant(discordgo.PermissionManageGuild)
		alice.Command(c.channel, "/server", "language", "ru")
		c.stop()
		c.start()
		time.Sleep(30 * time.Second)
		if got, want := board(c).Text(), "#1 · **"+string(locale.Lookup("ru").Board.Streets[0])+"**"; !strings.HasPrefix(got, want) {
			t.Errorf("drawn as\n%s", got)
		}
	})
}

// When a server changes its language in Discord, its board follows at the next interaction.
func TestTheBoardFollowsTheServersDiscord(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, _ := c.openTable()
		c.guild.SetLocale("de")
		alice.Command(c.channel, "/sit")
		time.Sleep(3 * time.Second)
		if got := languageOf(t, c); got != "de" {
			t.Errorf("the board speaks %s", got)
		}
	})
}

func TestTablesAreOpenedByWhoMayAndByARoleForIt(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice, bob, dealers := c.person("alice"), c.person("bob"), c.guild.Role("Dealers")
		opens := func(p *discordtest.Person) bool {
			a := p.Command(c.channel, "/table open")
			time.Sleep(time.Second)
			opened := strings.HasPrefix(a.Text(), "Your table is open")
			if opened {
				confirm(p, c.channel, "/table close")
				time.Sleep(time.Second)
			}
			return opened
		}
		set := func(role string) string { return alice.Command(c.channel, "/server", "opener-role", role).Text() }
		if got := set(dealers); got != string(locale.Lookup("").Say.Server.Need) {
			t.Errorf("somebody without the permission is told %q", got)
		}
		alice.Grant(discordgo.PermissionManageGuild)
		bob.AddRole(dealers)
		if opens(bob) {
			t.Error("a role opens a table before it may")
		}
		if got := set(dealers); !strings.Contains(got, "`opener-role` **<@&"+dealers+">**") {
			t.Errorf("told %q", got)
		}
		if !opens(bob) || opens(alice) {
			t.Errorf("not who has the role opens a table")
		}
		if got := alice.Command(c.channel, "/table open").Text(); !strings.Contains(got, "or the role <@&"+dealers+">") {
			t.Errorf("who may not is told %q", got)
		}
		c.stop()
		c.start()
		if !opens(bob) {
			t.Error("a restart has forgotten the role")
		}
		set(dealers)
		if opens(bob) {
			t.Error("the role was not taken back")
		}
		if set("@everyone"); !opens(alice) {
			t.Error("everyone may, but one")
		}
	})
}

// Names, descriptions and choices come from the language files, in every language that Discord has too.
func TestCommandsAreRegisteredInEveryLanguage(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		alice := c.person("alice")
		alice.Grant(discordtest.MemberPermissions | discordgo.PermissionManageGuild)
		for _, l := range locale.Languages() {
			code := l.Locale
			if code == locale.English {
				code = "en-US"
			}
			if _, known := discordgo.Locales[discordgo.Locale(code)]; !known {
				t.Errorf("Discord knows no locale %s", code)
			}
			alice.SetLocale(code)
			for _, command := range alice.Commands() {
				checkNames(t, l, "", command.NameLocalized, command.DescriptionLocalized, command.Options)
			}
		}
	})
}

// checkNames compares a command in a client with the texts of its language. up is its parent's path.
func checkNames(t *testing.T, l *locale.Lang, up, name, about string, options []discordtest.CommandOption) {
	for path, words := range l.Commands {
		if words.Name != name || parent(path) != up {
			continue
		}
		if words.About != about {
			t.Errorf("%s: /%s is described as %q", l.Locale, path, about)
		}
		for _, o := range options {
			if o.Type <= discordtest.OptionGroup {
				checkNames(t, l, path, o.NameLocalized, o.DescriptionLocalized, o.Options)
			} else if !has(words, o) {
				t.Errorf("%s: /%s has an option %s: %s", l.Locale, path, o.NameLocalized, o.DescriptionLocalized)
			}
		}
		return
	}
	t.Errorf("lang/%s.json has no text for the command %q", l.Locale, strings.TrimSpace(up+" "+name))
}

func parent(path string) string {
	return strings.Join(strings.Fields(path)[:strings.Count(path, " ")], " ")
}

// has reports whether an option belongs to a command, with these texts and choices.
func has(words locale.Command, o discordtest.CommandOption) bool {
	for name, option := range words.Options {
		if option.Name != o.NameLocalized || option.About != o.DescriptionLocalized {
			continue
		}
		isChoice := func(label string) bool {
			for _, known := range option.Choices {
				if known == label {
					return true
				}
			}
			return name == "language" && slices.ContainsFunc(locale.Languages(), func(l *locale.Lang) bool { return l.Name == label })
		}
		return !slices.ContainsFunc(o.Choices, func(c discordtest.CommandChoice) bool { return !isChoice(c.Name) })
	}
	return false
}

// A user who types in Russian is offered Russian words, and every table accepts them.
func TestAmountsAreOfferedInTheLanguageOfWhoTypes(t *testing.T) {
	inClub(t, func(t *testing.T, c *club) {
		c.seated("pause", "0", "clock", "off")
		time.Sleep(5 * time.Second)
		actor := c.actor()
		actor.SetLocale("ru")
		words := locale.Lookup("ru").Amount
		var offered []string
		for _, choice := range actor.Autocomplete(c.channel, "/raise", "to", "") {
			offered = append(offered, choice.Name)
		}
		if len(offered) == 0 || !strings.HasPrefix(offered[0], words.Min+" · ") {
			t.Errorf("offered %q", offered)
		}
		actor.SetLocale("de")
		if got := actor.Command(c.channel, "/raise", "to", words.Min).Text(); got != locale.Lookup("de").Say.Raised.Format("amount", "20") {
			t.Errorf("answered %q", got)
		}
	})
}
