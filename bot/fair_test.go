package bot_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// seals returns the messages with commitments to hands.
func seals(c *club) (list []discordtest.Message) {
	for _, m := range c.channel.Messages() {
		if strings.HasPrefix(m.Text(), "Hands #") {
			list = append(list, m)
		}
	}
	return list
}

// oneSits opens a table at which the next hand starts after a pause, and seats alice; bob has no seat yet.
func oneSits(t *testing.T, c *club, pause string) (alice, bob *discordtest.Person) {
	t.Helper()
	alice, bob = c.openTable("clock", "off", "pause", pause)
	alice.Press(c.channel, "Sit down")
	return alice, bob
}

// files reads the files of an answer.
func files(t *testing.T, c *club, a discordtest.Answer) (list [][]byte) {
	t.Helper()
	if a.Message == nil {
		t.Fatalf("no answer: %v", a.Err)
	}
	for _, f := range a.Message.Attachments {
		res, err := c.srv.Client().Get(f.URL)
		if err != nil {
			t.Fatal(err)
		}
		data, err := io.ReadAll(res.Body)
		res.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, data)
	}
	return list
}

func TestTheProofOfAHandOpensNoCardThatWasNotShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, folder := shakyHand(t)
		folder.Press(c.channel, "Fold")
		time.Sleep(2 * time.Second)
		carol := c.person("carol")
		receipts := files(t, c, carol.Command(c.channel, "/verify", "hand", "1"))
		if len(receipts) != 1 {
			t.Fatalf("who held no card gets %d files", len(receipts))
		}
		r, err := fair.ReadReceipt(receipts[0])
		if err != nil {
			t.Fatal(err)
		}
		published := seals(c)[0]
		if fmt.Sprint(r.Batch.Message) != published.ID || !strings.Contains(published.Text(), "`"+r.Batch.Published.String()+"`") {
			t.Errorf("the receipt names the batch %+v, published was\n%s", r.Batch, published.Text())
		}
		for _, p := range []*discordtest.Person{c.person("alice"), c.person("bob")} {
			answer := p.Command(c.channel, "/verify", "hand", "1")
			both := files(t, c, answer)
			if len(both) != 2 || !bytes.Equal(both[0], receipts[0]) || !answer.Message.Ephemeral {
				t.Fatalf("%s gets %d files", p.Name(), len(both))
			}
			own, err := fair.ReadOwn(both[1])
			if err != nil {
				t.Fatal(err)
			}
			if report := fair.Verify(r, own); !report.OK() || report.Grade != fair.GradeC || len(own.Open) != 2 {
				t.Errorf("%s: grade %s, %v", p.Name(), report.Grade, report.Faults)
			}
			for _, o := range own.Open {
				if bytes.Contains(receipts[0], []byte(o.Salt.String())) || oneCard.MatchString(answer.Text()) {
					t.Errorf("the receipt opens %s of %s", o.Card, p.Name())
				}
			}
		}
		if len(r.Open) != 0 {
			t.Errorf("the receipt opens %v", r.Open)
		}
	})
}

func TestNoHandStartsBeforeItsSealStands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		_, bob := oneSits(t, c, "2")
		c.srv.Fail("POST /channels/", discordtest.Fault{Status: 500, Times: -1})
		bob.Press(c.channel, "Sit down")
		before, commits := c.srv.RequestCount(), c.store.commits.Load()
		time.Sleep(5 * time.Minute)
		if b := board(c); b.ID != "" || len(seals(c)) > 0 {
			t.Errorf("without a seal there is\n%s", b.String())
		}
		if n := c.srv.RequestCount() - before; n > 100 {
			t.Errorf("%d requests in five minutes", n)
		}
		if n := c.store.commits.Load() - commits; n > 2 {
			t.Errorf("%d commits in five minutes", n)
		}
		c.srv.Mend()
		time.Sleep(2 * time.Minute)
		if len(seals(c)) != 1 || lineThatActs(c) == "" {
			t.Errorf("%d seals, and the board is\n%s", len(seals(c)), board(c).Text())
		}
	})
}

func TestASealThatIsPostedOnceIsNotPostedAgainByTheNextLifeOfTheProgram(t *testing.T) {
	t.Parallel()
	for name, lost := range map[string]bool{"its message's id was stored": false, "the program ended before it knew": true} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				_, bob := oneSits(t, c, "20")
				if lost {
					c.srv.Fail("POST /channels/", discordtest.Fault{Silent: true, Applied: true, Times: -1})
				}
				bob.Press(c.channel, "Sit down")
				time.Sleep(time.Second)
				c.stop()
				c.srv.Mend()
				c.start()
				time.Sleep(30 * time.Second)
				if n := len(seals(c)); n != 1 || lineThatActs(c) == "" {
					t.Errorf("%d seals, and the board is\n%s", n, board(c).Text())
				}
			})
		})
	}
}

// TestACutOutlivesARestart ends the program between the start of a hand, which closes the cuts, and its deal.
func TestACutOutlivesARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := oneSits(t, c, "20")
		bob.Press(c.channel, "Sit down")
		time.Sleep(2 * time.Second)
		if a := bob.Command(c.channel, "/cut", "text", " lucky 7 ♠ "); !strings.Contains(a.Text(), "#1") {
			t.Fatalf("the cut is answered %v, %q", a.Err, a.Text())
		}
		c.srv.Fail("POST /channels/", discordtest.Fault{Status: 500, Times: -1})
		time.Sleep(25 * time.Second)
		c.stop()
		c.srv.Mend()
		c.start()
		time.Sleep(10 * time.Second)
		pressFold(c, alice, bob)
		r := receipt(t, c, "1")
		if !slices.ContainsFunc(r.Cuts, func(cut fair.Cut) bool { return cut.Text == "lucky 7 ♠" && fmt.Sprint(cut.By) == bob.ID() }) {
			t.Errorf("the cuts are %v", r.Cuts)
		}
		if report := fair.Verify(r); report.Grade != fair.GradeB {
			t.Errorf("grade %s: %v", report.Grade, report.Faults)
		}
		time.Sleep(25 * time.Second)
		pressFold(c, alice, bob)
		next := receipt(t, c, "2")
		if slices.ContainsFunc(next.Cuts, func(cut fair.Cut) bool { return cut.Text == "lucky 7 ♠" }) || next.Prev != r.Transcript {
			t.Errorf("the cuts of the next hand are %v, it follows %s", next.Cuts, next.Prev)
		}
	})
}

func TestACutIsGoodForOneHand(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := oneSits(t, c, "5")
		bob.Press(c.channel, "Sit down")
		time.Sleep(2 * time.Second)
		alice.Command(c.channel, "/cut", "text", "once")
		alice.Command(c.channel, "/cut", "text", "twice")
		time.Sleep(6 * time.Second)
		alice.Command(c.channel, "/cut", "text", "later") // during the hand: for the next one
		for hand, want := range []string{"[twice]", "[later]", "[]"} {
			pressFold(c, alice, bob)
			var typed []string
			for _, cut := range receipt(t, c, fmt.Sprint(hand+1)).Cuts {
				typed = append(typed, cut.Text)
			}
			if fmt.Sprint(typed) != want {
				t.Errorf("hand %d is cut by %v, want %s", hand+1, typed, want)
			}
			time.Sleep(8 * time.Second)
		}
	})
}

// pressFold makes the player to act fold.
func pressFold(c *club, people ...*discordtest.Person) {
	line := lineThatActs(c)
	for _, p := range people {
		if strings.Contains(line, p.Mention()) {
			p.Press(c.channel, "Fold")
		}
	}
	time.Sleep(2 * time.Second)
}

func receipt(t *testing.T, c *club, hand string) *fair.Receipt {
	t.Helper()
	answer := c.person("carol").Command(c.channel, "/verify", "hand", hand)
	list := files(t, c, answer)
	if len(list) == 0 {
		t.Fatalf("hand %s: %s", hand, answer.Text())
	}
	r, err := fair.ReadReceipt(list[0])
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestTheHandsAfterABatchHaveTheSealsOfTheNext(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := oneSits(t, c, "5")
		bob.Press(c.channel, "Sit down")
		time.Sleep(8 * time.Second)
		for range 65 {
			pressFold(c, alice, bob)
			alice.Command(c.channel, "/show") // one of them has won without a showdown; the next commitments are posted by now
			bob.Command(c.channel, "/show")
			time.Sleep(6 * time.Second)
		}
		list := seals(c)
		if len(list) != 2 || !strings.HasPrefix(list[1].Text(), "Hands #65 to #128 ") {
			t.Fatalf("%d seals", len(list))
		}
		for i, hand := range []string{"64", "65"} {
			r := receipt(t, c, hand)
			if report := fair.Verify(r); !report.OK() || fmt.Sprint(r.Batch.Message) != list[i].ID {
				t.Errorf("hand %s: %v, batch %d", hand, report.Faults, r.Batch.Message)
			}
			if len(r.Open) != 2 {
				t.Errorf("hand %s opens %d cards, want the two that were shown afterwards", hand, len(r.Open))
			}
		}
		for _, m := range list {
			if len(m.History) > 0 || !m.Edited.IsZero() {
				t.Errorf("edited: %s", m.String())
			}
		}
	})
}

// fairRoot returns the root over the commitments to the first 64 hands of a secret.
func fairRoot(table fair.ID, secret [32]byte) string {
	var list []fair.Hash
	for hand := range uint64(64) {
		s := fair.Mac(secret[:], "cardroom/hand", fair.U64(hand+1))
		list = append(list, fair.NewSeal(s, fair.Hand{Scheme: fair.Fair2, Table: table, Number: hand + 1}).Hash())
	}
	return fair.Published(table, 1, nil, list).String()
}

func TestTheSecretOfABatchIsStoredUnderTheKeyOfTheBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		var stored [][]byte
		c.shaky.mu.Lock()
		c.shaky.commit = func(_ context.Context, change store.Change, do commitFunc) (store.Receipt, error) {
			stored = append(stored, change.Sealed(1))
			return do()
		}
		c.shaky.mu.Unlock()
		_, bob := oneSits(t, c, "2")
		bob.Press(c.channel, "Sit down")
		time.Sleep(5 * time.Second)
		root := seals(c)[0].Text()
		root = root[strings.Index(root, "`")+1:][:64]
		last := stored[len(stored)-1]
		if !bytes.Contains(last, []byte(`"root":"`+root+`"`)) || !bytes.Contains(last, []byte(`"secret":`)) {
			t.Fatalf("the record has no batch: %s", last)
		}
		table, err := strconv.ParseUint(c.channel.ID(), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		secret := fair.Mac(fair.U64(7), "cardroom/seed", fair.U64(table), fair.U64(1))
		if fairRoot(fair.ID(table), secret) != root {
			t.Fatal("the secret is another")
		}
		for _, data := range stored {
			for shift := range 3 { // base64 starts over with every third byte
				if bytes.Contains(data, []byte(base64.StdEncoding.EncodeToString(secret[shift:])[:38])) {
					t.Errorf("the record shows the secret: %s", data)
				}
			}
		}
	})
}

// closedAfter plays hands at a table of the channel and closes it.
func closedAfter(t *testing.T, c *club, hands int) (alice, bob *discordtest.Person) {
	t.Helper()
	alice, bob = oneSits(t, c, "5")
	bob.Press(c.channel, "Sit down")
	time.Sleep(8 * time.Second)
	for range hands {
		pressFold(c, alice, bob)
		time.Sleep(6 * time.Second)
	}
	alice.Command(c.channel, "/leave")
	confirm(alice, c.channel, "/table close")
	return alice, bob
}

// A closed table leaves its commitments to the channel's next one. The hand numbers have no gap, no new message is posted
// for it, and every hand has its proof. The program may end in between.
func TestATableThatIsOpenedAgainGoesOnWithItsSeals(t *testing.T) {
	alone(t)
	for name, between := range map[string]func(*club){
		"at once":         func(*club) {},
		"in another life": func(c *club) { c.stop(); c.start() },
		"with a note that was changed": func(c *club) {
			name := "seals/" + c.guild.ID() + "/" + c.channel.ID()
			note, err := c.store.Note(c.t.Context(), name)
			if err != nil || !strings.Contains(note, `"message":1`) {
				c.t.Fatalf("the note is %q (%v)", note, err)
			}
			if err := c.store.SetNote(c.t.Context(), name, strings.Replace(note, `"message":1`, `"message":2`, 1)); err != nil {
				c.t.Fatal(err)
			}
		},
		"after another key": func(c *club) { c.stop(); c.key = bytes.Repeat([]byte{9}, shuffle.KeySize); c.start() },
		"after another key, twice": func(c *club) {
			c.stop()
			c.key = bytes.Repeat([]byte{9}, shuffle.KeySize)
			c.start()
			oneSits(c.t, c, "5")
			confirm(c.person("alice"), c.channel, "/table close")
			time.Sleep(5 * time.Second)
		},
		"twice without play": func(c *club) { oneSits(c.t, c, "5"); confirm(c.person("alice"), c.channel, "/table close") },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c := open(t)
				alice, bob := closedAfter(t, c, 3)
				time.Sleep(5 * time.Second)
				between(c)
				time.Sleep(time.Second)
				if oneSits(t, c, "5"); name == "at once" {
					alice.Command(c.channel, "/cut", "text", "again")
				}
				bob.Press(c.channel, "Sit down")
				time.Sleep(8 * time.Second)
				pressFold(c, alice, bob)
				published, want, otherKey := seals(c), 1, strings.HasPrefix(name, "after another key")
				if otherKey || name == "with a note that was changed" {
					want = 2 // the old commitments cannot be decrypted any more, or their owner is unknown
				}
				r := receipt(t, c, "5") // the fourth hand began before the table was closed
				if len(published) != want || fmt.Sprint(r.Batch.Message) != published[want-1].ID {
					t.Errorf("%d batches stand in the channel, want %d; hand 5 is of %d", len(published), want, r.Batch.Message)
				}
				if report := fair.Verify(r); !report.OK() {
					t.Errorf("hand 5 does not fit: %v", report.Faults)
				}
				if says := published[want-1].Text(); want == 2 && !strings.Contains(says, published[0].ID+": their key was lost") {
					t.Errorf("the new seals are %s", says)
				}
				a := alice.Command(c.channel, "/verify", "hand", "5")
				if none := strings.Contains(a.Text(), "No hand in this channel was ever void."); none == otherKey {
					t.Errorf("/verify says %s", a.Text())
				}
			})
		})
	}
}

// After a change of the key nothing says how many hands of the channel were void, also once one is void again.
func TestAnUnknownNumberOfVoidHandsStaysUnknown(t *testing.T) {
	alone(t)
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice, bob := closedAfter(t, c, 1)
		time.Sleep(5 * time.Second)
		c.stop()
		c.key = bytes.Repeat([]byte{9}, shuffle.KeySize)
		c.start()
		time.Sleep(time.Second)
		oneSits(t, c, "5")
		bob.Press(c.channel, "Sit down")
		time.Sleep(8 * time.Second)
		c.stop()
		doctor, err := bot.New(bot.Config{Key: c.key, Log: slog.New(slog.DiscardHandler)}, c.shaky.Store)
		if err != nil {
			t.Fatal(err)
		}
		channel, _ := strconv.ParseUint(c.channel.ID(), 10, 64)
		voided, err := doctor.Void(t.Context(), engine.ID(channel))
		if err != nil {
			t.Fatal(err)
		}
		c.start()
		time.Sleep(10 * time.Second)
		a := alice.Command(c.channel, "/verify", "hand", fmt.Sprint(voided.Hand))
		if !strings.Contains(a.Text(), "The hand was void") || strings.Contains(a.Text(), "in this channel was") {
			t.Errorf("/verify of hand %d says %s", voided.Hand, a.Text())
		}
	})
}
