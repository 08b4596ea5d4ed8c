package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// traffic counts the requests of a hand to its channel.
type traffic struct {
	created, deleted int
	edits            int // with the bot's token
	answers          int // that show the board
	carried          int // edits with the token of a press
	followUps        int // messages with the token of a press
}

func (t traffic) String() string {
	return fmt.Sprintf("%d messages created, %d deleted, %d edits, %d presses answered with the board, %d edits and %d messages by a press's token", t.created, t.deleted, t.edits, t.answers, t.carried, t.followUps)
}

// since returns the traffic after the first n requests.
func since(srv *discordtest.Server, n int) (sum traffic) {
	for _, r := range srv.Requests() {
		messages, one := strings.HasSuffix(r.Route, "/messages"), strings.HasPrefix(r.Route, "/channels/") && strings.HasSuffix(r.Route, "/messages/{message}")
		switch {
		case r.N <= n:
		case r.Method == "POST" && messages && strings.HasPrefix(r.Route, "/channels/"):
			sum.created++
		case r.Method == "DELETE" && one:
			sum.deleted++
		case r.Method == "PATCH" && one:
			sum.edits++
		case strings.HasSuffix(r.Route, "/callback") && strings.Contains(r.Body, `"type":7`):
			sum.answers++
		case r.Method == "PATCH" && r.Interaction != "":
			sum.carried++
		case r.Method == "POST" && r.Route == "/webhooks/{app}/{token}":
			sum.followUps++
		}
	}
	return sum
}

// If everyone acts within 8 s, a six-player hand of twelve actions creates one message in the channel, at most two. The
// answers to the presses carry all content that they can. One edit brings the cards once the hand's message is posted. One
// removes the buttons of the board before, with the token of its last press. A late picture comes with the token of its
// press, too. Panels that come by themselves are six messages by tokens, which do not count against the bot's limits; a press on
// a panel needs an edit of the board.
func TestAHandCreatesOneMessageAndIsPlayedInTheAnswersToItsPresses(t *testing.T) {
	alone(t)
	for _, c := range []struct {
		name    string
		painter *touchy
		onPress bool
		most    traffic
	}{
		{"a table of text", nil, true, traffic{answers: 12, created: 1, edits: 1, carried: 1}},
		{"pictures that are ready soon", &touchy{takes: 20 * time.Millisecond}, true, traffic{answers: 12, created: 1, edits: 1, carried: 1}},
		{"pictures that take their time", &touchy{takes: 400 * time.Millisecond}, true, traffic{answers: 12, created: 1, edits: 1, carried: 13}},
		{"panels that come by themselves", nil, false, traffic{answers: 12, created: 1, edits: 14, carried: 50, followUps: 6}},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { playsTwelve(t, c.painter, c.onPress, c.most) })
		})
	}
}

func playsTwelve(t *testing.T, p *touchy, onPress bool, most traffic) {
	c := openAs(t, func(c *club) {
		if c.onPress = onPress; p != nil {
			c.painter = p
		}
	})
	c.openTable("pause", "20", "seats", "6")
	people := map[string]*discordtest.Person{}
	for _, name := range []string{"alice", "bob", "carol", "dave", "erin", "frank"} {
		people[c.person(name).Mention()] = c.person(name)
		c.person(name).Command(c.channel, "/sit")
	}
	plays := func(actions ...string) {
		t.Helper()
		for range 40 {
			if lineThatActs(c) != "" {
				break
			}
			time.Sleep(time.Second)
		}
		for _, action := range actions {
			time.Sleep(6 * time.Second)
			for mention, who := range people {
				if strings.Contains(lineThatActs(c), mention+" ") {
					if a := who.Press(c.channel, action); a.Type != discordtest.AnswerUpdate {
						t.Fatalf("%s by %s: %v %q\n%s", action, who.Name(), a.Err, a.Text(), board(c).Text())
					}
					break
				}
			}
		}
		time.Sleep(5 * time.Second)
		if text := board(c).Text(); !strings.Contains(text, "Result") {
			t.Fatalf("the hand is not over:\n%s", text)
		}
	}
	plays("Fold", "Fold", "Fold", "Fold", "Fold") // the commitments to the next hands are posted before it
	start := c.srv.RequestCount()
	plays("Raise ", "Call", "Call", "Fold", "Fold", "Fold", "Bet ", "Call", "Call", "Bet ", "Fold", "Fold")
	got := since(c.srv, start)
	t.Log(got)
	if got.answers != 12 || got.created > most.created || got.deleted > 0 || got.edits > most.edits || got.carried > most.carried || got.followUps != most.followUps {
		t.Errorf("the hand took %s, should take %s at most", got, most)
		for _, r := range c.srv.Requests() {
			if r.N > start {
				t.Logf("%s %.120s", r, r.Body)
			}
		}
	}
}
