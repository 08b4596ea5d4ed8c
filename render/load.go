package render

import (
	"bytes"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
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

// For is the language of a locale as the platform writes them ("en-US", "de"), or the nearest there is: the same
// language of another country, else English.
func For(locale string) *Lang {
	all := languages()
	if l, ok := all[locale]; ok {
		return l
	}
	base, _, _ := strings.Cut(locale, "-")
	if l, ok := all[base]; ok {
		return l
	}
	return all[English]
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

// readLang reads one language strictly: an unknown, missing or empty text is an error, and so is a placeholder too many
// or too few, or a rule that is not there or too long. All that is wrong is named, not only the first.
func readLang(data []byte) (*Lang, error) {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	l := new(Lang)
	if err := d.Decode(l); err != nil {
		return nil, err
	}
	if d.More() {
		return nil, errors.New("more than one value")
	}
	return l, errors.Join(append(check(reflect.ValueOf(*l), "", ""), l.checkRules()...)...)
}

// check walks the texts of a value. Path is where it is in the file, args the placeholders its texts must have.
func check(v reflect.Value, path, args string) []error {
	switch v.Kind() {
	case reflect.String:
		return checkText(v, path, args)
	case reflect.Struct:
		return checkFields(v, path, args)
	case reflect.Array:
		var errs []error
		for i := range v.Len() {
			errs = append(errs, check(v.Index(i), fmt.Sprintf("%s[%d]", path, i), args)...)
		}
		return errs
	case reflect.Map:
		var errs []error
		for _, key := range v.MapKeys() {
			errs = append(errs, check(v.MapIndex(key), path+"."+key.String(), args)...)
		}
		return errs
	}
	return []error{fmt.Errorf("%s: no text is a %s", path, v.Kind())}
}

func checkFields(v reflect.Value, path, args string) []error {
	var errs []error
	for i := range v.NumField() {
		field := v.Type().Field(i)
		own, ok := field.Tag.Lookup("args")
		if !ok {
			own = args // the forms of a plural share what its field says
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		errs = append(errs, check(v.Field(i), strings.TrimPrefix(path+"."+name, "."), own)...)
	}
	return errs
}

func checkText(v reflect.Value, path, args string) []error {
	if strings.TrimSpace(v.String()) == "" {
		return []error{fmt.Errorf("%s: missing or empty", path)}
	}
	want, have := strings.Fields(args), Text(v.String()).placeholders()
	slices.Sort(want)
	slices.Sort(have)
	if have = slices.Compact(have); !slices.Equal(want, have) {
		return []error{fmt.Errorf("%s: placeholders %v, should be %v", path, have, want)}
	}
	return nil
}
