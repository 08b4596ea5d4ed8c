// Package prose holds comments, pages and the texts of the product to plain English. It is a module of its own because Vale,
// which knows the rules, has many dependencies. The rules lie in styles/Plain.
package prose

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// finding is one alert of Vale.
type finding struct {
	Check, Message, Match string
	Line                  int
}

// lint runs Vale over files and directories and returns its findings by file.
func lint(t *testing.T, paths ...string) map[string][]finding {
	t.Helper()
	var stdout, stderr bytes.Buffer
	c := exec.Command("go", append([]string{"tool", "vale", "--output=JSON"}, paths...)...)
	c.Stdout, c.Stderr = &stdout, &stderr
	err := c.Run()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) { // 1 says that there are findings
		t.Fatalf("vale: %v\n%s%s", err, stdout.Bytes(), stderr.Bytes())
	}
	var found map[string][]finding
	if err := json.Unmarshal(stdout.Bytes(), &found); err != nil {
		t.Fatalf("vale's answer: %v\n%s%s", err, stdout.Bytes(), stderr.Bytes())
	}
	return found
}

func TestTheProseIsPlain(t *testing.T) {
	for file, findings := range lint(t, "../..") {
		if strings.Contains(filepath.ToSlash(file), "/prose/testdata/") {
			continue
		}
		for _, f := range findings {
			t.Errorf("%s:%d: %s: %s", file, f.Line, f.Check, f.Message)
		}
	}
}

// Each file of testdata is named after the rule that it breaks, and breaks it in a comment, on a page or in a text.
func TestEveryRuleFindsItsPlant(t *testing.T) {
	rules, err := filepath.Glob("styles/Plain/*.yml")
	if err != nil || len(rules) == 0 {
		t.Fatalf("no rules: %v", err)
	}
	found := lint(t, "testdata")
	for _, rule := range rules {
		name := strings.TrimSuffix(filepath.Base(rule), ".yml")
		for _, ext := range []string{"_test.go", ".md", ".json"} {
			plant := "testdata/" + name + ext
			if _, err := os.Stat(plant); errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s is missing: plant a sentence that breaks the rule", plant)
				continue
			}
			if f := found[plant]; len(f) != 1 || f[0].Check != "Plain."+name {
				t.Errorf("%s: %v, want one finding of Plain.%s", plant, f, name)
			}
		}
	}
}
