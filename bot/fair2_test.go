package bot_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/engine/fair"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

var digits64 = regexp.MustCompile(`[0-9a-f]{64}`)

// The message with the seals shows the numbers of its hands, that no beacon is mixed in, and one number of 64 digits. It is
// plain: it has no buttons, mentions or links, answers no interaction and is never edited.
func TestTheMessageWithTheSealsIsPlain(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := readyToCut(t, c, "5")
		time.Sleep(6 * time.Second)
		pressFold(c, alice, bob)
		m, r := seals(c)[0], receipt(t, c, "1")
		text := m.Text()
		if got := digits64.FindAllString(text, -1); !slices.Equal(got, []string{r.Batch.Published.String()}) {
			t.Errorf("the message shows %v, and the hand was sealed by %s", got, r.Batch.Published)
		}
		for _, word := range []string{"#1", "#64", "no beacon"} {
			if !strings.Contains(text, word) {
				t.Errorf("the message lacks %q: %s", word, text)
			}
		}
		if len(m.Components)+len(m.Attachments)+len(m.Mentions) > 0 || strings.ContainsAny(text, "<>[]") || strings.Contains(text, "://") || !m.Edited.IsZero() {
			t.Errorf("the message is not plain: %s", m.String())
		}
		if r.Batch.First != 1 || r.Batch.Size != 64 || r.Batch.Chain != nil || fmt.Sprint(r.Batch.Message) != m.ID {
			t.Errorf("the receipt has the batch %+v", r.Batch)
		}
	})
}

// firstForms collects the content of every new message of the bot in a channel, by the order of their posting.
type firstForms struct {
	mu    sync.Mutex
	texts []string
}

// watch begins to collect, with a new life of the program.
func (f *firstForms) watch(c *club) {
	c.stop()
	defer c.start()
	c.sent = func(path string, body []byte) {
		var m struct{ Content string }
		if strings.HasSuffix(path, "/messages") && json.Unmarshal(body, &m) == nil && m.Content != "" {
			f.mu.Lock()
			defer f.mu.Unlock()
			f.texts = append(f.texts, m.Content)
		}
	}
}

// startLine returns the line with the start in the first form of a hand's message.
func (f *firstForms) startLine(hand string) (line string) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, text := range f.texts {
		if strings.HasPrefix(text, hand+" ") {
			return text[strings.LastIndex(text, "\n")+1:]
		}
	}
	return ""
}

// The hand's message shows the players in dealing order and the first half of the start, before a card is dealt. The players
// are fixed then: players who leave or sit down before the deal change nothing.
func TestTheHandsMessageShowsWhoIsDealtIn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, f := open(t), new(firstForms)
		f.watch(c)
		alice, bob := readyToCut(t, c, "20")
		carol, dave := c.person("carol"), c.person("dave")
		carol.Press(c.channel, "Sit down")
		bob.Command(c.channel, "/cut", "text", "lucky")
		c.srv.Fail("POST /channels/", discordtest.Fault{Status: 500, Times: -1})
		time.Sleep(25 * time.Second)
		alice.Command(c.channel, "/leave")
		dave.Command(c.channel, "/sit", "post", "true")
		carol.Command(c.channel, "/cut", "text", "too late")
		c.srv.Mend()
		time.Sleep(time.Minute)
		for range 3 {
			pressFold(c, alice, bob, carol)
		}
		r := receipt(t, c, "1")
		var players []string
		for _, who := range r.Players {
			players = append(players, fmt.Sprintf("<@%d>", who))
		}
		if want := "-# " + strings.Join(players, ", ") + " · " + r.Start.String()[:32]; f.startLine("#1") != want {
			t.Errorf("the hand's message began with\n%s\nwant\n%s", f.startLine("#1"), want)
		}
		slices.Sort(players)
		in := []string{alice.Mention(), bob.Mention(), carol.Mention()}
		if slices.Sort(in); !slices.Equal(players, in) || len(r.Cuts) != 1 {
			t.Errorf("the players are %v, want %v; the cuts are %v", players, in, r.Cuts)
		}
		if m, known := c.channel.Message(fmt.Sprint(r.Message)); !known || m.Deleted || !strings.HasPrefix(m.Text(), "#1 ") {
			t.Errorf("the hand's message is %v", m.String())
		}
		report := fair.Verify(r)
		if !report.OK() || report.Grade != fair.GradeB || report.Others != fair.GradeC || !slices.Equal(report.Cutters, []fair.ID{r.Cuts[0].By}) {
			t.Errorf("the receipt proves %+v", report)
		}
		for who, grade := range map[*discordtest.Person]string{alice: "**C**", bob: "**B**"} {
			if a := who.Command(c.channel, "/verify", "hand", "1"); !strings.Contains(a.Text(), grade) || strings.Count(a.Text(), "https://discord.com/channels/") != 2 {
				t.Errorf("%s reads %s", who.Name(), a.Text())
			}
		}
	})
}

// /verify gives the receipts of several hands in one file, which is a whole series.
func TestVerifyGivesTheReceiptsOfSeveralHands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := readyToCut(t, c, "5")
		time.Sleep(6 * time.Second)
		for range 4 {
			pressFold(c, alice, bob)
			time.Sleep(6 * time.Second)
		}
		for typed, want := range map[string]string{"1-64": "1 2 3 4", "2–3": "2 3", "#4": "4", "3-9": "3 4"} {
			list := files(t, c, bob.Command(c.channel, "/verify", "hands", typed))
			if len(list) != 1 {
				t.Fatalf("%d files for hands %s", len(list), typed)
			}
			entries, err := fair.ReadSeries(list[0])
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, e := range entries {
				got = append(got, fmt.Sprint(e.Hand))
			}
			if series := (fair.Verifier{}).VerifySeries(entries); strings.Join(got, " ") != want || len(series.Faults) > 0 {
				t.Errorf("hands %s are %v: %v", typed, got, series.Faults)
			}
		}
		for _, typed := range []string{"2-1", "0-3", "x", "5-9"} {
			if a := bob.Command(c.channel, "/verify", "hands", typed); !strings.Contains(a.Text(), "at most 64") || len(a.Message.Attachments) > 0 {
				t.Errorf("hands %s are answered %q", typed, a.Text())
			}
		}
	})
}

// A hand that cannot be read is a line of its own in a series, and takes the receipt of no other hand (P8). The log names it.
func TestAHandThatCannotBeReadTakesNoOtherReceipt(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, _ := foldedHand(t)
		time.Sleep(time.Minute)
		alice.Command(c.channel, "/fold")
		time.Sleep(2 * time.Second)
		carol := c.person("carol")
		receipts := func() map[uint64]bool {
			entries, err := fair.ReadSeries(files(t, c, carol.Command(c.channel, "/verify", "hands", "1-64"))[0])
			if err != nil {
				t.Fatal(err)
			}
			has := map[uint64]bool{}
			for _, e := range entries {
				has[e.Hand] = e.Proof != nil
			}
			return has
		}
		before := receipts()
		for broken := range before {
			c.shaky.update(func() { c.shaky.hands = flippedHand(fmt.Sprint(broken)) })
			for hand, given := range receipts() {
				if given == (hand == broken) {
					t.Errorf("hand %d cannot be read, and hand %d has a receipt: %t", broken, hand, given)
				}
				list := files(t, c, carol.Command(c.channel, "/verify", "hand", fmt.Sprint(hand)))
				if len(list) > 0 != given {
					t.Errorf("hand %d cannot be read, and the answer for hand %d has %d files", broken, hand, len(list))
				}
			}
			if want := fmt.Sprintf("hand %d of table", broken); !strings.Contains(c.log.String(), want) || !strings.Contains(c.log.String(), "put a backup back") {
				t.Errorf("the log does not have %q", want)
			}
		}
		if len(before) < 2 {
			t.Errorf("only %d hands were played", len(before))
		}
	})
}

// A hand that began under an earlier release keeps its cards. The next one has seals of fair/2, and their message names the
// one that they replace.
func TestSealsOfAnEarlierReleaseAreReplacedAfterTheHand(t *testing.T) {
	t.Parallel()
	for name, running := range map[string]bool{"between two hands": false, "while a hand waits for its message": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { st.Close() })
				old := &earlier{translated: translated{Store: st}}
				old.read = old.asFair1
				c := openAs(t, func(c *club) { c.shaky.Store = old })
				old.club = c
				alice, bob := readyToCut(t, c, "20")
				if running {
					c.srv.Fail("POST /channels/", discordtest.Fault{Status: 500, Times: -1})
				}
				time.Sleep(25 * time.Second)
				pressFold(c, alice, bob)
				c.stop()
				for r := range st.Tables(t.Context()) {
					old.at = r.Version
				}
				c.srv.Mend()
				c.start()
				time.Sleep(time.Minute)
				pressFold(c, alice, bob)
				time.Sleep(25 * time.Second)
				pressFold(c, alice, bob)
				want := map[string]fair.Scheme{"1": fair.Fair2, "2": fair.Fair2}
				if running {
					want["1"] = fair.Fair1
				}
				for hand, scheme := range want {
					list := files(t, c, c.person("carol").Command(c.channel, "/verify", "hand", hand))
					if len(list) == 0 {
						t.Fatalf("hand %s has no receipt", hand)
					}
					p, err := fair.ReadProof(list[0])
					if err != nil {
						t.Fatal(err)
					}
					if report := fair.Verify(p); p.Facts().Scheme != scheme || !report.OK() {
						t.Errorf("hand %s is of %s: %v", hand, p.Facts().Scheme, report.Faults)
					}
				}
				published := seals(c)
				if len(published) != 2 || !strings.Contains(published[1].Text(), "replace the seals in message "+published[0].ID+": an earlier version") {
					t.Errorf("the seals are %v", published)
				}
			})
		})
	}
}

// earlier is a store with a table of an earlier release: at one version, its seals are of fair/1.
type earlier struct {
	translated
	club *club
	at   int64 // that version; 0: none
}

func (s *earlier) asFair1(r store.Record) store.Record {
	if s.at == 0 || r.Version != s.at {
		return r
	}
	data, err := bot.AsFair1(s.club.key, r)
	if err != nil {
		s.club.t.Error(err)
	}
	r.Data = data
	return r
}
