package discordtest_test

import (
	"context"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

func TestWatchingAChannel(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		ctx, stop := context.WithCancel(d.Context())
		alice := d.srv.Watch(ctx, d.alice, d.poker)
		anyone := d.srv.Watch(ctx, nil, d.poker)
		want := func(who <-chan discordtest.Update, kind discordtest.UpdateKind, content string) {
			t.Helper()
			select {
			case u := <-who:
				if u.Kind != kind || u.Message.Content != content {
					t.Errorf("heard %s %q, want %s %q", u.Kind, u.Message.Content, kind, content)
				}
			case <-time.After(time.Second):
				t.Errorf("heard nothing, want %s %q", kind, content)
			}
		}
		id := d.say(`{"content":"board"}`)
		d.send("PATCH", d.messages()+"/"+id, `{"content":"new board"}`)
		i := d.hello()
		d.callback(i, `{"type":4,"data":{"content":"cards","flags":64}}`)
		d.send("DELETE", d.messages()+"/"+id)
		d.guild.Channel("elsewhere").Delete()
		for _, w := range []<-chan discordtest.Update{alice, anyone} {
			want(w, discordtest.UpdateCreate, "board")
			want(w, discordtest.UpdateEdit, "new board")
			want(w, discordtest.UpdateStatus, "")
		}
		want(alice, discordtest.UpdateCreate, "cards")
		want(alice, discordtest.UpdateDelete, "new board")
		want(anyone, discordtest.UpdateDelete, "new board")
		for range 2 { // another channel came and went
			want(alice, discordtest.UpdateChannel, "")
			want(anyone, discordtest.UpdateChannel, "")
		}
		d.poker.Delete()
		want(anyone, discordtest.UpdateChannel, "")
		stop()
		for range alice {
		}
	})
}

func TestWaitingForTheBot(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		soon, cancel := context.WithTimeout(d.Context(), time.Second)
		defer cancel()
		if err := d.srv.WaitOnline(soon); err != context.DeadlineExceeded {
			t.Errorf("without a bot: %v", err)
		}
		join(d)
		if err := d.srv.WaitOnline(d.Context()); err != nil {
			t.Error(err)
		}
	})
}
