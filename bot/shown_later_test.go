package bot_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// Cards that a winner shows after the hand change only that they are known: the history keeps the seats and the rules of the hand,
// whatever has changed at the table since its end.
func TestCardsShownLaterLeaveTheRestOfTheHandAsItWas(t *testing.T) {
	t.Parallel()
	for name, meanwhile := range map[string]func(c *club, host, loser *discordtest.Person){
		"nothing": func(*club, *discordtest.Person, *discordtest.Person) {},
		"the loser moves": func(c *club, _, loser *discordtest.Person) {
			loser.Command(c.channel, "/sit", "seat", "5")
		},
		"a newcomer has the loser's seat": func(c *club, _, loser *discordtest.Person) {
			loser.Command(c.channel, "/sit", "seat", "5")
			for _, name := range []string{"carol", "dave"} { // one of them gets it
				c.person(name).Command(c.channel, "/sit")
			}
		},
		"the loser leaves and returns": func(c *club, _, loser *discordtest.Person) {
			loser.Command(c.channel, "/leave")
			loser.Command(c.channel, "/sit", "seat", "5")
		},
		"other rules": func(c *club, host, _ *discordtest.Person) {
			c.sets(host, "ante", "5")
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, _ := c.seated("pause", "60", "clock", "off")
				time.Sleep(65 * time.Second)
				winner := c.other(c.actor())
				loser := c.other(winner)
				if name == "other rules" { // those asked for while the hand runs come with its end
					c.sets(alice, "min-bet", "20")
				}
				loser.Press(c.channel, "Fold")
				time.Sleep(3 * time.Second)
				before := map[string]string{}
				for _, format := range []string{"replay", "text", "phh", "pokerstars"} {
					before[format] = c.reads(winner, "1", format)
				}
				verdict := winner.Command(c.channel, "/verify", "hand", "1").Text()
				meanwhile(c, alice, loser)
				time.Sleep(3 * time.Second)
				synctest.Wait()
				if text := board(c).Text(); name == "other rules" && !strings.Contains(text, "ante 5") {
					t.Fatalf("the rules are those of before:\n%s", text)
				}
				cards := oneCard.FindAllString(winner.Command(c.channel, "/show").Text(), -1)
				time.Sleep(3 * time.Second)
				if len(cards) != 2 {
					t.Fatalf("%v were shown", cards)
				}
				if now := c.reads(winner, "1", "phh"); now != before["phh"] {
					t.Errorf("the file was\n%s\nand is\n%s", before["phh"], now)
				}
				heading := func(text string) string { h, _, _ := strings.Cut(text, "\n"); return h }
				if now := c.reads(winner, "1", "text"); heading(now) != heading(before["text"]) {
					t.Errorf("the hand was headed %q and is %q", heading(before["text"]), heading(now))
				}
				reader := c.person("erin")
				for _, format := range []string{"text", "pokerstars", "phh"} {
					text := c.reads(reader, "1", format)
					for _, card := range cards {
						if format != "text" {
							card = strings.NewReplacer("♣", "c", "♦", "d", "♥", "h", "♠", "s", "10", "T").Replace(card)
						}
						if !strings.Contains(text, card) {
							t.Errorf("%s does not have %s:\n%s", format, card, text)
						}
					}
				}
				if text := c.reads(reader, "1", "replay"); strings.Contains(text, "was not kept") || heading(text) != heading(before["replay"]) {
					t.Errorf("the hand is shown as\n%s", text)
				}
				if text := c.reads(reader, "1", "phh"); strings.Count(text, "????") != 1 {
					t.Errorf("the cards of the loser are not the only ones unknown:\n%s", text)
				}
				if now := winner.Command(c.channel, "/verify", "hand", "1").Text(); now != verdict || !strings.Contains(now, "#1") {
					t.Errorf("/verify said %q and says %q", verdict, now)
				}
			})
		})
	}
}

// A winner shows cards also where the history has lost the hand or cannot read it. Where the store does not answer, they try again.
func TestCardsAreShownWhereTheHistoryLacksTheHand(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		read  func(store.Hand) (store.Hand, error)
		shown bool
		log   string
	}{
		"lost":       {func(h store.Hand) (store.Hand, error) { h.Number--; return h, nil }, true, ""},
		"damaged":    {func(h store.Hand) (store.Hand, error) { h.Data = h.Data[:len(h.Data)-1]; return h, nil }, true, "run cardroom doctor"},
		"ill-formed": {func(h store.Hand) (store.Hand, error) { return h, &store.DamagedError{Why: "no number"} }, true, "run cardroom doctor"},
		"no reply":   {func(h store.Hand) (store.Hand, error) { return h, errors.New("connection refused") }, false, ""},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				club := open(t)
				winner := club.winsUnseen()
				club.shaky.update(func() { club.shaky.hands = c.read })
				answer := winner.Command(club.channel, "/show").Text()
				time.Sleep(3 * time.Second)
				synctest.Wait()
				cards := oneCard.FindAllString(answer, -1)
				public := oneCard.FindAllString(board(club).Text(), -1)
				if c.shown != (len(cards) == 2) || !slices.Equal(public, cards) {
					t.Errorf("%q; the board says\n%s", answer, board(club).Text())
				}
				if c.log != "" && strings.Count(club.log.String(), c.log) != 1 {
					t.Errorf("the log has no %q:\n%s", c.log, club.log)
				}
				club.shaky.update(func() { club.shaky.hands = nil })
				again := winner.Command(club.channel, "/show").Text()
				if c.shown != strings.Contains(again, "no cards to show") {
					t.Errorf("then: %q", again)
				}
			})
		})
	}
}

// A winner shows cards after a hand that the history has lost, although it has the one before. That hand stays as it was.
func TestCardsShownAfterALostHandLeaveTheOneBeforeAsItWas(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		c.winsUnseen()
		time.Sleep(65 * time.Second)
		loser := c.actor()
		winner := c.other(loser)
		loser.Press(c.channel, "Fold")
		time.Sleep(3 * time.Second)
		synctest.Wait()
		before := func() store.Hand {
			hands, err := c.shaky.Store.Hands(t.Context(), c.keyOf(c.channel), 2, 1)
			if err != nil || len(hands) != 1 || hands[0].Number != 1 {
				t.Fatalf("before hand 2 are %d hands, %v", len(hands), err)
			}
			return hands[0]
		}
		was, text := before(), c.reads(winner, "1", "text")
		c.shaky.lacks(t, "loses hand 2")
		cards := oneCard.FindAllString(winner.Command(c.channel, "/show").Text(), -1)
		time.Sleep(3 * time.Second)
		synctest.Wait()
		if public := oneCard.FindAllString(board(c).Text(), -1); len(cards) != 2 || !slices.Equal(public, cards) {
			t.Errorf("%v were shown, and the board says\n%s", cards, board(c).Text())
		}
		if now := before(); !bytes.Equal(now.Data, was.Data) || c.reads(winner, "1", "text") != text {
			t.Errorf("hand 1 was\n%s\nand is\n%s", text, c.reads(winner, "1", "text"))
		}
	})
}

// A winner who changes seats cannot show cards any more. The answer says why.
func TestAWinnerWhoMovedReadsThatTheirCardsStayedBehind(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		winner := c.winsUnseen()
		winner.Command(c.channel, "/sit", "seat", "5")
		time.Sleep(3 * time.Second)
		if text := winner.Command(c.channel, "/show").Text(); !strings.Contains(text, "until you change seats") {
			t.Errorf("/show is answered %q", text)
		}
	})
}
