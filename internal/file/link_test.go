package file

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestTargetFollowsLinksToFilesThatAreMissing links a file in a linked folder: its .. is above the place of the folder, not of the link.
func TestTargetFollowsLinksToFilesThatAreMissing(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	in := func(names ...string) string { return filepath.Join(append([]string{dir}, names...)...) }
	if err := errors.Join(os.MkdirAll(in("else", "deep"), 0o700), os.Mkdir(in("else", "secrets"), 0o700), os.Mkdir(in("secrets"), 0o700),
		os.Symlink(filepath.Join("else", "deep"), in("data")), os.Symlink(filepath.Join("..", "secrets", "seal"), in("else", "deep", "key")),
		os.Symlink(in("else", "deep", "key"), in("chain")), os.Symlink("loop", in("loop"))); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		in("data", "key"): in("else", "secrets", "seal"), in("chain"): in("else", "secrets", "seal"), in("none"): in("none"), in("loop"): in("loop"),
	} {
		if got := Target(path); got != want {
			t.Errorf("%s leads to %s, want %s", path, got, want)
		}
	}
}

// TestCheckTargetNamesTheLinkThatLeadsNowhere names files behind links to a disk that is away, and files that are only missing.
func TestCheckTargetNamesTheLinkThatLeadsNowhere(t *testing.T) {
	dir := t.TempDir()
	disk, folder, link, new := filepath.Join(dir, "disk"), filepath.Join(dir, "folder"), filepath.Join(dir, "link.db"), filepath.Join(dir, "new.db")
	if err := errors.Join(os.Symlink(disk, folder), os.Symlink(filepath.Join(disk, "x.db"), link), os.Symlink(filepath.Join(dir, "x.db"), new)); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		link:                                   link + " is a link to " + filepath.Join(disk, "x.db") + ", whose folder is missing: mount the disk",
		filepath.Join(folder, "x.db"):          folder + " is a link to " + disk + ", which is missing: mount the disk",
		filepath.Join(folder, "deep", "x.db"):  folder + " is a link to " + disk + ", which is missing: mount the disk",
		new:                                    "",
		filepath.Join(dir, "x.db"):             "",
		filepath.Join(dir, "no", "no", "x.db"): "",
	} {
		if err := CheckTarget(path); err == nil && want != "" || err != nil && (want == "" || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}
