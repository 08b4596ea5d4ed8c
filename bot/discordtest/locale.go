package discordtest

import (
	"slices"
)

// fallbacks are the languages whose localisations stand in where one has none.
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

// hasName reports whether a person who types a word means a name: the client
// accepts the name that it shows and the default, and sends the default.
func hasName(word, name string, others map[string]string, locale string) bool {
	return word == name || word == localised(name, others, locale)
}

// Commands returns the commands of the person's guild as their client shows
// them: beside the default names and descriptions those of its language, and
// choices in its language alone.
func (p *Person) Commands() []Command {
	p.srv.world.Lock()
	defer p.srv.world.Unlock()
	locale := p.srv.world.LocaleOf(p.id)
	list := p.srv.world.Commands.Available(p.guild)
	for i, c := range list {
		list[i].NameLocalized = localised(c.Name, c.NameLocalizations, locale)
		list[i].DescriptionLocalized = localised(c.Description, c.DescriptionLocalizations, locale)
		list[i].Options = localisedOptions(c.Options, locale)
		list[i].NameLocalizations, list[i].DescriptionLocalizations = nil, nil
	}
	return list
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
