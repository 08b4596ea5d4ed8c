package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"
)

// keptMessages is how many messages a channel remembers.
const keptMessages = 200

// stateSchema names the form of the state file. Another one is refused.
const stateSchema = "discordtest/1"

// state is everything that lasts, in the form of the state file.
type state struct {
	Schema       string                  `json:"schema"`
	LastID       uint64                  `json:"last_id,string"`
	App          application             `json:"app"`
	Guilds       []*guild                `json:"guilds"`
	Users        map[string]*user        `json:"users"`
	Channels     map[string]*channel     `json:"channels"`
	Commands     map[string][]Command    `json:"commands"` // by guild id, "" for global ones
	Emojis       []*AppEmoji             `json:"emojis"`
	Interactions map[string]*interaction `json:"interactions"`
}

type application struct {
	ID   string `json:"id"` // of the application and of its bot user alike
	Name string `json:"name"`
}

type guild struct {
	ID      string             `json:"id"`
	Name    string             `json:"name"`
	Locale  string             `json:"locale"`
	Roles   []role             `json:"roles,omitempty"` // beside @everyone
	Members map[string]*person `json:"members"`
	Without bool               `json:"without,omitempty"` // the bot was removed
}

func (g *guild) addMember(p *person) {
	if g.Members == nil {
		g.Members = map[string]*person{}
	}
	g.Members[p.User] = p
}

type role struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type user struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Locale string `json:"locale"`
}

type person struct {
	User        string   `json:"user"`
	Nick        string   `json:"nick,omitempty"`
	Permissions int64    `json:"permissions"`
	Roles       []string `json:"roles,omitempty"`
}

type channel struct {
	ID       string     `json:"id"`
	Guild    string     `json:"guild"`
	Parent   string     `json:"parent,omitempty"` // of a thread
	Name     string     `json:"name"`
	Lacks    int64      `json:"lacks,omitempty"` // what the bot may not do here
	Deleted  bool       `json:"deleted,omitempty"`
	Messages []*Message `json:"messages,omitempty"`

	Denied  int64            `json:"denied,omitempty"`  // what @everyone may not do here
	Allowed map[string]int64 `json:"allowed,omitempty"` // what people, or roles, may do here all the same
}

func (s *Server) guild(id string) *guild {
	for _, g := range s.st.Guilds {
		if g.ID == id {
			return g
		}
	}
	return nil
}

func (s *Server) userNamed(name string) *user {
	for _, u := range s.st.Users {
		if u.Name == name {
			return u
		}
	}
	return nil
}

// message returns the live message of a channel, or nil.
func (s *Server) message(channel, id string) *Message {
	ch := s.st.Channels[channel]
	if ch == nil {
		return nil
	}
	for i := len(ch.Messages) - 1; i >= 0; i-- {
		if m := ch.Messages[i]; m.ID == id && !m.Deleted {
			return m
		}
	}
	return nil
}

// discordEpoch is the first millisecond of 2015, in Unix milliseconds.
const discordEpoch = 1420070400000

// sleepPastEpoch brings a virtual clock, which starts in 2000, to where ids
// can tell the time.
func sleepPastEpoch() {
	if time.Now().UnixMilli() < discordEpoch {
		time.Sleep(time.Until(time.Date(2026, 1, 1, 12, 0, 0, 0, time.UTC)))
	}
}

// newID returns a snowflake: the time in milliseconds, then a counter. It is
// never one that was given out before, also when the clock went back.
func (s *Server) newID() string {
	id := uint64(time.Now().UnixMilli()-discordEpoch) << 22
	if id <= s.st.LastID {
		id = s.st.LastID + 1
	}
	s.st.LastID = id
	return strconv.FormatUint(id, 10)
}

// saver writes the state some time after a change, so that a burst is one write.
type saver struct {
	writing sync.Mutex // held while a file is written, so that an older one never follows a newer
	dirty   bool
	err     error
}

// saveAfter is how long a change may stay unwritten.
const saveAfter = 40 * time.Millisecond

// changed notes that the state must be written.
func (s *Server) changed() {
	if s.opts.State == "" || s.saver.dirty {
		return
	}
	s.saver.dirty = true
	if s.ctx == nil || s.ctx.Err() == nil {
		time.AfterFunc(saveAfter, func() { _ = s.flush() })
	}
}

// flush writes the state if it changed. Callers do not hold the lock, which is
// not held during the writing either.
func (s *Server) flush() error {
	s.saver.writing.Lock()
	defer s.saver.writing.Unlock()
	s.mu.Lock()
	if !s.saver.dirty {
		defer s.mu.Unlock()
		return s.saver.err
	}
	s.saver.dirty = false
	data, err := json.Marshal(s.st)
	s.mu.Unlock()
	if err == nil {
		err = replaceFile(s.opts.State, data)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil && s.saver.err == nil {
		s.complain("state file: %v", err)
	}
	s.saver.err = err
	return err
}

// replaceFile writes a file that is either the old or the new one, whenever
// the program or the machine stops.
func replaceFile(path string, data []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}

// load reads the state file, or begins a new world when there is none.
func (s *Server) load() error {
	s.st = &state{
		Schema: stateSchema, Users: map[string]*user{}, Channels: map[string]*channel{},
		Commands: map[string][]Command{}, Interactions: map[string]*interaction{},
	}
	if s.opts.State != "" {
		if err := readState(s.opts.State, s.st); err != nil {
			return fmt.Errorf("discordtest: state file: %w", err)
		}
	}
	if s.st.App.ID == "" {
		s.st.App = application{ID: s.newID(), Name: s.opts.Name}
	}
	for _, i := range s.st.Interactions {
		s.tokens[i.Token] = i
	}
	return nil
}

func readState(path string, into *state) error {
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
		return fmt.Errorf("%s: schema %q, this program knows %q", path, into.Schema, stateSchema)
	}
	return nil
}
