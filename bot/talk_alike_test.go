package bot_test

import (
	"regexp"
	"strings"
	"time"
)

// seconds is a moment, as a message is printed. What is shown elsewhere takes its turn with the table's own requests, and so may
// be a second later in one run than in another.
var seconds = regexp.MustCompile(`<[+-]\d+s>`)

// alike reports whether two lines of a play are the same, but for a moment that was written down at the very end of a second in one and in the
// next second in the other: what happens at once may come in either order.
func alike(got, want string) bool {
	g, w := seconds.FindAllString(got, -1), seconds.FindAllString(want, -1)
	if len(g) != len(w) || seconds.ReplaceAllString(got, "") != seconds.ReplaceAllString(want, "") {
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
