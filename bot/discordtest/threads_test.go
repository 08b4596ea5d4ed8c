package discordtest_test

import (
	"errors"
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// A thread takes the same requests from the bot as its channel.
func TestAThreadHasThePermissionsOfItsChannel(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		path := "/channels/" + d.poker.Thread("game").ID() + "/messages"
		d.want(d.send("POST", path, `{"content":"c"}`), 200, 0)
		d.poker.BotLacks(discordgo.PermissionSendMessagesInThreads)
		d.want(d.send("POST", path, `{"content":"c"}`), 403, 50013)
		d.poker.BotLacks(discordgo.PermissionViewChannel)
		d.want(d.send("POST", path, `{"content":"c"}`), 403, 50001)
		d.poker.BotLacks(0)
		d.want(d.send("POST", path, `{"content":"c"}`), 200, 0)
	})
}

// A private thread keeps the bot out until a member adds it, or it may manage threads.
func TestAPrivateThreadKeepsTheBotOut(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		thread := d.poker.PrivateThread("game")
		path := "/channels/" + thread.ID() + "/messages"
		d.want(d.send("POST", path, `{"content":"c"}`), 403, 50001)
		d.want(d.send("GET", path), 403, 50001)
		d.want(d.send("GET", "/channels/"+thread.ID()), 403, 50001)
		if n := d.srv.RefusalsInARow(); n != 2 {
			t.Errorf("two reading requests in a row count as %d", n)
		}
		thread.Invite()
		d.want(d.send("POST", path, `{"content":"c"}`), 200, 0)
	})
}

// In a locked thread the bot posts and edits nothing, gives no name and opens nothing. It may delete while the thread is open.
func TestALockedThread(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		thread := d.poker.Thread("game")
		at := "/channels/" + thread.ID()
		first, second := d.send("POST", at+"/messages", `{"content":"c"}`), d.send("POST", at+"/messages", `{"content":"d"}`)
		thread.Lock(true)
		d.want(d.send("POST", at+"/messages", `{"content":"c"}`), 403, 160005)
		d.want(d.send("PATCH", at+"/messages/"+first.id(), `{"content":"e"}`), 403, 160005)
		d.want(d.send("PATCH", at, `{"name":"n"}`), 403, 160005)
		d.want(d.send("DELETE", at+"/messages/"+first.id()), 204, 0)
		if _, err := d.alice.Say(thread, "hello"); !errors.Is(err, discordtest.ErrForbidden) {
			t.Errorf("alice writes in a locked thread: %v", err)
		}
		thread.Archive()
		d.want(d.send("POST", at+"/messages", `{"content":"c"}`), 400, 50083)
		d.want(d.send("PATCH", at+"/messages/"+second.id(), `{"content":"e"}`), 400, 50083)
		d.want(d.send("PATCH", at, `{"archived":false,"name":"n"}`), 400, 50083)
		thread.Lock(false)
		d.want(d.send("POST", at+"/messages", `{"content":"c"}`), 200, 0)
	})
}

// An archived thread takes a name only with a request that opens it. A typed message opens it, too. One that Discord refuses does not.
func TestAnArchivedThread(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		thread := d.poker.Thread("game")
		at := "/channels/" + thread.ID()
		d.want(d.send("PATCH", at, `{"name":"open"}`), 200, 0)
		thread.Archive()
		d.want(d.send("PATCH", at, `{"name":"n"}`), 400, 50083)
		d.want(d.send("PATCH", at, `{"archived":true,"name":"n"}`), 400, 50083)
		d.want(d.send("POST", at+"/messages", `{"content":""}`), 400, 50006)
		if !thread.Archived() {
			t.Error("a refused message opened the thread")
		}
		d.want(d.send("PATCH", at, `{"archived":false,"name":"n"}`), 200, 0)
		if thread.Archived() {
			t.Error("the request did not open the thread")
		}
		d.want(d.send("PATCH", at, `{"archived":true}`), 200, 0)
		if _, err := d.alice.Say(thread, "hello"); err != nil || thread.Archived() {
			t.Errorf("archived: %t, %v", thread.Archived(), err)
		}
	})
}

// A client lets no user act in an archived thread. A modified one may.
func TestAClientRefusesActsInAnArchivedThread(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		d.register(`[{"name":"hello","description":"Says hello","options":[{"type":3,"name":"who","description":"w","autocomplete":true}]}]`)
		thread := d.poker.Thread("game")
		m := d.send("POST", "/channels/"+thread.ID()+"/messages", `{"content":"c","components":[{"type":1,"components":[{"type":2,"style":1,"label":"Go","custom_id":"go"}]}]}`)
		thread.Archive()
		for name, act := range map[string]discordtest.Act{
			"a command": discordtest.Slash{Command: "/hello"}, "a press": discordtest.Press{Message: m.id(), CustomID: "go"},
			"a completion": discordtest.Autocomplete{Command: "/hello", Option: "who"},
		} {
			if _, err := d.alice.Start(thread, act); !errors.Is(err, discordtest.ErrForbidden) {
				t.Errorf("%s: %v", name, err)
			}
		}
		for name, act := range map[string]discordtest.Act{
			"a command": discordtest.Slash{Command: "/hello", Forged: true}, "a press": discordtest.Press{Message: m.id(), CustomID: "go", Forged: true},
		} {
			if _, err := d.alice.Start(thread, act); err != nil {
				t.Errorf("a forged one, %s: %v", name, err)
			}
		}
	})
}

// Injected refusals count as refusals, because they stand for Discord's own.
func TestInjectedRefusalsCount(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		d.srv.Fail("POST /channels", discordtest.Fault{Status: 403, Body: `{"code":50001}`, Times: 2})
		d.srv.Fail("POST /channels", discordtest.Fault{Status: 401, Body: `{}`, Applied: true})
		d.srv.Fail("POST /channels", discordtest.Fault{Status: 400, Body: `{"code":50083}`})
		for range 4 {
			d.send("POST", d.messages(), `{"content":"c"}`)
		}
		if n := d.srv.RefusalsInARow(); n != 3 {
			t.Errorf("%d refusals in a row", n)
		}
	})
}
