package command

import (
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/render/locale"
)

func TestNamesOfCommandsBecomeMentions(t *testing.T) {
	l := new(Links)
	if got := l.In("Use /leave."); got != "Use /leave." {
		t.Errorf("without an id the text is %q", got)
	}
	list := asListed(t)
	for _, c := range list {
		c.ID = "1" + c.Name
	}
	l.Learn(list)
	for text, want := range map[string]string{
		"/leave":                             "</leave:1leave>",
		"Use /sit post:true. (R12)":          "Use </sit:1sit> post:true. (R12)",
		"Use /sit or /leave, then /sit":      "Use </sit:1sit> or </leave:1leave>, then </sit:1sit>",
		"Press **Sit** or **/sit**":          "Press **Sit** or **</sit:1sit>**",
		"/table bot add to add some":         "</table bot add:1table> to add some",
		"/table kick and so on":              "</table kick:1table> and so on",
		"/watch follow\n/watch list":         "</watch follow:1watch>\n</watch list:1watch>",
		"着席。/sit で選べます。":                     "着席。</sit:1sit> で選べます。",
		"(/sit)":                             "(</sit:1sit>)",
		"/table, /watch":                     "/table, /watch", // groups are no commands
		"/sitting /table bot":                "/sitting /table bot",
		"</sit:7> or `/sit` or ```\n/sit```": "</sit:7> or `/sit` or ```\n/sit```",
		"and/sit, https://x/sit, a.b/sit":    "and/sit, https://x/sit, a.b/sit",
		`**a \/sit**`:                        `**a \/sit**`, // a name that a user chose
		"no command":                         "no command",
	} {
		if got := l.In(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// A command that Discord has not registered has no id, and its name stays plain.
func TestCommandsWithoutAnIdStayPlain(t *testing.T) {
	l := new(Links)
	l.Learn([]*discordgo.ApplicationCommand{{Name: "sit"}, {Name: "leave", ID: "2"}})
	if got, want := l.In("/sit or /leave"), "/sit or </leave:2>"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Every language has the same links in a text: those of the commands' default names.
func TestEveryLanguageHasTheLinks(t *testing.T) {
	l := new(Links)
	l.Learn([]*discordgo.ApplicationCommand{{Name: "topup", ID: "2"}})
	for _, lang := range locale.Languages() {
		if got := l.In(string(lang.Why.NoChips)); strings.Count(got, "</topup:2>") != 1 {
			t.Errorf("%s: %q has no link to /topup", lang.Locale, got)
		}
	}
}
