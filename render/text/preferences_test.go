package text

import (
	"strings"
	"testing"

	"cardroom/engine/stats"
	"cardroom/render/locale"
)

// An option has a line where it differs from its default, or where it was just given a value; the others are named, a person's with values.
func TestPreferencesAreTheOptionsThatDifferFromTheirDefaults(t *testing.T) {
	en, ru := locale.Lookup(""), locale.Lookup("ru")
	for got, want := range map[string]string{
		Preferences(en, PersonSettings{}, nil): "**Your settings**\n-# Default: `language` same as Discord · `auto-muck` as set at the table · `auto-rebuy` Off · `auto-topup` Off · " +
			"`ping` as set at the table · `four-colour` A colour for each suit · `text-only` With pictures · `panel` By itself\n" +
			"-# Use /settings with an option to change it.",
		Preferences(en, PersonSettings{Ping: "always", TwoColours: true, TextOnly: true, AutoRebuy: true, AutoTopUp: true, OnPress: true, Muck: "off", Language: "de"}, nil): "**Your settings**\n" +
			"`language` **Deutsch**\n`auto-muck` **Ask me**\n`auto-rebuy` **On**\n`auto-topup` **On**\n`ping` **At once**\n`four-colour` **Black and red**\n`text-only` **Letters and words**\n`panel` **When I press**\n-# Use /settings with an option to change it.",
		Preferences(en, PersonSettings{}, map[string]string{"four-colour": "on", "language": "discord"}): "**Your settings**\n`language` **same as Discord**\n" +
			"`four-colour` **A colour for each suit**\n-# Default: `auto-muck` as set at the table · `auto-rebuy` Off · `auto-topup` Off · `ping` as set at the table · `text-only` With pictures · `panel` By itself\n-# That counts at once, during a hand too.",
		Preferences(ru, PersonSettings{Ping: "always"}, nil): "**Ваши настройки**\n`ping` **Сразу**\n-# По умолчанию: `language` как в Discord · `auto-muck` как за столом · `auto-rebuy` Нет · `auto-topup` Нет · `four-colour` Свой цвет у каждой масти · `text-only` С картинками · `panel` Сами\n" +
			"-# " + string(ru.Say.Preferences.Change),
		ServerPreferences(en, ServerSettings{Opener: 5, Organiser: 7, Staked: true}, 6, nil): "**Settings of this server**\n`opener-role` **<@&5>**\n`organiser-role` **<@&7>**\n`house-chips` **Wallet chips**\n" +
			"-# Default: `language` · `timezone`\n-# " + string(en.Say.Server.Note),
		ServerPreferences(en, ServerSettings{Opener: 6}, 6, nil): "**Settings of this server**\n`opener-role` **everyone**\n-# Default: `language` · `organiser-role` · `timezone` · `house-chips`\n" +
			"-# " + string(en.Say.Server.Note),
		ServerPreferences(en, ServerSettings{Language: "fr"}, 6, map[string]string{"opener-role": "5", "house-chips": "practice"}): "**Settings of this server**\n" +
			"`language` **Français**\n`opener-role` **–**\n`house-chips` **Practice chips**\n-# Default: `organiser-role` · `timezone`\n-# " + string(en.Say.Server.Note),
	} {
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestPreferencesHaveTheWordsOfTheirChoices checks that the answer repeats a choice as the menu has it, in each language.
func TestPreferencesHaveTheWordsOfTheirChoices(t *testing.T) {
	onOff := map[bool]string{true: "on", false: "off"}
	for _, l := range locale.Languages() {
		for _, on := range []bool{true, false} {
			given := map[string]string{"auto-muck": onOff[on], "auto-rebuy": onOff[on], "auto-topup": onOff[on], "ping": "nudge",
				"four-colour": onOff[on], "text-only": onOff[on], "panel": map[bool]string{true: "press", false: "auto"}[on]}
			answer := Preferences(l, PersonSettings{Muck: onOff[on], Ping: "nudge", TwoColours: !on, TextOnly: on, AutoRebuy: on, AutoTopUp: on, OnPress: on}, given)
			for option, value := range given {
				if choice := l.Commands["settings"].Options[option].Choices[value]; !strings.Contains(answer, "`"+option+"` **"+choice+"**\n") {
					t.Errorf("%s: the menu of %s says %q, the answer\n%s", l.Locale, option, choice, answer)
				}
			}
		}
	}
}

// Statistics have no line for an act that a player had no opportunity for.
func TestStatisticsLeaveOutWhatHadNoOpportunity(t *testing.T) {
	l := locale.Lookup("")
	fine := "\n-# " + string(l.Stats.Terms) + "\n-# " + string(l.Stats.Practice)
	for got, want := range map[string]string{
		Stats(l, 7, stats.Counts{Hands: 4, VPIP: 1, Net: 60}): "<@7> on this server\n4 hands · net +60\n- VPIP 25% (1 of 4)\n- PFR 0% (0 of 4)" + fine,
		Stats(l, 7, stats.Counts{Hands: 4, Aggressive: 3, Calls: 2, Seen: 2, Showdowns: 1, ShowdownsWon: 1, ThreeBetSpots: 2}): "<@7> on this server\n4 hands · net 0\n" +
			"- VPIP 0% (0 of 4)\n- PFR 0% (0 of 4)\n- 3-bet 0% (0 of 2)\n- Aggression 1.5 (bets and raises: 3, calls: 2)\n- Went to showdown 50% (1 of 2)\n- Won at showdown 100% (1 of 1)" + fine,
		Stats(l, 7, stats.Counts{}): "No hands of <@7> have been counted on this server yet.\n-# " + string(l.Stats.Practice),
	} {
		if got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
