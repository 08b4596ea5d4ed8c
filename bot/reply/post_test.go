package reply

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/engine"
	"cardroom/render/locale"
	"cardroom/store"
)

// pressBy returns a press of a user who may write in the channel. It has its answer, so that a refusal says nothing more.
func pressBy(user engine.ID) *interaction.Interaction {
	in := &interaction.Interaction{Origin: &interaction.Origin{Key: store.Key{Guild: 1, Channel: 2}, User: user, Lang: locale.Lookup("en-US")}}
	in.Permissions = discordgo.PermissionSendMessages
	in.Claim()
	return in
}

// Of two users who press at once, one posts the hand. Both wait for the lock so long that it goes from the one to the other each
// time that it is free: a mutex does so with those that have waited for a millisecond.
func TestUsersWhoPressAtOncePostOneAnimation(t *testing.T) {
	r := new(Responder)
	var all sync.WaitGroup
	var posted atomic.Int32
	r.posts.mu.Lock()
	for n := range engine.ID(2) {
		in := pressBy(n + 1)
		all.Go(func() {
			if r.MayFilm(in, 1) {
				posted.Add(1)
			}
		})
	}
	for range 2 {
		time.Sleep(10 * time.Millisecond)
		r.posts.mu.Unlock()
		r.posts.mu.Lock()
	}
	r.posts.mu.Unlock()
	if all.Wait(); posted.Load() != 1 {
		t.Errorf("%d users may post it", posted.Load())
	}
}

// A user who has just posted something may not post the hand; another one may.
func TestAUserWhoMayNotPostLeavesTheHandToOthers(t *testing.T) {
	r := new(Responder)
	for n, c := range []struct {
		user engine.ID
		hand int64
		want bool
	}{{1, 1, true}, {1, 2, false}, {2, 2, true}, {3, 2, false}, {3, 3, true}} {
		if got := r.MayFilm(pressBy(c.user), c.hand); got != c.want {
			t.Errorf("press %d: user %d may post hand %d: %t", n, c.user, c.hand, got)
		}
	}
}

// A mention is as old as the time that has passed since, also where the clock was set back meanwhile.
func TestAMentionOutlastsNoSetClock(t *testing.T) {
	r := &Responder{}
	r.MayNotify(1, 2, "gift")
	if at := r.posts.mentions[[2]engine.ID{1, 2}].at; at == at.Round(0) {
		t.Error("the mention is noted by the clock alone")
	}
}
