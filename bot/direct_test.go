package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"cardroom/bot/discordtest"
)

// A direct message, as with a command that an old version registered, has the answers that Discord accepts.
func TestADirectMessageIsAnswered(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		c := open(t)
		alice := c.person("alice")
		for _, act := range []discordtest.Act{
			discordtest.Slash{Command: "/help"},
			discordtest.Autocomplete{Command: "/rules", Option: "topic"},
		} {
			in, err := alice.Deliver(c.channel, act, discordtest.Delivery{Direct: true})
			if err != nil {
				t.Fatal(err)
			}
			a := in.Answer()
			_, completes := act.(discordtest.Autocomplete)
			if a.Err != nil || !completes && !strings.Contains(a.Text(), "channels of a server") || len(a.Choices) > 0 {
				t.Errorf("%T: %q, %v, %v", act, a.Text(), a.Choices, a.Err)
			}
		}
	})
}
