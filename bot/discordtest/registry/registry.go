package registry

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
)

// Registry holds the commands by the id of their guild, "" for global ones.
type Registry map[string]List

// Scope is where commands are registered, and for which application.
type Scope struct {
	Application string
	Guild       string        // "" for global commands
	NewID       func() string // makes ids and versions
}

// Any reports whether any command is registered.
func (r Registry) Any() bool {
	for _, list := range r {
		if len(list.commands) > 0 {
			return true
		}
	}
	return false
}

// Get returns a command by its id.
func (r Registry) Get(guild, id string) (object.Command, error) {
	i := r.index(guild, id)
	if i < 0 {
		return object.Command{}, refusal.UnknownCommand()
	}
	return r[guild].commands[i], nil
}

func (r Registry) index(guild, id string) int {
	return slices.IndexFunc(r[guild].commands, func(c object.Command) bool { return c.ID == id })
}

// Create registers the command in a JSON form, and reports whether it is new: it replaces a command of the same name and
// keeps its id.
func (r Registry) Create(in Scope, data []byte) (cmd object.Command, created bool, err error) {
	cmd, err = read(in, data, "")
	if err != nil {
		return cmd, false, err
	}
	list := slices.Clone(r[in.Guild].commands)
	if i := slices.IndexFunc(list, like(cmd)); i >= 0 {
		cmd.ID = list[i].ID
		list[i] = cmd
		r[in.Guild] = listOf(list)
		return cmd, false, nil
	}
	cmd.ID = in.NewID()
	list = append(list, cmd)
	if err := checkCounts(list); err != nil {
		return cmd, false, err
	}
	r[in.Guild] = listOf(list)
	return cmd, true, nil
}

// Replace replaces all commands. A command that stays keeps its id and, if unchanged, its version.
func (r Registry) Replace(in Scope, data []byte) (List, error) {
	var forms []json.RawMessage
	if err := refusal.Decode(data, &forms, ""); err != nil {
		return List{}, err
	}
	old := r[in.Guild].commands
	list := make([]object.Command, 0, len(forms))
	for i, form := range forms {
		cmd, err := read(in, form, refusal.Path(i))
		if err != nil {
			return List{}, err
		}
		if slices.ContainsFunc(list, like(cmd)) {
			var p refusal.Form
			p.Add("", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
			return List{}, p.Err()
		}
		cmd.ID = in.NewID()
		if j := slices.IndexFunc(old, like(cmd)); j >= 0 {
			cmd = inherit(cmd, old[j])
		}
		list = append(list, cmd)
	}
	if err := checkCounts(list); err != nil {
		return List{}, err
	}
	r[in.Guild] = listOf(list)
	return r[in.Guild], nil
}

// like returns a function that finds the command of the same name and type.
func like(cmd object.Command) func(object.Command) bool {
	return func(o object.Command) bool { return o.Name == cmd.Name && o.Type == cmd.Type }
}

// inherit gives a command the id of its predecessor and, if nothing else differs, its version.
func inherit(cmd, old object.Command) object.Command {
	cmd.ID = old.ID
	with := cmd
	with.Version = old.Version
	a, _ := json.Marshal(with)
	b, _ := json.Marshal(old)
	if string(a) == string(b) {
		return old
	}
	return cmd
}

// Edit changes the fields of a command that are in a JSON form.
func (r Registry) Edit(in Scope, id string, data []byte) (object.Command, error) {
	i := r.index(in.Guild, id)
	if i < 0 {
		return object.Command{}, refusal.UnknownCommand()
	}
	list := slices.Clone(r[in.Guild].commands)
	merged := map[string]json.RawMessage{}
	before, _ := json.Marshal(list[i])
	_ = json.Unmarshal(before, &merged)
	if err := refusal.Decode(data, &merged, ""); err != nil {
		return object.Command{}, err
	}
	form, _ := json.Marshal(merged)
	cmd, err := read(in, form, "")
	if err != nil {
		return cmd, err
	}
	cmd.ID = list[i].ID
	list[i] = cmd
	r[in.Guild] = listOf(list)
	return cmd, nil
}

// Delete removes a command by its id.
func (r Registry) Delete(guild, id string) error {
	i := r.index(guild, id)
	if i < 0 {
		return refusal.UnknownCommand()
	}
	list := r[guild].commands
	r[guild] = listOf(slices.Concat(list[:i], list[i+1:]))
	return nil
}

// read decodes and checks a command, and fills in Discord's defaults.
func read(in Scope, data []byte, path string) (object.Command, error) {
	cmd, err := check(data, path)
	if err != nil {
		return object.Command{}, err
	}
	cmd.ApplicationID, cmd.GuildID, cmd.Version = in.Application, in.Guild, in.NewID()
	if cmd.GuildID != "" {
		cmd.DMPermission, cmd.Contexts, cmd.IntegrationTypes = nil, nil, nil
	} else if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = []int{0}
	}
	return cmd, nil
}

// valid holds the commands that were decoded and found valid, by their JSON: each life of a bot registers all of its own.
var valid sync.Map

// check decodes and checks a command.
func check(data []byte, path string) (object.Command, error) {
	if cmd, ok := valid.Load(string(data)); ok {
		return cmd.(object.Command), nil
	}
	cmd := object.Command{Type: 1}
	if err := refusal.Decode(data, &cmd, path); err != nil {
		return object.Command{}, err
	}
	var p refusal.Form
	checkCommand(&p, path, &cmd)
	if err := p.Err(); err != nil {
		return object.Command{}, err
	}
	valid.Store(string(data), cmd)
	return cmd, nil
}

// Available returns the commands of a guild and the global ones, by name; a
// guild's command hides a global one of its name.
func (r Registry) Available(guild string) []object.Command {
	list := slices.Clone(r[guild].commands)
	for _, c := range r[""].commands {
		if !slices.ContainsFunc(list, like(c)) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b object.Command) int { return strings.Compare(a.Name, b.Name) })
	return list
}
