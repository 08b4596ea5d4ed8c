package clients

import (
	"context"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

var wanted = flag.Bool("clients", false, "install other people's clients, and let them play")

// debianPython is the version of discord.py that Debian 12 has. It serves where PyPI cannot be reached.
const debianPython = "2.2.2"

// onlyWhenWanted skips a test without -clients.
func onlyWhenWanted(t *testing.T) {
	t.Helper()
	if !*wanted {
		t.Skip("installs programs from npm and PyPI: go test -v ./bench/clients -clients")
	}
}

// unreachable matches the errors of npm and pip where there is no network, or no such registry.
var unreachable = regexp.MustCompile(`ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|` +
	`Failed to establish a new connection|Temporary failure in name resolution|Connection refused|timed out|Network is unreachable`)

// errUnreachable is the error of an installation without its registry.
var errUnreachable = errors.New("the registry cannot be reached")

// node returns a folder with the scripts of this package beside the modules of package-lock.json. It skips the test where
// they cannot be had.
func node(t *testing.T) string {
	t.Helper()
	version, err := exec.Command("node", "--version").Output()
	if err != nil {
		t.Skip("Node.js is missing: install Node.js 20 or newer with npm")
	}
	if major, _, _ := strings.Cut(strings.TrimPrefix(string(version), "v"), "."); number(major) < 20 {
		t.Skipf("Node.js %s is too old: install 20 or newer", strings.TrimSpace(string(version)))
	}
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skip("npm is missing: install it")
	}
	modules, err := nodeModules()
	if errors.Is(err, errUnreachable) {
		t.Skip("npm: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(modules, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Fatal(err)
	}
	scripts, err := filepath.Glob("*/*.mjs")
	if err != nil || len(scripts) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	for _, s := range scripts {
		if err := copyFile(s, filepath.Join(dir, filepath.Base(s))); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// python returns a Python that has discord.py, of requirements.txt or of Debian. It skips the test where there is none.
func python(t *testing.T) string {
	t.Helper()
	env, err := pythonEnv()
	if err == nil {
		return filepath.Join(env, "bin", "python")
	}
	const debian = "/usr/bin/python3"
	version, missing := exec.Command(debian, "-c", "import discord; print(discord.__version__)").Output()
	switch have := strings.TrimSpace(string(version)); {
	case missing != nil:
		t.Skipf("discord.py is missing: install Python 3 with venv where PyPI can be reached, or Debian's package python3-discord: %v", err)
	case have != debianPython:
		t.Skipf("discord.py %s of this system is not the pinned %s, and: %v", have, debianPython, err)
	}
	t.Logf("discord.py %s of Debian, because: %v", debianPython, err)
	return debian
}

// nodeModules returns a folder with the modules of package-lock.json.
var nodeModules = sync.OnceValues(func() (string, error) {
	return installed("package-lock.json", func(ctx context.Context, dir string) error {
		for _, name := range []string{"package.json", "package-lock.json"} {
			if err := copyFile(name, filepath.Join(dir, name)); err != nil {
				return err
			}
		}
		return install(ctx, dir, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=1")
	})
})

// pythonEnv returns a virtual environment with the packages of requirements.txt.
var pythonEnv = sync.OnceValues(func() (string, error) {
	return installed("requirements.txt", func(ctx context.Context, dir string) error {
		if err := install(ctx, ".", "python3", "-m", "venv", dir); err != nil {
			return err
		}
		return install(ctx, ".", filepath.Join(dir, "bin", "pip"), "install", "--quiet", "--only-binary=:all:", "--retries=0", "--timeout=20", "-r", "requirements.txt")
	})
})

// installed returns the folder in the user's cache directory in which something of this package's lock file is. It installs it
// first where it is not there yet.
func installed(lock string, how func(ctx context.Context, dir string) error) (string, error) {
	data, err := os.ReadFile(lock)
	if err != nil {
		return "", err
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	dir := filepath.Join(cache, "cardroom-clients", fmt.Sprintf("%x", sha256.Sum256(data))[:16])
	done := filepath.Join(dir, "installed")
	if _, err := os.Stat(done); err == nil {
		return dir, nil
	}
	if err := os.RemoveAll(dir); err != nil {
		return "", err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 80*time.Second)
	defer cancel()
	if err := how(ctx, dir); err != nil {
		return "", err
	}
	return dir, os.WriteFile(done, nil, 0o644)
}

// install runs an installer in a folder.
func install(ctx context.Context, dir, name string, args ...string) error {
	c := exec.CommandContext(ctx, name, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil || unreachable.Match(out):
		return fmt.Errorf("%w: %s %s: %s", errUnreachable, filepath.Base(name), args[0], lastLine(out))
	}
	return fmt.Errorf("%s %s: %v\n%s", filepath.Base(name), strings.Join(args, " "), err, out)
}

func lastLine(out []byte) string {
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return lines[len(lines)-1]
}

func number(text string) int {
	n, _ := strconv.Atoi(text)
	return n
}

func copyFile(from, to string) error {
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
