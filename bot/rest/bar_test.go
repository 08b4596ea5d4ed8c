package rest

import (
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// A channel that has refused the bot is asked again after Barred, or once there is reason to believe that it will not refuse
// any more.
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
			c.EditOriginal(t.Context(), Ref{Token: hookToken}, nothing())
			if asked != 3 {
				t.Error("another channel, or a token, is barred too")
			}
			c.Admit("1")
			edit("1")
			time.Sleep(Barred + time.Second)
			edit("1")
			if asked != 5 {
				t.Errorf("asked %d times in all, want 5", asked)
			}
		})
	}
}
