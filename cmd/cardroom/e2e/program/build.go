package program

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"cardroom/internal/parallel"
)

// Binary builds the program and returns the path of an executable that does not change until Main ends.
var Binary = sync.OnceValues(func() (string, error) {
	dir, err := scratch()
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "cardroom")
	return path, build(path)
})

// scratch returns a folder for this process. Users without rights can run the program in it, too.
var scratch = sync.OnceValues(func() (string, error) { return os.MkdirTemp("", "cardroom") })

// Main runs the tests of a package, up to atOnce at a time, removes their builds, and returns their exit code.
func Main(m *testing.M, atOnce int) int {
	code := parallel.Run(m, atOnce)
	if dir, err := scratch(); err == nil {
		os.RemoveAll(dir)
	}
	return code
}

// build puts the program of the working directory's module at path. All packages of a run share one build in the user's
// cache directory, which another run may replace at any time. So each package gets a link to it.
func build(path string) error {
	root, err := findRoot()
	if err != nil {
		return err
	}
	cache, err := os.UserCacheDir()
	if err != nil { // no home directory: this package builds for itself
		return compile(root, path)
	}
	dir := filepath.Join(cache, "cardroom-e2e", fmt.Sprintf("%x", sha256.Sum256([]byte(root)))[:16])
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return compile(root, path)
	}
	unlock, err := lock(filepath.Join(dir, "lock"))
	if err != nil {
		return err
	}
	defer unlock()
	shared := filepath.Join(dir, "cardroom")
	if err := compile(root, shared); err != nil {
		return err
	}
	if os.Link(shared, path) == nil {
		return nil
	}
	return copyProgram(shared, path) // on different file systems
}

func compile(root, path string) error {
	built := exec.Command("go", "build", "-o", path, "./cmd/cardroom")
	built.Dir = root
	if out, err := built.CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %v\n%s", err, out)
	}
	return nil
}

func copyProgram(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE, 0o755)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
