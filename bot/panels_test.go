package bot_test

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/rest"
)

// panelsOf returns the panels of a hand that a person sees, the newest last.
func (c *club) panelsOf(p *discordtest.Person) (list []discordtest.Message) {
	c.t.Helper()
	for _, m := range p.See(c.channel) {
		if !m.Ephemeral {
			continue
		}
		if m.For != p.ID() {
			c.t.Errorf("%s sees a message for %s:\n%s", p.Name(), m.For, m)
		}
		if strings.HasPrefix(m.Text(), "#") {
			list = append(list, m)
		}
	}
	return list
}

// followUps returns when messages that followed a press were posted.
func (c *club) followUps() (at []time.Time) {
	for _, r := range c.srv.Requests() {
		if r.Method == "POST" && r.Route == "/webhooks/{app}/{token}" {
			at = append(at, r.Time)
		}
	}
	return at
}

var ownCards = regexp.MustCompile(`Your cards: (\S+ \S+)`)

// folds makes the player to act fold, from their panel where they have one, and waits for the next hand.
func (c *club) folds() {
	c.actor().Press(c.channel, "Fold")
	time.Sleep(3 * time.Second)
}

// TestAPanelComesByItselfToItsOwnerAlone plays hands of which each player reads their own cards under the board, without a
// press on My cards. There is one panel a player, and no other person sees it.
func TestAPanelComesByItselfToItsOwnerAlone(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := c.seated("pause", "1")
		zoe := c.person("zoe")
		zoe.Command(c.channel, "/help")
		time.Sleep(3 * time.Second)
		for range 3 {
			board := c.board()
			seen := map[string]string{}
			for _, p := range []*discordtest.Person{alice, bob} {
				list := c.panelsOf(p)
				if len(list) != 1 || list[0].ID < board.ID {
					t.Fatalf("%s sees %v, and the board is %s", p.Name(), list, board.ID)
				}
				own := ownCards.FindStringSubmatch(list[0].Text())
				if own == nil || seen[own[1]] != "" {
					t.Fatalf("the panel of %s is\n%s", p.Name(), list[0])
				}
				seen[own[1]] = p.Name()
			}
			for _, m := range append(c.panelsOf(zoe), c.channel.Messages()...) {
				for cards, owner := range seen {
					if strings.Contains(m.String(), cards) {
						t.Errorf("the cards of %s are in\n%s", owner, m)
					}
				}
			}
			c.folds()
		}
	})
}

// TestNoPanelComesToPlayersWhoPressedNothing checks the ends of a token: it brings panels for fourteen minutes. Then the old
// panel stays as it is, and the next press brings another.
func TestNoPanelComesToPlayersWhoPressedNothing(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		_, bob := c.seated("pause", "1", "clock", "off")
		time.Sleep(3 * time.Second)
		if c.actor() == bob {
			c.folds()
		}
		before := len(c.panelsOf(bob))
		for range 8 { // alice plays on, and bob does nothing
			time.Sleep(2 * time.Minute)
			if c.actor().Name() == bob.Name() {
				break
			}
			c.folds()
		}
		time.Sleep(15 * time.Minute)
		posted := len(c.followUps())
		bob.Command(c.channel, "/fold")
		time.Sleep(10 * time.Second)
		if after := len(c.followUps()); before != 1 || after-posted != 1 {
			t.Errorf("bob had %d panels; after a long pause and a fold of his %d came, want his alone", before, after-posted)
		}
	})
}

// TestPanelsKeepToTheirBudget plays short hands of six. At most twenty panels a minute come by themselves; the others are
// edited where they stand, and so are all while Discord refuses more.
func TestPanelsKeepToTheirBudget(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.openTable("pause", "1", "seats", "6")
		people := map[string]*discordtest.Person{}
		for _, name := range []string{"alice", "bob", "carol", "dave", "erin", "frank"} {
			people[name] = c.person(name)
			people[name].Command(c.channel, "/sit")
		}
		plays := func(hands int) {
			for range 5 * hands {
				for _, p := range people {
					if strings.Contains(lineThatActs(c), p.Mention()+" ") {
						p.Press(c.channel, "Fold")
						break
					}
				}
				time.Sleep(time.Second)
			}
		}
		time.Sleep(3 * time.Second)
		plays(12)
		at := c.followUps()
		for i := range at {
			if i >= 20 && at[i].Sub(at[i-20]) < time.Minute {
				t.Fatalf("twenty-one panels came within %s", at[i].Sub(at[i-20]))
			}
		}
		if len(at) < 20 {
			t.Errorf("only %d panels came in a minute", len(at))
		}
		time.Sleep(2 * time.Minute)
		c.srv.Fail("POST /webhooks", discordtest.TooMany(5*time.Second, "shared"))
		plays(2)
		refused := len(c.followUps())
		plays(3)
		if now := len(c.followUps()); now != refused {
			t.Errorf("after a refusal %d more panels came", now-refused)
		}
		for lineThatActs(c) == "" { // between two hands
			time.Sleep(time.Second)
		}
		time.Sleep(5 * time.Second) // the panels are edited
		for name, p := range people {
			list := c.panelsOf(p)
			if last := list[len(list)-1]; !strings.HasPrefix(last.Text(), strings.Split(c.board().Text(), " ")[0]+" ") {
				t.Errorf("the panel of %s is of another hand:\n%s", name, last)
			}
		}
	})
}

// TestAFollowingPanelIsPressedBeforeItsPostIsConfirmed delays Discord's answer to a panel that comes by itself. Its owner sees it
// meanwhile, and folds with its button. It stays their one panel, whatever the former one was: a panel that came by itself, one that
// was pressed, or the answer to /cards.
func TestAFollowingPanelIsPressedBeforeItsPostIsConfirmed(t *testing.T) {
	t.Parallel()
	for name, before := range map[string]func(c *club, p *discordtest.Person){
		"one that came": func(*club, *discordtest.Person) {},
		"one pressed":   func(c *club, p *discordtest.Person) { p.Press(c.channel, "☐ Check/fold") },
		"an answer":     func(c *club, p *discordtest.Person) { p.Command(c.channel, "/cards") },
		"a pressed answer": func(c *club, p *discordtest.Person) {
			p.Command(c.channel, "/cards")
			p.Press(c.channel, "☐ Check/fold")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			pressedEarly(t, before)
		})
	}
}

// pressedEarly has a player press the panel of the next hand before the bot knows of it. They did something with the former one.
func pressedEarly(t *testing.T, before func(c *club, p *discordtest.Person)) {
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("pause", "1")
		time.Sleep(3 * time.Second)
		before(c, c.other(c.actor()))
		c.actor().Press(c.channel, "Fold")
		c.srv.Fail("POST /webhooks", discordtest.Fault{Applied: true, Delay: 1500 * time.Millisecond, Times: 2})
		time.Sleep(2 * time.Second)
		p := c.actor()
		hand := strings.Split(c.board().Text(), " ")[0]
		list := c.panelsOf(p)
		if panel := list[len(list)-1]; !strings.HasPrefix(panel.Text(), hand+" ") {
			t.Fatalf("before the bot knows of it, the newest panel of %s is\n%s", p.Name(), panel)
		}
		if a := p.Press(c.channel, "Fold"); a.Type != discordtest.AnswerUpdate {
			t.Fatalf("the panel answers %v", a)
		}
		for range 3 {
			time.Sleep(3 * time.Second)
			if list := c.panelsOf(p); len(list) != 1 || !strings.HasPrefix(list[0].Text(), strings.Split(c.board().Text(), " ")[0]+" ") {
				t.Fatalf("%s sees %d panels at %s:\n%v", p.Name(), len(list), c.board().Text(), list)
			}
			c.actor().Press(c.channel, "Fold")
		}
	})
}

// TestBoardsCountTowardsTheBudgetOfPanels plays short hands with press boards: Discord limits all follow-ups of a channel
// together, so no panel comes where twenty of either came in the minute before.
func TestBoardsCountTowardsTheBudgetOfPanels(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := openAs(t, func(c *club) { c.pressBoards = rest.PressBoardsAlways })
		c.seated("pause", "1")
		time.Sleep(3 * time.Second)
		for range 25 {
			pressFold(c, c.actor())
			time.Sleep(3 * time.Second)
		}
		var at []time.Time
		boards := 0
		for _, r := range c.srv.Requests() {
			if r.Method != "POST" || r.Route != "/webhooks/{app}/{token}" {
				continue
			}
			if at = append(at, r.Time); strings.Contains(r.Body, "Shuffling") {
				boards++
			} else if n := len(at); n > 20 && r.Time.Sub(at[n-21]) < time.Minute {
				t.Fatalf("follow-up %d is a panel, and twenty others came within %s", n, r.Time.Sub(at[n-21]))
			}
		}
		if boards < 10 || len(at)-boards < 10 {
			t.Errorf("%d boards and %d panels were follow-ups", boards, len(at)-boards)
		}
	})
}

// TestAPanelOutlivesTheProgram ends the program in a hand. The next run edits the panels that stand, and no player reads
// the past.
func TestAPanelOutlivesTheProgram(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("pause", "1")
		time.Sleep(3 * time.Second)
		first, second := c.actor(), c.other(c.actor())
		first.Press(c.channel, "Call") // the commit has the panels
		time.Sleep(2 * time.Second)
		c.stop()
		c.start()
		time.Sleep(3 * time.Second)
		second.Command(c.channel, "/check")
		time.Sleep(3 * time.Second)
		for _, p := range []*discordtest.Person{first, second} {
			list := c.panelsOf(p)
			text, turn := list[len(list)-1].Text(), p.Name() == c.actor().Name()
			if len(list) != 1 || !strings.Contains(text, "**Flop**") || strings.Contains(text, "Your turn.") != turn {
				t.Errorf("%s is to act: %t, and sees %v", p.Name(), turn, list)
			}
		}
	})
}

// TestPanelsOfAnEarlierRunWaitForDiscord ends the program in a hand. Discord's gateway is away when the next run begins, so players cannot
// press. The work for their panels waits until they can, or a while.
func TestPanelsOfAnEarlierRunWaitForDiscord(t *testing.T) {
	t.Parallel()
	for _, connects := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) { earlierPanels(t, connects) })
	}
}

// earlierPanels plays a hand over a restart. The gateway comes back after five seconds, or not.
func earlierPanels(t *testing.T, connects bool) {
	c := open(t)
	c.seated("pause", "1")
	time.Sleep(3 * time.Second)
	c.actor().Press(c.channel, "Call") // the commit has the panels
	time.Sleep(2 * time.Second)
	c.stop()
	edits := func() (n int) {
		for _, r := range c.srv.Requests() {
			if r.Method == "PATCH" && strings.HasPrefix(r.Route, "/webhooks/") {
				n++
			}
		}
		return n
	}
	before := edits()
	c.srv.SetGatewayFaults(discordtest.GatewayFaults{CloseOnConnect: 4000})
	c.start()
	time.Sleep(5 * time.Second)
	if n := edits() - before; n != 0 {
		t.Errorf("%d edits of panels before the bot is connected", n)
	}
	if connects {
		c.srv.SetGatewayFaults(discordtest.GatewayFaults{})
	}
	time.Sleep(time.Minute)
	if edits() == before {
		t.Errorf("connects %t: no panel is edited in the end", connects)
	}
}

// TestNoTokenIsStoredOrLogged looks for the tokens of presses in all that the program has kept and said.
func TestNoTokenIsStoredOrLogged(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, _ := c.openTable("pause", "1")
		tokens := []string{"first-token-of-alice", "second-token-of-bob"}
		for i, p := range []*discordtest.Person{alice, c.person("bob")} {
			if _, err := p.Deliver(c.channel, discordtest.Slash{Command: "/sit"}, discordtest.Delivery{Token: tokens[i]}); err != nil {
				t.Fatal(err)
			}
		}
		time.Sleep(3 * time.Second)
		c.srv.Fail("/webhooks", discordtest.Refusal(404, 10015, "Unknown Webhook"))
		c.folds()
		r, err := c.store.Load(context.Background(), c.life.bot.Tables.All(0)[0].Key)
		if err != nil || len(c.followUps()) == 0 {
			t.Fatal(err, len(c.followUps()))
		}
		var metrics strings.Builder
		c.life.bot.Metrics.Write(&metrics)
		for where, text := range map[string]string{"the record": string(r.Data), "the log": c.log.String(), "the metrics": metrics.String()} {
			for _, token := range tokens {
				if strings.Contains(text, token) {
					t.Errorf("%s has a token:\n%s", where, text)
				}
			}
		}
		if !strings.Contains(string(r.Data), `"private":{`) {
			t.Errorf("the record has no press:\n%s", r.Data)
		}
	})
}

// TestARefusalStandsOnceUntilTheNextHand presses and types out of turn: a new refusal takes the place of the last one, and
// none is left above the next hand. A question to confirm stays.
func TestARefusalStandsOnceUntilTheNextHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.seated("clock", "off", "pause", "5")
		time.Sleep(8 * time.Second)
		first := c.actor()
		other := c.other(first)
		refusals := func(p *discordtest.Person, want int) {
			t.Helper()
			time.Sleep(3 * time.Second)
			n := 0
			for _, m := range p.See(c.channel) {
				if m.Ephemeral && strings.Contains(m.Text(), "turn") && !strings.HasPrefix(m.Text(), "#") {
					n++
				}
			}
			if n != want {
				t.Errorf("%s sees %d refusals, want %d:\n%s", p.Name(), n, want, p.See(c.channel))
			}
		}
		other.Press(c.channel, "Call")
		refusals(other, 1)
		other.Command(c.channel, "/call")
		other.Press(c.channel, "Fold")
		refusals(other, 1)
		confirmation := first.Press(c.channel, "All-in").Message
		first.Press(c.channel, "Call")
		refusals(other, 1)
		if m, _ := c.channel.Message(confirmation.ID); !m.Deleted {
			t.Errorf("a confirmation outlives its decision: %s", m.Text())
		}
		other.Press(c.channel, "Pot 30")
		time.Sleep(2 * time.Second)
		first.Press(c.channel, "Fold")
		time.Sleep(8 * time.Second)
		refusals(other, 0)
	})
}
