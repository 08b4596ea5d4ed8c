package main_test

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/e2e/program"
)

var rebuild = flag.Bool("rebuild", false, "build the program twice from its source and compare")

// shipped lists all modules in the program. Each is foreign code that sees the token. go version -m of a built program
// lists them with their checksums.
var shipped = []string{
	"github.com/BurntSushi/toml", "github.com/VictoriaMetrics/metrics", "github.com/bwmarrin/discordgo",
	"github.com/cespare/xxhash/v2", "github.com/cloudflare/circl", "github.com/dustin/go-humanize", "github.com/google/uuid", "github.com/gorilla/websocket",
	"github.com/joho/godotenv", "github.com/klauspost/compress", "github.com/redis/go-redis/v9",
	"github.com/remyoudompheng/bigfft", "github.com/valyala/fastrand", "github.com/valyala/histogram", "go.uber.org/atomic",
	"golang.org/x/crypto", "golang.org/x/image", "golang.org/x/sys", "golang.org/x/text", "modernc.org/libc", "modernc.org/mathutil", "modernc.org/memory", "modernc.org/sqlite",
}

func TestMain(m *testing.M) { os.Exit(program.Main(m, runtime.GOMAXPROCS(0))) }

// T25: the program is made of the modules above, each with a checksum.
func TestTheProgramIsMadeOfTheseModules(t *testing.T) {
	if testing.Short() {
		t.Skip("reads source: not for the race detector")
	}
	path, err := program.Binary()
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("go", "version", "-m", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	_, mods, _ := strings.Cut(string(out), "\n")
	info, err := debug.ParseBuildInfo("go\tx\n" + strings.ReplaceAll(mods, "\n\t", "\n")[1:])
	if err != nil {
		t.Fatal(err)
	}
	var has []string
	for _, m := range info.Deps {
		has = append(has, m.Path)
		if m.Replace != nil || m.Sum == "" {
			t.Errorf("%s is replaced, or has no checksum", m.Path)
		}
	}
	if !slices.Equal(has, shipped) {
		t.Errorf("the program is made of\n%q, and not of\n%q", has, shipped)
	}
}

// T25: every build of the program from the same source has the same bytes, in any folder.
func TestTheSameSourceGivesTheSameProgram(t *testing.T) {
	if !*rebuild {
		t.Skip("builds everything anew, which takes minutes: -rebuild")
	}
	var sums []string
	for range 2 {
		dir := t.TempDir()
		copySource(t, dir)
		built := exec.Command("go", "build", "-trimpath", "-o", "cardroom", "./cmd/cardroom")
		built.Dir = dir
		if out, err := built.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		text, err := os.ReadFile(filepath.Join(dir, "cardroom"))
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), dir) {
			t.Errorf("the program names %s, where it was built", dir)
		}
		sums = append(sums, fmt.Sprintf("%x", sha256.Sum256(text)))
	}
	if sums[0] != sums[1] {
		t.Errorf("two builds have the sums %s", sums)
	}
}

// copySource copies all that can be a part of the program.
func copySource(t *testing.T, dir string) {
	t.Helper()
	parts, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts {
		name := filepath.Join("../..", part.Name())
		switch {
		case part.IsDir() && !strings.HasPrefix(part.Name(), "."):
			if err := os.CopyFS(filepath.Join(dir, part.Name()), os.DirFS(name)); err != nil {
				t.Fatal(err)
			}
		case part.Name() == "go.mod", part.Name() == "go.sum":
			program.CopyFile(t, name, filepath.Join(dir, part.Name()))
		}
	}
}
