package locale

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestAFileHasEveryRuleAndNoOther(t *testing.T) {
	const r45 = `"R45": {"title": "Cards speak", `
	long := strings.Repeat("x", 501)
	for name, c := range map[string]struct{ from, to, wrong string }{
		"a missing rule":      {r45 + `"text": "`, `"R46": {"title": "Cards speak", "text": "`, "rules.page.R45: missing"},
		"a rule of nobody's":  {r45, `"R46": {"title": "a", "text": "b"}, ` + r45, "rules.page.R46: no such rule"},
		"an odd number":       {r45, `"R045": {"title": "a", "text": "b"}, ` + r45, "rules.page.R045: no such rule"},
		"a rule without text": {r45, `"R45": {"title": " ", `, "rules.page.R45.title: missing"},
		"a placeholder":       {r45, `"R45": {"title": "Cards {speak}", `, "rules.page.R45.title: placeholders [speak]"},
		"another text":        {r45, r45 + `"more": "x", `, `unknown field "more"`},
		"a long title":        {r45, `"R45": {"title": "` + long[:41] + `", `, "rules.page.R45.title: 41 characters"},
		"a long text":         {"The table reads every hand.", long, "rules.page.R45.text: 571 characters"},
		"too long a list":     {"Use /rules topic with", strings.Repeat("x", 800), "the list of all is too long"},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := readChecked(changed(t, c.from, c.to)); err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("error %v, should name %q", err, c.wrong)
			}
		})
	}
}

// Texts name only rules that exist.
func TestTextsNameRulesThatThereAre(t *testing.T) {
	data, err := files.ReadFile("lang/en.json")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`\bR[0-9]+`).FindAllString(string(data), -1) {
		if n, err := strconv.Atoi(name[1:]); err != nil || !slices.Contains(RuleNumbers(), n) {
			t.Errorf("there is no %s", name)
		}
	}
}
