package club

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/invariant"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/engine"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// storeURL returns the URL of the program's store.
func (c *Club) storeURL() string {
	url := "file:" + c.Dir + "/cardroom.db"
	for _, line := range c.Env {
		if of, isStore := strings.CutPrefix(line, "STORE_URL="); isStore {
			url = of
		}
	}
	return url
}

// stepped checks the stored table of a room, and the former board, against the invariants. It does nothing while Redis is
// unavailable.
func (r *Room) stepped() {
	dark, b := r.isDark(), r.See()
	m := r.BoardMessage(b)
	ctx, cancel := context.WithTimeout(context.Background(), BoardTime)
	defer cancel()
	k := store.Key{Guild: number(r.Guild.ID()), Channel: number(r.Ch.ID())}
	hand := int64(0)
	r.looking.Lock()
	defer r.looking.Unlock()
	in, err := storeopen.Inspect(ctx, r.storeURL(), store.Options{})
	if err == nil {
		defer in.Close()
		var stored store.Record
		if stored, err = in.Load(ctx, k); err == nil {
			hand = r.found.Found(stored)
			r.found.Books(ctx, in, k.Guild)
		}
	}
	switch {
	case errors.Is(err, store.ErrNotFound): // the table is closed
		return
	case err != nil && (dark || r.isDark()):
		r.Count("steps at which Redis was away")
		return
	case err != nil:
		r.fail(r.See().Hand, "the store cannot be looked at: %v", err)
		return
	}
	if r.Count("steps after which the store was looked at"); m == nil {
		return
	}
	if int64(b.Hand) == hand {
		r.found.See(*m)
	}
	for _, button := range m.Buttons() {
		r.found.Sent(fmt.Appendf(nil, `"custom_id":%q`, button.CustomID))
	}
}

// examined runs cardroom doctor on the store of a dead process.
func (c *Club) examined() {
	if c.isDark() {
		return
	}
	c.Count("times the doctor looked at all that was left")
	p := program.Start(c.T, c.Dir, program.Environ(c.Discord, c.Dir, c.Env...), "doctor")
	if code := p.ExitCode(30 * time.Second); (code != 0 || !strings.Contains(p.Output.String(), "OK (")) && !c.isDark() {
		c.T.Errorf("seed %d: cardroom doctor: exit code %d\n%s", c.Seed, code, p.Output)
	}
}

// newLaws returns the invariants that can be checked from outside.
func (c *Club) newLaws() *invariant.Watch {
	return &invariant.Watch{Fail: func(law, format string, args ...any) {
		if !c.closed.Load() {
			c.T.Errorf("seed %d: "+law+": "+format, append([]any{c.Seed}, args...)...)
		}
	}}
}

// Books opens the program's store and checks it against the invariants.
func (c *Club) Books() {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	st, err := storeopen.Open(ctx, c.storeURL(), store.Options{})
	if err != nil {
		c.T.Errorf("seed %d: %v", c.Seed, err)
		return
	}
	defer st.Close()
	guild := number(c.Guild.ID())
	c.laws.Books(ctx, st, guild)
	for _, r := range c.Rooms {
		c.laws.History(ctx, st, store.Key{Guild: guild, Channel: number(r.Ch.ID())})
	}
}

func number(id string) engine.ID {
	n, _ := strconv.ParseUint(id, 10, 64)
	return engine.ID(n)
}
