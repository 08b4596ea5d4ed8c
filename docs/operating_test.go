package docs

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// sources returns the text of the Go files of a folder and below that are no tests.
func sources(t *testing.T, folder string) string {
	t.Helper()
	var all strings.Builder
	err := filepath.WalkDir(filepath.Join(root, folder), func(file string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
			return err
		}
		text, err := os.ReadFile(file)
		all.Write(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all.String()
}

// found returns the matches of the first group of a pattern, sorted, each once.
func found(pattern, text string) (all []string) {
	for _, m := range regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// part returns the text of a page between two headings.
func part(t *testing.T, text, from, to string) string {
	t.Helper()
	_, text, ok := strings.Cut(text, "\n"+from+"\n")
	if !ok {
		t.Fatalf("there is no heading %q", from)
	}
	text, _, ok = strings.Cut(text, "\n"+to+"\n")
	if !ok {
		t.Fatalf("there is no heading %q", to)
	}
	return text
}

func TestThePageForOperatorsHasEveryVariable(t *testing.T) {
	rows := found(`(?m)^(\| .*? \|)`, part(t, page(t, "docs/operating.md"), "## Configuration", "## Exit codes"))
	listed := found("`([A-Z_]{3,})`", strings.Join(rows, "\n"))
	read := found(`\benv\["([A-Z_]+)"\]`, sources(t, "cmd/cardroom"))
	if !slices.Equal(listed, read) {
		t.Errorf("docs/operating.md lists\n%q\nand the program reads\n%q", listed, read)
	}
	lists := found(`"([A-Z_]{3,})"`, strings.Join(found(`(?m)^var (?:own|other)Names = ([^\n]*)`, sources(t, "cmd/cardroom")), " "))
	if !slices.Equal(lists, read) {
		t.Errorf("ownNames and otherNames list\n%q\nand the program reads\n%q", lists, read)
	}
	for _, name := range found(`(?m)^#?([A-Z_]+)=`, page(t, ".env.example")) {
		if !slices.Contains(read, name) && name != "REDIS_PASSWORD" { // which is for compose.yaml
			t.Errorf(".env.example has %s, which the program does not read", name)
		}
	}
	for file, set := range map[string][]string{
		"compose.yaml":           found(`(?m)^      ([A-Z_]+): `, part(t, page(t, "compose.yaml"), "  bot:", "  redis:")),
		"deploy/compose.yaml":    found(`(?m)^      ([A-Z_]+): `, part(t, page(t, "deploy/compose.yaml"), "  bot:", "  redis-1: &redis")),
		"deploy/kubernetes.yaml": found(`(?m)^            - {name: ([A-Z_]+), value: `, page(t, "deploy/kubernetes.yaml")),
	} {
		if len(set) < 2 {
			t.Errorf("%s sets only %q: the test looks for another form", file, set)
		}
		for _, name := range set {
			if !slices.Contains(append(read, "GOMEMLIMIT"), name) {
				t.Errorf("%s sets %s, which the program does not read", file, name)
			}
		}
	}
}

func TestThePageForOperatorsHasEveryExitCode(t *testing.T) {
	listed := found(`(?m)^\| ([0-9]+) \|`, part(t, page(t, "docs/operating.md"), "## Exit codes", "## In a container"))
	known := found(`(?m)^\texit[A-Z]\w+ += ([0-9]+)`, sources(t, "cmd/cardroom"))
	if len(known) == 0 || !slices.Equal(listed, known) {
		t.Errorf("docs/operating.md lists the exit codes %q, the program has %q", listed, known)
	}
}

// TestTheRestoreOfAContainerTakesNoFolderThatIsNoBackup runs the shell's part of the restore. A copy into a folder that exists lies one
// level deeper; Redis would begin with nothing, or with an older copy, and say nothing of it.
func TestTheRestoreOfAContainerTakesNoFolderThatIsNoBackup(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("there is no sh")
	}
	section := part(t, page(t, "docs/operating.md"), "## In a container", "## Redis")
	scripts := regexp.MustCompile(`(?s)sh -c '(test [^']*)'`).FindStringSubmatch(section)
	if scripts == nil || !strings.Contains(section, "mkdir -m 700 backup-DATE && docker compose cp redis:/data/appendonlydir/. backup-DATE") {
		t.Fatal("docs/operating.md has no backup into a new folder, or no restore: the test looks for another form")
	}
	const manifest = "appendonly.aof.manifest"
	for name, c := range map[string]struct {
		backup []string
		want   string // in the data afterwards
	}{
		"a backup":           {[]string{manifest}, "backup"},
		"no backup":          {[]string{"other"}, "data"},
		"one into another":   {[]string{manifest, "appendonlydir/" + manifest}, "data"},
		"one level deeper":   {[]string{"appendonlydir/" + manifest}, "data"},
		"a folder by Docker": {nil, "data"},
	} {
		t.Run(name, func(t *testing.T) {
			backup, data := t.TempDir(), t.TempDir()
			write := func(path, text string) {
				t.Helper()
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			for _, file := range c.backup {
				write(filepath.Join(backup, file), "backup")
			}
			here := filepath.Join(data, "appendonlydir", manifest)
			write(here, "data")
			script := strings.NewReplacer("/backup", backup, "/data", data, "chown -R redis", "test -d").Replace(scripts[1])
			out, err := exec.Command(shell, "-c", script).CombinedOutput()
			if restored := strings.TrimSpace(string(out)) == "restored"; restored != (c.want == "backup") || restored != (err == nil) {
				t.Errorf("the restore says %q, %v", out, err)
			}
			if got, err := os.ReadFile(here); err != nil || string(got) != c.want {
				t.Errorf("afterwards the data is that of %q (%v), want %q", got, err, c.want)
			}
		})
	}
}
