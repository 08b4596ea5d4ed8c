package text

import (
	"fmt"
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/rendertest"
)

// No refusal, rule or help has a placeholder left, or is more than one message.
func TestWhatPeopleAreToldIsWholeInEveryLanguage(t *testing.T) {
	rendertest.EachLanguage(t, func(t *testing.T, l *locale.Lang) {
		s := render.Scene{View: rendertest.Flop(), Name: rendertest.Names, Lang: l}
		texts := map[string]string{"rules": Rule(l, "")}
		for why := engine.NotSeated; why <= engine.InTournament; why++ {
			texts[fmt.Sprint("refusal ", why)] = render.Refusal(s, engine.Refusal{Reason: why, Min: 80, Max: 1000, Rule: 22})
			if texts[fmt.Sprint("refusal ", why)] == l.Numbered(string(l.Why.Other), 22) {
				t.Errorf("refusal %d has no sentence of its own", why)
			}
		}
		for _, n := range locale.RuleNumbers() {
			texts[locale.RuleName(n)] = Rule(l, locale.RuleName(n))
		}
		for _, muck := range []string{"", "on", "off"} {
			for _, ping := range []string{"", "off", "nudge", "always"} {
				texts["taste "+muck+ping] = Preferences(l, PersonSettings{Muck: muck, Ping: ping, Language: "en"}, nil)
			}
		}
		for _, opener := range []engine.ID{0, 5, 6} {
			texts[fmt.Sprint("server ", opener)] = ServerPreferences(l, ServerSettings{Opener: opener}, 6, nil)
			texts[fmt.Sprint("staked ", opener)] = ServerPreferences(l, ServerSettings{Opener: opener, Staked: true}, 6, map[string]string{"language": "discord"})
			texts[fmt.Sprint("opener ", opener)] = MayNotOpen(l, opener)
		}
		for what, text := range texts {
			if text == "" || strings.ContainsAny(text, "{}") || locale.Length(text) > locale.MaxText {
				t.Errorf("%s: %d characters: %s", what, locale.Length(text), text)
			}
		}
	})
}
