package locale

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// agrees matches an amount next to a word that agrees with it. Such a text is wrong for one chip, or for all other numbers.
var agrees = regexp.MustCompile(`\{(amount|balance|left)\} (new chips|neue Chips|nouveaux jetons|fichas (nuevas|novas|han|voltaram)|jetons sont|` +
	`chips went|Chips sind|han|sont|voltaram|gingen|sind|restent|ficam|ajoutés|garantis|añadidas|garantizadas|adicionadas|garantidas|morts|muertas|` +
	`mortas)|([Qq]uedan|[Rr]estam|вернулось) \{(amount|balance|left)\}`)

// TestAnAmountOfOneReadsRight reads the texts that have an amount, which may be one chip. No word beside it is in the plural.
func TestAnAmountOfOneReadsRight(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("lang/*.json")
	if err != nil || len(files) < 8 {
		t.Fatalf("%d files: %v", len(files), err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if !strings.Contains(line, `"other":`) && agrees.MatchString(line) { // else it has a form for one
				t.Errorf("%s: %s", file, strings.TrimSpace(line))
			}
		}
	}
}
