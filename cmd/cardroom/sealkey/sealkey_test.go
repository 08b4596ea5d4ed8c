package sealkey

import (
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"cardroom/internal/file"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// TestADatabaseOfAnotherProgramLacksNoKey asks for the key of a SQLite file that is not of this program, and of one that is.
func TestADatabaseOfAnotherProgramLacksNoKey(t *testing.T) {
	for name, c := range map[string]struct{ query, want string }{
		"another program's": {"CREATE TABLE x (y)", "a SQLite database of another program"},
		"a newer one":       {"PRAGMA application_id = 1667330660; PRAGMA user_version = 999; CREATE TABLE x (y)", store.ErrSchema.Error()},
		"a damaged one":     {"PRAGMA application_id = 1667330660; PRAGMA user_version = 1; CREATE TABLE x (y)", ".key is missing"},
	} {
		path := filepath.Join(t.TempDir(), "other.db")
		db, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := db.Exec(c.query); err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		_, err = For(t.Context(), fileStore(path), "")
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "STORE_URL file:"+path+": ") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if all, err := filepath.Glob(path + "*"); err != nil || len(all) != 1 {
			t.Errorf("%s: the folder has %v, %v", name, all, err)
		}
	}
}

// TestFirstStartsHaveOneKey starts four bots at once on a new database. They all have the key in the key file, although one alone opens the
// database.
func TestFirstStartsHaveOneKey(t *testing.T) {
	for range 5 {
		db := filepath.Join(t.TempDir(), "cardroom.db")
		var keys [4]string
		var all sync.WaitGroup
		for i := range keys {
			all.Go(func() {
				key, err := For(t.Context(), fileStore(db), "")
				if err != nil {
					t.Error(err)
				}
				if s, err := storeopen.Open(t.Context(), "file:"+db, store.Options{}); err == nil {
					t.Cleanup(func() { s.Close() })
				} else if !errors.Is(err, store.ErrLocked) {
					t.Error(err)
				}
				keys[i] = hex.EncodeToString(key)
			})
		}
		all.Wait()
		text, err := os.ReadFile(db + ".key")
		if want := strings.TrimSpace(string(text)); err != nil || keys != [...]string{want, want, want, want} {
			t.Errorf("the bots have the keys %.4q, and the key file holds %.4s, %v", keys, want, err)
		}
	}
}

// TestAKeyThatIsMadeMeanwhileStays makes the key of a new database, and that of a move, just after another program has made both files.
func TestAKeyThatIsMadeMeanwhileStays(t *testing.T) {
	dir := t.TempDir()
	db, path, first := filepath.Join(dir, "cardroom.db"), filepath.Join(dir, "cardroom.db.key"), strings.Repeat("ab", 32)
	if err := errors.Join(file.Write(path, first), file.Write(db, "SQLite format 3\x00")); err != nil {
		t.Fatal(err)
	}
	if key, err := makeKey(t.Context(), path, db); err != nil || hex.EncodeToString(key) != first {
		t.Errorf("the key of a start begins with %.2x, %v", key, err)
	}
	if err := (Moved{path: path, key: random()}).WriteFile(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a move: %v", err)
	}
	if text, err := os.ReadFile(path); err != nil || string(text) != first {
		t.Errorf("the key file holds %q, %v", text, err)
	}
}

// TestAFolderInPlaceOfTheKeyFile asks for the key beside a store, which is in a backup, and beside none, where a new one may have another path.
func TestAFolderInPlaceOfTheKeyFile(t *testing.T) {
	for data, want := range map[string]string{"SQLite format 3\x00": ": put it back from a backup, or name the key in CARDROOM_SEAL_KEY", "": "; name a file in a directory that can be read and written"} {
		db := filepath.Join(t.TempDir(), "cardroom.db")
		if err := errors.Join(file.Write(db, data), os.Mkdir(db+".key", 0o700)); err != nil {
			t.Fatal(err)
		}
		_, err := For(t.Context(), fileStore(db), "")
		if err == nil || !strings.HasPrefix(err.Error(), "STORE_URL file:"+db+": the key file "+db+".key cannot be read: ") || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", data, err, want)
		}
	}
}

// TestALinkLeadsToTheKeyOfItsFile opens a store by symbolic links. The key file is beside the database, or where an earlier version made
// it: beside the link.
func TestALinkLeadsToTheKeyOfItsFile(t *testing.T) {
	dir := t.TempDir()
	db, near := filepath.Join(dir, "data", "cardroom.db"), filepath.Join(dir, "near.db")
	far, relative := filepath.Join(dir, "far.db"), filepath.Join("data", "cardroom.db")
	write := func(path, text string) {
		t.Helper()
		if err := file.Write(path, text); err != nil {
			t.Fatal(err)
		}
	}
	write(db, "SQLite format 3\x00")
	write(db+".key", strings.Repeat("ab", 32))
	write(near+".key", strings.Repeat("cd", 32))
	for name, to := range map[string]string{far: near, near: relative} {
		if err := os.Symlink(to, name); err != nil {
			t.Skip(err)
		}
	}
	for path, want := range map[string]struct{ file, begins string }{db: {db + ".key", "abab"}, near: {near + ".key", "cdcd"}, far: {db + ".key", "abab"}} {
		key, err := For(t.Context(), fileStore(path), "")
		if err != nil || !strings.HasPrefix(hex.EncodeToString(key), want.begins) {
			t.Errorf("%s: the key begins with %.2x, %v", path, key, err)
		}
		if got := Path(path); got != want.file || !HasFile("file:"+path) {
			t.Errorf("%s has its key in %s, %t; want %s", path, got, HasFile("file:"+path), want.file)
		}
	}
	if err := os.Remove(db + ".key"); err != nil {
		t.Fatal(err)
	}
	if _, err := For(t.Context(), fileStore(far), ""); err == nil || !strings.Contains(err.Error(), "the key file "+db+".key is missing") {
		t.Errorf("of a link to a file without a key: %v", err)
	}
	write(db, "") // a new store
	if _, err := For(t.Context(), fileStore(far), ""); err != nil || !HasFile("file:"+db) {
		t.Errorf("of a link to an empty file: %v, the key is beside it: %t", err, HasFile("file:"+db))
	}
}

// TestAMoveBetweenLinksUsesTheKeyOfTheirFiles moves a file by its symbolic link.
func TestAMoveBetweenLinksUsesTheKeyOfTheirFiles(t *testing.T) {
	db, link := filepath.Join(t.TempDir(), "cardroom.db"), filepath.Join(t.TempDir(), "link.db")
	if err := errors.Join(file.Write(db, "data"), file.Write(db+".key", strings.Repeat("ab", 32)), os.Symlink(db, link)); err != nil {
		t.Skip(err)
	}
	if m, err := Along(t.Context(), nil, fileStore(link), "redis://127.0.0.1:1"); err != nil || !strings.Contains(m.Advice, "to what "+db+".key holds") {
		t.Errorf("to a Redis: %q, %v", m.Advice, err)
	}
	if _, err := Along(t.Context(), nil, fileStore(db), "file:"+link); err == nil || !strings.Contains(err.Error(), db+".key exists already") {
		t.Errorf("to a link: %v", err)
	}
	_, err := Along(t.Context(), map[string]string{variable: strings.Repeat("cd", 32)}, fileStore(link), "redis://127.0.0.1:1")
	if err == nil || !strings.Contains(err.Error(), "is not the key in "+db+".key") {
		t.Errorf("with another key: %v", err)
	}
}

// TestALinkToADiskThatIsAwayMakesNoKey renames the folder of the files that symbolic links name, as before a disk is mounted. A new key
// would replace the link to the one on the disk.
func TestALinkToADiskThatIsAwayMakesNoKey(t *testing.T) {
	for name, c := range map[string]struct{ db, key, missing string }{
		"the database":              {db: "DIR/disk/cardroom.db", missing: "disk/cardroom.db"},
		"the database, relatively":  {db: "disk/cardroom.db", missing: "disk/cardroom.db"},
		"both":                      {db: "DIR/disk/cardroom.db", key: "DIR/disk/cardroom.db.key", missing: "disk/cardroom.db.key"},
		"both, relatively":          {db: "disk/cardroom.db", key: "disk/cardroom.db.key", missing: "disk/cardroom.db.key"},
		"the key":                   {key: "disk/cardroom.db.key", missing: "disk/cardroom.db.key"},
		"both, through a folder":    {db: "folder/cardroom.db", key: "folder/cardroom.db.key", missing: "folder/cardroom.db.key"},
		"both, the key's elsewhere": {db: "disk/cardroom.db", key: "cardroom.key", missing: "disk/cardroom.db"},
	} {
		dir := t.TempDir()
		disk, away, link := filepath.Join(dir, "disk"), filepath.Join(dir, "away"), filepath.Join(dir, "link.db")
		db, sealed := filepath.Join(disk, "cardroom.db"), strings.Repeat("ab", 32)
		err := errors.Join(file.Write(db, "SQLite format 3\x00"), file.Write(db+".key", sealed), os.Symlink("disk", filepath.Join(dir, "folder")))
		for path, to := range map[string]string{link: c.db, link + ".key": c.key} {
			if to != "" {
				err = errors.Join(err, os.Symlink(filepath.FromSlash(strings.Replace(to, "DIR", dir, 1)), path))
			}
		}
		if err := errors.Join(err, os.Rename(disk, away)); err != nil {
			t.Skip(err)
		}
		want := filepath.Join(dir, filepath.FromSlash(c.missing)) + ", whose folder is missing: mount the disk"
		if _, err := For(t.Context(), fileStore(link), ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s, while the disk is away: %v, want %s", name, err, want)
		}
		if isSeen(filepath.Join(dir, "cardroom.key")) || isSeen(disk) {
			t.Errorf("%s: a file is made while the disk is away", name)
		}
		if err := os.Rename(away, disk); err != nil {
			t.Fatal(err)
		}
		if c.key == "cardroom.key" { // it was missing before
			continue
		}
		if key, err := For(t.Context(), fileStore(link), ""); err != nil || hex.EncodeToString(key) != sealed {
			t.Errorf("%s: the key begins with %.2x, %v", name, key, err)
		}
	}
}

// TestAKeyOnADiskThatIsAwayIsNotCalledMissing starts a bot whose database is there, and whose key file is a link to a disk that is not.
func TestAKeyOnADiskThatIsAwayIsNotCalledMissing(t *testing.T) {
	db, disk := filepath.Join(t.TempDir(), "cardroom.db"), filepath.Join(t.TempDir(), "disk")
	if err := errors.Join(file.Write(db, "SQLite format 3\x00"), os.Symlink(filepath.Join(disk, "seal"), db+".key")); err != nil {
		t.Skip(err)
	}
	if _, err := For(t.Context(), fileStore(db), ""); err == nil || !strings.Contains(err.Error(), "mount the disk") || strings.Contains(err.Error(), "backup") {
		t.Errorf("while the disk is away: %v", err)
	}
}

// TestALinkedKeyFileIsMadeWhereItsLinkLeads starts a new store, and moves one, where the operator has linked the key file before.
func TestALinkedKeyFileIsMadeWhereItsLinkLeads(t *testing.T) {
	dir := t.TempDir()
	old, link, secrets := filepath.Join(dir, "old.db"), filepath.Join(dir, "link.db"), filepath.Join(dir, "secrets")
	if err := errors.Join(file.Write(old, "data"), file.Write(old+".key", strings.Repeat("ab", 32)),
		os.Symlink(filepath.Join("data", "cardroom.db"), link), os.Symlink(filepath.Join("secrets", "seal"), link+".key"), os.Mkdir(filepath.Join(dir, "data"), 0o700)); err != nil {
		t.Skip(err)
	}
	if _, err := Along(t.Context(), nil, fileStore(old), "file:"+link); err == nil || !strings.Contains(err.Error(), "seal, whose folder is missing: mount the disk") {
		t.Errorf("a move while the disk of the key is away: %v", err)
	}
	if err := os.Mkdir(secrets, 0o700); err != nil {
		t.Fatal(err)
	}
	written := func() string {
		info, err := os.Lstat(link + ".key")
		text, missing := os.ReadFile(filepath.Join(secrets, "seal"))
		if err := errors.Join(err, missing, os.Remove(filepath.Join(secrets, "seal"))); err != nil || info.Mode().Type() != fs.ModeSymlink {
			t.Errorf("the key file is %v, %v; want a link to one that is made", info, err)
		}
		return strings.TrimSpace(string(text))
	}
	key, err := For(t.Context(), fileStore(link), "")
	if got := written(); err != nil || got != hex.EncodeToString(key) {
		t.Errorf("the key file of a new store holds %q, %v; want %x", got, err, key)
	}
	m, err := Along(t.Context(), nil, fileStore(old), "file:"+link)
	if err := errors.Join(err, m.WriteFile()); err != nil {
		t.Error(err)
	}
	if got := written(); got != strings.Repeat("ab", 32) {
		t.Errorf("the key file of a move holds %q", got)
	}
}

// TestALinkThatLeadsBackToItselfStays starts new stores, and moves one, where the key file or the database is a link in a loop.
func TestALinkThatLeadsBackToItselfStays(t *testing.T) {
	dir := t.TempDir()
	old, db, looped := filepath.Join(dir, "old.db"), filepath.Join(dir, "a.db"), filepath.Join(dir, "looped.db")
	if err := errors.Join(file.Write(old, "data"), file.Write(old+".key", strings.Repeat("ab", 32)), os.Symlink("b.key", db+".key"),
		os.Symlink("a.db.key", filepath.Join(dir, "b.key")), os.Symlink("looped.db", looped)); err != nil {
		t.Skip(err)
	}
	_, start := For(t.Context(), fileStore(db), "")
	_, second := For(t.Context(), fileStore(looped), "")
	_, move := Along(t.Context(), nil, fileStore(old), "file:"+db)
	for name, err := range map[string]error{"a start": start, "a start on a database in a loop": second, "a move": move} {
		if !errors.Is(err, syscall.ELOOP) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !strings.Contains(fmt.Sprint(move), db+".key: too many levels of symbolic links: a link on this path leads back to itself") {
		t.Errorf("a move says %v", move)
	}
	if made, err := filepath.Glob(filepath.Join(dir, "*")); err != nil || len(made) != 5 {
		t.Errorf("the folder has %v, %v", made, err)
	}
}

// TestALinkInALinkedFolderLeadsToItsFile has a link to ../other in a folder that is a link itself. Its .. is above the folder's own place.
func TestALinkInALinkedFolderLeadsToItsFile(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	db, folder := filepath.Join(dir, "mnt", "other", "cardroom.db"), filepath.Join(dir, "data")
	if err := errors.Join(file.Write(db, "data"), file.Write(db+".key", strings.Repeat("ab", 32)), os.Mkdir(filepath.Join(dir, "mnt", "data"), 0o700),
		os.Symlink(filepath.Join("mnt", "data"), folder), os.Symlink(filepath.Join("..", "other", "cardroom.db"), filepath.Join(folder, "cardroom.db"))); err != nil {
		t.Skip(err)
	}
	if got := Path(filepath.Join(folder, "cardroom.db")); got != db+".key" {
		t.Errorf("the key file is %s, want that of %s", got, db)
	}
}
