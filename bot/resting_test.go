package bot_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/bot/shuffle"
	"cardroom/store"
)

// lines returns how often a channel got a text.
func lines(ch *discordtest.Channel, words string) (n int) {
	for _, m := range ch.Messages() {
		if strings.Contains(m.Text(), words) {
			n++
		}
	}
	return n
}

// P8: a damaged table stays unchanged. Its channel gets one notice, a press gets an exact answer, and the table next to it
// plays.
func TestADamagedTableRestsAndTheOthersGoOn(t *testing.T) {
	t.Parallel()
	for name, bend := range map[string]func(store.Record) (store.Record, error){"a flipped bit": flipped, "a wrong checksum": misread} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, s, actor := shakyHand(t)
				other := c.guild.Channel("other")
				alice := c.person("alice")
				alice.Command(other, "/table open")
				time.Sleep(time.Second)
				before, key := raw(t, c), tableOf(t, c)
				c.stop()
				s.bends(key, bend)
				for range 3 { // and the notice comes once
					c.start()
					time.Sleep(5 * time.Second)
					if a := actor.Press(c.channel, "Call"); !strings.Contains(a.Text(), "a form I can't read") {
						t.Errorf("a press is answered %q", a.Text())
					}
					if a := alice.Command(c.channel, "/table open"); !strings.Contains(a.Text(), "a form I can't read") {
						t.Errorf("opening another is answered %q", a.Text())
					}
					if a := alice.Press(other, "Sit down"); !strings.Contains(a.Text()+board2(other), alice.Mention()) {
						t.Errorf("at the other table a press is answered %q", a.Text())
					}
					c.stop()
					time.Sleep(time.Hour) // longer than a nonce lasts
				}
				if n := lines(c.channel, "can't open this table"); n != 1 {
					t.Errorf("the channel was told %d times", n)
				}
				if after := raw(t, c); !bytes.Equal(before, after) {
					t.Error("the record has changed")
				}
				for _, want := range []string{"table cannot be opened", "put a backup back", "doctor --void"} {
					if !strings.Contains(c.log.String(), want) {
						t.Errorf("the log does not say %q", want)
					}
				}
				s.update(func() { s.read = nil }) // from a backup
				c.start()
				time.Sleep(5 * time.Second)
				if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
					t.Errorf("the table that is whole again answers %q", a.Text())
				}
			})
		})
	}
}

// board2 returns all messages of a channel.
func board2(ch *discordtest.Channel) (all string) {
	for _, m := range ch.Messages() {
		all += m.Text()
	}
	return all
}

// tableOf returns the key of the table in the club's channel, and raw its record.
func tableOf(t *testing.T, c *club) store.Key {
	t.Helper()
	for r, err := range c.shaky.Store.Tables(t.Context()) {
		if err == nil && bytes.Contains(r.Data, []byte(`"hand":1`)) {
			return r.Key
		}
	}
	t.Fatal("there is no table with a hand")
	return store.Key{}
}

func raw(t *testing.T, c *club) []byte {
	t.Helper()
	for r, err := range c.shaky.Store.Tables(t.Context()) {
		if err == nil && bytes.Contains(r.Data, []byte(`"hand":1`)) {
			return r.Data
		}
	}
	t.Fatal("there is no table with a hand")
	return nil
}

// A table that becomes unreadable while the bot runs is given up. A press gets that answer, instead of "not confirmed yet"
// for ever.
func TestATableThatGoesBadIsGivenUp(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c, s, actor := shakyHand(t)
		s.bends(tableOf(t, c), flipped)
		s.on(func(ctx context.Context, _ store.Change, _ commitFunc) (store.Receipt, error) { return loseReply(ctx) })
		actor.Press(c.channel, "Call") // with an unknown outcome, so that the table is read again
		time.Sleep(10 * time.Second)
		s.on(nil)
		for range 3 {
			if a := actor.Press(c.channel, "Call"); !strings.Contains(a.Text(), "a form I can't read") {
				t.Errorf("a press is answered %q", a.Text())
			}
			time.Sleep(20 * time.Second)
		}
		if n := strings.Count(c.log.String(), "a table cannot be opened"); n != 1 {
			t.Errorf("it is logged %d times", n)
		}
	})
}

// R65, P13: after the operator voided a hand, the next start shows it as void. The channel gets one notice with the reason,
// and the table goes on.
func TestTheChannelIsToldOfAHandThatTheOperatorMadeVoid(t *testing.T) {
	t.Parallel()
	for name, key := range map[string]byte{"with its key": 0, "without its key": 1} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				c, _, actor := shakyHand(t)
				actor.Press(c.channel, "Call")
				time.Sleep(2 * time.Second)
				where := tableOf(t, c)
				c.stop()
				doctor, err := bot.New(bot.Config{Key: bytes.Repeat([]byte{key}, shuffle.KeySize), Log: slog.New(slog.DiscardHandler)}, c.shaky.Store)
				if err != nil {
					t.Fatal(err)
				}
				c.laws.Opens(doctor.Read, nil) // without the key there is no proof
				if done, err := doctor.Void(t.Context(), where.Channel); err != nil || done.Hand != 1 {
					t.Fatalf("%+v, %v", done, err)
				}
				c.key = bytes.Repeat([]byte{key}, shuffle.KeySize)
				for range 2 {
					c.start()
					time.Sleep(4 * time.Second)
					c.stop()
					time.Sleep(time.Hour) // longer than a nonce lasts
				}
				if n := lines(c.channel, "The operator called #1 off"); n != 1 {
					t.Errorf("the channel was told %d times:\n%s", n, board2(c.channel))
				}
				if n := lines(c.channel, "This hand is void"); n != 1 {
					t.Errorf("the board does not say that the hand is void:\n%s", board2(c.channel))
				}
				c.start()
				time.Sleep(20 * time.Second)
				if !strings.Contains(lineThatActs(c), "▶") || !strings.Contains(board(c).Text(), "#2") {
					t.Errorf("the table does not go on:\n%s", board2(c.channel))
				}
				if list := seals(c); key != 0 && (len(list) != 2 || !strings.Contains(list[1].Text(), list[0].ID+": their key was lost")) {
					t.Errorf("the channel has %d seals' messages, the last one says\n%s", len(list), list[len(list)-1].Text())
				}
			})
		})
	}
}
