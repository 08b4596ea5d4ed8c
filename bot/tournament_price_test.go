package bot_test

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// registerButton returns the newest message with a button Register that a person sees, and the custom id of that button.
func registerButton(s *sitAndGo, who *discordtest.Person) (message, customID string) {
	for _, m := range who.See(s.channel) {
		for _, b := range m.Buttons() {
			if strings.Contains(b.CustomID, ":register") {
				message, customID = m.ID, b.CustomID
			}
		}
	}
	return message, customID
}

// A player pays no price that they have not seen: where it changed after the lobby or the modal came, the answer states it and asks.
func TestRegisteringAsksAtANewPrice(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := gated(t, "code spring 5", "Guests", "turbo", "4", "0", "10")
		bob := s.person("bob")
		reads := func(a discordtest.Answer, want string, won int64) {
			t.Helper()
			if !strings.Contains(a.Text(), want) || s.balance("bob") != won {
				t.Errorf("bob reads %q, %v, and has won %d; want %q and %d", a.Text(), a.Err, s.balance("bob"), want, won)
			}
		}
		price := func(amount string) {
			t.Helper()
			if a := s.settings("price", amount); !strings.Contains(a, "`price` **"+amount+"**") {
				t.Fatalf("price:%s is answered %q", amount, a)
			}
		}
		lobby, button := registerButton(s, bob)
		asked := bob.Press(s.channel, "Register")
		price("9,900")
		reads(bob.Submit(asked, "spring"), "It is 9,900 now. Press **Confirm**", 0)
		reads(bob.Forge(s.channel, lobby, button), "It is 9,900 now. Press **Confirm**", 0) // pressed before the lobby has the price
		message, confirm := registerButton(s, bob)
		price("9,800")
		reads(bob.Forge(s.channel, message, confirm), "It is 9,800 now. Press **Confirm**", 0)
		asked = bob.Press(s.channel, "Confirm")
		reads(bob.Submit(asked, "spring"), "You paid 9,800.", -9_800)
	})
}

// The button of a lobby has the price, also where that is 0. A button of an earlier version has none, and registers at the price that
// counts now.
func TestOldButtonsRegister(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Free", "turbo", "4", "0", "0")
		bob := s.person("bob")
		lobby, button := registerButton(s, bob)
		parts := strings.Split(button, ":")
		at := slices.Index(parts, "register 0")
		if at < 0 {
			t.Fatalf("the button is %q", button)
		}
		s.settings("price", "30")
		if a := bob.Forge(s.channel, lobby, button); !strings.Contains(a.Text(), "It is 30 now.") || s.balance("bob") != 0 {
			t.Errorf("a button of a free tournament is answered %q", a.Text())
		}
		parts[at] = "register"
		if a := bob.Forge(s.channel, lobby, strings.Join(parts, ":")); !strings.Contains(a.Text(), "You paid 30.") || s.balance("bob") != -30 {
			t.Errorf("an older button is answered %q", a.Text())
		}
		time.Sleep(6 * time.Second)
		if a := s.person("carol").Press(s.channel, "Register"); !strings.Contains(a.Text(), "You paid 30.") {
			t.Errorf("the lobby as it stands is answered %q", a.Text())
		}
	})
}
