package file

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
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

// TestALinkThroughALinkedFolderLeadsWhereTheSystemGoes has links to folder/../secrets, where the folder is a link into another one. It
// compares each target with the path of the file that the system opens.
func TestALinkThroughALinkedFolderLeadsWhereTheSystemGoes(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows removes the folder before a .. and does not follow it")
	}
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	deep, secrets := filepath.Join("mnt", "deep"), filepath.Join("mnt", "secrets")
	if err := errors.Join(os.MkdirAll(deep, 0o700), os.Mkdir(secrets, 0o700), os.Symlink(deep, "folder")); err != nil {
		t.Skip(err)
	}
	through := strings.Join([]string{"folder", "..", "secrets", ""}, string(filepath.Separator))
	for name, named := range map[string]string{"relative": through + "a", "absolute": dir + string(filepath.Separator) + through + "b", "chain": "relative", "near": "c"} {
		if err := os.Symlink(named, name); err != nil {
			t.Fatal(err)
		}
	}
	for _, path := range []string{"relative", "absolute", "chain", "near", filepath.Join(dir, "relative"), filepath.Join(dir, "chain")} {
		got, leads := Target(path), CheckTarget(path)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		want, err := filepath.EvalSymlinks(path)
		if err := errors.Join(err, leads, os.Remove(want)); err != nil || got != want {
			t.Errorf("%s leads to %s, the system goes to %s, %v", path, got, want, err)
		}
	}
	if err := errors.Join(Write(through+"d", "new"), os.Remove(filepath.Join(secrets, "d"))); err != nil || !isMissing("secrets") {
		t.Errorf("a file in the folder: %v; there is a folder secrets: %t", err, !isMissing("secrets"))
	}
	if err := errors.Join(os.RemoveAll("mnt"), os.Mkdir("secrets", 0o700)); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"relative", "absolute", "chain"} {
		if err := CheckTarget(path); err == nil || !strings.Contains(err.Error(), "whose folder is missing: mount the disk") {
			t.Errorf("%s, while the folder is away: %v", path, err)
		}
	}
}

// TestCheckTargetNamesTheLinkThatLeadsNowhere names files behind links to a disk that is away, files that are only missing, and paths that
// no file can have.
func TestCheckTargetNamesTheLinkThatLeadsNowhere(t *testing.T) {
	dir := t.TempDir()
	disk, folder, link, new := filepath.Join(dir, "disk"), filepath.Join(dir, "folder"), filepath.Join(dir, "link.db"), filepath.Join(dir, "new.db")
	if err := errors.Join(os.Symlink(disk, folder), os.Symlink(filepath.Join(disk, "x.db"), link), os.Symlink(filepath.Join(dir, "x.db"), new),
		os.Symlink("b.key", filepath.Join(dir, "a.key")), os.Symlink("a.key", filepath.Join(dir, "b.key")), os.WriteFile(filepath.Join(dir, "file"), nil, 0o600)); err != nil {
		t.Skip(err)
	}
	for path, want := range map[string]string{
		link:                                   link + " is a link to " + filepath.Join(disk, "x.db") + ", whose folder is missing: mount the disk",
		filepath.Join(folder, "x.db"):          folder + " is a link to " + disk + ", which is missing: mount the disk",
		filepath.Join(folder, "deep", "x.db"):  folder + " is a link to " + disk + ", which is missing: mount the disk",
		new:                                    "",
		filepath.Join(dir, "x.db"):             "",
		filepath.Join(dir, "no", "no", "x.db"): "",
		filepath.Join(dir, "a.key"):            "stat " + filepath.Join(dir, "a.key") + ": too many levels of symbolic links: a link on this path leads back to itself; let it lead to the file",
		filepath.Join(dir, "a.key", "x.db"):    "stat " + filepath.Join(dir, "a.key", "x.db") + ": too many levels of symbolic links",
		filepath.Join(dir, "file", "x.db"):     "stat " + filepath.Join(dir, "file", "x.db") + ": not a directory; check the path and its disk",
	} {
		if err := CheckTarget(path); err == nil && want != "" || err != nil && (want == "" || !strings.HasPrefix(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", path, err, want)
		}
	}
}

// TestACheckGoesWhereTheSystemGoes checks files in folders above the place of a linked folder. A folder of the same name beside the link
// says nothing of them.
func TestACheckGoesWhereTheSystemGoes(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.MkdirAll(filepath.Join("real", "sub"), 0o700), os.Symlink(filepath.Join("real", "sub"), "link"),
		os.Symlink("gone", "new"), os.Symlink("gone", filepath.Join("real", "away")), os.WriteFile("free", nil, 0o600)); err != nil {
		t.Skip(err)
	}
	above := filepath.FromSlash("link/../")
	if err := errors.Join(CheckTarget(above+filepath.Join("new", "x.db")), CheckFolder(above+filepath.Join("free", "deep", "x.key"))); err != nil {
		t.Errorf("in folders to make: %v", err)
	}
	want := above + "away is a link to " + filepath.Join("real", "gone") + ", which is missing: mount the disk"
	if err := CheckTarget(above + filepath.Join("away", "x.db")); err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Errorf("on a disk that is away: %v, want %q", err, want)
	}
	if err := CheckFolder(filepath.Join("free", "x.key")); err == nil {
		t.Error("a file has a folder")
	}
}

func TestFolderOfEndsAtTheRoot(t *testing.T) {
	for path, want := range map[string]string{"x": ".", ".": ".", "a/x": "a", "a//x": "a", "a/": "a", "/x": "/", "/": "/", "//x": "//", "a/../x": "a/.."} {
		if got := folderOf(filepath.FromSlash(path)); got != filepath.FromSlash(want) {
			t.Errorf("%s is in %s, want %s", path, got, want)
		}
	}
}
