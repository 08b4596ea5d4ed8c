package render_test

import (
	"testing"

	"cardroom/render"
)

// A name that a user typed stays inside its code span, where Discord reads neither links nor mentions.
func TestCodeKeepsABacktickInside(t *testing.T) {
	if got, want := render.Code("` [chips](https://a.example) `"), "`' [chips](https://a.example) '`"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
