package sealkey

import (
	"context"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"cardroom/bot/shuffle"
	"cardroom/internal/file"
	storeopen "cardroom/store/open"
)

// variable is the name of the variable that holds a seal key.
const variable = "CARDROOM_SEAL_KEY"

// Parse reads a value of CARDROOM_SEAL_KEY. It returns nil for an empty one.
func Parse(v string) ([]byte, error) {
	if v == "" {
		return nil, nil
	}
	key, err := hex.DecodeString(v)
	if err != nil || len(key) != shuffle.KeySize {
		return nil, errors.New("CARDROOM_SEAL_KEY is not 32 bytes in hexadecimal: make one with openssl rand -hex 32")
	}
	return key, nil
}

// For returns the seal key of a store if none is configured. A file's key is in a key file beside it, which For creates if it is
// missing. Redis' key is derived from the token. In memory the key lasts as long as the process.
func For(ctx context.Context, n storeopen.Named, token string) ([]byte, error) {
	path, isFile := strings.CutPrefix(n.URL, "file:")
	switch err := n.Check(); {
	case err != nil:
		return nil, err
	case isFile:
		if !HasFile(n.URL) { // a file that is no store has no key
			if err := n.CheckOwn(ctx); err != nil {
				return nil, err
			}
		}
		key, err := fromFile(ctx, path)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", n.Name, n.URL, err)
		}
		return key, nil
	case strings.HasPrefix(n.URL, "redis"):
		return hkdf.Key(sha256.New, []byte(token), nil, "cardroom/seal", shuffle.KeySize)
	}
	return random(), nil
}

// random returns a new key.
func random() []byte {
	key := make([]byte, shuffle.KeySize)
	rand.Read(key)
	return key
}

// Path returns the path of a database's key file, which may be missing. That of a symbolic link is beside the file that it names, unless
// there is one beside the link.
func Path(db string) string {
	if beside := db + ".key"; isSeen(beside) {
		return beside
	}
	return file.Target(db) + ".key"
}

// isSeen reports whether there is anything at a path.
func isSeen(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// HasFile reports whether a store is a database file with a key file beside it. The first start on a file creates it.
func HasFile(storeURL string) bool {
	path, isFile := strings.CutPrefix(storeURL, "file:")
	return isFile && isThere(Path(path))
}

// FileError says that a key file is missing or damaged, or cannot be read, with the remedies of a bot.
type FileError struct{ Fault, Remedy string }

func (e *FileError) Error() string { return e.Fault + ": " + e.Remedy }

// backup is the remedy of a bot with a key file that is missing or damaged.
const backup = "put it back from a backup, or name the key in CARDROOM_SEAL_KEY"

// fromFile returns the key in the key file of a database. A database without data gets a new one.
func fromFile(ctx context.Context, db string) ([]byte, error) {
	path := Path(db)
	key, err := readKey(ctx, path, db)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKey(ctx, path, db)
	}
	return key, err
}

// readKey returns the key in the key file of a database. Beside one with data no error advises another path, where a store would begin anew.
func readKey(ctx context.Context, path, db string) ([]byte, error) {
	text, err := file.Read(ctx, path)
	switch {
	case errors.Is(err, fs.ErrPermission):
		return nil, fmt.Errorf("the key file %s cannot be read: %w", path, file.Access(path, err))
	case err != nil && ctx.Err() == nil && isThere(db) && !errors.Is(err, fs.ErrNotExist):
		return nil, &FileError{fmt.Sprintf("the key file %s cannot be read: %v", path, err), backup}
	case err != nil:
		return nil, fmt.Errorf("the key file %s cannot be read: %w; name a file in a directory that can be read and written", path, err)
	}
	key, err := hex.DecodeString(strings.TrimSpace(string(text)))
	if err != nil || len(key) != shuffle.KeySize {
		return nil, &FileError{fmt.Sprintf("the key file %s does not hold 32 bytes in hexadecimal", path), backup}
	}
	return key, nil
}

// makeKey makes the missing key file of a database that is missing, too, and returns the key. If another start makes the file meanwhile, it
// returns the key in that file.
func makeKey(ctx context.Context, path, db string) ([]byte, error) {
	for _, linked := range []string{path, db} {
		if err := file.CheckTarget(linked); err != nil {
			return nil, err // a new key would not be that of the hands on the disk
		}
	}
	if isThere(db) && !isThere(path) { // in this order: another start makes the key, then the database
		return nil, &FileError{fmt.Sprintf("the key file %s is missing, and without it the hands in %s cannot be opened", path, db),
			backup + "; if it is lost for good, name a new one there, and cardroom doctor says what to do"}
	}
	key := random()
	switch err := write(path, key); {
	case errors.Is(err, fs.ErrExist):
		return readKey(ctx, path, db)
	case err != nil:
		return nil, unwritable(path, err)
	}
	return key, nil
}

// isThere reports whether a file exists and is not empty.
func isThere(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Size() > 0
}

// write writes a key file that is missing, or returns fs.ErrExist. Whenever the machine stops, the file is complete or missing. A symbolic
// link stays, and its file is written.
func write(path string, key []byte) error {
	return file.Create(file.Target(path), hex.EncodeToString(key)+"\n")
}

// unwritable adds the remedy to an error of a key file that belongs to no store yet.
func unwritable(path string, err error) error {
	return fmt.Errorf("the key file %s cannot be written: %w; name a file in a directory that can be written", path, err)
}
