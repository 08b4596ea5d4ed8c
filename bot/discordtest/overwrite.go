package discordtest

import (
	"maps"
	"slices"
	"strconv"
)

// Deny takes permissions, Discord's bits, from @everyone in this channel and its
// threads; 0 gives all back. Whoever may not see the channel (1<<10) cannot act
// in it.
func (c *Channel) Deny(bits int64) {
	c.srv.update(func() { c.srv.st.Channels[c.id].Denied = bits })
}

// Allow lets a person do here what Deny has taken from everyone; 0 ends that.
func (c *Channel) Allow(p *Person, bits int64) { c.allow(p.id, bits) }

// AllowRole is Allow for a role, by its id.
func (c *Channel) AllowRole(role string, bits int64) { c.allow(role, bits) }

func (c *Channel) allow(id string, bits int64) {
	c.srv.update(func() {
		data := c.srv.st.Channels[c.id]
		if data.Allowed == nil {
			data.Allowed = map[string]int64{}
		}
		data.Allowed[id] = bits
	})
}

// mayIn returns what a member may do in a channel. A thread is as its channel is.
func (s *Server) mayIn(p *person, ch *channel) int64 {
	if p.Permissions&permAdministrator != 0 {
		return 1<<52 - 1
	}
	if ch.Parent != "" {
		ch = s.st.Channels[ch.Parent]
	}
	may := p.Permissions &^ ch.Denied
	for _, id := range append([]string{p.User}, p.Roles...) {
		may |= ch.Allowed[id]
	}
	return may
}

// wireOverwrites is what a channel changes of the permissions of its guild.
func (s *Server) wireOverwrites(ch *channel) []any {
	list := []any{}
	add := func(id string, kind int, allow, deny int64) {
		list = append(list, map[string]any{
			"id": id, "type": kind, "allow": strconv.FormatInt(allow, 10), "deny": strconv.FormatInt(deny, 10),
		})
	}
	if ch.Denied != 0 {
		add(ch.Guild, 0, 0, ch.Denied)
	}
	for _, id := range slices.Sorted(maps.Keys(ch.Allowed)) {
		kind := 0
		if s.st.Users[id] != nil {
			kind = 1
		}
		add(id, kind, ch.Allowed[id], 0)
	}
	return list
}

// wireResolved is a channel that an option names, as Discord resolves it: a part of it, and what the person who
// named it may do there.
func (s *Server) wireResolved(who *person, ch *channel) map[string]any {
	all := s.wireChannel(ch)
	w := map[string]any{"permissions": strconv.FormatInt(s.mayIn(who, ch), 10)}
	for _, name := range []string{"id", "type", "name", "parent_id", "thread_metadata", "flags"} {
		if v, has := all[name]; has {
			w[name] = v
		}
	}
	return w
}
