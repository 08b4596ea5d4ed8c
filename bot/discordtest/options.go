package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/world"
)

// typing is a person who fills in options. It turns text into the values and resolved objects that a client sends.
type typing struct {
	srv      *Server
	guild    string
	who      *world.Member // the typing member
	locale   string        // of the person's client
	forged   bool          // the client checks nothing
	users    []string
	roles    []world.Role
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
	commands := s.world.Commands.Available(guild)
	i := slices.IndexFunc(commands, func(c Command) bool {
		return len(path) > 0 && c.Type == 1 && hasName(path[0], c.Name, c.NameLocalizations, locale)
	})
	if i < 0 {
		return Command{}, nil, nil, fmt.Errorf("%w: command /%s is not registered", ErrNotThere, strings.Join(path, " "))
	}
	options := commands[i].Options
	path[0] = commands[i].Name
	for n, name := range path[1:] {
		j := slices.IndexFunc(options, func(o CommandOption) bool {
			return o.Type <= object.OptionGroup && hasName(name, o.Name, o.NameLocalizations, locale)
		})
		if j < 0 {
			return Command{}, nil, nil, fmt.Errorf("%w: /%s has no subcommand %s", ErrNotThere, path[0], name)
		}
		path[1+n], options = options[j].Name, options[j].Options
	}
	if len(options) > 0 && options[0].Type <= object.OptionGroup {
		return Command{}, nil, nil, fmt.Errorf("%w: /%s needs a subcommand", ErrInput, strings.Join(path, " "))
	}
	return commands[i], path, options, nil
}

// fill turns name, value pairs into options, in the order in which the command has them.
func (t *typing) fill(options []CommandOption, pairs []string) ([]givenOption, error) {
	if len(pairs)%2 != 0 {
		return nil, fmt.Errorf("%w: options are name, value pairs", ErrInput)
	}
	var given []givenOption
	for pair := range slices.Chunk(pairs, 2) {
		i := slices.IndexFunc(options, func(o CommandOption) bool { return hasName(pair[0], o.Name, o.NameLocalizations, t.locale) })
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
	if t.forged {
		return text, nil
	}
	if len(o.Choices) > 0 {
		return choiceValue(o.Choices, t.locale, text)
	}
	switch o.Type {
	case object.OptionString:
		n := utf8.RuneCountInString(text)
		if least, most := object.IntOr(o.MinLength, 0), object.IntOr(o.MaxLength, 6000); n < least || n > most || n == 0 {
			return nil, fmt.Errorf("%w: %d characters, %d to %d are allowed", ErrInput, n, least, most)
		}
		return text, nil
	case object.OptionBoolean:
		return parse(strconv.ParseBool(text))
	case object.OptionInteger:
		n, err := parse(strconv.ParseInt(text, 10, 53))
		return n, firstError(err, inRange(o, text))
	case object.OptionNumber:
		n, err := parse(strconv.ParseFloat(text, 64))
		return n, firstError(err, inRange(o, text))
	case object.OptionUser, object.OptionMentionable:
		return t.user(text)
	case object.OptionChannel:
		return t.channel(text)
	case object.OptionRole:
		return t.role(text)
	}
	return nil, fmt.Errorf("%w: discordtest does not support options of type %d", ErrInput, o.Type)
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
		if hasName(text, c.Name, c.NameLocalizations, locale) || fmt.Sprint(v) == text {
			return c.Value, nil
		}
	}
	return nil, fmt.Errorf("%w: %q is none of the choices", ErrInput, text)
}

// user finds a member by name, @name, id or mention.
func (t *typing) user(text string) (string, error) {
	name := strings.Trim(text, "<@!>")
	for id := range t.srv.world.Guild(t.guild).Members {
		if id == name || t.srv.world.Users[id].Name == name {
			t.users = append(t.users, id)
			return id, nil
		}
	}
	if app := t.srv.world.App; name == app.ID || name == app.Name {
		t.users = append(t.users, app.ID)
		return app.ID, nil
	}
	return "", fmt.Errorf("%w: no member is called %q", ErrNotThere, text)
}

// channel finds a channel by name, #name, id or mention.
func (t *typing) channel(text string) (string, error) {
	name := strings.Trim(text, "<#>")
	for _, c := range t.srv.world.ChannelsOf(t.guild) {
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
		users[id] = t.srv.world.UserJSON(id)
		if m := t.srv.world.Guild(t.guild).Members[id]; m != nil {
			members[id] = t.srv.world.ResolvedMemberJSON(m)
		}
	}
	for _, id := range t.channels {
		channels[id] = t.srv.world.ResolvedChannelJSON(t.who, t.srv.world.Channels[id])
	}
	roles := map[string]any{}
	for _, r := range t.roles {
		roles[r.ID] = world.RoleJSON(r, 0)
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
		kind := object.OptionSub
		if i < len(path)-1 {
			kind = object.OptionGroup
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

// role finds a role by name, @name, id or mention.
func (t *typing) role(text string) (string, error) {
	name := strings.TrimPrefix(strings.Trim(text, "<&>"), "@")
	name = strings.TrimPrefix(name, "&")
	g := t.srv.world.Guild(t.guild)
	for _, r := range append([]world.Role{{ID: g.ID, Name: "everyone"}}, g.Roles...) {
		if r.ID == name || r.Name == name {
			t.roles = append(t.roles, r)
			return r.ID, nil
		}
	}
	return "", fmt.Errorf("%w: no role is called %q", ErrNotThere, text)
}
