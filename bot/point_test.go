package bot

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	effectForm = regexp.MustCompile(`store\.(Commit|Pay|SetNote)\(ctx|rest\.(Create|Edit|EditOriginal|Delete|DeleteOriginal|Follow|Answer)\(ctx|client\.SetCommands\(ctx`)
	pointForm  = regexp.MustCompile(`\b[bs]?(?:\.?bot)?\.(before|after)\(([A-Z]\w+)\)`)
	constForm  = regexp.MustCompile(`(?m)^\t(\w+) +Effect = "(.+)"$`)
)

// Every effect has one place in the code, between its two points, and no effect is without.
func TestEveryEffectIsBetweenTwoPoints(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	passed, effects := map[string]int{}, 0
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		lines := strings.Split(string(text), "\n")
		for i, line := range lines {
			for _, f := range pointForm.FindAllStringSubmatch(line, -1) {
				passed[f[1]+" "+f[2]]++
			}
			if !effectForm.MatchString(line) {
				continue
			}
			effects++
			if before := strings.Join(lines[i-2:i], "\n"); !strings.Contains(before, ".before(") {
				t.Errorf("%s:%d: no point before %s", file, i+1, strings.TrimSpace(line))
			}
		}
	}
	source, err := os.ReadFile("point.go")
	if err != nil {
		t.Fatal(err)
	}
	named := constForm.FindAllStringSubmatch(string(source), -1)
	for _, f := range named {
		if passed["before "+f[1]] != 1 || passed["after "+f[1]] != 1 || !slices.Contains(Effects[:], Effect(f[2])) {
			t.Errorf("%s is passed %d times before and %d times after", f[1], passed["before "+f[1]], passed["after "+f[1]])
		}
	}
	if len(named) != len(Effects) || effects != len(Effects) {
		t.Errorf("%d effects are named, %d listed, %d done", len(named), len(Effects), effects)
	}
}
