package render

import (
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
)

//go:embed lang/*.json
var files embed.FS

// English is the locale whose texts stand in for languages there is no file of.
const English = "en"

// languages is every language by locale. The files are part of the program: a bad one is a bug, which a test finds.
var languages = sync.OnceValue(func() map[string]*Lang {
	all, err := readAll(files)
	if err != nil {
		panic(err)
	}
	return all
})

// For is the language of a locale as the platform writes them ("en-US", "de"), or the nearest there is, else English.
func For(locale string) *Lang { return Spoken(locale) }

// Spoken is the language of the first of some locales that there is one for, else English. Of "en-GB" it is the language
// without a country, "en", and of "es-419" that of another one, "es-ES". A locale of "" is passed over.
func Spoken(locales ...string) *Lang {
	for _, locale := range locales {
		if l := near(locale); l != nil {
			return l
		}
	}
	return languages()[English]
}

// near is the language of a locale, or the same of another country; nil where there is neither.
func near(locale string) *Lang {
	all := languages()
	base, _, _ := strings.Cut(locale, "-")
	for _, name := range []string{locale, base} {
		if l, ok := all[name]; ok {
			return l
		}
	}
	for _, l := range Languages() {
		if strings.HasPrefix(l.Locale, base+"-") {
			return l
		}
	}
	return nil
}

// Languages is every language there is, English first, then by locale.
func Languages() []*Lang {
	all := languages()
	list := make([]*Lang, 0, len(all))
	for _, l := range all {
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b *Lang) int {
		if (a.Locale == English) != (b.Locale == English) {
			return map[bool]int{true: -1, false: 1}[a.Locale == English]
		}
		return strings.Compare(a.Locale, b.Locale)
	})
	return list
}

func readAll(files fs.FS) (map[string]*Lang, error) {
	names, err := fs.Glob(files, "lang/*.json")
	if err != nil {
		return nil, err
	}
	all := make(map[string]*Lang, len(names))
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		l, err := readLang(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if name != "lang/"+l.Locale+".json" {
			return nil, fmt.Errorf("%s: is of locale %q", name, l.Locale)
		}
		all[l.Locale] = l
	}
	return all, nil
}
