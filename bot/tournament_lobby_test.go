package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/rest"
	"cardroom/render/locale"
)

// editsLobby is the request that edits a lobby, or a board.
const editsLobby = "PATCH /channels/{channel}/messages/{message}"

// lobbyEdits returns how many edits in the club's channel reached Discord.
func (s *sitAndGo) lobbyEdits() (n int) {
	for _, r := range s.srv.Requests() {
		if r.Method == "PATCH" && strings.HasPrefix(r.Path, "/channels/"+s.channel.ID()+"/messages/") {
			n++
		}
	}
	return n
}

// warnings returns how many warnings in the log have some words.
func (s *sitAndGo) warnings(words string) (n int) {
	for line := range strings.Lines(s.log.String()) {
		if strings.Contains(line, words) && strings.Contains(line, "level=WARN") {
			n++
		}
	}
	return n
}

// A lobby whose edits Discord refuses for a while shows later how many players there are.
func TestALobbyRecoversFromARefusal(t *testing.T) {
	t.Parallel()
	fails := func(status int, body string) func(*sitAndGo, bool) {
		return func(s *sitAndGo, away bool) {
			if s.srv.Mend(); away {
				s.srv.Fail(editsLobby, discordtest.Fault{Status: status, Body: body, Channel: s.channel.ID(), Times: -1})
			}
		}
	}
	for name, refuses := range map[string]func(*sitAndGo, bool){
		"403": fails(403, `{"message":"Missing Access","code":50001}`),
		"400": fails(400, `{"message":"Invalid Form Body","code":50035}`),
		"404": fails(404, `{"message":"Unknown Channel","code":10003}`),
		"no permission": func(s *sitAndGo, away bool) {
			if s.channel.BotLacks(0); away {
				s.channel.BotLacks(discordgo.PermissionViewChannel | discordgo.PermissionSendMessages)
			}
		},
	} {
		for until, press := range map[string]bool{"the time has passed": false, "a press": true} {
			t.Run(name+" until "+until, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					s := newSitAndGo(t, "Friday", "hyper", "4", "0", "100")
					s.register("alice")
					time.Sleep(20 * time.Second)
					for round, name := range []string{"bob", "dave"} {
						refuses(s, true)
						s.register(name)
						time.Sleep(time.Minute)
						if refuses(s, false); press {
							s.person("carol").Press(s.channel, "Unregister")
							time.Sleep(10 * time.Second)
						} else {
							time.Sleep(rest.BlockTime)
						}
						if m := s.lobby(); !strings.Contains(m, fmt.Sprintf("Registered: %d of 4", round+2)) {
							t.Errorf("the lobby says\n%s", m)
						}
						if n := s.warnings("could not edit the lobby"); n != round+1 {
							t.Errorf("%d warnings after %d refusals", n, round+1)
						}
						time.Sleep(rest.BlockTime)
					}
				})
			})
		}
	}
}

// A bot that was removed and added again brings the lobby up to date at once.
func TestALobbyRecoversAfterARemoval(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday", "hyper", "4", "0", "100")
		s.register("alice")
		time.Sleep(20 * time.Second)
		s.person("bob").Press(s.channel, "Register")
		s.guild.RemoveBot()
		time.Sleep(time.Minute)
		s.guild.AddBot()
		time.Sleep(10 * time.Second)
		if m := s.lobby(); !strings.Contains(m, "Registered: 2 of 4") {
			t.Errorf("the lobby says\n%s", m)
		}
	})
}

// A lobby whose edits are refused for good costs one request in ten minutes, whoever presses its buttons, and one warning.
func TestALobbyThatIsRefusedForGoodIsCheap(t *testing.T) {
	t.Parallel()
	for name, f := range map[string]discordtest.Fault{
		"403": {Status: 403, Body: `{"message":"Thread is locked","code":160005}`},
		"400": {Status: 400, Body: `{"message":"Invalid Form Body","code":50035}`},
		"404": {Status: 404, Body: `{"message":"Unknown Channel","code":10003}`},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday", "hyper", "6", "0", "100")
				s.register("alice")
				time.Sleep(20 * time.Second)
				f.Channel, f.Times, s.extra = s.channel.ID(), -1, 1
				s.srv.Fail(editsLobby, f)
				for range 30 { // the first tries come sooner
					s.person("bob").Press(s.channel, "Register")
					time.Sleep(30 * time.Second)
					s.person("bob").Press(s.channel, "Unregister")
					time.Sleep(30 * time.Second)
				}
				first := s.lobbyEdits()
				for range 60 {
					s.person("carol").Press(s.channel, "Register")
					time.Sleep(30 * time.Second)
					s.person("carol").Press(s.channel, "Unregister")
					time.Sleep(30 * time.Second)
				}
				if n := s.lobbyEdits() - first; n < 3 || n > 6 {
					t.Errorf("%d edits in an hour", n)
				}
				if n := s.warnings("could not edit the lobby"); n != 1 {
					t.Errorf("%d warnings", n)
				}
				if first > 10 {
					t.Errorf("%d edits in the first half hour", first)
				}
			})
		})
	}
}

// A tournament whose channels are deleted edits no lobby.
func TestADeletedLobbyIsNotEdited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday", "hyper", "4", "0", "100")
		s.register("alice")
		s.table.Delete()
		s.channel.Delete()
		time.Sleep(time.Minute)
		before := s.lobbyEdits()
		time.Sleep(5 * time.Hour)
		if n := s.lobbyEdits() - before; n != 0 {
			t.Errorf("%d edits of a lobby without a channel", n)
		}
	})
}

// TestALobbyShowsTheEndAfterARefusal ends a tournament while its lobby still waits after a refusal, which has passed.
func TestALobbyShowsTheEndAfterARefusal(t *testing.T) {
	t.Parallel()
	for status, body := range map[int]string{403: `{"message":"Missing Access","code":50001}`, 400: `{"message":"Invalid Form Body","code":50035}`} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday", "hyper", "2", "0", "100")
				s.register("alice", "bob")
				time.Sleep(8 * time.Second)
				s.srv.Fail(editsLobby, discordtest.Fault{Status: status, Body: body, Channel: s.channel.ID(), Times: -1})
				time.Sleep(time.Minute)
				s.srv.Mend()
				s.shove("alice", "bob")
				time.Sleep(time.Minute)
				if m := s.channel.Messages()[0]; !strings.Contains(m.Content, "Finished") || len(m.Components) > 0 {
					t.Errorf("the lobby has %d rows, and says\n%s", len(m.Components), m.Content)
				}
			})
		})
	}
}

// TestALobbyMovesBeforeItsTable moves a tournament to a channel in which threads fail for a while.
func TestALobbyMovesBeforeItsTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday", "hyper", "3", "0", "100")
		time.Sleep(20 * time.Second)
		hall := s.guild.Channel("hall")
		s.person("bob").Press(s.channel, "Register")
		s.table.Delete()
		s.channel.Delete()
		time.Sleep(30 * time.Second)
		s.srv.Fail("POST /channels/{channel}/threads", discordtest.Fault{Status: 500, Times: -1})
		s.alice.Command(hall, "/tournament resume")
		time.Sleep(10 * time.Second)
		if list := hall.Messages(); len(list) != 1 || !strings.Contains(list[0].Content, "Registered: 1 of 3") {
			t.Errorf("the hall has %d messages: %v", len(list), list)
		}
	})
}

// A German in the ready check of an English server reads the button of the lobby as it stands there.
func TestTheStatusNamesTheLobbysButton(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Ready", "hyper", "3", "0")
		s.register("bob", "carol")
		time.Sleep(10 * time.Minute)
		s.register("dave")
		time.Sleep(5 * time.Second)
		bob := s.person("bob")
		bob.SetLocale("de")
		if got := bob.Command(s.channel, "/tournament status").Text(); !strings.Contains(got, "Drück **I'm here**") {
			t.Errorf("bob reads\n%s", got)
		}
	})
}

// A German reads in the help beside an English lobby the buttons as they stand there, also in the line about the cards.
func TestTheHelpOfALobbyNamesButtonsInItsLanguage(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Ready", "hyper", "3", "0")
		german := locale.Lookup("de")
		bob := s.person("bob")
		bob.SetLocale("de")
		got := unlinked(bob.Command(s.channel, "/help").Text())
		if !strings.Contains(got, "Drück **Register**") || !strings.Contains(got, german.Help.Cards.Format("button", "My cards")) {
			t.Errorf("bob reads\n%s", got)
		}
	})
}
