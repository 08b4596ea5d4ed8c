package page

import (
	"cmp"
	"embed"
	"encoding/json"
	"maps"
	"path"
	"slices"
	"strings"

	"cardroom/bot/discordtest"
)

//go:embed words
var wordFiles embed.FS

// english is the language of a person without a choice whose browser prefers no language of the page, and of their guild.
const english = "en-US"

// language is one of the page's languages: a file under words.
type language struct {
	Name  string            `json:"name"`  // in the language itself: Deutsch
	Board map[string]string `json:"board"` // texts of the bot on a board, from which the page reads the state
	Page  map[string]string `json:"page"`  // texts of the page itself
}

// loadLanguages reads every language, by Discord's name for it.
func loadLanguages() map[string]language {
	entries, err := wordFiles.ReadDir("words")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	all := map[string]language{}
	for _, e := range entries {
		data, err := wordFiles.ReadFile(path.Join("words", e.Name()))
		if err != nil {
			panic(err)
		}
		var one language
		if err := json.Unmarshal(data, &one); err != nil {
			panic(err)
		}
		all[strings.TrimSuffix(e.Name(), ".json")] = one
	}
	return all
}

// wireLocale is a language to choose.
type wireLocale struct {
	Locale string `json:"locale"`
	Name   string `json:"name"`
}

// wireLanguage holds everything in a person's own language.
type wireLanguage struct {
	Locale   string                `json:"locale"`
	Words    map[string]string     `json:"words"`
	Commands []discordtest.Command `json:"commands"`
}

// locales lists the languages by name.
func (p *page) locales() []wireLocale {
	var list []wireLocale
	for locale, one := range p.languages {
		list = append(list, wireLocale{locale, one.Name})
	}
	slices.SortFunc(list, func(a, b wireLocale) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// boardWords returns the possible texts of a board for one thing in all languages: a table may use another language than
// its reader.
func (p *page) boardWords() map[string][]string {
	all := map[string][]string{}
	for _, one := range p.languages {
		for thing, said := range one.Board {
			all[thing] = append(all[thing], said)
		}
	}
	return all
}

func (p *page) language(me Person) wireLanguage {
	locale := me.Locale()
	if _, ok := p.languages[locale]; !ok {
		locale = english
	}
	return wireLanguage{locale, p.languages[locale].Page, me.Commands()}
}

// greet sets the person's language to the browser's if they have none. It also sets the guild's, if it has none, to the
// person's, or to English if the page lacks the browser's. So the first visitor finds everything in their language. A program
// that names no language is no visitor.
func (p *page) greet(me Person, accepts string) {
	if locale := p.preferred(accepts); me.Locale() == "" && locale != "" {
		me.SetLocale(locale)
	}
	if accepts != "" {
		p.localizeGuild(cmp.Or(me.Locale(), english))
	}
}

// localizeGuild sets the language of a guild that has none.
func (p *page) localizeGuild(locale string) {
	if guild := p.channel.Guild(); guild.Locale() == "" {
		guild.SetLocale(locale)
	}
}

// preferred returns the first language of an Accept-Language header that the page has, or "". Browsers list the best first.
func (p *page) preferred(accepts string) string {
	for part := range strings.SplitSeq(accepts, ",") {
		tag, _, _ := strings.Cut(strings.TrimSpace(part), ";")
		if locale := p.closest(tag); locale != "" {
			return locale
		}
	}
	return ""
}

// closest returns the language of a tag, in any country, the first by name if there are several: pt-PT gets pt-BR.
func (p *page) closest(tag string) string {
	language, _, _ := strings.Cut(strings.ToLower(tag), "-")
	for _, locale := range slices.Sorted(maps.Keys(p.languages)) {
		if ours, _, _ := strings.Cut(locale, "-"); ours == language {
			return locale
		}
	}
	return ""
}
