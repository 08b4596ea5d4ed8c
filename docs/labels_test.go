package docs

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// choices returns the choices of each option that has some, by "/command option", as the page of commands lists them.
func choices(t *testing.T) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	section, row := "", regexp.MustCompile("^\\| `([a-z-]+)` \\| one of: (.*?) \\|")
	for line := range strings.Lines(page(t, "docs/commands.md")) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "### "); ok {
			section = name
		} else if m := row.FindStringSubmatch(line); m != nil {
			all[section+" "+m[1]] = strings.Split(m[2], " · ")
		}
	}
	if len(all) < 10 {
		t.Fatalf("docs/commands.md has only %d options with choices: the test looks for another form", len(all))
	}
	return all
}

var (
	typedOption = regexp.MustCompile("`(/[a-z]+(?: [a-z]+){0,2})((?: [a-z-]+:[^ `]*)+)`(?: \\*([^*]+)\\*)?")
	givenValue  = regexp.MustCompile(` ([a-z-]+):([^ ]*)`)
)

// unknownLabels returns the values in a text that Discord does not show for an option. A choice may be typed without capitals. One of
// several words follows its option in italics: `/settings panel:` *When I press*.
func unknownLabels(text string, all map[string][]string) (unknown []string) {
	for _, span := range typedOption.FindAllStringSubmatch(text, -1) {
		for _, o := range givenValue.FindAllStringSubmatch(span[2], -1) {
			value, options := o[2], all[span[1]+" "+o[1]]
			if value == "" {
				value = span[3]
			}
			shown := func(label string) bool { return strings.EqualFold(label, value) }
			if value != "" && options != nil && !slices.ContainsFunc(options, shown) {
				unknown = append(unknown, span[0])
			}
		}
	}
	return unknown
}

// TestPagesNameChoicesAsDiscordShowsThem holds the pages to the labels of choices. The values that the bot stores are not for readers.
func TestPagesNameChoicesAsDiscordShowsThem(t *testing.T) {
	all := choices(t)
	for name, text := range pages(t) {
		for _, unknown := range unknownLabels(text, all) {
			t.Errorf("%s has %s, a choice that Discord does not show: docs/commands.md has its labels", name, unknown)
		}
	}
}

func TestUnknownLabelsAreFound(t *testing.T) {
	all := map[string][]string{"/settings panel": {"By itself", "When I press"}, "/settings auto-rebuy": {"Off", "On"}}
	text := "`/settings panel:press` `/settings panel:` *When I press* `/settings auto-rebuy:on` `/settings panel:` *Press* " +
		"`/settings panel:` `/settings auto-rebuy:on panel:auto` `/sit buyin:500`"
	want := "`/settings panel:press`|`/settings panel:` *Press*|`/settings auto-rebuy:on panel:auto`"
	if got := strings.Join(unknownLabels(text, all), "|"); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
