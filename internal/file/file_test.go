package file

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

func TestWriteAndRead(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop() // which a file that is at hand does not need
	path := filepath.Join(t.TempDir(), "new", "x.key")
	if _, err := Read(ctx, path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of no file: %v", err)
	}
	for _, text := range []string{"one\n", "two\n"} {
		if err := Write(path, text); err != nil {
			t.Fatal(err)
		}
		if got, err := Read(ctx, path); err != nil || string(got) != text {
			t.Errorf("%q, %v; want %q", got, err, text)
		}
	}
	all, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(all) != 1 {
		t.Errorf("the folder has %v, %v", all, err)
	}
}

// TestCreateLeavesTheFileThatIsThere has many goroutines create one file at the same time. Without hard links they move it one by one.
func TestCreateLeavesTheFileThatIsThere(t *testing.T) {
	var one sync.Mutex
	noLinks := func(from, to string) error {
		one.Lock()
		defer one.Unlock()
		return moveToFree(from, to, func(string, string) error { return &os.LinkError{Op: "link", Old: from, New: to, Err: syscall.EPERM} })
	}
	for name, create := range map[string]func(path, text string) error{
		"with hard links":    Create[string],
		"without hard links": func(path, text string) error { return write(path, []byte(text), noLinks) },
	} {
		path := filepath.Join(t.TempDir(), "new", "x.key")
		var created sync.Map
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() {
				switch err := create(path, strconv.Itoa(i)); {
				case err == nil:
					created.Store(strconv.Itoa(i), true)
				case !errors.Is(err, fs.ErrExist):
					t.Errorf("%s: %v", name, err)
				}
			})
		}
		all.Wait()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for first := range created.Range {
			if n++; n > 1 || first != string(text) {
				t.Errorf("%s: %v is created, and the file holds %s", name, first, text)
			}
		}
		left, err := os.ReadDir(filepath.Dir(path))
		if info, unseen := os.Stat(path); err != nil || unseen != nil || n != 1 || len(left) != 1 || info.Mode() != 0o600 && filepath.Separator == '/' {
			t.Errorf("%s: %d created, %v in the folder, %v, %v, %v", name, n, left, info, err, unseen)
		}
	}
}

// TestCheckFolderLeavesNothing asks for a folder that is there, for one that Create would make, and for one that cannot be made.
func TestCheckFolderLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for folder, free := range map[string]bool{"": true, "no/folder": true, "file": false, "file/folder": false} {
		if err := CheckFolder(filepath.Join(dir, filepath.FromSlash(folder), "x.key")); (err == nil) != free {
			t.Errorf("%q: %v", folder, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("the folder has %v, %v", left, err)
	}
	t.Chdir(dir)
	if err := CheckFolder("x.key"); err != nil {
		t.Errorf("in the working directory: %v", err)
	}
}

// TestWriteTakesTheLongestName writes files whose names have as many bytes as file systems take.
func TestWriteTakesTheLongestName(t *testing.T) {
	path := filepath.Join(t.TempDir(), strings.Repeat("x", 255))
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Skip(err)
	}
	if err := Write(path, "new"); err != nil {
		t.Error(err)
	}
	if err := errors.Join(os.Remove(path), Create(path, "new")); err != nil {
		t.Error(err)
	}
}

// A file with a byte order mark is refused with a remedy.
func TestAByteOrderMarkIsNamed(t *testing.T) {
	for text, want := range map[string]string{"\xef\xbb\xbf{}": "save it as UTF-8 without one", "\xff\xfe{\x00}\x00": "save it as UTF-8", "\xfe\xff\x00{\x00}": "save it as UTF-8", "{\xef\xbb\xbf}": ""} {
		path := filepath.Join(t.TempDir(), "x.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := ReadEach([]string{path}, 100)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A file that exists keeps its path also on a read-only file system.
func TestAccessNamesTheRemedyOfAReadOnlyFileSystem(t *testing.T) {
	dir := t.TempDir()
	for path, want := range map[string]string{dir: "; mount it read-write", filepath.Join(dir, "none"): syscall.EROFS.Error()} {
		err := Access(path, &fs.PathError{Op: "open", Path: path, Err: syscall.EROFS})
		if !errors.Is(err, syscall.EROFS) || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
