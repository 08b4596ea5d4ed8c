package bot_test

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/message"
	"cardroom/engine/fair"
	"cardroom/engine/phh"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/proof"
	"cardroom/store"
)

// books checks the accounts after a tournament with a price: one player has the prices of all others (T124, T125).
func (s *sitAndGo) books(price int64, names ...string) {
	s.t.Helper()
	accounts := s.accounts()
	winners, losers := 0, 0
	for a, chips := range accounts {
		_, person := a.Person()
		switch {
		case person && chips == store.Opening+int64(len(names)-1)*price:
			winners++
		case person && chips == store.Opening-price:
			losers++
		case a != store.Mint && chips != 0:
			s.t.Errorf("%s holds %d", a, chips)
		}
	}
	if winners != 1 || losers != len(names)-1 {
		s.t.Errorf("the accounts are %v, want one winner", accounts)
	}
}

// The result has a file that proves the seats and every other draw. A change of any command in it is found.
func TestTheResultOfATournamentIsProven(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		s.register("dave", "alice", "bob")
		s.person("dave").Press(s.channel, "Unregister")
		s.register("carol")
		time.Sleep(time.Minute)
		s.stop() // the journal outlasts the program, and the time away is in it
		time.Sleep(5 * time.Minute)
		s.start()
		s.alice.Command(s.table, "/tournament pause")
		time.Sleep(time.Minute)
		s.alice.Command(s.table, "/tournament resume")
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		data := s.resultFile("cardroom-tournament.json")
		r, err := proof.Read(data)
		if err != nil {
			t.Fatal(err)
		}
		if report := proof.Verify(r, proof.Seen{Starts: []fair.ID{r.Started}}); len(report.Faults) > 0 || len(report.Proven) != 3 {
			t.Errorf("%d commands, %d bytes: %q", len(r.Commands), len(data), report)
		}
		if uint64(r.Tables[0]) != uint64(message.Snowflake(s.table.ID())) || len(r.Entries) != 3 {
			t.Errorf("the file is of tables %v and entries %v", r.Tables, r.Entries)
		}
		s.opensTable()
		receipts := files(t, s.club, s.alice.Command(s.table, "/verify", "hands", fmt.Sprintf("1-%d", handsOf(r))))
		hands, err := fair.ReadSeries(receipts[0])
		if report := proof.Verify(r, proof.Seen{Hands: hands}); err != nil || len(report.Faults) > 0 || len(report.Proven) != 4 {
			t.Errorf("with %d receipts, %v: %q", len(hands), err, report)
		}
		for i, l := range r.Commands {
			switch l.Command.(type) {
			case tournament.Register, tournament.Unregister, tournament.Begin, tournament.StartHand, tournament.EndHand:
				changed := *r
				changed.Commands = slices.Delete(slices.Clone(r.Commands), i, i+1)
				if len(proof.Verify(&changed, proof.Seen{Hands: hands}).Faults) == 0 {
					t.Errorf("without command %d, %+v, the file still fits", i+1, l.Command)
				}
			}
		}
	})
}

// The result has a file with the hands since the table was opened, oldest first. Each replays to the same stacks, and cards that
// were not shown are not in it (T120).
func TestTheResultHasItsHands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		for _, name := range []string{"carol", "alice", "bob", "carol"} { // two of them fold, and show no card
			s.person(name).Press(s.table, "Fold")
			time.Sleep(time.Second)
		}
		time.Sleep(20 * time.Second)
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		r, err := proof.Read(s.resultFile("cardroom-tournament.json"))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "hands.phhs")
		if err := os.WriteFile(path, s.resultFile("cardroom-tournament.phhs"), 0o600); err != nil {
			t.Fatal(err)
		}
		n := 0
		for h, err := range phh.Read(path) {
			if err != nil {
				t.Fatal(err)
			}
			if n++; fmt.Sprint(h.ID) != fmt.Sprint(n) {
				t.Errorf("hand %v is the %d. of the file", h.ID, n)
			}
			if _, err := h.Replay(); err != nil {
				t.Errorf("hand %d: %v", n, err)
			}
			if known := strings.Count(strings.Join(h.Actions, "\n"), "????"); n == 1 && known != 3 {
				t.Errorf("everyone folded in the first hand, and the file hides the cards of %d players:\n%v", known, h.Actions)
			}
		}
		if n != handsOf(r) || n < 2 {
			t.Errorf("the file has %d hands, want %d", n, handsOf(r))
		}
	})
}

// The hands of an earlier tournament at the same place are not those of a later one.
func TestTheHandsOfAResultAreItsOwn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inThread(t, "cups")
		for n := range 2 {
			r := s.playCup(fmt.Sprint("Cup ", n))
			if n := bytes.Count(s.resultFile("cardroom-tournament.phhs"), []byte("variant")); n != handsOf(r) {
				t.Errorf("the file has %d hands, want %d", n, handsOf(r))
			}
		}
	})
}

// The bot reads once for a result's file whose names it may not show, and not for each of its hands.
func TestTheHandsOfAResultAskOnceForNames(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "3", "0")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		for _, name := range []string{"carol", "alice"} {
			s.person(name).Press(s.table, "Fold")
			time.Sleep(time.Second)
		}
		time.Sleep(20 * time.Second)
		var reads atomic.Int64
		s.shaky.update(func() { s.shaky.asked = func() error { reads.Add(1); return nil } })
		s.shove("alice", "bob", "carol")
		time.Sleep(20 * time.Second)
		if n := bytes.Count(s.resultFile("cardroom-tournament.phhs"), []byte("variant")); n < 2 || reads.Load() != 1 {
			t.Errorf("%d reads for %d hands", reads.Load(), n)
		}
	})
}

// results returns how many results stand in the tournament's channel.
func (s *sitAndGo) results() (n int) {
	for _, m := range s.table.Messages() {
		if strings.Contains(m.Content, "The seal is open") {
			n++
		}
	}
	return n
}

// handsOf returns how many hands a tournament played.
func handsOf(r *proof.Result) (n int) {
	for _, l := range r.Commands {
		if _, ok := l.Command.(tournament.StartHand); ok {
			n++
		}
	}
	return n
}

// playCup makes a tournament in the channel, in which two players go all-in until it has a result.
func (s *sitAndGo) playCup(name string) *proof.Result {
	s.t.Helper()
	s.alice.Submit(s.alice.Command(s.channel, "/tournament create"), name, "", "", "hyper", "2")
	time.Sleep(3 * time.Second)
	s.register("alice", "bob")
	time.Sleep(time.Minute)
	s.shove("alice", "bob")
	time.Sleep(20 * time.Second)
	r, err := proof.Read(s.resultFile("cardroom-tournament.json"))
	if err != nil {
		s.t.Fatal(err)
	}
	return r
}

// resultFile returns a file of the result.
func (s *sitAndGo) resultFile(name string) []byte {
	s.t.Helper()
	for _, m := range slices.Backward(s.table.Messages()) {
		if !strings.Contains(m.Content, "The seal is open") {
			continue
		}
		for _, a := range m.Attachments {
			if a.Filename == name {
				return s.file(a)
			}
		}
		s.t.Fatalf("the result has the files %+v", m.Attachments)
	}
	s.t.Fatal("there is no result")
	return nil
}

// Where the bot may not attach files, the result comes without its file.
func TestAResultComesWithoutItsFile(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday three", "hyper", "2", "0")
		s.table.BotLacks(discordgo.PermissionAttachFiles)
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		s.shove("alice", "bob")
		time.Sleep(20 * time.Second)
		s.check("1.", "2.")
		for _, m := range s.table.Messages() {
			if strings.Contains(m.Content, "The seal is open") && (len(m.Attachments) > 0 || strings.Contains(m.Content, "cardroom verify")) {
				t.Errorf("the result has %d files and says\n%s", len(m.Attachments), m.Content)
			}
		}
	})
}

// Where the files of a result are too large for Discord together, the proof comes alone; where it is too large, none comes.
func TestAResultComesWithTheFilesThatFit(t *testing.T) {
	t.Parallel()
	for refusals, want := range map[int64]string{1: "[cardroom-tournament.json]", 2: "[]"} {
		synctest.Test(t, func(t *testing.T) {
			s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
			s.stop()
			way := &narrow{RoundTripper: s.client.Transport, how: "is too large"}
			way.left.Store(refusals)
			s.client = &http.Client{Transport: way}
			s.start()
			s.register("alice", "bob")
			time.Sleep(time.Minute)
			s.shove("alice", "bob")
			time.Sleep(20 * time.Second)
			s.check("1.", "2.")
			for _, m := range s.table.Messages() {
				names := []string{}
				for _, a := range m.Attachments {
					names = append(names, a.Filename)
				}
				if strings.Contains(m.Content, "The seal is open") && fmt.Sprint(names) != want {
					t.Errorf("after %d refusals the result has the files %v, want %s", refusals, names, want)
				}
			}
		})
	}
}

// A price above the wallet is refused with both numbers. Unregister and a cancellation give a price back (T10, T12, T103).
func TestAPriceIsTakenAndGivenBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Dear", "turbo", "3", "0", "6000")
		holds := func(name string, want int64) {
			t.Helper()
			if got := s.accounts()[store.WalletAccount(message.Snowflake(s.person(name).ID()))]; got != want {
				t.Errorf("the wallet of %s holds %d, want %d", name, got, want)
			}
		}
		s.register("bob", "carol")
		holds("bob", store.Opening-6000)
		if a := s.person("bob").Press(s.channel, "Unregister"); a.Err != nil {
			t.Error(a.Err)
		}
		holds("bob", store.Opening)
		bob := s.person("bob")
		_, err := s.store.Pay(t.Context(), store.Payment{
			Guild: message.Snowflake(s.guild.ID()), ID: "gift", At: time.Now(), From: message.Snowflake(bob.ID()),
			To: message.Snowflake(s.alice.ID()), Amount: 5000, Reason: store.ReasonGift,
		})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if a := bob.Press(s.channel, "Register"); !strings.Contains(a.Text(), "Your wallet has 5,000, and this needs 6,000") {
			t.Errorf("bob reads %q", a.Text())
		}
		holds("bob", store.Opening-5000)
		holds("carol", store.Opening-6000)
		s.cancel("rain")
		time.Sleep(20 * time.Second)
		holds("carol", store.Opening)
		for a, chips := range s.accounts() {
			if _, escrow := a.Tournament(); escrow && chips != 0 {
				t.Errorf("%s holds %d after a cancellation", a, chips)
			}
		}
	})
}

// A modal that Discord delivers twice makes one tournament, also if the program was restarted in between (P5).
func TestARedeliveredModalMakesOneTournament(t *testing.T) {
	t.Parallel()
	for _, restart := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c := open(t)
			alice := c.person("alice")
			alice.Grant(discordgo.PermissionManageEvents)
			a := alice.Submit(alice.Command(c.channel, "/tournament create"), "Friday three", "", "", "hyper", "3")
			time.Sleep(time.Second)
			if restart {
				c.stop()
				c.start()
			}
			a.Interaction().Redeliver()
			time.Sleep(2 * time.Second)
			if n := len(c.threads()); n != 1 {
				t.Errorf("restarted: %t; %d threads", restart, n)
			}
		})
	}
}

// endsAfterAStart has two players go all-in until the result stands, and starts the program anew a while after the first all-in.
// It then edits the lobby at once, and next after the usual gap.
func (s *sitAndGo) endsAfterAStart(after time.Duration) {
	s.register("alice", "bob")
	time.Sleep(time.Minute)
	first := time.Now()
	for fresh := false; s.says("The seal is open") == 0; time.Sleep(100 * time.Millisecond) {
		if !fresh && time.Since(first) >= after {
			s.stop()
			s.start()
			fresh = true
		}
		s.press("alice", "bob")
	}
}

// A tournament ends a moment before its program, whose last edit of the lobby was a moment ago. The lobby still comes to say how it
// ended: its table stays open until then.
func TestTheLobbyOutlastsAStop(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{4300 * time.Millisecond, 4700 * time.Millisecond, 5100 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			s := newSitAndGo(t, "Friday two", "hyper", "2", "0", "100")
			s.endsAfterAStart(after)
			s.stop()
			s.start()
			time.Sleep(time.Minute)
			s.check()
			if !s.over() {
				t.Error("the table is still open")
			}
		})
	}
}

// A lobby that cannot be edited holds the table open only for a while.
func TestATableClosesBesideALobbyThatCannotBeEdited(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0", "100")
		s.endsAfterAStart(4700 * time.Millisecond)
		s.srv.Fail("PATCH /channels/{channel}/messages/{message}", discordtest.Fault{Status: 500, Times: -1})
		time.Sleep(20 * time.Second)
		if lobby := s.lobby(); strings.Contains(lobby, "Finished") || !s.over() {
			t.Errorf("the table is closed: %v, beside the lobby\n%s", s.over(), lobby)
		}
		s.srv.Mend()
		time.Sleep(time.Minute)
		s.check()
		s.books(100, "alice", "bob")
	})
}
