package bot_test

import (
	"fmt"
	"regexp"
	"strings"
	"time"
)

// seconds is a moment, as a message is printed. What is shown elsewhere takes its turn with the table's own requests, and so may
// be a second later in one run than in another.
var seconds = regexp.MustCompile(`<[+-]\d+s>`)

// alike says whether two plays are the same, but for a moment that was written down at the very end of a second in one and in the
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

// difference is what was got and wanted from the first line on that is not the same.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	i := 0
	for i < len(g) && i < len(w) && alike(g[i], w[i]) {
		i++
	}
	upTo := func(l []string) string { return strings.Join(l[min(i, len(l)):min(i+12, len(l))], "\n") }
	return fmt.Sprintf("line %d\n--- got\n%s\n--- want\n%s", i+1, upTo(g), upTo(w))
}
