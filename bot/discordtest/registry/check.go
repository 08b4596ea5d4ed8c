package registry

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
)

// locales lists the languages of localisations.
var locales = strings.Fields("id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko")

var (
	commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]+$`) // checkName checks the length
	digits      = regexp.MustCompile(`^\d+$`)
)

func checkCounts(list []object.Command) error {
	most := map[int]int{1: 100, 2: 15, 3: 15}
	have := map[int]int{}
	for _, c := range list {
		if have[c.Type]++; have[c.Type] > most[c.Type] {
			return refusal.Avoidable(400, 30032, "Maximum number of application commands reached")
		}
	}
	return nil
}

// checkCommand refuses an invalid command.
func checkCommand(p *refusal.Form, path string, cmd *object.Command) {
	p.Between(refusal.Path(path, "type"), cmd.Type, 1, 3)
	if cmd.Type == 1 {
		checkName(p, refusal.Path(path, "name"), cmd.Name)
		p.Text(refusal.Path(path, "description"), cmd.Description, 1, 100)
	} else {
		p.Text(refusal.Path(path, "name"), cmd.Name, 1, 32)
		p.Text(refusal.Path(path, "description"), cmd.Description, 0, 0)
		p.Count(refusal.Path(path, "options"), len(cmd.Options), 0, 0)
	}
	checkLocales(p, path, cmd.Type == 1, cmd.NameLocalizations, cmd.DescriptionLocalizations)
	if bits := cmd.DefaultMemberPermissions; bits != nil && !digits.MatchString(*bits) {
		p.Add(refusal.Path(path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Value %q is not a permission set.", *bits)
	}
	for i, c := range cmd.Contexts {
		p.Between(refusal.Path(path, "contexts", i), c, 0, 2)
	}
	for i, t := range cmd.IntegrationTypes {
		p.Between(refusal.Path(path, "integration_types", i), t, 0, 1)
	}
	checkOptions(p, refusal.Path(path, "options"), cmd.Options, 0)
	if n := size(cmd); n > 8000 {
		p.Add(path, "APPLICATION_COMMAND_TOO_LARGE", "Command exceeds maximum size (8000), it has %d", n)
	}
}

func checkName(p *refusal.Form, path, name string) {
	p.Text(path, name, 1, 32)
	if name != "" && (!commandName.MatchString(name) || name != strings.ToLower(name)) {
		p.Add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
	}
}

func checkLocales(p *refusal.Form, path string, strict bool, names, descriptions map[string]string) {
	for lang, text := range names {
		if where := refusal.Path(path, "name_localizations", lang); strict {
			checkName(p, where, text)
		} else {
			p.Text(where, text, 1, 32)
		}
	}
	for lang, text := range descriptions {
		p.Text(refusal.Path(path, "description_localizations", lang), text, 1, 100)
	}
	for lang := range names {
		checkLocale(p, refusal.Path(path, "name_localizations"), lang)
	}
	for lang := range descriptions {
		checkLocale(p, refusal.Path(path, "description_localizations"), lang)
	}
}

func checkLocale(p *refusal.Form, path, lang string) {
	if !slices.Contains(locales, lang) {
		p.Add(refusal.Path(path, lang), "BASE_TYPE_CHOICES", "%q is no locale of Discord's.", lang)
	}
}

func checkChoiceLocales(p *refusal.Form, path string, names map[string]string) {
	for lang, text := range names {
		p.Text(refusal.Path(path, "name_localizations", lang), text, 1, 100)
		checkLocale(p, refusal.Path(path, "name_localizations"), lang)
	}
}

// checkOptions checks one level; depth 0 is a command's own.
func checkOptions(p *refusal.Form, path string, list []object.CommandOption, depth int) {
	p.Count(path, len(list), 0, 25)
	names := map[string]bool{}
	optional, nested := false, 0
	for i, o := range list {
		where := refusal.Path(path, i)
		checkName(p, refusal.Path(where, "name"), o.Name)
		p.Text(refusal.Path(where, "description"), o.Description, 1, 100)
		checkLocales(p, where, true, o.NameLocalizations, o.DescriptionLocalizations)
		if names[o.Name] {
			p.Add(refusal.Path(where, "name"), "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option name already exists in these options")
		}
		names[o.Name] = true
		if o.Required && optional {
			p.Add(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options")
		}
		optional = optional || !o.Required
		if o.Type <= object.OptionGroup {
			nested++
		}
		checkOption(p, where, &o, depth)
	}
	if nested > 0 && nested < len(list) {
		p.Add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Sub-command and sub-command group option types are mutually exclusive to all other types")
	}
}

func checkOption(p *refusal.Form, path string, o *object.CommandOption, depth int) {
	p.Between(refusal.Path(path, "type"), o.Type, object.OptionSub, object.OptionAttachment)
	switch {
	case o.Type == object.OptionGroup && depth > 0 || o.Type == object.OptionSub && depth > 1:
		p.Add(refusal.Path(path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Nested too deep.")
	case o.Type <= object.OptionGroup:
		p.Count(refusal.Path(path, "choices"), len(o.Choices), 0, 0)
		checkOptions(p, refusal.Path(path, "options"), o.Options, depth+int(3-o.Type))
	default:
		p.Count(refusal.Path(path, "options"), len(o.Options), 0, 0)
		checkValues(p, path, o)
	}
	if o.Type == object.OptionGroup {
		for i, sub := range o.Options {
			if sub.Type != object.OptionSub {
				p.Add(refusal.Path(path, "options", i, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "A group holds subcommands.")
			}
		}
	}
}

func checkValues(p *refusal.Form, path string, o *object.CommandOption) {
	text := o.Type == object.OptionString
	number := o.Type == object.OptionInteger || o.Type == object.OptionNumber
	p.Count(refusal.Path(path, "choices"), len(o.Choices), 0, 25)
	if len(o.Choices) > 0 && (o.Autocomplete || !text && !number) {
		p.Add(refusal.Path(path, "choices"), "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Choices exclude autocompletion and need text or a number.")
	}
	if o.Autocomplete && !text && !number {
		p.Add(refusal.Path(path, "autocomplete"), "APPLICATION_COMMAND_AUTOCOMPLETE_INVALID", "Only text and numbers can be completed.")
	}
	if !number && (o.MinValue != nil || o.MaxValue != nil) {
		p.Add(refusal.Path(path, "min_value"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Only numbers have a least and a greatest value.")
	}
	if !text && (o.MinLength != nil || o.MaxLength != nil) {
		p.Add(refusal.Path(path, "min_length"), "APPLICATION_COMMAND_OPTIONS_MIN_MAX_INVALID", "Only text has a length.")
	}
	p.Between(refusal.Path(path, "min_length"), object.IntOr(o.MinLength, 0), 0, 6000)
	p.Between(refusal.Path(path, "max_length"), object.IntOr(o.MaxLength, 1), 1, 6000)
	for i, c := range o.Choices {
		p.Text(refusal.Path(path, "choices", i, "name"), c.Name, 1, 100)
		checkChoiceLocales(p, refusal.Path(path, "choices", i), c.NameLocalizations)
		var v string
		if err := json.Unmarshal(c.Value, &v); (err == nil) != text {
			p.Add(refusal.Path(path, "choices", i, "value"), "BASE_TYPE_BAD_TYPE", "Value %s does not fit the option's type.", c.Value)
		}
		p.Text(refusal.Path(path, "choices", i, "value"), fmt.Sprint(v), 0, 100)
	}
}

// size counts the characters under the limit of 8000: of every text the longest localisation.
func size(cmd *object.Command) int {
	return longest(cmd.Name, cmd.NameLocalizations) + longest(cmd.Description, cmd.DescriptionLocalizations) +
		sizeOf(cmd.Options)
}

func sizeOf(list []object.CommandOption) int {
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
	n := utf8.RuneCountInString(text)
	for _, t := range others {
		n = max(n, utf8.RuneCountInString(t))
	}
	return n
}
