package check

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/moby/patternmatcher"
	"github.com/moby/patternmatcher/ignorefile"
)

// secrets are the files with tokens, keys or chips that an operator has in a clone if they follow the pages.
var secrets = []string{
	".env", ".env.old", "deploy/.env", "data/cardroom.db", "data/cardroom.db-wal", "data/cardroom.db.key", "data/cardroom.db.lock",
	"cardroom.db", "key.db", "key.db.key", "key.db-wal", ".write-1.tmp", "deploy/.write-1.tmp",
	"cardroom-backup.db", "deploy/data/cardroom.db", "backup/appendonly.aof.manifest",
	"backup-2026-08-01/appendonly.aof.1.base.rdb", "backup-2-2026-08-01/appendonly.aof.1.incr.aof",
	"appendonly.aof", "appendonlydir/appendonly.aof.1.incr.aof", "deploy/backup-2026/appendonly.aof.manifest", "deploy/appendonlydir/dump",
}

// TestNoImageHasASecret reads .dockerignore as Docker does: a pattern without **/ holds at the top only.
func TestNoImageHasASecret(t *testing.T) {
	file, err := os.Open("../../.dockerignore")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	patterns, err := ignorefile.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	m, err := patternmatcher.New(patterns)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range secrets {
		if out, err := m.MatchesOrParentMatches(name); err != nil || !out {
			t.Errorf(".dockerignore lets %s into the image (%v)", name, err)
		}
	}
	for _, name := range tracked(t) {
		folder, _, _ := strings.Cut(name, "/")
		if folder == "docs" || strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/testdata/") {
			continue
		}
		if out, err := m.MatchesOrParentMatches(name); (err != nil || out) && name != ".env.example" {
			t.Errorf(".dockerignore keeps %s out of the build (%v)", name, err)
		}
	}
}

// TestGitIgnoresSecrets asks git about the files, which need not exist.
func TestGitIgnoresSecrets(t *testing.T) {
	tracked(t)
	for _, name := range secrets {
		if err := git("check-ignore", "-q", "--no-index", name).Run(); err != nil {
			t.Errorf(".gitignore lets %s into a commit (%v)", name, err)
		}
	}
	if out, err := git("ls-files", "-ci", "--exclude-standard").CombinedOutput(); err != nil || len(out) > 0 {
		t.Errorf("%v: .gitignore matches files of the repository:\n%s", err, out)
	}
}

// git returns a command of git in the root of the repository.
func git(args ...string) *exec.Cmd {
	c := exec.Command("git", args...)
	c.Dir = filepath.Join("..", "..")
	return c
}

// tracked returns the files of the repository. It skips the test where there is no repository, as in a release's archive.
func tracked(t *testing.T) []string {
	t.Helper()
	out, err := git("ls-files").Output()
	if err != nil {
		t.Skipf("git lists no files: %v", err)
	}
	names := strings.Split(strings.TrimSpace(string(out)), "\n")
	if !slices.Contains(names, "go.mod") {
		t.Fatalf("git lists %d files without go.mod", len(names))
	}
	return names
}
