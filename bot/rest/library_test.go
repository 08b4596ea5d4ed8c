package rest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// asker is a client under test: ours, or a plain discordgo session.
type asker interface {
	answer(context.Context, Ref) error
	editOriginal(context.Context, Ref) error
	create(context.Context) error
	edit(context.Context) error
	kept() int // limits in memory
}

// maker returns an asker whose requests the function answers.
type maker func(*testing.T, scripted) asker

// TestDiscordgoNeedsOurLimits wants a plain session to fail where our client does not. That is why our client exists.
func TestDiscordgoNeedsOurLimits(t *testing.T) {
	for _, c := range []struct {
		name  string
		check func(t *testing.T, made maker) error
		ours  string
		real  bool // discordgo waits for locks, which pauses a bubble's clock
	}{
		{"tokens go in parallel", tokensGoInParallel, "bucket of each token", true},
		{"old tokens are forgotten", oldTokensAreForgotten, "generations of buckets", false},
		{"nothing is repeated", nothingIsRepeated, "sending", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				if err := c.check(t, asOurs); err != nil {
					t.Error(err)
				}
			})
			fate := func(t *testing.T) {
				err := c.check(t, asMade)
				if err == nil {
					t.Fatalf("discordgo has been mended: our own %s may go", c.ours)
				}
				t.Log("discordgo:", err)
			}
			if c.real {
				fate(t)
			} else {
				synctest.Test(t, fate)
			}
		})
	}
}

func asOurs(t *testing.T, f scripted) asker { return ours{against(t, f)} }

type ours struct{ *Client }

func (o ours) answer(ctx context.Context, i Ref) error {
	_, err := o.Answer(ctx, i, deferred)
	return err
}

func (o ours) editOriginal(ctx context.Context, i Ref) error {
	return o.EditReply(ctx, i, Original, nothing())
}

func (o ours) create(ctx context.Context) error {
	_, err := o.Create(ctx, "1", Draft{Message: &discordgo.MessageSend{Content: "x"}})
	return err
}

func (o ours) edit(ctx context.Context) error { return o.Edit(ctx, "1", "2", nothing()) }

func (o ours) kept() int { return o.limits.routes.kept() + o.limits.tokens.kept() }

// asMade returns a discordgo session in which only Discord's address is changed.
func asMade(t *testing.T, f scripted) asker {
	s, err := discordgo.New("Bot " + botToken)
	if err != nil {
		t.Fatal(err)
	}
	s.Client.Transport = f
	return library{s, t}
}

type library struct {
	*discordgo.Session
	t *testing.T
}

func (l library) answer(ctx context.Context, i Ref) error {
	return l.InteractionRespond(interactionOf(i), deferred, discordgo.WithContext(ctx))
}

func (l library) editOriginal(ctx context.Context, i Ref) error {
	_, err := l.InteractionResponseEdit(interactionOf(i), nothing(), discordgo.WithContext(ctx))
	return err
}

func (l library) create(ctx context.Context) error {
	_, err := l.ChannelMessageSend("1", "x", discordgo.WithContext(ctx))
	return err
}

func (l library) edit(ctx context.Context) error {
	_, err := l.ChannelMessageEdit("1", "2", "x", discordgo.WithContext(ctx))
	return err
}

// kept reads private fields of discordgo.
func (l library) kept() int {
	buckets := reflect.ValueOf(l.Ratelimiter).Elem().FieldByName("buckets")
	if !buckets.IsValid() {
		l.t.Fatal("discordgo keeps its limits elsewhere now")
	}
	return buckets.Len()
}

func interactionOf(i Ref) *discordgo.Interaction {
	return &discordgo.Interaction{ID: i.ID, Token: i.Token, AppID: "42"}
}

var deferred = &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}

// sent returns Discord's answer to a request that creates or changes a message.
func sent(r *http.Request) (*http.Response, error) { return refusal(r, http.StatusOK, `{"id":"5"}`) }

// tokensGoInParallel wants many edits, each under a token of its own, to be under way at once.
func tokensGoInParallel(t *testing.T, made maker) (err error) {
	const edits, patience = 200, 300 * time.Millisecond
	var flying atomic.Int32
	var once sync.Once
	together := make(chan struct{})
	c := made(t, func(r *http.Request) (*http.Response, error) {
		defer flying.Add(-1)
		if flying.Add(1) == edits {
			once.Do(func() { close(together) })
		}
		select {
		case <-together:
		case <-time.After(patience):
			once.Do(func() {
				err = fmt.Errorf("%d of %d edits under as many tokens are under way at once", flying.Load(), edits)
				close(together)
			})
		}
		return sent(r)
	})
	var all sync.WaitGroup
	for i := range edits {
		all.Go(func() {
			if err := c.editOriginal(t.Context(), Ref{ID: fmt.Sprint(i), Token: fmt.Sprint("token", i)}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return err
}

// oldTokensAreForgotten checks the kept limits over five hours.
func oldTokensAreForgotten(t *testing.T, made maker) error {
	const anHour = 1000 // interactions
	c := made(t, func(r *http.Request) (*http.Response, error) { return sent(r) })
	for hour := range 5 {
		for i := range anHour {
			ref := Ref{ID: fmt.Sprint(hour, i), Token: fmt.Sprint("token", hour, i)}
			if err := errors.Join(c.answer(t.Context(), ref), c.editOriginal(t.Context(), ref)); err != nil {
				t.Error(err)
			}
		}
		if n := c.kept(); n > 2*2*anHour {
			return fmt.Errorf("after %d hours of %d interactions %d limits are kept", hour+1, anHour, n)
		}
		time.Sleep(time.Hour)
	}
	return nil
}

// nothingIsRepeated wants one attempt for each request with an unknown outcome: a second one could take effect twice.
func nothingIsRepeated(t *testing.T, made maker) error {
	for _, status := range []int{500, 502, 503, 504} {
		asked := 0
		c := made(t, func(r *http.Request) (*http.Response, error) {
			asked++
			return refusal(r, status, "bad gateway")
		})
		ref := Ref{ID: "1", Token: "t"}
		for _, request := range []struct {
			name string
			call func() error
		}{
			{"a message", func() error { return c.create(t.Context()) }},
			{"an edit by token", func() error { return c.editOriginal(t.Context(), ref) }},
			{"an edit", func() error { return c.edit(t.Context()) }},
		} {
			asked = 0
			if err := request.call(); err == nil {
				t.Errorf("%s: no error after a %d", request.name, status)
			}
			if asked != 1 {
				return fmt.Errorf("%s is sent %d times when Discord says %d", request.name, asked, status)
			}
		}
	}
	return nil
}
