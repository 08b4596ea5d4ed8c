package locale

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"sync"
)

//go:embed lang/*.json
var files embed.FS

// English is the locale that stands in for languages without a file.
const English = "en"

// languages returns every language, English first, then by locale. The files are part of the program, so a bad one is a bug
// that a test finds.
var languages = sync.OnceValue(func() []*Lang {
	all, err := readAll(files)
	if err != nil {
		panic(err)
	}
	return all
})

// Lookup returns the language of the first locale that has one, as the platform writes them ("en-US", "de"), else English.
// For "en-GB" it is the language without a country, "en", and for "es-419" that of another country, "es-ES". Lookup skips
// "".
func Lookup(locales ...string) *Lang {
	for _, locale := range locales {
		if l := near(locale); l != nil {
			return l
		}
	}
	return languages()[0]
}

// near returns the language of a locale, or the same of another country, or nil.
func near(locale string) (nearest *Lang) {
	base, _, _ := strings.Cut(locale, "-")
	for _, l := range languages() {
		switch {
		case l.Locale == locale:
			return l
		case l.Locale == base, nearest == nil && strings.HasPrefix(l.Locale, base+"-"):
			nearest = l
		}
	}
	return nearest
}

// Languages returns every language, English first, then by locale.
func Languages() []*Lang { return slices.Clone(languages()) }

// readAll reads every file of a language.
func readAll(files fs.FS) (all []*Lang, err error) {
	names, err := fs.Glob(files, "lang/*.json") // sorted
	if err != nil {
		return nil, err
	}
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
			return nil, fmt.Errorf("%s: has the locale %q of another file", name, l.Locale)
		}
		if l.Locale == English {
			all = slices.Insert(all, 0, l)
		} else {
			all = append(all, l)
		}
	}
	return all, nil
}

// readLang reads a language. It does not check that the file is complete: the tests do (check_test.go).
func readLang(data []byte) (*Lang, error) {
	l := new(Lang)
	if err := json.Unmarshal(data, l); err != nil {
		return nil, err
	}
	if err := l.readTag(); err != nil {
		return nil, fmt.Errorf("locale: %w", err)
	}
	l.units = slices.Sorted(maps.Keys(l.Units))
	slices.Reverse(l.units)
	return l, nil
}
