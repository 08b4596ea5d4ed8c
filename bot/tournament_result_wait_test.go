package bot_test

import (
	"bytes"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/store"
)

// Where the store does not answer while the bot reads the hands, the result waits, and comes once with its files (T120).
func TestAResultWaitsForItsHands(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"hands", "names"} {
		t.Run(part, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday three", "hyper", "2", "0")
				s.register("alice", "bob")
				time.Sleep(time.Minute)
				var failures atomic.Int64
				away := func() error {
					if failures.Add(1) > 5 {
						return nil
					}
					return context.DeadlineExceeded
				}
				s.shaky.update(func() {
					if part == "names" {
						s.shaky.asked = away
					} else {
						s.shaky.hands = func(h store.Hand) (store.Hand, error) { return h, away() }
					}
				})
				s.shove("alice", "bob")
				time.Sleep(20 * time.Second)
				if n := bytes.Count(s.resultFile("cardroom-tournament.phhs"), []byte("variant")); n == 0 || s.results() != 1 || failures.Load() <= 5 {
					t.Errorf("%d results, the file has %d hands, %d reads", s.results(), n, failures.Load())
				}
			})
		})
	}
}

// The result comes without the file of its hands where the bot can no longer read one, and the log names it.
func TestAResultDoesNotWaitForAnUnreadableHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		s.shaky.update(func() { s.shaky.hands = flippedHand("1") })
		s.shove("alice", "bob")
		time.Sleep(20 * time.Second)
		if s.resultFile("cardroom-tournament.json"); s.results() != 1 {
			t.Errorf("%d results", s.results())
		}
		for _, m := range s.table.Messages() {
			if slices.ContainsFunc(m.Attachments, func(a discordtest.Attachment) bool { return a.Filename == "cardroom-tournament.phhs" }) {
				t.Error("a file has the hands, of which one is unreadable")
			}
		}
		if log := s.log.String(); !strings.Contains(log, "hand 1") || !strings.Contains(log, "no file of a table's hands") {
			t.Error("the log does not name the hand")
		}
	})
}

// A result waits some ten minutes for hands that the bot cannot read, and comes once without their file. The table closes then. Where the
// store is away altogether, the result comes once all the same.
func TestAResultDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	for _, part := range []string{"hands", "names", "store"} {
		t.Run(part, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday three", "hyper", "2", "0")
				s.register("alice", "bob")
				time.Sleep(time.Minute)
				damaged := func() error { return errors.New("database disk image is malformed") }
				s.shaky.update(func() {
					if part == "names" {
						s.shaky.asked = damaged
					} else {
						s.shaky.hands = func(h store.Hand) (store.Hand, error) { return h, damaged() }
					}
				})
				s.finish("alice", "bob")
				if part == "store" {
					s.shaky.fails(true)
				}
				time.Sleep(8 * time.Minute)
				if s.results() != 0 {
					t.Errorf("%d results after eight minutes", s.results())
				}
				if part == "store" {
					time.Sleep(time.Hour)
					s.shaky.works()
					s.shaky.update(func() { s.shaky.hands = nil })
				}
				time.Sleep(12 * time.Minute)
				if s.resultFile("cardroom-tournament.json"); s.results() != 1 || !s.over() {
					t.Errorf("%d results, the table closed: %v", s.results(), s.over())
				}
				for _, m := range s.table.Messages() {
					if slices.ContainsFunc(m.Attachments, func(a discordtest.Attachment) bool { return a.Filename == "cardroom-tournament.phhs" }) {
						t.Error("a file has the hands, which the bot cannot read")
					}
				}
				log := s.log.String()
				if strings.Count(log, "no file of a table's hands") == 0 || !strings.Contains(log, "malformed") {
					t.Error("the log does not say why")
				}
				if n := s.warnings("could not post a message of a tournament"); n != 1 {
					t.Errorf("%d warnings of one wait", n)
				}
			})
		})
	}
}

// Where Discord does not take the result of a tournament for hours, its channel gets no further board.
func TestATournamentThatIsOverGetsNoFurtherBoard(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "2", "0")
		s.stop()
		way := &narrow{RoundTripper: s.client.Transport, how: "is answered 503"}
		s.client = &http.Client{Transport: way}
		s.start()
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		s.finish("alice", "bob")
		time.Sleep(time.Minute)
		n := len(s.table.Messages())
		time.Sleep(3 * time.Hour)
		if more := len(s.table.Messages()); more != n || s.results() != 0 {
			t.Errorf("%d messages after a minute and %d after hours, %d results", n, more, s.results())
		}
		way.open.Store(true)
		time.Sleep(time.Minute)
		if s.results() != 1 || !s.over() {
			t.Errorf("%d results, the table closed: %v", s.results(), s.over())
		}
	})
}

// finish presses All-in or Call for all players who may, until the tournament is over. Its table may be open then.
func (s *sitAndGo) finish(names ...string) {
	s.t.Helper()
	for range 2000 {
		if strings.Contains(s.lobby(), "Finished") {
			return
		}
		s.press(names...)
		time.Sleep(time.Second)
	}
	s.t.Fatalf("the tournament does not end: %s", s.lobby())
}
