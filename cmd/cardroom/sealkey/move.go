package sealkey

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"

	"cardroom/bot/record"
	"cardroom/internal/file"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// Moved says how the seal key comes along when a store is moved.
type Moved struct {
	Advice string // the operator's next step, as the end of a sentence
	path   string // of the key file to create; "" for none
	remedy string // the operator's next step if that file cannot be written after the copy
	key    []byte // as far as the move knows it
	origin string // of the key, in a sentence
}

// Along returns how a bot on the new store can decrypt the running hands of the old one. The key of a database file goes
// into a file beside it; for Redis it must be in the environment.
func Along(ctx context.Context, env map[string]string, n storeopen.Named, to string) (m Moved, err error) {
	from := n.URL
	fromPath, fromFile := strings.CutPrefix(from, "file:")
	toPath, toFile := strings.CutPrefix(to, "file:")
	fromKey, toKey := Path(fromPath), Path(toPath)
	given, wrongKey := Parse(env[variable])
	if err := cmp.Or(wrongKey, n.CheckFile()); err != nil {
		return m, err
	}
	switch {
	case env[variable] != "" && fromFile && isThere(fromKey):
		key, err := For(ctx, n, "")
		if damaged, ok := errors.AsType[*FileError](err); ok {
			return m, fmt.Errorf("%s: put it back from a backup, or move it away if the hands are sealed with CARDROOM_SEAL_KEY", damaged.Fault)
		}
		if err != nil {
			return m, err
		}
		if !bytes.Equal(key, given) {
			return m, fmt.Errorf("CARDROOM_SEAL_KEY is not the key in %s: set it to the content of that file, or move the file away if the hands are sealed with CARDROOM_SEAL_KEY", fromKey)
		}
		fallthrough
	case env[variable] != "":
		return Moved{Advice: "leave CARDROOM_SEAL_KEY as it is", key: given, origin: "CARDROOM_SEAL_KEY holds"}, nil
	case !toFile && fromFile && !isThere(fromKey):
		return Moved{Advice: "set CARDROOM_SEAL_KEY to the key that the bot on " + from + " has"}, nil
	case !toFile && !fromFile && env["DISCORD_TOKEN"] == "":
		return Moved{Advice: "leave DISCORD_TOKEN and CARDROOM_SEAL_KEY as they are"}, nil
	case !fromFile && env["DISCORD_TOKEN"] == "":
		return m, errors.New("DISCORD_TOKEN is not set: set the token of the bot on this Redis, because the key of its running hands is derived from it")
	case toFile:
		if err := checkNew(toKey); err != nil {
			return m, err
		}
		m.path, m.Advice = toKey, "keep the key file "+toKey+" beside it"
		if m.remedy = "delete the new store, and move again to a file in a directory that can be written"; fromFile {
			m.remedy = fmt.Sprintf("copy %[1]s to %[2]s, or set CARDROOM_SEAL_KEY to what %[1]s holds; then set STORE_URL to the new store", fromKey, toKey)
		}
	case fromFile:
		m.Advice = "set CARDROOM_SEAL_KEY to what " + fromKey + " holds"
	default:
		m.Advice = "leave DISCORD_TOKEN as it is"
	}
	if m.origin = "DISCORD_TOKEN gives"; fromFile {
		m.origin = fromKey + " holds"
	}
	m.key, err = For(ctx, n, env["DISCORD_TOKEN"])
	return m, err
}

// checkNew returns an error if a move can make no key file at a path. It is for the time before the copy.
func checkNew(path string) error {
	if err := file.CheckTarget(path); err != nil {
		return fmt.Errorf("no key file can be made beside the new store: %w", err)
	}
	named := file.Target(path)
	if isSeen(named) {
		return fmt.Errorf("a key file %s exists already: move it away, or name another file", path)
	}
	if err := file.CheckFolder(named); err != nil {
		return unwritable(path, err)
	}
	return nil
}

// Check returns an error if another key sealed every open table of the store to move from. Then the advice would keep none readable.
func (m Moved) Check(ctx context.Context, from store.Store) error {
	if m.key == nil {
		return nil
	}
	envelope, others := record.NewEnvelope(m.key), 0
	for stored, err := range from.Tables(ctx) {
		if err != nil || !envelope.SealedByAnother(stored.Data) {
			return nil // the copy finds the error again
		}
		others++
	}
	if others == 0 {
		return nil
	}
	return fmt.Errorf("the tables to move are sealed with another key than %s: set CARDROOM_SEAL_KEY to the key that their bot has; "+
		"if it is lost for good, cardroom doctor on the old store says what to do", m.origin)
}

// WriteFile writes the key file if the new store needs one.
func (m Moved) WriteFile() error {
	if m.path == "" {
		return nil
	}
	if err := write(m.path, m.key); err != nil {
		return fmt.Errorf("the key file %s cannot be written: %w; %s", m.path, err, m.remedy)
	}
	return nil
}
