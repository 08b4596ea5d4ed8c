package rest

import (
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// The client asks a channel that refused the bot again after BlockTime, or once a refusal has become unlikely (P15).
func TestAChannelThatRefusesIsLeftAlone(t *testing.T) {
	for status, want := range map[int]error{403: ErrForbidden, 404: ErrNoChannel} {
		synctest.Test(t, func(t *testing.T) {
			asked := 0
			c := against(t, func(r *http.Request) (*http.Response, error) {
				asked++
				return refusal(r, status, `{"code": 10003, "message": "no"}`)
			})
			edit := func(channel string) error { return c.Edit(t.Context(), channel, "2", nothing()) }
			for range 60 {
				if err := edit("1"); status == 404 && !errors.Is(err, want) {
					t.Fatalf("it fails with %v, want %v", err, want)
				}
				time.Sleep(time.Second)
			}
			if asked != 1 {
				t.Errorf("%d: asked %d times in a minute", status, asked)
			}
			edit("7")
			c.EditReply(t.Context(), Ref{Token: hookToken}, Original, nothing())
			if asked != 3 {
				t.Error("another channel, or a token, is barred too")
			}
			c.Unblock("1")
			edit("1")
			time.Sleep(BlockTime + time.Second)
			edit("1")
			if asked != 5 {
				t.Errorf("asked %d times in all, want 5", asked)
			}
		})
	}
}

// P15: of five hundred channels that refuse the bot at once, each gets one request in ten minutes. All others fail unsent.
func TestFiveHundredChannelsThatRefuseAreFiveHundredRefusals(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked atomic.Int64
		c := against(t, func(r *http.Request) (*http.Response, error) {
			asked.Add(1)
			return refusal(r, 403, `{"code": 50013, "message": "Missing Permissions"}`)
		})
		for end := time.Now().Add(BlockTime - time.Minute); time.Now().Before(end); {
			for channel := range 500 {
				if err := c.Edit(t.Context(), fmt.Sprint(channel+1), "2", nothing()); !errors.Is(err, ErrForbidden) {
					t.Fatal(err)
				}
			}
			time.Sleep(20 * time.Second)
		}
		if asked.Load() != 500 {
			t.Errorf("500 channels were asked %d times", asked.Load())
		}
	})
}

// A channel that refuses the bot in spite of sufficient permissions is asked again after BlockTime, or when an interaction shows others: as
// often as they are shown, nothing is sent.
func TestTheSamePermissionsBringNoOtherRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, refuses := 0, true
		c := against(t, func(r *http.Request) (*http.Response, error) {
			if asked++; refuses {
				return refusal(r, 403, `{"code": 50001, "message": "Missing Access"}`)
			}
			return refusal(r, 200, `{"id": "2"}`)
		})
		press := func(permissions int64, suffice bool) bool {
			if !suffice {
				c.Lack("1")
			}
			resumes := suffice && c.Resume("1", permissions).IsZero()
			c.Edit(t.Context(), "1", "2", nothing())
			return resumes
		}
		want := func(requests int) {
			t.Helper()
			if asked != requests {
				t.Fatalf("%d requests, want %d", asked, requests)
			}
		}
		c.Edit(t.Context(), "1", "2", nothing())
		press(7, true) // permissions that were lost may be back
		want(2)
		for range 20 {
			if until := c.Resume("1", 7); time.Until(until) > BlockTime || time.Until(until) <= 0 {
				t.Fatalf("blocked until %v", until)
			}
			press(7, true)
			time.Sleep(10 * time.Second)
		}
		want(2)
		if !press(15, true) {
			t.Error("other permissions do not resume")
		}
		want(3)
		press(3, false) // a permission is lost
		want(3)
		press(15, true) // and comes back
		want(4)
		time.Sleep(BlockTime) // the bot tries again by itself
		c.Edit(t.Context(), "1", "2", nothing())
		want(5)
		press(15, true)
		want(5)
		time.Sleep(BlockTime)
		press(15, true)
		want(6)
		refuses = false
		press(31, true) // Discord takes it
		refuses = true
		c.Edit(t.Context(), "1", "2", nothing())
		want(8)
		press(31, true) // another refusal
		want(9)
	})
}

// The permissions that an interaction shows before the first request count, too: Discord refuses that, and they bring no other. A success
// forgets them, and so does Unblock.
func TestTheFirstRefusalCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked, refuses := 0, true
		c := against(t, func(r *http.Request) (*http.Response, error) {
			if asked++; refuses {
				return refusal(r, 403, `{"code": 50001, "message": "Missing Access"}`)
			}
			return refusal(r, 200, `{"id": "2"}`)
		})
		edit := func() { c.Edit(t.Context(), "1", "2", nothing()) }
		c.Resume("1", 7)
		edit()
		if until := c.Resume("1", 7); time.Until(until) != BlockTime {
			t.Errorf("blocked until %v", until)
		}
		c.Unblock("1") // the bot was added to the thread
		if until := c.Resume("1", 7); !until.IsZero() {
			t.Errorf("unblocked, and blocked until %v", until)
		}
		refuses = false
		edit()
		refuses = true
		edit() // Discord takes the first one, and refuses this
		if until := c.Resume("1", 7); !until.IsZero() || asked != 3 {
			t.Errorf("blocked until %v after %d requests", until, asked)
		}
	})
}

// Reading a channel, and its messages, are refused each for themselves: a refusal of one keeps the client from no other.
func TestEachKindOfRequestHasARefusalOfItsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		asked := map[string]int{}
		c := against(t, func(r *http.Request) (*http.Response, error) {
			asked[r.Method+" "+r.URL.Path]++
			return refusal(r, 403, `{"code": 50001, "message": "Missing Access"}`)
		})
		c.Resume("1", 7)
		for range 3 {
			c.Channel(t.Context(), "1")
			c.Message(t.Context(), "1", "2")
		}
		reads := c.Blocks("1")
		if until := c.Resume("1", 7); reads || !until.IsZero() { // a refused read shows no refused message
			t.Errorf("blocks: %t, until %v", reads, until)
		}
		c.Channel(t.Context(), "1")
		c.Edit(t.Context(), "1", "2", nothing())
		c.Edit(t.Context(), "1", "2", nothing())
		if !c.Blocks("1") {
			t.Error("a refused message blocks nothing")
		}
		if len(asked) != 3 || asked["GET /api/v9/channels/1"] != 2 || asked["GET /api/v9/channels/1/messages/2"] != 1 || asked["PATCH /api/v9/channels/1/messages/2"] != 1 {
			t.Errorf("asked %v", asked)
		}
	})
}

// The client forgets tries that brought nothing in twice BlockTime, and keeps newer ones.
func TestOldTriesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := against(t, func(r *http.Request) (*http.Response, error) {
			return refusal(r, 403, `{"code": 50001, "message": "Missing Access"}`)
		})
		c.Resume("1", 7)
		time.Sleep(2*BlockTime - time.Second)
		c.Resume("2", 7)
		if n := len(c.blocked.tries); n != 2 {
			t.Errorf("%d tries after twenty minutes", n)
		}
		time.Sleep(2 * time.Second)
		c.Resume("3", 7)
		if n := len(c.blocked.tries); n != 2 {
			t.Errorf("%d tries later", n)
		}
	})
}
