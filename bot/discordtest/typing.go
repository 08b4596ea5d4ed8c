package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// typing is a person filling in options: text becomes the values and resolved
// objects that a client sends.
type typing struct {
	srv      *Server
	guild    string
	who      *person // who types
	locale   string  // of the person's client
	users    []string
	roles    []role
	channels []string
}

type givenOption struct {
	Name    string        `json:"name"`
	Type    int           `json:"type"`
	Value   any           `json:"value,omitempty"`
	Focused bool          `json:"focused,omitempty"`
	Options []givenOption `json:"options,omitempty"`
}

// findCommand resolves "/table open" to the command, the path of names and the
// options at its end.
func (s *Server) findCommand(guild, locale, typed string) (Command, []string, []CommandOption, error) {
	path := strings.Fields(strings.TrimPrefix(typed, "/"))
	commands := s.commandsIn(guild)
	i := slices.IndexFunc(commands, func(c Command) bool {
		return len(path) > 0 && c.Type == 1 && goesBy(path[0], c.Name, c.NameLocalizations, locale)
	})
	if i < 0 {
		return Command{}, nil, nil, fmt.Errorf("%w: command /%s is not registered", ErrNotThere, strings.Join(path, " "))
	}
	options := commands[i].Options
	path[0] = commands[i].Name
	for n, name := range path[1:] {
		j := slices.IndexFunc(options, func(o CommandOption) bool {
			return o.Type <= OptionGroup && goesBy(name, o.Name, o.NameLocalizations, locale)
		})
		if j < 0 {
			return Command{}, nil, nil, fmt.Errorf("%w: /%s has no subcommand %s", ErrNotThere, path[0], name)
		}
		path[1+n], options = options[j].Name, options[j].Options
	}
	if len(options) > 0 && options[0].Type <= OptionGroup {
		return Command{}, nil, nil, fmt.Errorf("%w: /%s needs a subcommand", ErrInput, strings.Join(path, " "))
	}
	return commands[i], path, options, nil
}

// commandsIn returns the commands of a guild and the global ones, by name; a
// guild's command hides a global one of its name.
func (s *Server) commandsIn(guild string) []Command {
	list := slices.Clone(s.st.Commands[guild])
	for _, c := range s.st.Commands[""] {
		if !slices.ContainsFunc(list, func(o Command) bool { return o.Name == c.Name && o.Type == c.Type }) {
			list = append(list, c)
		}
	}
	slices.SortFunc(list, func(a, b Command) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// fill turns name, value pairs into options, in the order in which the command has them.
func (t *typing) fill(options []CommandOption, pairs []string) ([]givenOption, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("%w: options are name, value pairs", ErrInput)
	}
	var given []givenOption
	for pair := range slices.Chunk(pairs, 2) {
		i := slices.IndexFunc(options, func(o CommandOption) bool { return goesBy(pair[0], o.Name, o.NameLocalizations, t.locale) })
		if i < 0 {
			return nil, fmt.Errorf("%w: no option %s", ErrNotThere, pair[0])
		}
		v, err := t.value(options[i], pair[1])
		if err != nil {
			return nil, fmt.Errorf("option %s: %w", pair[0], err)
		}
		given = append(given, givenOption{Name: options[i].Name, Type: options[i].Type, Value: v})
	}
	return given, nil
}

func (t *typing) value(o CommandOption, text string) (any, error) {
	if len(o.Choices) > 0 {
		return choiceValue(o.Choices, t.locale, text)
	}
	switch o.Type {
	case OptionString:
		n := runes(text)
		if least, most := orInt(o.MinLength, 0), orInt(o.MaxLength, 6000); n < least || n > most || n == 0 {
			return nil, fmt.Errorf("%w: %d characters, %d to %d are allowed", ErrInput, n, least, most)
		}
		return text, nil
	case OptionBoolean:
		return parse(strconv.ParseBool(text))
	case OptionInteger:
		n, err := parse(strconv.ParseInt(text, 10, 53))
		return n, firstError(err, inRange(o, text))
	case OptionNumber:
		n, err := parse(strconv.ParseFloat(text, 64))
		return n, firstError(err, inRange(o, text))
	case OptionUser, OptionMentionable:
		return t.user(text)
	case OptionChannel:
		return t.channel(text)
	case OptionRole:
		return t.role(text)
	}
	return nil, fmt.Errorf("%w: options of type %d are not played here", ErrInput, o.Type)
}

func parse[T any](v T, err error) (T, error) {
	if err != nil {
		return v, fmt.Errorf("%w: %w", ErrInput, err)
	}
	return v, nil
}

func firstError(list ...error) error {
	for _, err := range list {
		if err != nil {
			return err
		}
	}
	return nil
}

func inRange(o CommandOption, text string) error {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil
	}
	if o.MinValue != nil && n < *o.MinValue || o.MaxValue != nil && n > *o.MaxValue {
		return fmt.Errorf("%w: %s is out of range", ErrInput, text)
	}
	return nil
}

func choiceValue(choices []CommandChoice, locale, text string) (any, error) {
	for _, c := range choices {
		var v any
		if err := json.Unmarshal(c.Value, &v); err != nil {
			return nil, err
		}
		if goesBy(text, c.Name, c.NameLocalizations, locale) || fmt.Sprint(v) == text {
			return c.Value, nil
		}
	}
	return nil, fmt.Errorf("%w: %q is none of the choices", ErrInput, text)
}

// user finds a member by name, @name, id or mention.
func (t *typing) user(text string) (string, error) {
	name := strings.Trim(text, "<@!>")
	for id := range t.srv.guild(t.guild).Members {
		if id == name || t.srv.st.Users[id].Name == name {
			t.users = append(t.users, id)
			return id, nil
		}
	}
	if app := t.srv.st.App; name == app.ID || name == app.Name {
		t.users = append(t.users, app.ID)
		return app.ID, nil
	}
	return "", fmt.Errorf("%w: nobody is called %q", ErrNotThere, text)
}

// channel finds a channel by name, #name, id or mention.
func (t *typing) channel(text string) (string, error) {
	name := strings.Trim(text, "<#>")
	for _, c := range t.srv.channelsOf(t.guild) {
		if c.ID == name || c.Name == name {
			t.channels = append(t.channels, c.ID)
			return c.ID, nil
		}
	}
	return "", fmt.Errorf("%w: no channel is called %q", ErrNotThere, text)
}

// resolved returns the objects behind the ids among the values.
func (t *typing) resolved() map[string]any {
	out := map[string]any{}
	users, members, channels := map[string]any{}, map[string]any{}, map[string]any{}
	for _, id := range t.users {
		users[id] = t.srv.wireUser(id)
		if m := t.srv.guild(t.guild).Members[id]; m != nil {
			wire := t.srv.wireMember(m)
			for _, absent := range []string{"user", "deaf", "mute"} {
				delete(wire, absent)
			}
			members[id] = wire
		}
	}
	for _, id := range t.channels {
		channels[id] = t.srv.wireResolved(t.who, t.srv.st.Channels[id])
	}
	roles := map[string]any{}
	for _, r := range t.roles {
		roles[r.ID] = wireRole(r, 0)
	}
	if len(roles) > 0 {
		out["roles"] = roles
	}
	if len(users) > 0 {
		out["users"], out["members"] = users, members
	}
	if len(channels) > 0 {
		out["channels"] = channels
	}
	return out
}

// data builds the event's data: subcommands wrap the options.
func (t *typing) data(cmd Command, path []string, given []givenOption) map[string]any {
	for i := len(path) - 1; i >= 1; i-- {
		kind := OptionSub
		if i < len(path)-1 {
			kind = OptionGroup
		}
		given = []givenOption{{Name: path[i], Type: kind, Options: given}}
	}
	data := map[string]any{"id": cmd.ID, "name": cmd.Name, "type": cmd.Type}
	if len(given) > 0 {
		data["options"] = given
	}
	if cmd.GuildID != "" {
		data["guild_id"] = cmd.GuildID
	}
	if r := t.resolved(); len(r) > 0 {
		data["resolved"] = r
	}
	return data
}
