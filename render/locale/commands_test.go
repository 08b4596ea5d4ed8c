package locale

import (
	"regexp"
	"strings"
	"testing"
)

func TestTextsNameCommandsAsTheClientListsThem(t *testing.T) {
	n := named{map[string]Command{
		"sit":    {Name: "сесть", Options: map[string]Option{"post": {Name: "пост"}, "min-buyin": {Name: "мин"}}},
		"sitout": {Name: "перерыв"}, "table": {Name: "стол"}, "table bot": {Name: "бот"}, "table bot add": {Name: "добавить"},
	}}
	for text, want := range map[string]string{
		"/sit":                                 "/сесть",
		"or /sit, /sitout.":                    "or /сесть, /перерыв.",
		"/sit /sitout":                         "/сесть /перерыв",
		"/sit post: true":                      "/сесть пост: true",
		"/sit post:true":                       "/сесть пост:true",
		"/sit min-buyin":                       "/сесть мин",
		"`/sit`, `/table bot`":                 "`/сесть`, `/стол бот`",
		"`/table bot add, open`":               "`/стол бот добавить, open`",
		"`/table open, bot, bot add`: /sit":    "`/стол open, бот, бот добавить`: /сесть",
		"/table bot, bot add":                  "/стол бот, bot add",
		"/sit down there":                      "/сесть down there",
		"/table bot add normal":                "/стол бот добавить normal",
		"/table somewhere":                     "/стол somewhere",
		"`post` and `clock`: /sit with `post`": "`пост` and `clock`: /сесть with `пост`",
		"post, `post`":                         "post, `post`",
		"check/sit, 5/10, https://sit/sit":     "check/sit, 5/10, https://sit/sit",
		"/nothing":                             "/nothing",
	} {
		if got := n.line(text); got != want {
			t.Errorf("%q is %q, should be %q", text, got, want)
		}
	}
}

// Every command that a text speaks of is one that the client lists in that language.
func TestNoTextNamesACommandThatIsNotListed(t *testing.T) {
	for _, l := range Languages() {
		listed := map[string]bool{}
		for path := range l.Commands {
			listed[l.Commands[strings.Fields(path)[0]].Name] = true
		}
		file, err := files.ReadFile("lang/" + l.Locale + ".json")
		if err != nil {
			t.Fatal(err)
		}
		local, err := localNames(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(local)) {
			for _, m := range regexp.MustCompile(`(?:^|[^\pL\pN/}])/(\pL[\pL-]*)`).FindAllStringSubmatch(line, -1) {
				if !listed[m[1]] {
					t.Errorf("%s names /%s: %s", l.Locale, m[1], line)
				}
			}
		}
	}
}
