package discordtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Role returns the id of the guild's role of that name, made on first use.
// "@everyone" is the role that every member has; its id is the guild's.
func (g *Guild) Role(name string) string {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	if name == "@everyone" {
		return g.id
	}
	data := s.guild(g.id)
	i := slices.IndexFunc(data.Roles, func(r role) bool { return r.Name == name })
	if i < 0 {
		i = len(data.Roles)
		data.Roles = append(data.Roles, role{s.newID(), name})
		s.changed()
	}
	return data.Roles[i].ID
}

// Take gives the person a role, by its id.
func (p *Person) Take(role string) {
	p.change(func(m *person) { m.Roles = append(m.Roles, role) })
}

// Drop takes a role away, by its id.
func (p *Person) Drop(role string) {
	p.change(func(m *person) { m.Roles = slices.DeleteFunc(m.Roles, func(r string) bool { return r == role }) })
}

// role finds a role by name, @name, id or mention.
func (t *typing) role(text string) (string, error) {
	name := strings.TrimPrefix(strings.Trim(text, "<&>"), "@")
	name = strings.TrimPrefix(name, "&")
	g := t.srv.guild(t.guild)
	for _, r := range append([]role{{g.ID, "everyone"}}, g.Roles...) {
		if r.ID == name || r.Name == name {
			t.roles = append(t.roles, r)
			return r.ID, nil
		}
	}
	return "", fmt.Errorf("%w: no role is called %q", ErrNotThere, text)
}

func wireRole(r role, permissions int64) map[string]any {
	return map[string]any{
		"id": r.ID, "name": r.Name, "permissions": strconv.FormatInt(permissions, 10), "position": 0,
		"color": 0, "colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"icon": nil, "unicode_emoji": nil, "hoist": false, "managed": false, "mentionable": false, "flags": 0,
	}
}
