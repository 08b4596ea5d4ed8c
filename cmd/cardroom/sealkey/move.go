package sealkey

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	storeopen "cardroom/store/open"
)

// Moved says how the seal key comes along when a store is moved.
type Moved struct {
	Advice string // the operator's next step, as the end of a sentence
	path   string // of the key file to create; "" for none
	key    []byte
}

// Along returns how a bot on the new store can decrypt the running hands of the old one. The key of a database file goes
// into a file beside it; for Redis it must be in the environment.
func Along(ctx context.Context, env map[string]string, n storeopen.Named, to string) (m Moved, err error) {
	from := n.URL
	fromPath, fromFile := strings.CutPrefix(from, "file:")
	toPath, toFile := strings.CutPrefix(to, "file:")
	fromKey, toKey := Path(fromPath), Path(toPath)
	_, wrongKey := Parse(env[variable])
	if err := cmp.Or(wrongKey, n.CheckFile()); err != nil {
		return m, err
	}
	switch {
	case env[variable] != "" && fromFile && isThere(fromKey):
		if text, err := os.ReadFile(fromKey); err != nil || !strings.EqualFold(strings.TrimSpace(string(text)), env[variable]) {
			return m, fmt.Errorf("CARDROOM_SEAL_KEY is not the key in %s: set it to the content of that file, or move the file away if the hands are sealed with CARDROOM_SEAL_KEY", fromKey)
		}
		return Moved{Advice: "leave CARDROOM_SEAL_KEY as it is"}, nil
	case env[variable] != "":
		return Moved{Advice: "leave CARDROOM_SEAL_KEY as it is"}, nil
	case !toFile && fromFile && !isThere(fromKey):
		return Moved{Advice: "set CARDROOM_SEAL_KEY to the key that the bot on " + from + " has"}, nil
	case !toFile && fromFile:
		return Moved{Advice: "set CARDROOM_SEAL_KEY to what " + fromKey + " holds"}, nil
	case !toFile:
		return Moved{Advice: "leave DISCORD_TOKEN as it is"}, nil
	case isThere(toKey):
		return m, fmt.Errorf("a key file %s exists already: move it away, or name another file", toKey)
	case !fromFile && env["DISCORD_TOKEN"] == "":
		return m, errors.New("DISCORD_TOKEN is not set: set the token of the bot on this Redis, because the key of its running hands is derived from it")
	}
	m.path, m.Advice = toKey, "keep the key file "+toKey+" beside it"
	m.key, err = For(ctx, n, env["DISCORD_TOKEN"])
	return m, err
}

// WriteFile writes the key file if the new store needs one.
func (m Moved) WriteFile() error {
	if m.path == "" {
		return nil
	}
	return write(m.path, m.key)
}
