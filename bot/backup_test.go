package bot_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/audit"
	"cardroom/bot/discordtest"
	"cardroom/engine/fair"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// restored is a club whose operator puts a backup back.
type restored struct {
	*club
	f          *forgetful
	alice, bob *discordtest.Person
	receipts   map[fair.Hash]*fair.Receipt // of the hands so far, by their seals
	dealt      string                      // the board of the latest hand
	kept       int                         // changes of the store in the backup
	notes      map[string]string           // in the backup
	began      bool                        // the backup has a hand that began, and is dealt the same
}

// restoredAs returns such a club at a kind of table.
func restoredAs(t *testing.T, kind string) *restored {
	t.Helper()
	c, f := forgetfulAs(t, func(c *club) {
		panelsOnPress(c)
		c.messages = 5000
		if strings.HasPrefix(kind, "beacon") {
			withBeacon(c)
		}
	})
	if strings.HasSuffix(kind, "thread") {
		c.channel = c.channel.Thread("poker")
	}
	if strings.HasSuffix(kind, "unreadable") {
		c.channel.BotLacks(discordgo.PermissionReadMessageHistory)
	}
	return &restored{club: c, f: f, alice: c.person("alice"), bob: c.person("bob"), receipts: map[fair.Hash]*fair.Receipt{}}
}

// deals waits for the next hand.
func (r *restored) deals() {
	r.t.Helper()
	for range 60 {
		time.Sleep(time.Second)
		if b := board(r.club); b.ID != r.dealt && lineOfTurn(b) != "" { // an old board may stand in mid-hand until the new one comes
			r.dealt = b.ID
			return
		}
	}
	r.t.Fatalf("no hand is dealt:\n%s", board(r.club).Text())
}

// ends plays the hand that runs to its end, and keeps its receipt.
func (r *restored) ends() {
	r.t.Helper()
	hand, _, _ := strings.Cut(strings.TrimPrefix(board(r.club).Text(), "#"), " ")
	pressFold(r.club, r.alice, r.bob)
	r.keeps(hand)
}

// keeps keeps the receipt of a hand. No other hand had its seal.
func (r *restored) keeps(hand string) {
	r.t.Helper()
	got := receipt(r.t, r.club, hand)
	if was := r.receipts[got.Seal]; was != nil && got.Dealt != nil && (was.Message != got.Message || !r.began) {
		r.t.Errorf("hand %s is dealt with message %s, and hand %d with %s, from the same secret", hand, got.Message, was.Hand, was.Message)
	}
	r.receipts[got.Seal] = got
	if report := fair.Verify(got); !report.OK() && report.Faults[0].Step != fair.StepSignature {
		r.t.Errorf("hand %s: %v", hand, report.Faults)
	}
}

// opens opens the table, where both sit down.
func (r *restored) opens() {
	r.t.Helper()
	oneSits(r.t, r.club, "20")
	r.bob.Press(r.channel, "Sit down")
}

// closes closes the table.
func (r *restored) closes() {
	confirm(r.alice, r.channel, "/table close")
	time.Sleep(10 * time.Second)
}

// playsOn backs an open table up while bob is away, and then plays a hand that the backup does not have.
func (r *restored) playsOn() {
	r.bob.Command(r.channel, "/leave")
	time.Sleep(10 * time.Second)
	r.backUp()
	r.bob.Command(r.channel, "/sit")
	r.deals()
	r.ends()
}

// backUp makes the backup.
func (r *restored) backUp() { r.kept, r.notes = r.f.commits(), maps.Clone(r.f.notes) }

// putBack puts the backup back, which takes the operator a while, and starts the program.
func (r *restored) putBack() {
	r.stop()
	r.f.forget(r.kept)
	r.f.notes = maps.Clone(r.notes)
	time.Sleep(time.Minute)
	r.start()
	time.Sleep(20 * time.Second)
}

// talks makes people say something in the channel.
func (r *restored) talks(times int) {
	for i := range times {
		if _, err := r.bob.Say(r.channel, fmt.Sprint("nice hand ", i)); err != nil {
			r.t.Fatal(err)
		}
	}
}

// The operator puts a backup back. A player may have the receipt of a lost hand, which opens seven of its eight decks. So the secret
// of a hand is never dealt from twice. The table may be open at the backup and later or not, and its boards far behind. Where the bot cannot read the channel, it cannot know, and makes new seals as well.
func TestNoSecretIsDealtFromTwiceAfterABackupIsPutBack(t *testing.T) {
	alone(t)
	for name, plays := range map[string]func(r *restored){
		"closed, then played and closed": func(r *restored) {
			r.closes()
			r.backUp()
			r.opens()
			r.deals()
			r.ends()
			r.closes()
			r.putBack()
			r.opens()
		},
		"closed, then played": func(r *restored) {
			r.closes()
			r.backUp()
			r.opens()
			r.deals()
			r.ends()
			r.putBack()
			r.opens()
		},
		"open, then played and closed": func(r *restored) {
			r.playsOn()
			r.closes()
			r.putBack()
			r.bob.Command(r.channel, "/sit")
		},
		"open, then played, and people talk": func(r *restored) {
			r.playsOn()
			r.bob.Command(r.channel, "/leave")
			r.talks(320)
			r.putBack()
			r.alice.Command(r.channel, "/table status")
			r.bob.Command(r.channel, "/sit")
		},
		"open, then played, and people talk all day": func(r *restored) {
			r.playsOn()
			r.bob.Command(r.channel, "/leave")
			r.talks(1100)
			r.putBack()
			r.bob.Command(r.channel, "/sit")
		},
		"open in mid-hand, then played and closed": func(r *restored) {
			r.deals()
			r.backUp()
			r.ends()
			r.deals()
			r.ends()
			r.closes()
			r.putBack()
			for _, p := range []*discordtest.Person{r.alice, r.bob} { // where the bot cannot see it, the hand goes on
				p.Command(r.channel, "/fold")
			}
		},
		"put back twice": func(r *restored) {
			r.closes()
			r.backUp()
			r.opens()
			r.deals()
			r.ends()
			r.closes()
			r.putBack()
			r.opens()
			r.deals()
			r.putBack()
			r.opens()
		},
		"open, and put back twice before a hand": func(r *restored) {
			r.playsOn()
			r.putBack()
			r.bob.Command(r.channel, "/sit")
			for len(seals(r.club)) < 2 {
				time.Sleep(10 * time.Millisecond)
			}
			r.stop()
			for _, m := range r.channel.Messages() {
				if strings.HasPrefix(m.Text(), "#2 ·") { // a moderator deletes the lost hand
					r.channel.DeleteMessage(m.ID)
				}
			}
			r.start()
			r.putBack()
			r.bob.Command(r.channel, "/sit")
		},
		"closed, and the program starts twice": func(r *restored) {
			r.closes()
			r.backUp()
			r.opens()
			r.deals()
			r.ends()
			r.closes()
			r.putBack()
			r.stop()
			r.start()
			time.Sleep(20 * time.Second)
			r.opens()
		},
	} {
		for _, kind := range []string{"plain", "beacon", "thread", "unreadable", "beacon, unreadable"} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					r := restoredAs(t, kind)
					r.opens()
					r.deals()
					r.ends()
					plays(r)
					r.deals()
					r.ends()
					if n := len(seals(r.club)); n < 2 || n > 3 {
						t.Errorf("the channel has %d seals' messages", n)
					}
				})
			})
		}
	}
}

// reads returns how many pages of messages the bot has read.
func (r *restored) reads() (n int) {
	for _, q := range r.srv.Requests() {
		if q.Method == "GET" && strings.HasSuffix(q.Route, "/messages") {
			n++
		}
	}
	return n
}

// A restart of seconds posts no new seals, and reads back to the last hand only. A table that is opened again later reads nothing.
func TestARestartOfSecondsKeepsTheSeals(t *testing.T) {
	t.Parallel()
	for kind, pages := range map[string]int{"plain": 2, "beacon": 2, "unreadable": 1} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := restoredAs(t, kind)
				again := func(pages int) {
					t.Helper()
					n := r.reads()
					r.deals()
					r.ends()
					if n = r.reads() - n; n != pages || len(seals(r.club)) != 1 {
						t.Errorf("the bot read %d pages, want %d; the channel has %d seals' messages", n, pages, len(seals(r.club)))
					}
				}
				r.opens()
				again(0)
				r.bob.Command(r.channel, "/leave")
				r.talks(120)
				restart(r.club)
				r.bob.Command(r.channel, "/sit")
				again(pages)
				r.closes()
				r.opens()
				again(0)
				r.closes()
				restart(r.club)
				r.opens()
				again(1)
			})
		})
	}
}

// restart stops the program and starts it at once.
func restart(c *club) {
	c.stop()
	c.start()
	time.Sleep(10 * time.Second)
}

// A backup may be of the moment between the start of a hand and its message. The hand is dealt with the message that it had, or is
// void where the bot cannot see that.
func TestAHandThatABackupHasWithoutItsMessageIsNotDealtWithAnother(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"plain", "beacon", "unreadable", "beacon, unreadable"} {
		t.Run(kind, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := restoredAs(t, kind)
				r.opens()
				r.deals()
				r.ends()
				r.backUp()
				r.deals()
				r.ends()
				r.talks(120)
				r.kept, r.began = r.kept+1, true // the start of the hand
				r.putBack()
				if hidden := strings.HasSuffix(kind, "unreadable"); hidden != strings.Contains(r.said(), "Hand #2 is void: I restarted") {
					t.Errorf("the channel says\n%s", r.said())
				} else if !hidden {
					r.alice.Command(r.channel, "/fold")
					r.bob.Command(r.channel, "/fold")
					time.Sleep(3 * time.Second)
				}
				r.keeps("2")
				r.deals()
				r.ends()
			})
		})
	}
}

// said returns the texts of the channel.
func (r *restored) said() string {
	var all strings.Builder
	for _, m := range r.channel.Messages() {
		fmt.Fprintln(&all, m.Text())
	}
	return all.String()
}

// Hands that the store lost as a backup was put back are no difference: the doctor counts them.
func TestTheDoctorKnowsWhichHandsTheStoreLost(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		r := restoredAs(t, "plain")
		r.opens()
		r.deals()
		r.ends()
		r.playsOn()
		for range 2 {
			r.deals()
			r.ends()
		}
		r.putBack()
		r.bob.Command(r.channel, "/sit")
		for range 2 {
			r.deals()
			r.ends()
		}
		complaints, n := r.examined()
		if len(complaints) > 0 || n.LostHands != 3 {
			t.Errorf("the doctor says %q and counts %d lost hands, want 3", complaints, n.LostHands)
		}
	})
}

// examined returns the doctor's findings on the store's content, in a file.
func (r *restored) examined() (complaints []string, n audit.Examined) {
	r.t.Helper()
	url := "file:" + filepath.Join(r.t.TempDir(), "cardroom.db")
	file, err := storeopen.Open(r.t.Context(), url, store.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	for _, change := range r.f.done {
		if err := change(file); err != nil {
			r.t.Fatal(err)
		}
	}
	if err := file.Close(); err != nil {
		r.t.Fatal(err)
	}
	in, err := storeopen.Inspect(r.t.Context(), url, store.Options{})
	if err != nil {
		r.t.Fatal(err)
	}
	defer in.Close()
	n, err = r.life.bot.Examine(r.t.Context(), in, func(s string) { complaints = append(complaints, s) })
	if err != nil {
		r.t.Fatal(err)
	}
	return complaints, n
}
