package discordtest

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// locales are the languages that localisations may name.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

var (
	commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)
	digits      = regexp.MustCompile(`^\d+$`)
)

func (s *Server) getCommands(c *call) (any, error) {
	if err := s.commandGuild(c); err != nil {
		return nil, err
	}
	return nonNil(s.st.Commands[c.args["guild"]]), nil
}

func (s *Server) commandGuild(c *call) error {
	if id := c.args["guild"]; id != "" && s.guild(id) == nil {
		return errAccess()
	}
	return nil
}

func (s *Server) getCommand(c *call) (any, error) {
	list := s.st.Commands[c.args["guild"]]
	i := slices.IndexFunc(list, func(o Command) bool { return o.ID == c.args["command"] })
	if i < 0 {
		return nil, errCommand()
	}
	return list[i], nil
}

// createCommand registers a command; one of the same name is replaced and
// keeps its id.
func (s *Server) createCommand(c *call) (any, error) {
	cmd, err := s.commandForm(c, c.body, "")
	if err != nil {
		return nil, err
	}
	scope := c.args["guild"]
	list := slices.Clone(s.st.Commands[scope])
	i := slices.IndexFunc(list, func(o Command) bool { return o.Name == cmd.Name && o.Type == cmd.Type })
	if i < 0 {
		cmd.ID = s.newID()
		if err := checkCounts(append(list, cmd)); err != nil {
			return nil, err
		}
		s.setCommands(scope, append(list, cmd))
		return created{cmd}, nil
	}
	cmd.ID = list[i].ID
	list[i] = cmd
	s.setCommands(scope, list)
	return cmd, nil
}

// putCommands replaces the whole set. Commands that stay keep their ids, those
// that did not change their versions too.
func (s *Server) putCommands(c *call) (any, error) {
	if err := s.commandGuild(c); err != nil {
		return nil, err
	}
	var raw []json.RawMessage
	if err := c.decode(&raw); err != nil {
		return nil, err
	}
	scope := c.args["guild"]
	old := s.st.Commands[scope]
	list := make([]Command, 0, len(raw))
	for i, data := range raw {
		cmd, err := s.commandForm(c, data, at(i))
		if err != nil {
			return nil, err
		}
		same := func(o Command) bool { return o.Name == cmd.Name && o.Type == cmd.Type }
		if slices.ContainsFunc(list, same) {
			var p problems
			p.add("", "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
			return nil, p.err()
		}
		cmd.ID = s.newID()
		if j := slices.IndexFunc(old, same); j >= 0 {
			cmd = inherit(cmd, old[j])
		}
		list = append(list, cmd)
	}
	if err := checkCounts(list); err != nil {
		return nil, err
	}
	s.setCommands(scope, list)
	return list, nil
}

// inherit gives a command the id, and when nothing else differs the version, of its predecessor.
func inherit(cmd, old Command) Command {
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

func (s *Server) patchCommand(c *call) (any, error) {
	scope := c.args["guild"]
	list := slices.Clone(s.st.Commands[scope])
	i := slices.IndexFunc(list, func(o Command) bool { return o.ID == c.args["command"] })
	if i < 0 {
		return nil, errCommand()
	}
	merged := map[string]json.RawMessage{}
	before, _ := json.Marshal(list[i])
	_ = json.Unmarshal(before, &merged)
	if err := c.decode(&merged); err != nil {
		return nil, err
	}
	data, _ := json.Marshal(merged)
	cmd, err := s.commandForm(c, data, "")
	if err != nil {
		return nil, err
	}
	cmd.ID = list[i].ID
	list[i] = cmd
	s.setCommands(scope, list)
	return cmd, nil
}

func (s *Server) removeCommand(c *call) (any, error) {
	scope := c.args["guild"]
	list := s.st.Commands[scope]
	i := slices.IndexFunc(list, func(o Command) bool { return o.ID == c.args["command"] })
	if i < 0 {
		return nil, errCommand()
	}
	s.setCommands(scope, slices.Concat(list[:i], list[i+1:]))
	return nil, nil
}

func (s *Server) setCommands(scope string, list []Command) {
	s.st.Commands[scope] = list
	s.changed()
	s.tellChannel(UpdateStatus, "")
}

// commandForm decodes and checks a command, and fills in what Discord does.
func (s *Server) commandForm(c *call, data json.RawMessage, path string) (Command, error) {
	if err := s.commandGuild(c); err != nil {
		return Command{}, err
	}
	cmd := Command{Type: 1}
	if err := decode(data, &cmd, path); err != nil {
		return Command{}, err
	}
	var p problems
	cmd.check(&p, path)
	if err := p.err(); err != nil {
		return Command{}, err
	}
	cmd.ApplicationID, cmd.GuildID, cmd.Version = s.st.App.ID, c.args["guild"], s.newID()
	if cmd.GuildID != "" {
		cmd.DMPermission, cmd.Contexts, cmd.IntegrationTypes = nil, nil, nil
	} else if cmd.IntegrationTypes == nil {
		cmd.IntegrationTypes = []int{0}
	}
	return cmd, nil
}

func checkCounts(list []Command) error {
	most := map[int]int{1: 100, 2: 15, 3: 15}
	have := map[int]int{}
	for _, c := range list {
		if have[c.Type]++; have[c.Type] > most[c.Type] {
			return blame(400, 30032, "Maximum number of application commands reached")
		}
	}
	return nil
}

func (cmd *Command) check(p *problems, path string) {
	p.between(at(path, "type"), cmd.Type, 1, 3)
	if cmd.Type == 1 {
		checkName(p, at(path, "name"), cmd.Name)
		p.length(at(path, "description"), cmd.Description, 1, 100)
	} else {
		p.length(at(path, "name"), cmd.Name, 1, 32)
		p.length(at(path, "description"), cmd.Description, 0, 0)
		p.count(at(path, "options"), len(cmd.Options), 0, 0)
	}
	checkLocales(p, path, cmd.Type == 1, cmd.NameLocalizations, cmd.DescriptionLocalizations)
	if bits := cmd.DefaultMemberPermissions; bits != nil && !digits.MatchString(*bits) {
		p.add(at(path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Value %q is not a permission set.", *bits)
	}
	for i, c := range cmd.Contexts {
		p.between(at(path, "contexts", i), c, 0, 2)
	}
	for i, t := range cmd.IntegrationTypes {
		p.between(at(path, "integration_types", i), t, 0, 1)
	}
	checkOptions(p, at(path, "options"), cmd.Options, 0)
	if n := cmd.size(); n > 8000 {
		p.add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000), it has %d", n)
	}
}

func checkName(p *problems, path, name string) {
	p.length(path, name, 1, 32)
	if name != "" && (!commandName.MatchString(name) || name != strings.ToLower(name)) {
		p.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func checkLocales(p *problems, path string, strict bool, names, descriptions map[string]string) {
	for lang, text := range names {
		if where := at(path, "name_localizations", lang); strict {
			checkName(p, where, text)
		} else {
			p.length(where, text, 1, 32)
		}
	}
	for lang, text := range descriptions {
		p.length(at(path, "description_localizations", lang), text, 1, 100)
	}
	for lang := range names {
		checkLocale(p, at(path, "name_localizations"), lang)
	}
	for lang := range descriptions {
		checkLocale(p, at(path, "description_localizations"), lang)
	}
}

func checkLocale(p *problems, path, lang string) {
	if !slices.Contains(locales, lang) {
		p.add(at(path, lang), "BASE_TYPE_CHOICES", "%q is no locale of Discord's.", lang)
	}
}

func checkChoiceLocales(p *problems, path string, names map[string]string) {
	for lang, text := range names {
		p.length(at(path, "name_localizations", lang), text, 1, 100)
		checkLocale(p, at(path, "name_localizations"), lang)
	}
}

// checkOptions checks one level; depth 0 is a command's own.
func checkOptions(p *problems, path string, list []CommandOption, depth int) {
	p.count(path, len(list), 0, 25)
	names := map[string]bool{}
	optional, nested := false, 0
	for i, o := range list {
		where := at(path, i)
		checkName(p, at(where, "name"), o.Name)
		p.length(at(where, "description"), o.Description, 1, 100)
		checkLocales(p, where, true, o.NameLocalizations, o.DescriptionLocalizations)
		if names[o.Name] {
			p.add(at(where, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists in these options")
		}
		names[o.Name] = true
		if o.Required && optional {
			p.add(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		if o.Type <= OptionGroup {
			nested++
		}
		o.check(p, where, depth)
	}
	if nested > 0 && nested < len(list) {
		p.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

func (o *CommandOption) check(p *problems, path string, depth int) {
	p.between(at(path, "type"), o.Type, OptionSub, OptionAttachment)
	switch {
	case o.Type == OptionGroup && depth > 0 || o.Type == OptionSub && depth > 1:
		p.add(at(path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep.")
	case o.Type <= OptionGroup:
		p.count(at(path, "choices"), len(o.Choices), 0, 0)
		checkOptions(p, at(path, "options"), o.Options, depth+int(3-o.Type))
	default:
		p.count(at(path, "options"), len(o.Options), 0, 0)
		o.checkValues(p, path)
	}
	if o.Type == OptionGroup {
		for i, sub := range o.Options {
			if sub.Type != OptionSub {
				p.add(at(path, "options", i, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds subcommands.")
			}
		}
	}
}

func (o *CommandOption) checkValues(p *problems, path string) {
	text := o.Type == OptionString
	number := o.Type == OptionInteger || o.Type == OptionNumber
	p.count(at(path, "choices"), len(o.Choices), 0, 25)
	if len(o.Choices) > 0 && (o.Autocomplete || !text && !number) {
		p.add(at(path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Choices exclude autocompletion and need text or a number.")
	}
	if o.Autocomplete && !text && !number {
		p.add(at(path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", "Only text and numbers can be completed.")
	}
	if !number && (o.MinValue != nil || o.MaxValue != nil) {
		p.add(at(path, "min_value"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Only numbers have a least and a greatest value.")
	}
	if !text && (o.MinLength != nil || o.MaxLength != nil) {
		p.add(at(path, "min_length"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Only text has a length.")
	}
	p.between(at(path, "min_length"), orInt(o.MinLength, 0), 0, 6000)
	p.between(at(path, "max_length"), orInt(o.MaxLength, 1), 1, 6000)
	for i, c := range o.Choices {
		p.length(at(path, "choices", i, "name"), c.Name, 1, 100)
		checkChoiceLocales(p, at(path, "choices", i), c.NameLocalizations)
		var v string
		if err := json.Unmarshal(c.Value, &v); (err == nil) != text {
			p.add(at(path, "choices", i, "value"), "BASE_TYPE_BAD_TYPE", "Value %s does not fit the option's type.", c.Value)
		}
		p.length(at(path, "choices", i, "value"), fmt.Sprint(v), 0, 100)
	}
}

// size counts the characters that the limit of 8000 means: of every text the
// longest localisation.
func (cmd *Command) size() int {
	return longest(cmd.Name, cmd.NameLocalizations) + longest(cmd.Description, cmd.DescriptionLocalizations) +
		sizeOf(cmd.Options)
}

func sizeOf(list []CommandOption) int {
	n := 0
	for _, o := range list {
		n += longest(o.Name, o.NameLocalizations) + longest(o.Description, o.DescriptionLocalizations) + sizeOf(o.Options)
		for _, c := range o.Choices {
			n += longest(c.Name, c.NameLocalizations) + len(strings.Trim(string(c.Value), `"`))
		}
	}
	return n
}

func longest(text string, others map[string]string) int {
	n := runes(text)
	for _, t := range others {
		n = max(n, runes(t))
	}
	return n
}
