package bot_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// lostRequests lists the faults of the request for a board.
var lostRequests = map[string]discordtest.Fault{
	"its answer is lost":                  {Status: 502, Applied: true},
	"all answers are lost for a while":    {Status: 502, Applied: true, Times: 4},
	"it is not carried out for a while":   {Status: 502, Times: 4},
	"it arrives five seconds later":       {Status: 502, Lands: 5 * time.Second},
	"all arrive five seconds later":       {Status: 502, Lands: 5 * time.Second, Times: 4},
	"its connection hangs, and it counts": {Silent: true, Applied: true},
}

// betweenRequests lists the events while it is unknown whether the board is posted.
var betweenRequests = map[string]func(*club){
	"nothing":     func(*club) {},
	"a resume":    func(c *club) { c.srv.CutGateway() },
	"a new start": func(c *club) { c.stop(); c.start() },
}

// After any fault of the request for a hand's board, the hand has one message in the end: the one with which it was dealt.
// A second one never has buttons, and is deleted within three seconds.
func TestAHandHasOneBoardWhateverBecomesOfTheRequest(t *testing.T) {
	alone(t)
	for _, nonces := range []time.Duration{5 * time.Minute, 3 * time.Second} {
		for how, fault := range lostRequests {
			for step, happens := range betweenRequests {
				t.Run(fmt.Sprintf("%s, then %s, and nonces live %v", how, step, nonces), func(t *testing.T) {
					synctest.Test(t, func(t *testing.T) { losesBoard(t, nonces, fault, happens) })
				})
			}
		}
	}
}

// losesBoard makes the request for the board of hand 2 fail, and checks the boards of that hand.
func losesBoard(t *testing.T, nonces time.Duration, fault discordtest.Fault, happens func(*club)) {
	c := openAs(t, func(c *club) { c.nonces = nonces })
	c.seated("clock", "off", "pause", "5")
	time.Sleep(12 * time.Second)
	w := watchBoards(c, 2)
	pressFold(c, c.actor())
	c.srv.Fail("POST /channels/{channel}/messages", fault)
	time.Sleep(6 * time.Second) // the pause is over, and the bot has requested the board
	happens(c)
	time.Sleep(2 * time.Minute)
	c.srv.Mend()
	time.Sleep(2 * time.Minute)
	if !strings.HasPrefix(board(c).Text(), "#2") || lineThatActs(c) == "" {
		t.Fatalf("hand 2 is not played:\n%s", board(c).Text())
	}
	w.check(t)
	if a := c.actor().Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
		t.Errorf("a press on the board is answered %d %q", a.Type, a.Text())
	}
}

// handBoards is the messages that show a hand, the oldest first.
type handBoards struct {
	mu       sync.Mutex
	all      []shownBoard
	patience time.Duration // how long a second board may stand
}

type shownBoard struct {
	id            string
	came, deleted time.Time
	buttons, many bool // it has had buttons; at a time when another had some
}

// watchBoards follows the boards of a hand until the club closes.
func watchBoards(c *club, hand int) *handBoards {
	w := &handBoards{patience: 3 * time.Second}
	go func() {
		for u := range c.srv.Watch(context.Background(), nil, c.channel) {
			if strings.HasPrefix(u.Message.Text(), fmt.Sprintf("#%d ", hand)) {
				w.see(u)
			}
		}
	}()
	return w
}

func (w *handBoards) see(u discordtest.Update) {
	w.mu.Lock()
	defer w.mu.Unlock()
	i := slices.IndexFunc(w.all, func(b shownBoard) bool { return b.id == u.Message.ID })
	if i < 0 {
		i = len(w.all)
		w.all = append(w.all, shownBoard{id: u.Message.ID, came: time.Now()})
	}
	b := &w.all[i]
	if u.Kind == discordtest.UpdateDelete {
		b.deleted = time.Now()
		return
	}
	if b.buttons = len(u.Message.Buttons()) > 0; b.buttons {
		for other := range w.all {
			b.many = b.many || other != i && w.all[other].buttons && w.all[other].deleted.IsZero()
		}
	}
}

// check wants one board in the end, and every other gone in time.
func (w *handBoards) check(t *testing.T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	var left []string
	for _, b := range w.all {
		if b.many {
			t.Error("two boards had buttons at the same time")
		}
		if b.deleted.IsZero() {
			left = append(left, b.id)
		} else if stood := b.deleted.Sub(b.came); stood > w.patience {
			t.Errorf("a second board stood for %v", stood)
		}
	}
	if len(left) != 1 {
		t.Errorf("%d of %d boards are left", len(left), len(w.all))
	}
}
