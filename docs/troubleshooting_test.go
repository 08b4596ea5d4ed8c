package docs

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// quoted returns the lines of the program that a page quotes, without what differs from case to case.
func quoted(text string) (all []string) {
	for line := range strings.Lines(text) {
		if line, ok := strings.CutPrefix(strings.TrimSpace(line), "> "); ok {
			for words := range strings.SplitSeq(line, "…") {
				if words = strings.TrimSpace(words); words != "" {
					all = append(all, words)
				}
			}
		}
	}
	return all
}

// said returns everything that the program can say: the strings of its source, and the English texts.
func said(t *testing.T) string {
	t.Helper()
	joined := regexp.MustCompile(`" ?\+\s+"`)
	all := joined.ReplaceAllString(sources(t, "bot")+sources(t, "cmd")+sources(t, "store")+sources(t, "internal"), "")
	file, err := os.ReadFile(filepath.Join(root, "render", "locale", "lang", "en.json"))
	if err != nil {
		t.Fatal(err)
	}
	return all + string(file)
}

// TestTheProgramSaysWhatThePagesQuote holds the page to the program: people search it for the messages that they read.
func TestTheProgramSaysWhatThePagesQuote(t *testing.T) {
	program, quotes := said(t), quoted(page(t, "docs/troubleshooting.md"))
	if len(quotes) < 10 {
		t.Fatalf("only %d quotes were found", len(quotes))
	}
	for _, words := range quotes {
		if !strings.Contains(program, words) {
			t.Errorf("docs/troubleshooting.md quotes %q, which the program does not say: quote the new words there", words)
		}
	}
}

// A quote that has gone stale is found.
func TestQuotesAreRead(t *testing.T) {
	got := quoted("> one … two\n\nno quote\n- a\n\n  > three\n> … four; five\n")
	if want := "one|two|three|four; five"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestThePageExplainsEveryRefusedAction wants a row for each rule that a refused action can name.
func TestThePageExplainsEveryRefusedAction(t *testing.T) {
	section := part(t, page(t, "docs/troubleshooting.md"), "## A raise or another action is refused", "## A table stands still")
	listed := found(`(?m)^\| R([0-9]+) \|`, section)
	named := found(`\bRule: ([0-9]+)`, page(t, "engine/act.go"))
	if len(named) == 0 || !slices.Equal(listed, named) {
		t.Errorf("docs/troubleshooting.md explains the rules %q, a refused action names %q", listed, named)
	}
}
