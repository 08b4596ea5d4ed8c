package discordtest

import (
	"slices"
	"strconv"

	"cardroom/bot/discordtest/object"
)

// fallbacks maps languages to the one whose localisation Discord uses if theirs is missing.
var fallbacks = map[string]string{"en-GB": "en-US", "en-US": "en-GB", "es-419": "es-ES"}

// localised returns a name or description as a client in a language shows it.
func localised(name string, others map[string]string, locale string) string {
	for _, l := range []string{locale, fallbacks[locale]} {
		if other := others[l]; other != "" {
			return other
		}
	}
	return name
}

// hasName reports whether a typed word is a name. The client accepts the shown name and the default, and sends the default.
func hasName(word, name string, others map[string]string, locale string) bool {
	return word == name || word == localised(name, others, locale)
}

// Commands returns the commands of the person's guild as their client shows them, without those that they lack permissions
// for. Names and descriptions are in the client's language and in the default one, choices in the client's language only.
// The other commands can still be used, for a server may offer them to more people.
func (p *Person) Commands() []Command {
	p.srv.world.Lock()
	defer p.srv.world.Unlock()
	locale := p.srv.world.LocaleOf(p.id)
	list := slices.DeleteFunc(p.srv.world.Commands.Available(p.guild), func(c Command) bool { return !p.offered(c) })
	for i, c := range list {
		list[i].NameLocalized = localised(c.Name, c.NameLocalizations, locale)
		list[i].DescriptionLocalized = localised(c.Description, c.DescriptionLocalizations, locale)
		list[i].Options = localisedOptions(c.Options, locale)
		list[i].NameLocalizations, list[i].DescriptionLocalizations = nil, nil
	}
	return list
}

// offered reports whether the person has the permissions that a command asks for. A command that asks for 0 is for
// administrators only.
func (p *Person) offered(c Command) bool {
	if c.DefaultMemberPermissions == nil {
		return true
	}
	has := p.srv.world.Guild(p.guild).Members[p.id].Permissions
	need, err := strconv.ParseInt(*c.DefaultMemberPermissions, 10, 64)
	return has&object.Administrator != 0 || err == nil && need != 0 && has&need == need
}

func localisedOptions(options []CommandOption, locale string) []CommandOption {
	options = slices.Clone(options)
	for i, o := range options {
		options[i].NameLocalized = localised(o.Name, o.NameLocalizations, locale)
		options[i].DescriptionLocalized = localised(o.Description, o.DescriptionLocalizations, locale)
		options[i].NameLocalizations, options[i].DescriptionLocalizations = nil, nil
		options[i].Options = localisedOptions(o.Options, locale)
		options[i].Choices = slices.Clone(o.Choices)
		for j, c := range o.Choices {
			options[i].Choices[j] = CommandChoice{Name: localised(c.Name, c.NameLocalizations, locale), Value: c.Value}
		}
	}
	return options
}
