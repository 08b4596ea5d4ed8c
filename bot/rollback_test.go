package bot_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/invariant"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// forgetful is a store that can lose its last changes, like one whose master died before its replica had them.
type forgetful struct {
	store.Store
	t    *testing.T
	laws *invariant.Watch
	mu   sync.Mutex
	done []func(store.Store) error

	notes   map[string]string // kept apart from the lost changes; nil: none
	closing int               // changes up to the first that closed a table
}

func (f *forgetful) Note(ctx context.Context, name string) (string, error) {
	if f.notes == nil {
		return f.Store.Note(ctx, name)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.notes[name], nil
}

func (f *forgetful) SetNote(ctx context.Context, name, value string) error {
	if f.notes == nil {
		return f.Store.SetNote(ctx, name, value)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.notes[name] = value
	return nil
}

// closed returns how many changes it has up to the first that closed a table.
func (f *forgetful) closed() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.closing
}

func (f *forgetful) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	r, err := f.Store.Commit(ctx, c)
	if err == nil && !r.Duplicate {
		f.done = append(f.done, func(s store.Store) error {
			_, err := s.Commit(context.Background(), c)
			return err
		})
		if c.Closed && f.closing == 0 {
			f.closing = len(f.done)
		}
	}
	return r, err
}

func (f *forgetful) Load(ctx context.Context, k store.Key) (store.Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.Store.Load(ctx, k)
}

// commits returns how many changes it has.
func (f *forgetful) commits() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.done)
}

// forget keeps the first n changes.
func (f *forgetful) forget(n int) {
	synctest.Wait() // observers have seen the messages from before
	f.mu.Lock()
	defer f.mu.Unlock()
	fresh, err := storeopen.Open(context.Background(), "memory:", store.Options{})
	if err != nil {
		f.t.Fatal(err)
	}
	f.laws.Forget() // and see the rest once more
	f.Store, f.done = f.laws.Store(fresh), f.done[:n]
	for _, do := range f.done {
		if err := do(f.Store); err != nil {
			f.t.Fatal(err)
		}
	}
}

// forgetfulHand returns a hand before the flop, of two players without a clock, on a store that may lose commits, and the
// player to act.
func forgetfulHand(t *testing.T) (*club, *forgetful, *discordtest.Person) {
	t.Helper()
	c := openAs(t, panelsOnPress)
	f := &forgetful{Store: c.shaky.Store, t: t, laws: c.laws}
	c.stop()
	c.shaky.Store = f
	c.start()
	c.seated("clock", "off", "pause", "10")
	time.Sleep(20 * time.Second)
	return c, f, c.actor()
}

const voided = "This hand is void"

// showsVoid wants a board of a void hand, from which both players have their thousand back.
func (c *club) showsVoid() {
	c.t.Helper()
	for _, m := range c.channel.Messages() {
		if strings.Contains(m.Text(), voided) && strings.Count(m.Text(), "> 1,000 ") == 2 {
			return
		}
	}
	c.t.Errorf("no hand is void, the board says\n%s", board(c).Text())
}

func TestAHandIsVoidWhenTheStoreLosesCardsThatWereSeen(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f, actor := forgetfulHand(t)
		actor.Press(c.channel, "Call")
		kept := f.commits()
		c.other(actor).Press(c.channel, "Check")
		if !strings.Contains(board(c).Text(), "Flop") {
			t.Fatalf("no flop:\n%s", board(c).Text())
		}
		f.forget(kept)
		c.other(actor).Press(c.channel, "Check")
		time.Sleep(3 * time.Second)
		b := board(c).Text()
		if !strings.Contains(b, voided) || strings.Count(b, "> 1,000 ") != 2 {
			t.Errorf("the board says\n%s", b)
		}
		time.Sleep(30 * time.Second)
		if b := board(c).Text(); !strings.HasPrefix(b, "#2") || lineThatActs(c) == "" {
			t.Errorf("no next hand:\n%s", b)
		}
	})
}

func TestAHandGoesOnFromWhatTheStoreHasWhereNoCardWasSeenSince(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f, actor := forgetfulHand(t)
		before, kept := board(c).Text(), f.commits()
		actor.Press(c.channel, "Call")
		f.forget(kept)
		c.other(actor).Press(c.channel, "Check")
		time.Sleep(3 * time.Second)
		if b := board(c).Text(); b != before {
			t.Errorf("the board says\n%s\nbefore\n%s", b, before)
		}
		if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
			t.Errorf("a press is answered %d %q", a.Type, a.Text())
		}
		if a := c.other(actor).Press(c.channel, "Check"); !strings.Contains(board(c).Text(), "Flop") {
			t.Errorf("a press is answered %d %q", a.Type, a.Text())
		}
	})
}

func TestAHandIsVoidWhenTheStoreLosesCardsWhileTheProgramIsAway(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f, actor := forgetfulHand(t)
		actor.Press(c.channel, "Call")
		kept := f.commits()
		c.other(actor).Press(c.channel, "Check")
		flop, other := board(c), c.other(actor)
		c.stop()
		f.forget(kept)
		c.srv.Fail("PATCH /channels", discordtest.Fault{Status: 500, Times: -1}) // players are faster than the first edit
		c.start()
		made := "v1:" + c.channel.ID() + ":1:99:check"
		other.Forge(c.channel, flop.ID, made) // of no board that ever existed
		if strings.Contains(board(c).Text(), voided) {
			t.Fatal("a button that was made up has voided the hand")
		}
		other.Press(c.channel, "Check")
		c.srv.Mend()
		time.Sleep(20 * time.Second) // failed edits are retried after a while
		c.showsVoid()
	})
}

// Two presses call at the end of the betting. The later one arrives while the rest of the board is being dealt, when no
// decision is pending. That is no sign of lost commits, and the hand is not void.
func TestAPressThatComesLateIsNoSignOfAStoreThatWentBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, actor := forgetfulHand(t)
		other := c.other(actor)
		actor.Command(c.channel, "/allin")
		if a := actor.Press(c.channel, "Confirm"); a.Err != nil {
			t.Fatal(a.Err)
		}
		time.Sleep(2 * time.Second)
		b := board(c)
		call := b.Buttons()[slices.IndexFunc(b.Buttons(), func(c discordtest.Component) bool { return strings.HasPrefix(c.Label, "Call") })]
		late, err := other.Deliver(c.channel, discordtest.Press{Message: b.ID, CustomID: call.CustomID}, discordtest.Delivery{Late: 2800 * time.Millisecond})
		if err != nil {
			t.Fatal(err)
		}
		other.Command(c.channel, "/call")
		other.Press(c.channel, "Confirm")
		<-late.Done()
		for range 12 {
			time.Sleep(time.Second)
			if text := board(c).Text(); strings.Contains(text, voided) {
				t.Fatalf("the hand is void:\n%s", text)
			}
		}
		if log := c.log.String(); strings.Contains(log, "lost commits") || !strings.Contains(board(c).Text(), "Result") {
			t.Errorf("the board says\n%s", board(c).Text())
		}
	})
}
