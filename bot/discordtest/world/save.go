package world

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"cardroom/internal/fastjson"
	"cardroom/internal/file"
)

// stateSchema is the schema of the state file. Open refuses any other.
const stateSchema = "discordtest/1"

// saver writes the state some time after a change, so that a burst is one write.
type saver struct {
	path    string     // "": write nothing
	writing sync.Mutex // held while writing a file, so that an older one never replaces a newer
	dirty   bool
	took    time.Duration // the last writing
	err     error
}

// saveAfter is how long a change may stay unwritten. Where writing takes longer than a tenth of that, it is ten times as long
// as the last writing.
const saveAfter = 40 * time.Millisecond

// Changed marks the state as changed.
func (w *World) Changed() {
	if w.saver.path == "" || w.saver.dirty {
		return
	}
	w.saver.dirty = true
	if !w.closed {
		time.AfterFunc(max(saveAfter, 10*w.saver.took), func() { _ = w.Flush() })
	}
}

// Close writes the state if it changed; from then on only Flush does.
func (w *World) Close() error {
	w.Lock()
	w.closed = true
	w.Unlock()
	return w.Flush()
}

// Flush writes the state if it changed, or if the last try failed. Callers must not hold the lock, which is free during the writing.
func (w *World) Flush() error {
	w.saver.writing.Lock()
	defer w.saver.writing.Unlock()
	w.Lock()
	if !w.saver.dirty && w.saver.err == nil {
		defer w.Unlock()
		return nil
	}
	w.saver.dirty = false
	began := time.Now()
	data, err := fastjson.Marshal(&w.State)
	w.Unlock()
	if err == nil {
		err = file.Write(w.saver.path, data)
	}
	w.Lock()
	defer w.Unlock()
	if err != nil && w.saver.err == nil {
		w.Complain("cannot write the state file: %v", err)
	}
	w.saver.err, w.saver.took = err, time.Since(began)
	return err
}

func readState(path string, into *State) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if into.Schema != stateSchema {
		return fmt.Errorf("%s has schema %q, and this program reads only %q", path, into.Schema, stateSchema)
	}
	return nil
}
