package bot_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/failpoint"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
	"cardroom/store/storetest"
)

// rosalind is a name that appears nowhere by chance.
const rosalind = "rosalind-the-forgotten"

// wished returns a club over a store, at which alice and rosalind have played a hand, and rosalind has left.
func wished(t *testing.T, st store.Store) (c *club, alice, rosa *discordtest.Person) {
	t.Helper()
	c = openAs(t, func(c *club) {
		if st != nil {
			c.shaky.Store = c.laws.Store(st)
		}
	})
	alice, rosa = c.person("alice"), c.person(rosalind)
	alice.Grant(discordgo.PermissionManageChannels)
	alice.Command(c.channel, "/table open", "clock", "off", "pause", "0")
	rosa.Command(c.channel, "/settings", "ping", "off", "text-only", "on")
	time.Sleep(time.Second)
	c.handOf(alice, rosa)
	return c, alice, rosa
}

// handOf makes two people play a hand to its end, and the second leave.
func (c *club) handOf(alice, rosa *discordtest.Person) {
	c.t.Helper()
	alice.Command(c.channel, "/sit")
	rosa.Command(c.channel, "/sit")
	time.Sleep(3 * time.Second)
	c.leaves(alice, rosa)
}

// leaves makes the second of two leave; if it is the first one's turn, the hand ends with a fold.
func (c *club) leaves(alice, rosa *discordtest.Person) {
	c.t.Helper()
	rosa.Command(c.channel, "/leave")
	time.Sleep(time.Second)
	alice.Command(c.channel, "/fold")
	time.Sleep(2 * time.Second)
}

// forgets makes a person ask to be forgotten.
func (c *club) forgets(p *discordtest.Person) {
	c.t.Helper()
	confirmation := p.Command(c.channel, "/settings", "forget", "true")
	if confirmation.Message == nil || len(confirmation.Message.Buttons()) == 0 {
		c.t.Fatalf("the question is %q, %v", confirmation.Text(), confirmation.Err)
	}
	a := p.PressOn(confirmation.Message, "Confirm")
	if a.Type != discordtest.AnswerUpdate || !strings.Contains(a.Text(), "You are forgotten") {
		c.t.Fatalf("Confirm is answered %d %q, %v", a.Type, a.Text(), a.Err)
	}
}

func person(p *discordtest.Person) engine.ID {
	var id engine.ID
	fmt.Sscan(p.ID(), &id)
	return id
}

func guildOf(c *club) (id engine.ID) {
	fmt.Sscan(c.guild.ID(), &id)
	return id
}

// reads returns the answer of /history in a format, files included.
func (c *club) reads(p *discordtest.Person, hand, format string) string {
	c.t.Helper()
	a := p.Command(c.channel, "/history", "hand", hand, "format", format)
	text := a.Text()
	for _, f := range files(c.t, c, a) {
		text += "\n" + string(f)
	}
	return text
}

// known checks the names that a reader sees in a hand: rosa's name only if isNamed.
func (c *club) known(asker, rosa *discordtest.Person, hand string, isNamed bool) {
	c.t.Helper()
	for format, nobody := range map[string]string{"replay": "a player (2)", "text": "a player (2)", "phh": `"Player 2"`, "pokerstars": "Seat 2: Player_2 ("} {
		text := c.reads(asker, hand, format)
		if found := strings.Contains(text, rosalind) || strings.Contains(text, rosa.ID()); found != isNamed {
			c.t.Errorf("hand %s as %s names her: %t\n%s", hand, format, found, text)
		}
		if found := strings.Contains(text, nobody); found == isNamed {
			c.t.Errorf("hand %s as %s calls her a player: %t\n%s", hand, format, found, text)
		}
	}
}

// doctor returns the faults of a store.
func (c *club) doctor(url string) (complaints []string) {
	c.t.Helper()
	in, err := storeopen.Inspect(c.t.Context(), url, store.Options{})
	if err != nil {
		c.t.Fatal(err)
	}
	defer in.Close()
	if _, err := c.life.bot.Examine(c.t.Context(), in, func(s string) { complaints = append(complaints, s) }); err != nil {
		c.t.Fatal(err)
	}
	return complaints
}

// A user who asks is forgotten. No byte of the store has their name or one of their choices. No reader of the history
// learns it, nor after a restart. Chips stay, and the doctor finds no fault. Their later hands are shown as usual.
func TestWhoIsForgottenIsNamedNowhere(t *testing.T) {
	t.Parallel()
	t.Run("file", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cardroom.db")
			st, err := storeopen.Open(t.Context(), "file:"+path, store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer st.Close()
			whoIsForgotten(t, st, "file:"+path, func() (all string) {
				names, err := filepath.Glob(path + "*")
				if err != nil {
					t.Fatal(err)
				}
				for _, name := range names {
					data, err := os.ReadFile(name)
					if err != nil {
						t.Fatal(err)
					}
					all += string(data)
				}
				return all
			})
		})
	})
	t.Run("redis", func(t *testing.T) {
		server := storetest.StartRedis(t)
		synctest.Test(t, func(t *testing.T) { // requests to the server take no virtual time
			st, err := storeopen.Open(t.Context(), server.URL(), store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			whoIsForgotten(t, st, server.URL(), func() (all string) {
				for _, key := range server.Must("KEYS", "*").([]any) {
					read := map[string][]any{
						"string": {"GET", key}, "hash": {"HGETALL", key}, "set": {"SMEMBERS", key}, "zset": {"ZRANGE", key, 0, -1},
						"stream": {"XRANGE", key, "-", "+"},
					}[server.Must("TYPE", key).(string)]
					all += fmt.Sprintln(key, server.Must(read...))
				}
				return all
			})
		})
	})
}

// A request to be forgotten whose answer is lost is sent once more, with the same id, and takes effect once.
func TestALostAnswerToAWishIsAskedForOnceMore(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, _, rosa := wished(t, nil)
		var receipts []store.Receipt
		c.shaky.update(func() {
			c.shaky.forget = func(do commitFunc) (store.Receipt, error) {
				receipt, err := do()
				if receipts = append(receipts, receipt); len(receipts) == 1 {
					return store.Receipt{}, errReset
				}
				return receipt, err
			}
		})
		c.forgets(rosa)
		if len(receipts) != 2 || receipts[0].Duplicate || !receipts[1].Duplicate {
			t.Errorf("the store has carried out %+v", receipts)
		}
	})
}

func whoIsForgotten(t *testing.T, st store.Store, url string, bytes func() string) {
	c, alice, rosa := wished(t, st)
	c.known(alice, rosa, "1", true)
	rosa.Command(c.channel, "/sit")
	time.Sleep(2 * time.Second)
	if all := bytes(); !strings.Contains(all, rosalind) || !strings.Contains(all, "person/"+rosa.ID()) {
		t.Fatal("the name of who has a seat is not found in the store")
	}
	c.leaves(alice, rosa)
	before, err := st.Wallet(context.Background(), guildOf(c), person(rosa))
	if err != nil {
		t.Fatal(err)
	}
	c.forgets(rosa)
	for range 2 {
		c.known(alice, rosa, "1", false)
		c.known(rosa, rosa, "1", false)
		s, err := st.Stats(context.Background(), guildOf(c), person(rosa))
		if after, err2 := st.Wallet(context.Background(), guildOf(c), person(rosa)); err != nil || err2 != nil || after != before || s.Hands != 0 {
			t.Errorf("wallet %+v, was %+v; stats %+v", after, before, s)
		}
		if complaints := c.doctor(url); len(complaints) > 0 {
			t.Errorf("the doctor: %q", complaints)
		}
		c.stop()
		c.start()
	}
	c.handOf(alice, rosa)
	last, err := st.Hands(context.Background(), store.Key{Guild: guildOf(c), Channel: channelOf(c)}, 0, 1)
	if err != nil || len(last) != 1 {
		t.Fatal(last, err)
	}
	c.known(alice, rosa, "1", false)
	c.known(alice, rosa, fmt.Sprint(last[0].Number), true)
	if complaints := c.doctor(url); len(complaints) > 0 {
		t.Errorf("the doctor after another hand: %q", complaints)
	}
	c.forgets(rosa)
	c.known(c.person("ned"), rosa, fmt.Sprint(last[0].Number), false)
	expectForgotten := func(when, all string) {
		for _, left := range []string{rosalind, "person/" + rosa.ID()} {
			if n := strings.Count(all, left); n > 0 {
				t.Errorf("%q is %d times in the store %s", left, n, when)
			}
		}
	}
	time.Sleep(61 * time.Second) // a file's log is cut a minute later, at most
	expectForgotten("while the bot runs", bytes())
	c.stop()
	c.stop = func() {}
	all := bytes()
	if err := st.Close(); err != nil {
		t.Fatal(err)
	}
	if strings.HasPrefix(url, "file:") { // the other one has stopped
		all = bytes()
	}
	expectForgotten("after its stop", all)
}

func channelOf(c *club) (id engine.ID) {
	fmt.Sscan(c.channel.ID(), &id)
	return id
}

// The button works only for the user who asked, on their own private message, and for a question that was asked.
func TestNobodyIsForgottenByAnothersOrAMadeUpButton(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, alice, rosa := wished(t, nil)
		bob := c.person("bob")
		confirmation := rosa.Command(c.channel, "/settings", "forget", "true")
		mine, board := confirmation.Message.ID, c.channel.Messages()[0].ID
		his := bob.Command(c.channel, "/settings", "forget", "true").Message.ID
		button := confirmation.Message.Buttons()[0].CustomID
		made := func(who, asked string) string {
			return fmt.Sprintf("v1:%s:0:0:forget %s:%s", c.channel.ID(), who, asked)
		}
		asked := button[strings.LastIndex(button, ":")+1:]
		if button != made(rosa.ID(), asked) {
			t.Fatalf("the button is %s", button)
		}
		for _, f := range []struct {
			who         *discordtest.Person
			message, id string
		}{
			{bob, his, button}, {bob, mine, button}, {bob, his, made(bob.ID(), "9000000000000000000")}, {rosa, board, button},
			{rosa, mine, made("", asked)}, {rosa, mine, made(rosa.ID(), "0")}, {rosa, mine, made(rosa.ID(), "-5")},
			{rosa, mine, strings.Replace(button, "v1:", "v1:7", 1)}, {rosa, mine, strings.TrimSuffix(button, ":"+asked)},
			{alice, mine, button},
		} {
			a := f.who.Forge(c.channel, f.message, f.id)
			if a.Type == discordtest.AnswerUpdate || strings.Contains(a.Text(), "You are forgotten") {
				t.Errorf("%s by %s is answered %d %q", f.id, f.who.Name(), a.Type, a.Text())
			}
		}
		if forgotten, err := c.store.Forgotten(t.Context(), guildOf(c)); err != nil || len(forgotten) != 0 {
			t.Errorf("%v are forgotten, %v", forgotten, err)
		}
		time.Sleep(time.Second)
		rosa.PressOn(confirmation.Message, "Confirm")
		first, err := c.store.Forgotten(t.Context(), guildOf(c))
		if err != nil || len(first) != 1 {
			t.Fatal(first, err)
		}
		time.Sleep(time.Second)
		rosa.Command(c.channel, "/settings", "ping", "always")
		time.Sleep(time.Second)
		if a := rosa.Forge(c.channel, mine, button); !strings.Contains(a.Text(), "You are forgotten") {
			t.Errorf("the second time it is answered %d %q, %v", a.Type, a.Text(), a.Err)
		}
		second, err := c.store.Forgotten(t.Context(), guildOf(c))
		if err != nil || !second[person(rosa)].Equal(first[person(rosa)]) {
			t.Errorf("forgotten since %v and then since %v, %v", first, second, err)
		}
		if a := rosa.Command(c.channel, "/settings"); !strings.Contains(a.Text(), "`ping` **At once**") {
			t.Errorf("what she chose since is gone: %s", a.Text())
		}
	})
}

// Wherever the program ends, another press on the button does the rest.
func TestForgettingIsFinishedAfterACrash(t *testing.T) {
	t.Parallel()
	for _, at := range []failpoint.Point{
		{Effect: failpoint.ForgetPerson}, {Effect: failpoint.ForgetPerson, Done: true}, {Effect: failpoint.KeepChoice}, {Effect: failpoint.KeepChoice, Done: true},
	} {
		t.Run(at.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, alice, rosa := wished(t, nil)
				c.stop()
				var fell atomic.Bool
				c.at = func(p failpoint.Point) bool { return p == at && fell.CompareAndSwap(false, true) }
				c.start()
				confirmation := rosa.Command(c.channel, "/settings", "forget", "true")
				c.excused++
				rosa.PressOn(confirmation.Message, "Confirm")
				<-c.life.ended
				time.Sleep(4 * time.Second)
				c.start()
				a := rosa.PressOn(confirmation.Message, "Confirm")
				if !fell.Load() || !strings.Contains(a.Text(), "You are forgotten") {
					t.Fatalf("fell %t, then %d %q %v", fell.Load(), a.Type, a.Text(), a.Err)
				}
				c.known(alice, rosa, "1", false)
				if note, err := c.store.Note(t.Context(), "person/"+rosa.ID()); note != "" || err != nil {
					t.Errorf("her settings are %s, %v", note, err)
				}
				if s, err := c.store.Stats(t.Context(), guildOf(c), person(rosa)); s.Hands != 0 || err != nil {
					t.Errorf("%+v, %v", s, err)
				}
			})
		})
	}
}
