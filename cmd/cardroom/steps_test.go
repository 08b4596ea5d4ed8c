package main_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"cardroom/store"
)

// After every step of the play the store of the running program is looked at from outside, and after every death of the
// program, before the next life, all of it by cardroom doctor: so I1 to I7 are held at every step.

// storeURL is where the program keeps its tables.
func (c *club) storeURL() string {
	url := "file:" + c.dir + "/cardroom.db"
	for _, line := range c.env {
		if of, isStore := strings.CutPrefix(line, "STORE_URL="); isStore {
			url = of
		}
	}
	return url
}

// stepped holds what stands in the store of a room's table, and the board that was to be seen before, against the
// invariants. While the Redis is away nobody can look.
func (r *room) stepped() {
	dark, b := r.isDark(), r.see()
	m := r.boardMessage(b)
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	k := store.Key{Guild: number(r.guild.ID()), Channel: number(r.ch.ID())}
	hand := int64(0)
	r.looking.Lock()
	defer r.looking.Unlock()
	in, err := store.Inspect(ctx, r.storeURL(), store.Options{})
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
		r.count("steps at which Redis was away")
		return
	case err != nil:
		r.fail(r.see().hand, "the store cannot be looked at: %v", err)
		return
	}
	if r.count("steps after which the store was looked at"); m == nil {
		return
	}
	if int64(b.hand) == hand {
		r.found.See(*m)
	}
	for _, button := range m.Buttons() {
		r.found.Sent(fmt.Appendf(nil, `"custom_id":%q`, button.CustomID))
	}
}

// examined has cardroom doctor look at everything that a dead process has left.
func (c *club) examined() {
	if c.isDark() {
		return
	}
	c.count("times the doctor looked at all that was left")
	p := launch(c.t, c.dir, environ(c.srv, c.dir, c.env...), "doctor")
	if code := p.code(30 * time.Second); (code != 0 || !strings.Contains(p.out.String(), "OK (")) && !c.isDark() {
		c.t.Errorf("seed %d: cardroom doctor: exit code %d\n%s", c.seed, code, p.out)
	}
}
