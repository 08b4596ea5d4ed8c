package bot

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Whoever reads the package's tour comes by every file of it.
func TestTheTourNamesEveryFile(t *testing.T) {
	tour, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\w+\.go`).FindAllString(string(tour), -1)
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file != "doc.go" && !strings.HasSuffix(file, "_test.go") && !slices.Contains(named, file) {
			t.Errorf("doc.go does not say what %s is for", file)
		}
	}
}
