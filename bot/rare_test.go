package bot_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
)

// around returns the points before and after effects.
func around(effects ...failpoint.Effect) (list []failpoint.Point) {
	for _, e := range effects {
		list = append(list, failpoint.Point{Effect: e}, failpoint.Point{Effect: e, Done: true})
	}
	return list
}

// falls ends the next lives when they first pass a point. The result reports whether one did.
func (c *club) falls(at failpoint.Point) *atomic.Bool {
	fell := new(atomic.Bool)
	c.at = func(p failpoint.Point) bool { return p == at && fell.CompareAndSwap(false, true) }
	return fell
}

// TestTheProgramMayEndTwice ends the program when a new board is posted and the old one has its buttons. It ends it again
// while the next life removes them, or while it edits a panel whose token was refused (P2).
func TestTheProgramMayEndTwice(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		calm := play(t, 1, plan{hands: world, quiet: true})
		for _, at := range around(failpoint.StripBoard, failpoint.EditPanel) {
			t.Run(at.String(), func(t *testing.T) {
				boards, ended := 0, false
				fall := func(p passage) bool {
					if p.Point == (failpoint.Point{Effect: failpoint.PostBoard, Done: true}) {
						boards++
					}
					first := boards == 3 && p.Point == failpoint.Point{Effect: failpoint.CommitTable, Done: true}
					if first {
						boards++
					}
					second := !ended && p.Point == at
					ended = ended || second
					return first || second
				}
				turn := func(s *sim) { s.srv.Fail("PATCH /webhooks", discordtest.Fault{Status: 500}) }
				s := play(t, 1, plan{hands: world, quiet: true, fall: fall, turn: turn, down: time.Second})
				if s.as(t, calm); !ended || len(s.fell) != 2 {
					t.Errorf("it ended at %v", s.fell)
				}
			})
		}
	})
}

// An unreadable table gets one notice in its channel, wherever the program ends during that (P8). It resumes when it is
// readable.
func TestTheProgramMayEndOverATableThatCannotBeRead(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.PostResting, failpoint.KeepResting) {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, s, actor := shakyHand(t)
				before := lineThatActs(c)
				c.stop()
				s.bends(tableOf(t, c), flipped)
				fell := c.falls(at)
				for range 3 {
					c.start()
					time.Sleep(5 * time.Second)
					c.stop()
				}
				if n := lines(c.channel, "can't open this table"); n != 1 || !fell.Load() {
					t.Errorf("it ended: %t, and the channel was told %d times", fell.Load(), n)
				}
				s.update(func() { s.read = nil })
				c.start()
				time.Sleep(5 * time.Second)
				if now := lineThatActs(c); now != before {
					t.Errorf("the board says %q, before %q", now, before)
				}
				if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
					t.Errorf("a press is answered %q", a.Text())
				}
			})
		})
	}
}

// A hand voided by the operator is void once, wherever that ends, and the channel gets one notice (P13).
func TestTheProgramMayEndOverAHandThatIsMadeVoid(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.CommitVoid, failpoint.PostUndone) {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _, actor := shakyHand(t)
				actor.Press(c.channel, "Call")
				time.Sleep(2 * time.Second)
				where := tableOf(t, c)
				c.stop()
				fell := c.falls(at)
				for n := range 2 {
					doctor, err := bot.New(bot.Config{Key: c.key, Log: slog.New(slog.DiscardHandler), At: func(p failpoint.Point) {
						if c.at(p) {
							panic("the doctor has died") // like a process; a test may not Goexit
						}
					}}, c.shaky.Store)
					if err != nil {
						t.Fatal(err)
					}
					err = dies(func() error { _, err := doctor.Void(context.Background(), where.Channel); return err })
					if died := n == 0 && at.Effect == failpoint.CommitVoid; died != (err != nil) {
						t.Errorf("time %d: %v", n+1, err)
					}
				}
				for range 3 {
					c.start()
					time.Sleep(5 * time.Second)
					c.stop()
				}
				if n := lines(c.channel, "The operator called #1 off"); n != 1 || !fell.Load() {
					t.Errorf("it ended: %t, and the channel was told %d times:\n%s", fell.Load(), n, board2(c.channel))
				}
				c.start()
				time.Sleep(20 * time.Second)
				if !strings.Contains(board(c).Text(), "#2") {
					t.Errorf("the table does not go on:\n%s", board2(c.channel))
				}
			})
		})
	}
}

// dies returns the panic of a function as an error.
func dies(do func() error) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("%v", value)
		}
	}()
	return do()
}

// Commands are registered in one place, wherever the program ends during that, and whatever the next configuration is.
func TestTheProgramMayEndWhileItRegistersItsCommands(t *testing.T) {
	t.Parallel()
	for _, at := range around(failpoint.KeepGuild, failpoint.SetCommands) {
		for _, stays := range []bool{true, false} {
			t.Run(fmt.Sprint(at, " stays ", stays), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c := open(t)
					c.stop()
					fell := c.falls(at)
					c.home = c.guild.ID()
					for n := range 3 {
						c.start()
						time.Sleep(5 * time.Second)
						if c.stop(); n == 0 && !stays {
							c.home = ""
						}
					}
					global, own := c.registered(""), c.registered(c.guild.ID())
					if stays != (own > 0) || stays != (global == 0) || !fell.Load() {
						t.Errorf("it ended: %t; commands: %d global, %d in the guild", fell.Load(), global, own)
					}
					c.start()
				})
			})
		}
	}
}

// The bot does not register commands again that Discord already has, globally or in a guild (C6).
func TestASecondStartRegistersNothing(t *testing.T) {
	t.Parallel()
	for _, home := range []string{"everywhere", "one guild"} {
		t.Run(home, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { c.first = true })
				c.stop()
				if home == "one guild" {
					c.home = c.guild.ID()
				}
				for n := range 3 {
					before := c.srv.RequestCount()
					c.start()
					time.Sleep(5 * time.Second)
					c.stop()
					for _, r := range c.srv.Requests()[before:] {
						if n > 0 && r.Method == http.MethodPut {
							t.Errorf("start %d sends %s", n+1, r)
						}
					}
				}
				c.start()
			})
		})
	}
}

// A former guild that the bot has left refuses to remove its commands. The other former guilds lose theirs all the same.
func TestAGuildThatTheBotHasLeftHoldsUpNoOther(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		for _, home := range []string{c.guild.ID(), ""} {
			c.stop()
			if c.home = home; home == "" {
				if err := c.store.SetNote(t.Context(), "commands-guild", "111 "+c.guild.ID()); err != nil {
					t.Fatal(err)
				}
			}
			c.start()
			time.Sleep(5 * time.Second)
		}
		note, err := c.store.Note(t.Context(), "commands-guild")
		if own := c.registered(c.guild.ID()); own != 0 || note != "" || err != nil {
			t.Errorf("%d commands in the guild, and the note %q, %v", own, note, err)
		}
	})
}

// registered returns the number of commands of a guild, or of the global ones.
func (c *club) registered(guild string) int {
	c.t.Helper()
	path := c.application()
	if guild != "" {
		path += "/guilds/" + guild
	}
	var list []struct{ Name string }
	c.callDiscord(http.MethodGet, path+"/commands", "", &list)
	return len(list)
}

// removeCommands removes the global commands, as another program of the bot may.
func (c *club) removeCommands() {
	c.t.Helper()
	c.callDiscord(http.MethodPut, c.application()+"/commands", "[]", new(any))
}

// application returns the path of the bot's application at Discord.
func (c *club) application() string {
	c.t.Helper()
	var app struct{ ID string }
	c.callDiscord(http.MethodGet, "/applications/@me", "", &app)
	return "/applications/" + app.ID
}

// callDiscord sends Discord a request of the bot's application, beside the bot, and reads the answer.
func (c *club) callDiscord(method, path, body string, to any) {
	c.t.Helper()
	r, err := http.NewRequest(method, c.srv.URL()+"/api/v10"+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bot "+c.srv.Token())
	r.Header.Set("Content-Type", "application/json")
	answer, err := c.client.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(to); err != nil || answer.StatusCode >= 300 {
		c.t.Fatalf("%s %s: %s, %v", method, path, answer.Status, err)
	}
}
