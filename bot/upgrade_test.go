package bot_test

import (
	"bytes"
	"context"
	"iter"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot"
	"cardroom/bot/discordtest"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// translated is a store whose tables are read in another form.
type translated struct {
	store.Store
	read func(store.Record) store.Record
}

// builds is a store used by two versions of the program. The newer one has another schema for its records, and reads both.
type builds struct {
	translated
	club  *club
	newer atomic.Bool
}

func (s *builds) Commit(ctx context.Context, c store.Change) (store.Receipt, error) {
	if older := c.Sealed; s.newer.Load() {
		c.Sealed = func(version int64) []byte {
			return bot.Newer(s.club.key, store.Record{Key: c.Key, Version: version, Data: older(version)})
		}
	}
	return s.Store.Commit(ctx, c)
}

func (s *builds) asOlder(r store.Record) store.Record {
	if s.newer.Load() {
		r.Data = bot.Older(s.club.key, r)
	}
	return r
}

func (s *translated) Load(ctx context.Context, k store.Key) (store.Record, error) {
	r, err := s.Store.Load(ctx, k)
	return s.read(r), err
}

func (s *translated) Tables(ctx context.Context) iter.Seq2[store.Record, error] {
	return func(yield func(store.Record, error) bool) {
		for r, err := range s.Store.Tables(ctx) {
			if !yield(s.read(r), err) {
				return
			}
		}
	}
}

// TestAHandOutlivesAnUpgradeAndALookBack is P9: a newer version continues a hand in its middle. The older one, started
// again, refuses the newer one's records, leaves them unchanged, and plays other tables. The newer one then continues with
// the same cards and the same player to act.
func TestAHandOutlivesAnUpgradeAndALookBack(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var s *builds
		c := openAs(t, func(c *club) {
			st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { st.Close() })
			s = &builds{translated: translated{Store: st}, club: c}
			s.read = s.asOlder
			c.shaky.Store = c.laws.Store(s)
		})
		actor := shakyHandAt(t, c)
		key, raw := tableOf(t, c), func() []byte {
			r, err := s.Store.Load(t.Context(), tableOf(t, c))
			if err != nil {
				t.Fatal(err)
			}
			return r.Data
		}
		cards := actor.Command(c.channel, "/cards").Text()
		upgrade := func(newer bool) {
			c.stop()
			s.newer.Store(newer)
			time.Sleep(time.Hour)
			c.start()
			time.Sleep(5 * time.Second)
		}

		upgrade(true)
		if now := actor.Command(c.channel, "/cards").Text(); now != cards || !strings.Contains(lineThatActs(c), actor.Mention()) {
			t.Errorf("the newer version shows %q, the older did %q; %s", now, cards, lineThatActs(c))
		}
		if a := actor.Press(c.channel, "Call"); a.Type != discordtest.AnswerUpdate {
			t.Fatalf("a press is answered %v", a)
		}
		other := c.other(actor)
		cards, was := other.Command(c.channel, "/cards").Text(), raw()

		upgrade(false)
		if a := other.Press(c.channel, "Check"); !strings.Contains(a.Text(), "a form I can't read") {
			t.Errorf("by the older version a press is answered %v", a)
		}
		elsewhere := c.guild.Channel("elsewhere")
		if a := c.person("alice").Command(elsewhere, "/table open"); !strings.Contains(a.Text(), "is open") {
			t.Errorf("by the older version another table is opened: %v", a)
		}
		confirm(c.person("alice"), elsewhere, "/table close")
		time.Sleep(time.Minute)
		if !bytes.Equal(was, raw()) || lines(c.channel, "can't open this table") != 1 || key != tableOf(t, c) {
			t.Errorf("what the newer version has stored has changed, or the channel was told %d times", lines(c.channel, "can't open this table"))
		}
		if want := "start the version that wrote it"; !strings.Contains(c.log.String(), want) {
			t.Errorf("the log does not say %q", want)
		}

		upgrade(true)
		if now := other.Command(c.channel, "/cards").Text(); now != cards || !strings.Contains(lineThatActs(c), other.Mention()) {
			t.Errorf("the newer version shows %q, and did %q; %s", now, cards, lineThatActs(c))
		}
		for range 20 {
			b := board(c)
			if !strings.Contains(b.Text(), "#1 ") {
				break
			}
			for _, label := range []string{"Check", "Call 10"} {
				c.person("alice").Press(c.channel, label)
				c.person("bob").Press(c.channel, label)
			}
			time.Sleep(3 * time.Second)
		}
		if b := board(c); !strings.HasPrefix(b.Text(), "#2 ") || lines(c.channel, "#1 · **Result**") != 1 {
			t.Errorf("the hand did not end:\n%s", b.Text())
		}
	})
}
