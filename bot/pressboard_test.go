package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/bot/rest"
)

// withPressBoards lets presses post the boards of a club, and its people press the board.
func withPressBoards(c *club) { c.pressBoards, c.onPress = rest.PressBoardsAlways, true }

// pressed seats two people, and has the one to act fold hand 1 on the board, which leaves its token. Discord then fails as the
// faults say.
func pressed(c *club, faults ...discordtest.Fault) {
	c.seated("clock", "off", "pause", "5")
	time.Sleep(12 * time.Second)
	for _, f := range faults {
		c.srv.Fail("POST /webhooks/{app}/{token}", f)
	}
	pressFold(c, c.actor())
}

// byBot returns the requests that the bot has sent with its own token to write in the channel, after the first n of all.
func byBot(c *club, n int) (list []string) {
	for _, r := range c.srv.Requests()[n:] {
		if strings.HasPrefix(r.Route, "/channels/") && r.Method != "GET" {
			list = append(list, r.Method+" "+r.Path)
		}
	}
	return list
}

// boardsOf returns the messages that show a hand, deleted ones too.
func boardsOf(c *club, hand int) (list []discordtest.Message) {
	for _, m := range c.channel.Messages() {
		if strings.HasPrefix(m.Text(), fmt.Sprintf("#%d ", hand)) && !m.Ephemeral {
			list = append(list, m)
		}
	}
	return list
}

// While the bot wants much of its rate, a hand whose board was pressed costs none of it: that press posts the next board,
// without buttons or cards at first, and tokens edit both. Presses on a panel edit it by the token that made it.
func TestAPressBoardIsOfTheLastPressOnABoard(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, withPressBoards)
		pressed(c)
		time.Sleep(10 * time.Second)
		before := boardsOf(c, 1)[0]
		m, n := board(c), c.srv.RequestCount()
		if m.Reply == nil || m.Reply.Follows != before.ID || !strings.HasPrefix(m.Text(), "#2 ") {
			t.Fatalf("hand 2 has no press board that answers that of hand 1: %v", m.String())
		}
		if first := m.History[0]; len(first.Components) > 0 || !strings.Contains(first.Content, "Shuffling") {
			t.Errorf("the press board begins with buttons or cards: %q", first.Content)
		}
		for _, button := range []string{"Call", "Pot 30"} { // the panel is below the board, so they press that
			p := c.actor()
			p.Press(c.channel, "My cards")
			time.Sleep(time.Second)
			if a := p.Press(c.channel, button); a.Err != nil || !a.Message.Ephemeral {
				t.Fatalf("a press on a panel: %v", a.Err)
			}
			time.Sleep(3 * time.Second)
		}
		if sent := byBot(c, n); len(sent) > 0 || !strings.Contains(board(c).Text(), "to call 20") {
			t.Errorf("the hand took requests of the bot: %v\n%s", sent, board(c).Text())
		}
		c.actor().Command(c.channel, "/fold")
		time.Sleep(10 * time.Second)
		if third := board(c); third.Reply == nil || third.Reply.Follows != before.ID || !strings.HasPrefix(third.Text(), "#3 ") {
			t.Errorf("the press on the board of hand 1 carries no second board: %v", third.String())
		}
		if sent := byBot(c, n); len(sent) > 0 {
			t.Errorf("the next hand took requests of the bot: %v", sent)
		}
	})
}

// A press is fourteen minutes old at most, and Discord must not have refused its token.
func TestNoPressBoardIsOfAnOldPress(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		wait   time.Duration
		faults []discordtest.Fault
		want   [2]bool // whether hands 2 and 3 have press boards
	}{
		"a young one":        {13 * time.Minute, nil, [2]bool{true, true}},
		"an old one":         {15 * time.Minute, nil, [2]bool{true, false}},
		"one that is dead":   {0, []discordtest.Fault{discordtest.Refusal(401, 50027, "Invalid Webhook Token")}, [2]bool{false, false}},
		"too many for now":   {0, []discordtest.Fault{discordtest.TooMany(3*time.Second, "shared")}, [2]bool{false, true}},
		"Discord counts it":  {0, []discordtest.Fault{discordtest.TooMany(time.Second, "global")}, [2]bool{false, false}},
		"Discord is too old": {0, []discordtest.Fault{discordtest.Refusal(404, 10015, "Unknown Webhook")}, [2]bool{false, false}},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				club := openAs(t, withPressBoards)
				pressed(club, c.faults...)
				time.Sleep(10 * time.Second)
				if posted := board(club).Reply != nil; posted != c.want[0] {
					t.Errorf("hand 2 has a press board: %t", posted)
				}
				time.Sleep(c.wait)
				club.actor().Command(club.channel, "/fold")
				time.Sleep(time.Minute)
				if posted := board(club).Reply != nil; posted != c.want[1] || !strings.HasPrefix(board(club).Text(), "#3 ") {
					t.Errorf("hand 3 has a press board: %t\n%s", posted, board(club).Text())
				}
			})
		})
	}
}

// A press board without an answer is not sent again, and never becomes the board. The bot posts the board itself, and deletes the
// other within three seconds where it finds it. /verify tells of it.
func TestAPressBoardWithoutAnAnswerIsNoBoard(t *testing.T) {
	alone(t)
	for how, fault := range lostRequests {
		for step, happens := range betweenRequests {
			t.Run(fmt.Sprintf("%s, then %s", how, step), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) { losesPressBoard(t, fault, step == "a new start", happens) })
			})
		}
	}
}

// losesPressBoard makes the press board of hand 2 fail, and checks the boards of that hand. A new start needs more
// time to find the message.
func losesPressBoard(t *testing.T, fault discordtest.Fault, starts bool, happens func(*club)) {
	c := openAs(t, withPressBoards)
	c.seated("clock", "off", "pause", "5")
	time.Sleep(12 * time.Second)
	w := watchBoards(c, 2)
	if starts {
		w.patience = 10 * time.Second
	}
	c.srv.Fail("POST /webhooks/{app}/{token}", fault)
	n := c.srv.RequestCount()
	pressFold(c, c.actor())
	time.Sleep(4 * time.Second) // the pause is over, and the bot has requested the board
	happens(c)
	time.Sleep(2 * time.Minute)
	c.srv.Mend()
	if m := board(c); !strings.HasPrefix(m.Text(), "#2") || lineThatActs(c) == "" || m.Reply != nil {
		t.Fatalf("hand 2 is not played on a message of the bot's own:\n%s", m.Text())
	}
	w.check(t)
	sent := 0
	for _, r := range c.srv.Requests()[n:] {
		if r.Route == "/webhooks/{app}/{token}" && r.Method == "POST" {
			sent++
		}
	}
	if sent != 1 {
		t.Errorf("%d press boards were sent", sent)
	}
	c.actor().Command(c.channel, "/fold")
	time.Sleep(3 * time.Second)
	verdict := c.person("carol").Command(c.channel, "/verify", "hand", "2").Text()
	if !strings.Contains(verdict, "The first may have appeared too") {
		t.Errorf("/verify does not tell of the press board:\n%s", verdict)
	}
}

// Where the bot may not read the channel, a press board without an answer stays. It never has buttons or cards.
func TestAPressBoardStaysWhereTheBotMayNotRead(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, withPressBoards)
		c.seated("clock", "off", "pause", "5")
		c.channel.BotLacks(discordgo.PermissionReadMessageHistory)
		time.Sleep(12 * time.Second)
		c.srv.Fail("POST /webhooks/{app}/{token}", discordtest.Fault{Status: 502, Applied: true})
		pressFold(c, c.actor())
		time.Sleep(time.Minute)
		list := boardsOf(c, 2)
		if len(list) != 2 || list[0].Reply == nil || list[1].Reply != nil {
			t.Fatalf("hand 2 has %d messages", len(list))
		}
		if left := list[0]; left.Deleted || len(left.Buttons()) > 0 || len(left.History) > 0 {
			t.Errorf("the press board is more than it was at first: %s", left.String())
		}
		c.actor().Command(c.channel, "/fold")
		time.Sleep(3 * time.Second)
		if dealt := receipt(t, c, "2").Message.String(); dealt != list[1].ID {
			t.Errorf("the hand is dealt with message %s, and its board is %s", dealt, list[1].ID)
		}
	})
}

// The program may end before and after it posts a press board, and while its answer is lost. The hand is then played on one
// message, and the next life uses the token of the same press again.
func TestTheProgramMayEndOverAPressBoard(t *testing.T) {
	t.Parallel()
	for _, at := range append(around(failpoint.PostPressBoard), failpoint.Point{Effect: failpoint.CommitTable, Done: true}) {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var armed, posted, fell atomic.Bool
				c := openAs(t, func(c *club) {
					withPressBoards(c)
					c.at = func(p failpoint.Point) bool {
						if !armed.Load() {
							return false
						}
						posted.Store(posted.Load() || p.Effect == failpoint.PostPressBoard)
						return posted.Load() && p == at && fell.CompareAndSwap(false, true)
					}
				})
				c.seated("clock", "off", "pause", "5")
				time.Sleep(12 * time.Second)
				armed.Store(true)
				pressFold(c, c.actor())
				time.Sleep(10 * time.Second)
				if !fell.Load() {
					t.Fatal("the program did not end")
				}
				c.stop()
				c.start()
				time.Sleep(time.Minute)
				var left []discordtest.Message
				for _, m := range boardsOf(c, 2) {
					if !m.Deleted {
						left = append(left, m)
					}
				}
				if len(left) != 1 || lineThatActs(c) == "" {
					t.Fatalf("hand 2 has %d messages:\n%s", len(left), board(c).Text())
				}
				if committed := at.Effect == failpoint.CommitTable; committed != (left[0].Reply != nil) {
					t.Errorf("it is a press board: %t", left[0].Reply != nil)
				}
				n := c.srv.RequestCount()
				c.actor().Command(c.channel, "/fold")
				time.Sleep(10 * time.Second)
				if m := board(c); !strings.HasPrefix(m.Text(), "#3 ") || m.Reply == nil {
					t.Errorf("the press from before the end does not post hand 3: %s", m.String())
				}
				if at.Effect == failpoint.CommitTable && slices.ContainsFunc(byBot(c, n), func(r string) bool { return strings.HasPrefix(r, "POST") }) {
					t.Errorf("the next hand took requests of the bot: %v", byBot(c, n))
				}
			})
		})
	}
}

// No press posts the message of a hand under a beacon, nor the board that comes after it.
func TestAHandUnderABeaconHasNoPressBoard(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { withPressBoards(c); withBeacon(c) })
		pressed(c)
		time.Sleep(20 * time.Second)
		said := handMessages(c, 2)
		if len(said) != 1 || said[0].Reply != nil || len(boardsOf(c, 2)) == 0 {
			t.Fatalf("hand 2 has %d messages", len(said))
		}
		for _, m := range boardsOf(c, 2) {
			if m.Reply != nil {
				t.Errorf("a press posts a message of hand 2: %s", m.String())
			}
		}
	})
}

// A bot that wants little of its rate makes no press boards, and one with the way switched off makes none.
func TestAQuietBotMakesNoPressBoards(t *testing.T) {
	t.Parallel()
	for _, mode := range []rest.PressBoards{"", rest.PressBoardsAuto, rest.PressBoardsOff} {
		t.Run(string(mode), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) { withPressBoards(c); c.pressBoards = mode })
				pressed(c)
				time.Sleep(10 * time.Second)
				if m := board(c); m.Reply != nil || !strings.HasPrefix(m.Text(), "#2 ") {
					t.Errorf("a press posts the board: %s", m.String())
				}
			})
		})
	}
}
