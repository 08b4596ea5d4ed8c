package discordtest_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

func TestAnInteractionIsAnsweredWithinThreeSecondsAndOnce(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		d.settle(3 * time.Second)
		d.want(d.callback(i, `{"type":4,"data":{"content":"just in time"}}`), 204, 0)
		d.want(d.callback(i, `{"type":4,"data":{"content":"again"}}`), 400, 40060)

		late := d.hello()
		d.settle(3*time.Second + time.Millisecond)
		d.want(d.callback(late, `{"type":4,"data":{"content":"late"}}`), 404, 10062)
		if a := late.Answer(); !errors.Is(a.Err, discordtest.ErrNoAnswer) {
			t.Errorf("answer %v", a)
		}
		d.want(d.send("PATCH", d.hook(late)+"/messages/@original", `{"content":"c"}`), 404, 10015)
		d.want(d.send("POST", "/interactions/1/nonsense/callback", `{"type":6}`), 404, 10062)
	})
}

// After a second without a reply from Discord, a bot cannot tell a slow answer from a lost one.
func TestASlowAnswerMayBeRepeated(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		for wait, blamed := range map[time.Duration]bool{999 * time.Millisecond: true, time.Second: false} {
			complaints := len(d.srv.Complaints())
			i := d.hello()
			d.settle(wait)
			d.want(d.callback(i, `{"type":4,"data":{"content":"slow"}}`), 204, 0)
			d.want(d.callback(i, `{"type":4,"data":{"content":"again"}}`), 400, 40060)
			if got := len(d.srv.Complaints()) > complaints; got != blamed {
				t.Errorf("after %v a second answer is a complaint: %t", wait, got)
			}
		}
	})
}

func TestAnUnansweredInteractionIsAComplaintIfTheBotGotIt(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.hello().Answer()
		d.blameless()
		join(d)
		if a := d.alice.Command(d.poker, "/sit"); !errors.Is(a.Err, discordtest.ErrNoAnswer) || a.Took != 3*time.Second {
			t.Errorf("answer %v after %v", a, a.Took)
		}
		d.blames("command sit by alice was not answered")
	})
}

func TestAnAnswerMustFitWhatWasDone(t *testing.T) {
	message := `{"type":%d,"data":{"content":"c","custom_id":"m","title":"t","components":[],"choices":[]}}`
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		d.register(`[{"name":"hello","description":"h"},{"name":"sit","description":"s","options":[{"type":3,"name":"buyin","description":"b","autocomplete":true}]}]`)
		acts := map[string]struct {
			act     func() *discordtest.Interaction
			allowed []int
		}{
			"command": {func() *discordtest.Interaction { return d.start(d.alice, discordtest.Slash{Command: "/hello"}) }, []int{4, 5}},
			"press":   {func() *discordtest.Interaction { i, _ := d.pressed(); return i }, []int{4, 5, 6, 7}},
			"complete": {func() *discordtest.Interaction {
				return d.start(d.alice, discordtest.Autocomplete{Command: "/sit", Option: "buyin"})
			}, []int{8}},
		}
		for name, a := range acts {
			for _, kind := range []int{1, 4, 5, 6, 7, 8} {
				got := d.callback(a.act(), fmt.Sprintf(message, kind))
				if allowed := strings.Contains(fmt.Sprint(a.allowed), fmt.Sprint(kind)); allowed != (got.status == 204) {
					t.Errorf("a %s answered with type %d: %d %s", name, kind, got.status, got.body)
				}
			}
		}
	})
}

func TestATokenLivesFifteenMinutes(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		d.want(d.callback(i, `{"type":4,"data":{"content":"one","flags":64}}`), 204, 0)
		original := d.hook(i) + "/messages/@original"
		d.settle(15 * time.Minute)
		d.want(d.send("PATCH", original, `{"content":"two"}`), 200, 0)
		d.settle(time.Millisecond)
		d.want(d.send("PATCH", original, `{"content":"three"}`), 401, 50027)
		d.want(d.send("POST", d.hook(i), `{"content":"three"}`), 401, 50027)
		d.want(d.send("GET", "/webhooks/"+d.app()+"/no-such-token/messages/@original"), 404, 10015)
		d.want(d.send("GET", "/webhooks/1/"+i.Token+"/messages/@original"), 404, 10015)
		if m, _ := d.alice.Last(d.poker); m.Content != "two" {
			t.Errorf("alice sees %q", m.Content)
		}
	})
}

func TestAnEphemeralMessageIsForOnePersonAndOneToken(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		d.want(d.callback(i, `{"type":4,"data":{"content":"cards","flags":64}}`), 204, 0)
		m, _ := d.alice.Last(d.poker)
		if !m.Ephemeral || m.For != d.alice.ID() || len(d.bob.See(d.poker)) != 0 {
			t.Errorf("message %+v", m)
		}
		path := d.messages() + "/" + m.ID
		d.want(d.send("GET", path), 404, 10008)
		d.want(d.send("PATCH", path, `{"content":"c"}`), 404, 10008)
		d.want(d.send("DELETE", path), 404, 10008)
		if list := d.send("GET", d.messages()); list.body != "[]" {
			t.Errorf("the channel lists %s", list.body)
		}
		d.want(d.send("GET", d.hook(i)+"/messages/"+m.ID), 200, 0)
		other := d.hello()
		d.want(d.callback(other, `{"type":5}`), 204, 0)
		d.want(d.send("PATCH", d.hook(other)+"/messages/"+m.ID, `{"content":"c"}`), 404, 10008)
		d.want(d.send("DELETE", d.hook(i)+"/messages/@original"), 204, 0)
		if m, _ := d.alice.Last(d.poker); m.Content == "cards" {
			t.Error("alice still sees her cards")
		}
	})
}

func TestAnEphemeralFollowUpBelongsToItsToken(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		first, board := d.pressed()
		d.want(d.send("POST", d.hook(first), `{"content":"too early","flags":64}`), 404, 10015)
		d.want(d.callback(first, `{"type":6}`), 204, 0)
		panel := d.send("POST", d.hook(first), `{"flags":32832,"components":[`+text("A♠ K♦")+`,`+row(button("fold", "Fold"))+`]}`)
		d.want(panel, 200, 0)
		m, _ := d.alice.Last(d.poker)
		if m.ID != panel.id() || m.For != d.alice.ID() || len(d.bob.See(d.poker)) != 1 {
			t.Fatalf("the follow-up is %+v", m)
		}
		own := d.hook(first) + "/messages/" + panel.id()
		d.want(d.send("PATCH", own, v2(text("Q♠ Q♦"), row(button("fold", "Fold")))), 200, 0)

		second := d.start(d.alice, discordtest.Press{Message: board, CustomID: "call"})
		d.want(d.callback(second, `{"type":6}`), 204, 0)
		other := d.hook(second) + "/messages/" + panel.id()
		d.want(d.send("PATCH", other, v2(text("c"))), 404, 10008)
		d.want(d.send("DELETE", other), 404, 10008)

		d.settle(14 * time.Minute)
		third := d.start(d.alice, discordtest.Press{Message: panel.id(), CustomID: "fold"})
		d.want(d.callback(third, `{"type":6}`), 204, 0)
		d.settle(time.Minute + time.Millisecond)
		d.want(d.send("PATCH", own, v2(text("c"))), 401, 50027)
		d.want(d.send("DELETE", own), 401, 50027)
		d.want(d.send("DELETE", d.hook(third)+"/messages/@original"), 204, 0) // a press on the panel renews it
		if m, _ := d.alice.Last(d.poker); m.ID == panel.id() {
			t.Error("alice still sees the panel")
		}
	})
}

func TestADismissedMessageIsGoneForThePersonOnly(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.callback(d.hello(), `{"type":4,"data":{"content":"cards","flags":64}}`)
		m, _ := d.alice.Last(d.poker)
		d.bob.Dismiss(d.poker, m.ID)
		if len(d.alice.See(d.poker)) != 1 {
			t.Fatal("bob dismissed alice's message")
		}
		d.alice.Dismiss(d.poker, m.ID)
		if len(d.alice.See(d.poker)) != 0 {
			t.Error("the message is still there")
		}
	})
}

func TestOriginalIsTheMessageThatWasPressed(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		for _, kind := range []string{`{"type":6}`, `{"type":7,"data":{"content":"new"}}`} {
			i, board := d.pressed()
			d.want(d.callback(i, kind), 204, 0)
			if got := d.send("GET", d.hook(i)+"/messages/@original"); got.id() != board {
				t.Errorf("@original after %s is %s, want %s", kind, got.id(), board)
			}
			d.want(d.send("PATCH", d.hook(i)+"/messages/@original", `{"content":"later"}`), 200, 0)
			if m, _ := d.poker.Message(board); m.Content != "later" || len(m.Buttons()) != 1 {
				t.Errorf("board %v", m)
			}
		}
	})
}

func TestAnUpdateChangesOnlyWhatItNames(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i, board := d.pressed()
		d.want(d.callback(i, `{"type":7,"data":{"content":"new"}}`), 204, 0)
		if m, _ := d.poker.Message(board); len(m.Buttons()) != 1 {
			t.Error("absent components were cleared")
		}
		i, board = d.pressed()
		d.want(d.callback(i, `{"type":7,"data":{"components":null}}`), 204, 0)
		if m, _ := d.poker.Message(board); len(m.Buttons()) != 0 || m.Content != "board" {
			t.Error("null components were not cleared, or the content was")
		}
		i, board = d.pressed()
		d.poker.DeleteMessage(board)
		d.want(d.callback(i, `{"type":7,"data":{"content":"new"}}`), 404, 10008)
	})
}

func TestADeferredAnswerSaysNothingYet(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		d.judge("flags beside ephemeral", "data.flags", d.callback(i, `{"type":5,"data":{"flags":32768}}`))
		d.want(d.callback(i, `{"type":5,"data":{"flags":64}}`), 204, 0)
		m, _ := d.alice.Last(d.poker)
		if !m.Loading || m.Flags&discordtest.FlagLoading == 0 {
			t.Fatalf("message %+v", m)
		}
		filled := d.send("POST", d.hook(i), `{"content":"the first follow-up fills it"}`)
		if filled.id() != m.ID {
			t.Error("the first follow-up made a message of its own")
		}
		second := d.send("POST", d.hook(i), `{"content":"the second","flags":64}`)
		if second.id() == m.ID || len(d.alice.See(d.poker)) != 2 {
			t.Error("the second follow-up did not")
		}
	})
}

func TestACallbackTellsWhatItMadeWhenAsked(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		i := d.hello()
		got := d.send("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback?with_response=true", `{"type":4,"data":{"content":"c"}}`)
		m, _ := d.poker.Last()
		if got.status != 200 || !strings.Contains(got.body, `"response_message_id":"`+m.ID+`"`) || !strings.Contains(got.body, `"content":"c"`) {
			t.Errorf("answer %v", got)
		}
		d.callback(d.hello(), `{"type":6}`)
		if d.want(d.callback(d.hello(), `{"type":5}`), 204, 0); d.last.Get("Content-Type") != "" {
			t.Errorf("a 204 with content type %q", d.last.Get("Content-Type"))
		}
		i = d.hello()
		got = d.send("POST", "/interactions/"+i.ID+"/"+i.Token+"/callback?with_response=true", `{"type":5}`)
		if got.status != 200 || !strings.Contains(got.body, `"response_message_loading":true`) || strings.Contains(got.body, "resource") {
			t.Errorf("a deferral is answered with %v; Discord names no resource in it", got)
		}
	})
}

func TestDeliveriesCanBeRepeatedLateAndForged(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		b := join(d)
		sit := discordtest.Slash{Command: "/sit"}
		i, err := d.alice.Deliver(d.poker, sit, discordtest.Delivery{Times: 2, Late: time.Second, ID: "123", Token: "forged"})
		if err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for range 2 {
			if got := <-b.acted; got.ID != "123" || got.Token != "forged" {
				t.Errorf("interaction %s %s", got.ID, got.Token)
			}
		}
		if late := time.Since(began); late != time.Second {
			t.Errorf("delivered after %v, want 1 s", late)
		}
		d.want(d.callback(i, `{"type":4,"data":{"content":"c"}}`), 204, 0)
		i.Redeliver()
		<-b.acted
		d.want(d.callback(i, `{"type":4,"data":{"content":"c"}}`), 400, 40060)
		d.blameless()
	})
}

func TestAForgedPressNeedsOnlyAMessage(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		b := join(d)
		id := d.say(`{"content":"no buttons"}`)
		go func() {
			i := <-b.acted
			if i.MessageComponentData().CustomID != "v1:steal" || i.Message.ID != id {
				t.Errorf("interaction %+v", i.Data)
			}
			_ = b.InteractionRespond(i, says("no", 64))
		}()
		if a := d.bob.Forge(d.poker, id, "v1:steal"); a.Text() != "no" {
			t.Error(a)
		}
		if a := d.bob.Forge(d.poker, "1", "v1:steal"); !errors.Is(a.Err, discordtest.ErrNotThere) {
			t.Error(a)
		}
	})
}
