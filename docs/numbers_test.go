package docs

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"cardroom/bot/rest"
	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/store"
)

// TestThePagesHaveTheNumbersOfTheProgram wants each sentence with a number that the program decides. Spaces may be line breaks.
func TestThePagesHaveTheNumbersOfTheProgram(t *testing.T) {
	chips := locale.Lookup("en").Chips
	rules := poker.DefaultRules()
	seconds := func(d time.Duration) string { return fmt.Sprintf("%.0f", d.Seconds()) }
	give, take, daily := chips(store.GiveLimit), chips(store.TakeLimit), chips(store.Daily)
	sentences := map[string][]string{
		"docs/playing.md": {
			"Everyone starts with " + chips(store.Opening),
			daily + " once a UTC day",
			"you give at most " + give + " a UTC day, and a player is given at most " + take,
			"a clock of " + seconds(rules.Clock) + " seconds",
			"a time bank of " + seconds(rules.TimeBank) + " seconds",
		},
		"docs/faq.md": {
			"gives " + daily + " once a UTC day",
			seconds(rules.Clock) + " seconds, and then your time bank of " + seconds(rules.TimeBank) + " seconds",
		},
		"docs/operating.md": {
			fmt.Sprintf("| `CARDROOM_HISTORY` | %d |", store.DefaultHistory),
			fmt.Sprintf("| `CARDROOM_RATE` | %d |", rest.Rate),
			"starts with " + chips(store.Opening),
			"`/chips daily` gives " + daily,
			"gives at most " + give + " chips a UTC day with `/chips give`, and is given at most " + take,
		},
		"docs/privacy.md": {fmt.Sprintf("the last «%d» hands", store.DefaultHistory)},
		"SECURITY.md":     {"gives at most " + give + " chips a UTC day on a server, and receives at most " + take},
	}
	for name, all := range sentences {
		text := page(t, name)
		for _, words := range all {
			form := strings.ReplaceAll(regexp.QuoteMeta(words), " ", `\s+`)
			if !regexp.MustCompile(form).MatchString(text) {
				t.Errorf("%s does not say: %s", name, words)
			}
		}
	}
}
