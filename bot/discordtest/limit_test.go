package discordtest_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

func TestAChannelTakesFiveMessagesInFiveSeconds(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		post := func() answer { return d.send("POST", d.messages(), `{"content":"c"}`) }
		for left := range 5 {
			d.want(post(), 200, 0)
			if got := d.last.Get("X-RateLimit-Remaining"); got != strconv.Itoa(4-left) {
				t.Errorf("remaining %s, want %d", got, 4-left)
			}
		}
		d.settle(2 * time.Second)
		refused := post()
		if refused.status != 429 || !strings.Contains(refused.body, `"retry_after":3`) || d.last.Get("Retry-After") != "3.000" ||
			d.last.Get("X-RateLimit-Scope") != "user" || d.last.Get("X-RateLimit-Reset-After") != "3.000" {
			t.Errorf("%v %v", refused, d.last)
		}
		other := "/channels/" + d.guild.Channel("other").ID() + "/messages"
		d.want(d.send("POST", other, `{"content":"c"}`), 200, 0)
		m, _ := d.poker.Last()
		for range 5 {
			d.want(d.send("PATCH", d.messages()+"/"+m.ID, `{"content":"d"}`), 200, 0)
		}
		if a := d.send("PATCH", d.messages()+"/"+m.ID, `{"content":"d"}`); a.status != 429 {
			t.Errorf("the sixth edit: %v", a)
		}
		d.settle(3 * time.Second)
		d.want(post(), 200, 0)
		d.blameless()
	})
}

func TestABotHasFiftyRequestsASecond(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		d.settle(time.Second)
		for n := range 50 {
			d.want(d.send("GET", fmt.Sprint("/users/", []string{"@me", d.alice.ID()}[n%2])), 200, 0)
		}
		if a := d.send("GET", "/gateway"); a.status != 429 || d.last.Get("X-RateLimit-Global") != "true" || !strings.Contains(a.body, `"global":true`) {
			t.Errorf("the 51st request: %v", a)
		}
		d.want(d.callback(i, `{"type":4,"data":{"content":"exempt"}}`), 204, 0)
		req, _ := http.NewRequest("GET", "https://discord.com/api/v10/webhooks/x/"+i.Token+"/messages/@original", nil)
		if a := d.do(req); a.status == 429 {
			t.Errorf("a reply counts as %v", a)
		}
		d.settle(time.Second)
		d.want(d.send("GET", "/gateway"), 200, 0)
	})
}

func TestATokensMessagesHaveALimitOfTheirOwn(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		d.want(d.callback(i, `{"type":4,"data":{"content":"c"}}`), 204, 0)
		path := d.hook(i)
		for range 5 {
			d.want(d.send("POST", path, `{"content":"more"}`), 200, 0)
		}
		if a := d.send("POST", path, `{"content":"more"}`); a.status != 429 {
			t.Errorf("the sixth follow-up in two seconds: %v", a)
		}
		d.settle(2 * time.Second)
		d.want(d.send("POST", path, `{"content":"more"}`), 200, 0)
	})
}

func TestOldMessagesTakeFewEdits(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		path := d.messages() + "/" + d.say(`{"content":"c"}`)
		edit := func() answer { return d.send("PATCH", path, `{"content":"d"}`) }
		d.settle(59 * time.Minute)
		for range 4 {
			d.want(edit(), 200, 0)
		}
		d.settle(time.Minute)
		for range 3 {
			d.want(edit(), 200, 0)
		}
		d.want(edit(), 429, 30046)
		if d.last.Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
		d.settle(6 * time.Second)
		d.want(edit(), 200, 0)
	})
}

func TestLimitsCanBeSwitchedOff(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		for range 60 {
			d.say(`{"content":"c"}`)
		}
	})
}

func TestFaults(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		post := func() answer { return d.send("POST", d.messages(), `{"content":"c"}`) }
		count := func() int { return len(d.poker.Messages()) }

		d.srv.Fail("POST /channels", discordtest.Fault{Status: 502, Body: "bad gateway", Times: 2})
		d.want(post(), 502, 0)
		d.want(d.send("GET", d.messages()), 200, 0)
		d.want(post(), 502, 0)
		d.want(post(), 200, 0)

		d.srv.Fail("POST", discordtest.Fault{Status: 500, Applied: true})
		before := count()
		if d.want(post(), 500, 0); count() != before+1 {
			t.Error("the request whose answer was lost had no effect")
		}
		d.srv.Fail("POST", discordtest.Fault{Delay: 2 * time.Second})
		began := time.Now()
		if d.want(post(), 200, 0); time.Since(began) != 2*time.Second {
			t.Errorf("answered after %v", time.Since(began))
		}
		d.srv.Fail("POST", discordtest.TooMany(1500*time.Millisecond, "shared"))
		if a := post(); a.status != 429 || !strings.Contains(a.body, `"retry_after": 1.500`) || d.last.Get("X-RateLimit-Scope") != "shared" {
			t.Errorf("%v %v", a, d.last)
		}
		d.srv.Fail("POST", discordtest.Banned(time.Minute))
		if a := post(); a.status != 429 || a.body != "error code: 1015" || !strings.HasPrefix(d.last.Get("Content-Type"), "text/plain") {
			t.Errorf("%v %v", a, d.last)
		}
		d.srv.Fail("POST", discordtest.Refusal(403, 50013, "Missing Permissions"))
		d.want(post(), 403, 50013)

		d.srv.Fail("POST", discordtest.Fault{Silent: true, Times: -1})
		client := *d.http
		client.Timeout = 5 * time.Second
		if _, err := client.Post("https://discord.com/api/v10"+d.messages(), "application/json", strings.NewReader(`{}`)); err == nil {
			t.Error("a silent request was answered")
		}
		d.srv.Mend()
		d.want(post(), 200, 0)
		d.blameless()
	})
}

// TestARequestLandsOnlyWhileTheServerRuns has two requests arrive late: one before the server closes, one after.
func TestARequestLandsOnlyWhileTheServerRuns(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		for _, after := range []time.Duration{time.Second, time.Hour} {
			d.srv.Fail("POST", discordtest.Fault{Status: 502, Lands: after})
			d.want(d.send("POST", d.messages(), `{"content":"late"}`), 502, 0)
		}
		d.settle(time.Minute)
		if n := len(d.poker.Messages()); n != 1 {
			t.Errorf("%d messages while the server runs, want the first", n)
		}
		if err := d.srv.Close(); err != nil {
			t.Fatal(err)
		}
		d.settle(2 * time.Hour)
		if n := len(d.poker.Messages()); n != 1 {
			t.Errorf("%d messages after the server closed, want the first", n)
		}
	})
}
