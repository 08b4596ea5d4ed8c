package bot_test

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/beacon"
	"cardroom/bot/beacon/beacontest"
	"cardroom/bot/discordtest"
	"cardroom/bot/message"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render/text"
	"cardroom/store"
)

// whileWaiting lists acts of people between the start of a hand under a beacon and its deal.
var whileWaiting = map[string]func(c *club, alice, bob *discordtest.Person){
	"both leave": func(c *club, alice, bob *discordtest.Person) {
		alice.Command(c.channel, "/leave")
		bob.Command(c.channel, "/leave")
	},
	"a player is kicked": func(c *club, alice, bob *discordtest.Person) {
		alice.Command(c.channel, "/table kick", "player", bob.Mention())
	},
	"both sit out": func(c *club, alice, bob *discordtest.Person) {
		alice.Command(c.channel, "/sitout")
		bob.Command(c.channel, "/sitout")
	},
	"the host pauses": func(c *club, alice, _ *discordtest.Person) { alice.Command(c.channel, "/table pause") },
	"the host closes": func(c *club, alice, _ *discordtest.Person) { alice.Command(c.channel, "/table close") },
	"the host seals anew": func(c *club, alice, _ *discordtest.Person) {
		alice.Command(c.channel, "/table reseal")
	},
	"a player buys chips": func(c *club, _, bob *discordtest.Person) { bob.Command(c.channel, "/topup", "amount", "50") },
}

// A hand that waits for the beacon is dealt to the players of its start. Nothing that people do meanwhile changes that.
func TestPeopleActWhileAHandWaitsForTheBeacon(t *testing.T) {
	alone(t)
	for act, do := range whileWaiting {
		for _, stands := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, and the message stands: %t", act, stands), func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					c, alice, bob := beforeSecondHand(t)
					c.beacon.Break(beacontest.All, beacontest.Delayed)
					if stands {
						untilSaid(c, 2)
					} else {
						c.srv.Fail("POST /channels/{channel}/messages", discordtest.Fault{Status: 500, Times: 3})
						time.Sleep(15600 * time.Millisecond)
					}
					if n := len(handMessages(c, 2)); n > 0 != stands {
						t.Fatalf("hand 2 has %d messages", n)
					}
					do(c, alice, bob)
					time.Sleep(2 * time.Minute)
					if lineThatActs(c) != "" {
						pressFold(c, alice, bob)
					}
					if r := receipt(t, c, "2"); len(r.Players) != 2 || len(r.Dealt) < 4 {
						t.Errorf("the players are %v, dealt are %v", r.Players, r.Dealt)
					}
					checkBeaconHands(t, c, beacontest.Delayed)
				})
			})
		}
	}
}

// beforeSecondHand plays the first hand of a table under a beacon. The message of the second one follows 15 seconds later.
func beforeSecondHand(t *testing.T, how ...func(*club)) (c *club, alice, bob *discordtest.Person) {
	c = underBeacon(t, how...)
	alice, bob = c.seated("clock", "off", "pause", "20")
	time.Sleep(30 * time.Second)
	pressFold(c, alice, bob)
	return c, alice, bob
}

// untilSaid waits for the message of a hand.
func untilSaid(c *club, hand int) {
	for len(handMessages(c, hand)) == 0 {
		time.Sleep(100 * time.Millisecond)
	}
}

// A message of a hand shows the round that it fixes, also where the table is busy at the moment for which it was written.
func TestTheMessageOfAHandIsWrittenForItsMoment(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, bob := beforeSecondHand(t)
		c.shaky.on(func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			switch {
			case len(change.Events) > 0 && change.Events[0].Kind == engine.HandStarted:
				go bob.Command(c.channel, "/sitout")
			case !strings.Contains(change.ID, "@"): // a command of bob
				time.Sleep(3200 * time.Millisecond)
			}
			return do()
		})
		untilSaid(c, 2)
		c.shaky.on(nil)
		m := handMessages(c, 2)[0]
		shown, _ := text.ParseHandMessage(m.Text())
		if round, err := c.beacon.Chain().Round(fair.ID(message.Snowflake(m.ID))); err != nil || shown.Round != round {
			t.Errorf("the message shows round %d and fixes %d, %v", shown.Round, round, err)
		}
	})
}

// Each commit of a hand under a beacon may lose its answer, once or some times. The hand is dealt with its one round.
func TestEachCommitOfAHandUnderABeaconMayLoseItsAnswer(t *testing.T) {
	alone(t)
	for nth := range 5 {
		for _, stored := range []bool{false, true} {
			for _, times := range []int{1, 3} {
				t.Run(fmt.Sprintf("commit %d, stored %t, %d times", nth, stored, times), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) {
						c, alice, bob := beforeSecondHand(t)
						n := 0
						c.shaky.on(func(_ context.Context, _ store.Change, do commitFunc) (store.Receipt, error) {
							n++
							if n <= nth || n > nth+times {
								return do()
							}
							if stored {
								do()
							}
							return store.Receipt{}, context.DeadlineExceeded
						})
						time.Sleep(2 * time.Minute)
						c.shaky.on(nil)
						pressFold(c, alice, bob)
						checkBeaconHands(t, c, beacontest.OK)
					})
				})
			}
		}
	}
}

// A hand that is void because the beacon was late is counted once, however long the store takes to accept that.
func TestALateHandIsCountedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, _ := beforeSecondHand(t)
		c.beacon.Break(beacontest.All, beacontest.Absent)
		untilSaid(c, 2)
		time.Sleep(10 * time.Second)
		c.shaky.fails(true)
		time.Sleep(2 * time.Minute)
		c.shaky.works()
		time.Sleep(30 * time.Second)
		if n := c.counters()["cardroom_beacon_late_total"]; n != 1 {
			t.Errorf("%v late hands are counted", n)
		}
	})
}

// refusesMessages makes the store refuse the commit of the message of a hand.
func refusesMessages(c *club) {
	c.shaky.on(func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
		if strings.HasPrefix(change.ID, "message@") {
			return store.Receipt{}, context.DeadlineExceeded
		}
		return do()
	})
}

// talkAbout has a player send many messages.
func talkAbout(t *testing.T, c *club, p *discordtest.Person, messages int) {
	t.Helper()
	for i := range messages {
		if _, err := p.Say(c.channel, fmt.Sprint("talk ", i)); err != nil {
			t.Fatal(err)
		}
	}
}

// A hand gets no second message if the program ended before it stored the first. The hand is void if players have talked so
// much meanwhile that the program cannot find its message.
func TestAHandWhoseMessageIsOutOfSightIsVoid(t *testing.T) {
	alone(t)
	for talk, hidden := range map[int]bool{50: false, 950: false, 1100: true} {
		synctest.Test(t, func(t *testing.T) {
			c, alice, bob := beforeSecondHand(t, func(c *club) { c.nonces, c.messages = 3*time.Second, 2000 })
			refusesMessages(c)
			untilSaid(c, 2)
			c.stop()
			c.shaky.on(nil)
			talkAbout(t, c, alice, talk)
			time.Sleep(10 * time.Second)
			c.start()
			time.Sleep(time.Minute)
			pressFold(c, alice, bob)
			if n, r := len(handMessages(c, 2)), receipt(t, c, "2"); n != 1 || (r.Message == 0) != hidden {
				t.Errorf("after %d messages hand 2 has %d messages, and its receipt has %s", talk, n, r.Message)
			}
			a := alice.Command(c.channel, "/verify", "hand", "2")
			if strings.Contains(a.Text(), "If its message is in the channel") != hidden || strings.Contains(a.Text(), "before its message was posted") {
				t.Errorf("after %d messages /verify says %s", talk, a.Text())
			}
			notice := slices.ContainsFunc(c.channel.Messages(), func(m discordtest.Message) bool { return strings.Contains(m.Text(), "could not find its message") })
			if notice != hidden || hidden && len(handMessages(c, 3)) != 1 {
				t.Errorf("after %d messages the channel has the notice: %t, and hand 3 has %d messages", talk, notice, len(handMessages(c, 3)))
			}
		})
	}
}

// The operator voids a hand whose message is in the channel and not in the store. The answer claims nothing about the message.
func TestAHandThatTheOperatorVoidsMayHaveItsMessage(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c, alice, _ := beforeSecondHand(t)
		refusesMessages(c)
		untilSaid(c, 2)
		c.stop()
		c.shaky.on(nil)
		doctor, err := bot.New(bot.Config{Key: c.key, Log: slog.New(slog.DiscardHandler)}, c.shaky.Store)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := doctor.Void(t.Context(), tableOf(t, c).Channel); err != nil {
			t.Fatal(err)
		}
		c.start()
		time.Sleep(time.Minute)
		a := alice.Command(c.channel, "/verify", "hand", "2")
		if !strings.Contains(a.Text(), "If its message is in the channel") || strings.Contains(a.Text(), "before its message was posted") {
			t.Errorf("/verify says %s", a.Text())
		}
	})
}

// A hand whose beacon the operator has removed is void, and the channel reads why. Where the receipt names the round, the channel has
// waited for it, as verifiers ask. The next hand does not wait.
func TestAHandWhoseBeaconIsRemovedIsVoid(t *testing.T) {
	alone(t)
	for _, stored := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c, alice, bob := beforeSecondHand(t)
			c.beacon.Break(beacontest.All, beacontest.Absent)
			if !stored {
				refusesMessages(c)
			}
			untilSaid(c, 2)
			time.Sleep(300 * time.Millisecond)
			c.stop()
			c.shaky.on(nil)
			c.beacon = nil
			c.start()
			time.Sleep(time.Minute)
			pressFold(c, alice, bob)
			if r := receipt(t, c, "3"); r.Batch.Chain != nil {
				t.Errorf("hand 3 has %+v", r.Batch)
			}
			void, late := false, receipt(t, c, "2").Beacon != nil
			date := func(m discordtest.Message) time.Time { return message.CreatedAt(message.Snowflake(m.ID)) }
			for _, m := range c.channel.Messages() {
				if !strings.Contains(m.Text(), "#2 is void: the operator removed its beacon") {
					continue
				}
				void = true
				if waited := date(m).Sub(date(handMessages(c, 2)[0])); late && waited < beacon.Patience {
					t.Errorf("the channel has waited %v", waited)
				}
			}
			if late != stored {
				t.Errorf("the receipt has a round: %t", late)
			}
			if n := c.counters()["cardroom_beacon_late_total"]; n != 0 || !void {
				t.Errorf("%v late hands are counted; the channel reads of the void hand: %t", n, void)
			}
		})
	}
}

// The message of a hand is posted as soon as the bot may post again.
func TestAHandsMessageIsPostedOnceTheBotMayPost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, _ := beforeSecondHand(t)
		c.srv.Fail("POST /channels/{channel}/messages", discordtest.Refusal(403, 50013, "Missing Permissions"))
		time.Sleep(30 * time.Second)
		if n := len(handMessages(c, 2)); n > 0 {
			t.Fatalf("hand 2 has %d messages", n)
		}
		c.srv.Mend()
		alice.Command(c.channel, "/help")
		time.Sleep(10 * time.Second)
		if n := len(handMessages(c, 2)); n != 1 {
			t.Errorf("hand 2 has %d messages", n)
		}
	})
}

// The metric of a value's time does not depend on this machine's clock.
func TestTheTimeOfAValueIsThatOfDiscord(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{0, 20 * time.Second, -20 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			c := underBeacon(t, func(c *club) { c.ahead, c.beacon.Ahead = ahead, ahead })
			c.seated("clock", "off", "pause", "5")
			time.Sleep(45 * time.Second) // no id is older than the server of this test
			all := c.counters()
			if n, took := all["cardroom_beacon_seconds_count"], all["cardroom_beacon_seconds_sum"]; n != 1 || took < 1 || took > 6 {
				t.Errorf("with a clock that is %v off, %v values took %v s", ahead, n, took)
			}
		})
	}
}

// A table that closes before its notice of a void hand has an answer stays closed, and another can be opened.
func TestANoticeThatComesLateOpensNoTable(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		sent := make(chan struct{})
		c, alice, _ := beforeSecondHand(t, func(c *club) {
			c.sent = func(_ string, body []byte) {
				if strings.Contains(string(body), "gave no value") {
					close(sent)
					time.Sleep(400 * time.Millisecond)
				}
			}
		})
		c.beacon.Break(beacontest.All, beacontest.Absent)
		<-sent
		if a := confirm(alice, c.channel, "/table close"); !strings.Contains(a.Text(), "The table is closed.") {
			t.Fatalf("alice reads %q, %v", a.Text(), a.Err)
		}
		time.Sleep(30 * time.Second)
		if a := alice.Command(c.channel, "/table open"); !strings.Contains(a.Text(), "Your table is open") {
			t.Errorf("the next table: %q, %v", a.Text(), a.Err)
		}
	})
}
