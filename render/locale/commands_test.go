package locale

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// namedCommand finds the commands of a text, namedOption its options in backticks.
var (
	namedCommand = regexp.MustCompile(`(?:^|[^\pL\pN/}])/(\pL[\pL-]*)(?: (\pL[\pL-]*))?`)
	namedOption  = regexp.MustCompile("`(\\pL[\\pL-]*)`")
)

// TestTextsNameCommandsByTheirDefaultNames reads every text of every language. A user may read another language than their
// client's (`/settings language`), and a client does not know the names of a third: so the texts have the default names alone.
func TestTextsNameCommandsByTheirDefaultNames(t *testing.T) {
	found := 0
	for _, l := range Languages() {
		known, local := map[string]bool{}, map[string]bool{} // names of options: the default ones, and the language's own
		for _, c := range l.Commands {
			for name, o := range c.Options {
				known[name], local[o.Name] = true, true
			}
		}
		var texts strings.Builder
		e := json.NewEncoder(&texts)
		e.SetEscapeHTML(false)
		e.SetIndent("", " ")
		if err := e.Encode(l); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(texts.String()) {
			for _, m := range namedCommand.FindAllStringSubmatch(line, -1) {
				found++
				if _, ok := l.Commands[m[1]]; !ok {
					t.Errorf("%s names /%s, which is no command: %s", l.Locale, m[1], line)
				}
				if _, ok := l.Commands[m[1]+" "+m[2]]; !ok && l.group(m[1]) && m[2] != "" {
					t.Errorf("%s names /%s %s, which is no command: %s", l.Locale, m[1], m[2], line)
				}
			}
			for _, m := range namedOption.FindAllStringSubmatch(line, -1) {
				if local[m[1]] && !known[m[1]] {
					t.Errorf("%s names the option %s by another than its default name: %s", l.Locale, m[1], line)
				}
			}
		}
	}
	if found < 500 {
		t.Errorf("found %d names of commands in all languages, want more than 500", found)
	}
}

// group reports whether commands stand below a path.
func (l *Lang) group(path string) bool {
	for other := range l.Commands {
		if strings.HasPrefix(other, path+" ") {
			return true
		}
	}
	return false
}
