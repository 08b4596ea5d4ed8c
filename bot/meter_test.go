package bot_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/beacon/beacontest"
	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/store"
)

// counters returns the values of the metrics, by name with labels.
func (c *club) counters() map[string]float64 {
	var text strings.Builder
	c.life.bot.Metrics.Write(&text)
	all := map[string]float64{}
	for line := range strings.Lines(text.String()) {
		space := strings.LastIndexByte(line, ' ')
		if n, err := strconv.ParseFloat(strings.TrimSpace(line[space+1:]), 64); err == nil {
			all[line[:space]] = n
		}
	}
	return all
}

// moves lists the effect of events on each metric in docs/metrics.md: the lines that change, and by how much. The actor is
// the player to act, at a table without a clock.
var moves = []struct {
	names string // the metrics it covers
	do    func(t *testing.T, c *club, actor *discordtest.Person)
	want  map[string]float64
}{
	{"cardroom_answer_seconds cardroom_interactions_total{kind}", func(t *testing.T, c *club, _ *discordtest.Person) {
		// held back for 1.5 s on its way: that is part of the answer's time
		i, err := c.person("carol").Deliver(c.channel, discordtest.Slash{Command: "/help"}, discordtest.Delivery{Late: 1500 * time.Millisecond})
		if err != nil || i.Answer().Err != nil {
			t.Fatal(err, i.Answer())
		}
	}, map[string]float64{
		`cardroom_interactions_total{kind="command"}`: 1, `cardroom_answer_seconds_count`: 1, `cardroom_answer_seconds_sum`: 1.5,
		`cardroom_answer_seconds_bucket{le="1"}`: 0, `cardroom_answer_seconds_bucket{le="2"}`: 1, `cardroom_answer_seconds_bucket{le="+Inf"}`: 1,
	}},
	{"cardroom_answers_late_total cardroom_commits_in_doubt_total", func(t *testing.T, c *club, actor *discordtest.Person) {
		c.shaky.on(func(context.Context, store.Change, commitFunc) (store.Receipt, error) {
			time.Sleep(900 * time.Millisecond)
			return store.Receipt{}, errors.New("no answer")
		})
		actor.Start(c.channel, discordtest.Slash{Command: "/call"}) // an unknown outcome after two tries, in time for its answer
		time.Sleep(time.Second)
		c.other(actor).Command(c.channel, "/cards") // waits behind it, and is late
		c.shaky.works()
	}, map[string]float64{"cardroom_answers_late_total": 1, "cardroom_commits_in_doubt_total": 1}},
	{"cardroom_answers_failed_total", func(_ *testing.T, c *club, actor *discordtest.Person) {
		c.srv.Fail("/callback", discordtest.Fault{Status: 500, Times: -1})
		actor.Start(c.channel, discordtest.Slash{Command: "/help"})
		time.Sleep(4 * time.Second)
		c.srv.Mend()
	}, map[string]float64{"cardroom_answers_failed_total": 1}},
	{"cardroom_presses_stale_total", func(_ *testing.T, c *club, actor *discordtest.Person) {
		old := board(c)
		actor.Press(c.channel, "Call")
		actor.PressOn(&old, "Call")
	}, map[string]float64{"cardroom_presses_stale_total": 1}},
	{"cardroom_shards cardroom_shard_hand_overs_total{how}", func(_ *testing.T, c *club, _ *discordtest.Person) {
		c.life.bot.Shares(4, "acquired")
		c.life.bot.Shares(3, "released")
	}, map[string]float64{
		"cardroom_shards": 3, `cardroom_shard_hand_overs_total{how="acquired"}`: 1, `cardroom_shard_hand_overs_total{how="released"}`: 1,
	}},
	{"cardroom_budget_wanted_total cardroom_budget_used_total", func(_ *testing.T, c *club, _ *discordtest.Person) {
		c.person("carol").Command(c.channel, "/table status") // posts a board, edits it, and takes the buttons from the old one; panels do not count
		time.Sleep(2 * time.Second)
	}, map[string]float64{"cardroom_budget_wanted_total": 3, "cardroom_budget_used_total": 3}},
	{"cardroom_follow_ups_on cardroom_follow_ups_total{result}", func(_ *testing.T, c *club, actor *discordtest.Person) {
		for n := range 100 { // so much is wanted that the next board follows the press
			go c.life.bot.Rest.Message(context.Background(), fmt.Sprint(n), "1")
		}
		time.Sleep(1500 * time.Millisecond)
		b := board(c)
		actor.PressOn(&b, "Fold")
		time.Sleep(5 * time.Second)
	}, map[string]float64{"cardroom_follow_ups_on": 1, `cardroom_follow_ups_total{result="posted"}`: 1, `cardroom_follow_ups_total{result="lost"}`: 0}},
	{"cardroom_boards_duplicate_total", func(_ *testing.T, c *club, _ *discordtest.Person) {
		c.srv.Fail("POST /channels", discordtest.Fault{Status: 502, Lands: 8 * time.Second, Times: 3}) // which is given up
		c.person("carol").Command(c.channel, "/table status")
		time.Sleep(20 * time.Second)
	}, map[string]float64{"cardroom_boards_duplicate_total": 1}},
	{"cardroom_beacon_seconds cardroom_beacon_requests_total{relay,outcome}", func(_ *testing.T, c *club, actor *discordtest.Person) {
		c.beacon.Break(0, beacontest.Refused)
		c.beacon.Break(1, beacontest.Hang)
		c.beacon.Break(2, beacontest.Lagging)
		pressFold(c, actor)
		time.Sleep(20 * time.Second)
	}, map[string]float64{
		"cardroom_beacon_seconds_count": 1, `cardroom_beacon_seconds_bucket{le="5"}`: 1, `cardroom_beacon_seconds_bucket{le="1"}`: 0,
		`cardroom_beacon_requests_total{relay="relay-0.test",outcome="failed"}`: 1,
		`cardroom_beacon_requests_total{relay="relay-2.test",outcome="taken"}`:  1,
	}},
	{"cardroom_beacon_late_total cardroom_hand_messages_duplicate_total", func(t *testing.T, c *club, actor *discordtest.Person) {
		c.laws.Fail = func(law, format string, args ...any) {
			if law != "I8" { // the hand has two messages
				t.Errorf(law+": "+format, args...)
			}
		}
		c.beacon.Break(beacontest.All, beacontest.Absent)
		c.srv.Fail("POST /channels", discordtest.Fault{Status: 502, Lands: 8 * time.Second, Times: 3}) // which is given up
		pressFold(c, actor)
		time.Sleep(time.Minute)
	}, map[string]float64{"cardroom_beacon_late_total": 1, "cardroom_hand_messages_duplicate_total": 1}},
	{"cardroom_presses_late_total", func(t *testing.T, c *club, _ *discordtest.Person) {
		if _, err := c.person("carol").Deliver(c.channel, discordtest.Slash{Command: "/help"}, discordtest.Delivery{Late: time.Minute}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2 * time.Minute)
	}, map[string]float64{"cardroom_presses_late_total": 1}},
	{"cardroom_presses_busy_total", func(_ *testing.T, c *club, actor *discordtest.Person) {
		c.shaky.on(func(ctx context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			time.Sleep(500 * time.Millisecond)
			return do()
		})
		b := board(c)
		actor.Start(c.channel, discordtest.Press{Message: b.ID, CustomID: b.Buttons()[1].CustomID})
		time.Sleep(100 * time.Millisecond)
		for i := range 70 { // 64 may wait
			c.person(fmt.Sprint("fan", i)).Start(c.channel, discordtest.Slash{Command: "/table status"})
		}
		time.Sleep(time.Second)
		c.shaky.works()
	}, map[string]float64{"cardroom_presses_busy_total": 6}},
	{"cardroom_commit_seconds", func(_ *testing.T, c *club, actor *discordtest.Person) {
		c.shaky.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
			time.Sleep(20 * time.Millisecond)
			return do()
		})
		actor.Press(c.channel, "Call")
		c.shaky.works()
	}, map[string]float64{
		`cardroom_commit_seconds_bucket{le="0.01"}`: 0, `cardroom_commit_seconds_bucket{le="0.025"}`: 1, "cardroom_commit_seconds_sum": 0.02,
	}},
	{"cardroom_board_stale_seconds", func(_ *testing.T, c *club, _ *discordtest.Person) {
		c.srv.Fail("PATCH", discordtest.Fault{Delay: 4 * time.Second, Times: 2})
		c.person("carol").Command(c.channel, "/sit") // which the board shows
		time.Sleep(12 * time.Second)
	}, map[string]float64{
		`cardroom_board_stale_seconds_bucket{le="3"}`: 0, `cardroom_board_stale_seconds_bucket{le="5"}`: 1, "cardroom_board_stale_seconds_count": 1,
	}},
	{"cardroom_discord_requests_total{route,status} cardroom_rate_limited_total{route,scope} cardroom_discord_invalid_requests_total", func(_ *testing.T, c *club, _ *discordtest.Person) {
		time.Sleep(20 * time.Minute) // no press provides a token any more
		c.srv.Fail("PATCH /channels", discordtest.TooMany(time.Second, "shared"))
		c.srv.Fail("PATCH /channels", discordtest.TooMany(time.Second, "user"))
		c.person("carol").Command(c.channel, "/sit")
		time.Sleep(10 * time.Second)
	}, map[string]float64{
		`cardroom_discord_requests_total{route="PATCH channels messages",status="429"}`: 2,
		`cardroom_discord_requests_total{route="PATCH channels messages",status="200"}`: 1,
		`cardroom_rate_limited_total{route="PATCH channels messages",scope="shared"}`:   1,
		`cardroom_rate_limited_total{route="PATCH channels messages",scope="user"}`:     1,
		`cardroom_discord_invalid_requests_total`:                                       1, // Discord does not hold a shared limit against a bot
	}},
	{"cardroom_gateway_up cardroom_gateway_sessions_total cardroom_gateway_resumes_total", func(_ *testing.T, c *club, _ *discordtest.Person) {
		c.srv.CutGateway()
		time.Sleep(10 * time.Second)
		c.srv.InvalidateSessions(false)
		time.Sleep(10 * time.Second)
		c.srv.SetGatewayFaults(discordtest.GatewayFaults{Silent: true})
		c.srv.CutGateway()
		time.Sleep(time.Second)
	}, map[string]float64{"cardroom_gateway_up": -1, "cardroom_gateway_sessions_total": 1, "cardroom_gateway_resumes_total": 1}},
	{"cardroom_tables cardroom_hands_total", func(_ *testing.T, c *club, actor *discordtest.Person) {
		confirm(c.person("alice"), c.channel, "/table close") // after this hand
		pressFold(c, actor)
		time.Sleep(20 * time.Second)
	}, map[string]float64{"cardroom_tables": -1, "cardroom_tables_awake": -1, "cardroom_hands_total": 1}},
	{"cardroom_tables_awake cardroom_goroutines", func(_ *testing.T, c *club, _ *discordtest.Person) {
		time.Sleep(30 * time.Minute)
	}, map[string]float64{"cardroom_tables_awake": -1, "cardroom_tables": 0, "cardroom_goroutines": 0}},
	{"cardroom_mirrors cardroom_mirrors_lost_total cardroom_followers_told_total", func(_ *testing.T, c *club, actor *discordtest.Person) {
		alice := c.person("alice")
		c.person("zoe").Command(c.channel, "/watch follow")
		c.guild.Channel("lobby").BotLacks(discordgo.PermissionSendMessages)
		for _, name := range []string{"lobby", "rail"} { // without and with permission to write
			alice.Command(c.channel, "/watch mirror", "channel", c.guild.Channel(name).ID())
			time.Sleep(5 * time.Second)
		}
		for _, p := range []*discordtest.Person{actor, c.other(actor)} {
			if a := p.Command(c.channel, "/allin"); a.Message != nil {
				p.PressOn(a.Message, "Confirm")
			}
		}
		time.Sleep(10 * time.Second)
	}, map[string]float64{"cardroom_mirrors": 1, "cardroom_mirrors_lost_total": 1, "cardroom_followers_told_total": 1}},
	{"cardroom_pictures_failed_total", func(_ *testing.T, c *club, _ *discordtest.Person) {
		p := new(moody)
		c.stop()
		c.painter = p
		c.start()
		time.Sleep(10 * time.Second)
		p.fails.Store(true)
		c.person("carol").Command(c.channel, "/sit") // which the board shows
		time.Sleep(5 * time.Second)
	}, map[string]float64{"cardroom_pictures_failed_total": 1}},
	{"cardroom_panics_total", func(_ *testing.T, c *club, actor *discordtest.Person) {
		var clumsy atomic.Bool
		c.stop()
		c.at = func(failpoint.Point) bool {
			if clumsy.Load() {
				panic("on purpose")
			}
			return false
		}
		c.start()
		time.Sleep(10 * time.Second)
		clumsy.Store(true)
		actor.Start(c.channel, discordtest.Slash{Command: "/cards"})
		time.Sleep(time.Millisecond)
		clumsy.Store(false)
	}, map[string]float64{"cardroom_panics_total": 1}},
}

// Every metric of the table in docs/metrics.md moves as described, and there is no other.
func TestEveryMetricMovesAsThePageSays(t *testing.T) {
	alone(t)
	for _, m := range moves {
		t.Run(m.names, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := openAs(t, func(c *club) {
					if strings.Contains(m.names, "cardroom_beacon_") {
						withBeacon(c)
						c.nonces = 3 * time.Second
					}
				})
				actor := shakyHandAt(t, c)
				before := c.counters()
				m.do(t, c, actor)
				synctest.Wait()
				after := c.counters()
				for name, by := range m.want {
					if moved := after[name] - before[name]; math.Abs(moved-by) > 0.01 {
						t.Errorf("%s went from %v to %v, want %+v", name, before[name], after[name], by)
					}
				}
			})
		})
	}
}

func TestTheMetricsThatMoveAreThoseOfThePage(t *testing.T) {
	page, err := os.ReadFile("../docs/metrics.md")
	if err != nil {
		t.Fatal(err)
	}
	listed, moved := map[string]bool{}, map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| `(cardroom_[a-z_]+(\\{[a-z,]+\\})?)` \\|").FindAllStringSubmatch(string(page), -1) {
		listed[row[1]] = true
	}
	for _, m := range moves {
		for name := range strings.FieldsSeq(m.names) {
			moved[name] = true
		}
	}
	if !maps.Equal(listed, moved) {
		t.Errorf("docs/metrics.md lists\n%q\nand moved are\n%q", slices.Sorted(maps.Keys(listed)), slices.Sorted(maps.Keys(moved)))
	}
}

// The metrics of an evening hold no person and no card (T26).
func TestNoMetricNamesAPersonOrACard(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := shakyHand(t)
		actor.Press(c.channel, "My cards")
		actor.Press(c.channel, "Call")
		time.Sleep(time.Minute)
		var text strings.Builder
		c.life.bot.Metrics.Write(&text)
		values := regexp.MustCompile(`^(|[a-z]+|[0-9]{3}|none|[0-9.]+|\+Inf|(GET|POST|PUT|PATCH|DELETE)( [a-z@]+)+)$`)
		for line := range strings.Lines(text.String()) {
			if !strings.HasPrefix(line, "cardroom_") {
				continue
			}
			for _, label := range regexp.MustCompile(`="([^"]*)"`).FindAllStringSubmatch(line, -1) {
				if !values.MatchString(label[1]) || strings.Contains(line, actor.Name()) || strings.Contains(line, c.guild.ID()) {
					t.Errorf("a label that says too much: %s", line)
				}
			}
		}
	})
}
