package bot_test

import (
	"regexp"
	"strings"
	"time"
)

// seconds is a relative time in a printed message. A message elsewhere waits for the table's own requests, and so may come
// a second later in one run than in another.
var seconds = regexp.MustCompile(`<[+-]\d+s>`)

// relative is any relative time: one of whole minutes has no seconds.
var relative = regexp.MustCompile(`<[+-]\d+[sm]>`)

// alike reports whether two lines of a play are the same except for a time at the boundary of a second. Concurrent events
// may come in either order.
func alike(got, want string) bool {
	g, w := relative.FindAllString(got, -1), relative.FindAllString(want, -1)
	if len(g) != len(w) || relative.ReplaceAllString(got, "") != relative.ReplaceAllString(want, "") {
		return false
	}
	for i := range g {
		a, _ := time.ParseDuration(strings.Trim(g[i], "<>"))
		b, _ := time.ParseDuration(strings.Trim(w[i], "<>"))
		if (a - b).Abs() > time.Second {
			return false
		}
	}
	return true
}
