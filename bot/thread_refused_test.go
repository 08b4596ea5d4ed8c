package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// asksForThread returns the replies to the two commands that make a thread.
func (c *club) asksForThread(alice *discordtest.Person) map[string]string {
	alice.Grant(discordgo.PermissionManageChannels | discordgo.PermissionManageEvents)
	open := alice.Command(c.channel, "/table open", "thread", "true").Text()
	modal := alice.Command(c.channel, "/tournament create")
	return map[string]string{"/table open": open, "/tournament create": alice.Submit(modal, "Cup", "", "0", "turbo", "9").Text()}
}

// A user reads what to do wherever Discord makes no thread for a command, and no reference to the log.
func TestTheReplySaysWhatToDoWithoutAThread(t *testing.T) {
	t.Parallel()
	refusal := discordtest.Refusal
	for name, f := range map[string]struct {
		fault discordtest.Fault
		want  string
	}{
		"no threads":         {refusal(400, 50024, "Cannot execute action on this channel type"), "This channel can't have threads"},
		"a form":             {refusal(400, 50035, "Invalid Form Body"), "Discord refused to make the thread"},
		"a filtered name":    {refusal(400, 200001, "Title was blocked by automatic moderation"), "The server's AutoMod refuses the name"},
		"a filtered text":    {refusal(400, 200000, "Message was blocked by automatic moderation"), "The server's AutoMod refuses the name"},
		"too many":           {refusal(400, 160006, "Maximum number of active threads reached"), "Close a thread"},
		"too many news":      {refusal(400, 160007, "Maximum number of active announcement threads reached"), "Close a thread"},
		"no channel":         {refusal(404, 10003, "Unknown Channel"), "This channel was deleted"},
		"forbidden":          {refusal(403, 50013, "Missing Permissions"), "Create Public Threads"},
		"a limit":            {discordtest.TooMany(300*time.Second, "user"), "Send it again <t:"},
		"an outage":          {discordtest.Fault{Status: 503, Body: "x"}, "use the command in it"},
		"a thread all right": {discordtest.Fault{Status: 502, Applied: true}, "use the command in it"},
		"nonsense":           {discordtest.Fault{Status: 200, Body: "{"}, "use the command in it"},
		"silence":            {discordtest.Fault{Silent: true}, "Not confirmed yet"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				f.fault.Times = 2 // for both commands
				if f.fault.Status == 403 {
					c.extra = 1
				}
				c.srv.Fail("/threads", f.fault)
				for command, reply := range c.asksForThread(c.person("alice")) {
					if !strings.Contains(reply, f.want) {
						t.Errorf("%s: %q, want %q", command, reply, f.want)
					}
				}
				if l := c.log.String(); strings.Contains(l, "level=ERROR") {
					t.Error("the operator reads of an error")
				}
			})
		})
	}
}

// A voice channel has no threads: there a table opens without one.
func TestAVoiceChannelHasATableWithoutThread(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.channel.SetType(int(discordgo.ChannelTypeGuildVoice))
		alice := c.person("alice")
		for command, reply := range c.asksForThread(alice) {
			if !strings.Contains(reply, "This channel can't have threads") {
				t.Errorf("%s: %q", command, reply)
			}
		}
		if a := alice.Command(c.channel, "/table open", "thread", "false"); !strings.Contains(a.Text(), "Your table is open") {
			t.Errorf("alice reads %q", a.Text())
		}
		time.Sleep(time.Second)
		if a := alice.Press(c.channel, "Sit down"); a.Err != nil {
			t.Error(a.Err)
		}
	})
}

// Threads of an announcement channel have a type of their own, for tables, tournaments and a table that moves.
func TestAnAnnouncementChannelHasTables(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.channel.SetType(int(discordgo.ChannelTypeGuildNews))
		for command, reply := range c.asksForThread(c.person("alice")) {
			if !strings.Contains(reply, "<#") {
				t.Errorf("%s: %q", command, reply)
			}
		}
		if time.Sleep(5 * time.Second); len(c.threads()) != 2 {
			t.Fatalf("%d threads", len(c.threads()))
		}
		for _, at := range c.threads() {
			at.Delete() // the tournament moves
		}
		if time.Sleep(10 * time.Second); len(c.threads()) != 1 {
			t.Errorf("%d threads after the tournament has moved", len(c.threads()))
		}
	})
}
