package file

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
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
