package page

import (
	"io/fs"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"cardroom/bot/discordtest"
	"cardroom/render/locale"
)

// sameEverywhere lists texts that some languages share with English.
var sameEverywhere = []string{"true", "app", "no_place", "least", "most", "suggestions", "messages"}

func TestEveryLanguageHasEveryWord(t *testing.T) {
	t.Parallel()
	all := loadLanguages()
	ours := all[english]
	if len(all) != len(locale.Languages()) || len(ours.Page) < 70 || len(ours.Board) < 9 {
		t.Fatalf("%d languages, %d words of the page and %d of boards in English", len(all), len(ours.Page), len(ours.Board))
	}
	for tag, one := range all {
		if one.Name == "" {
			t.Errorf("%s has no name", tag)
		}
		compare(t, tag, one.Page, ours.Page)
		compare(t, tag, one.Board, ours.Board)
		for name, text := range one.Page {
			if tag != english && text == ours.Page[name] && !slices.Contains(sameEverywhere, name) {
				t.Errorf("%s: %s is the English %q", tag, name, text)
			}
		}
	}
}

var placeholder = regexp.MustCompile(`\{\w+\}`)

// compare compares the texts of a language with the English ones: the same names, and the same placeholders in each.
func compare(t *testing.T, locale string, words, ours map[string]string) {
	t.Helper()
	for name, text := range ours {
		if words[name] == "" {
			t.Errorf("%s lacks %s", locale, name)
			continue
		}
		want, have := placeholder.FindAllString(text, -1), placeholder.FindAllString(words[name], -1)
		slices.Sort(want)
		slices.Sort(have)
		if !slices.Equal(want, have) {
			t.Errorf("%s: %s has the places %v, want %v", locale, name, have, want)
		}
	}
	for name := range words {
		if ours[name] == "" {
			t.Errorf("%s has %s, which English has not", locale, name)
		}
	}
}

// Every text that a script uses exists, and every text is used.
func TestScriptsAndWordsFitTogether(t *testing.T) {
	t.Parallel()
	ours := loadLanguages()[english]
	html, err := fs.ReadFile(static, "static/index.html")
	if err != nil {
		t.Fatal(err)
	}
	all := string(html)
	call := regexp.MustCompile(`(?:word|phrase|says|stands)\(([^()]*)`)
	quoted := regexp.MustCompile(`'([a-z_]+)'`)
	eachScript(t, func(name, text string) {
		all += text
		for _, call := range call.FindAllStringSubmatch(text, -1) {
			for _, found := range quoted.FindAllStringSubmatch(call[1], -1) {
				if ours.Page[found[1]] == "" && ours.Board[found[1]] == "" {
					t.Errorf("%s says %s, which no language has", name, found[1])
				}
			}
		}
	})
	for _, found := range regexp.MustCompile(`data-(?:word|label)="(\w+)"`).FindAllStringSubmatch(string(html), -1) {
		if ours.Page[found[1]] == "" {
			t.Errorf("the page has a place for %s, which no language has", found[1])
		}
	}
	for _, err := range []error{discordtest.ErrArchived, discordtest.ErrForbidden, discordtest.ErrInput, discordtest.ErrNoAnswer} {
		all += "'" + failed(err).Error + "'"
	}
	for name := range ours.Page {
		if !strings.Contains(all, "'"+name+"'") && !strings.Contains(all, `"`+name+`"`) {
			t.Errorf("nothing says %s", name)
		}
	}
	for name := range ours.Board {
		if !strings.Contains(all, "'"+name+"'") {
			t.Errorf("no hint reads %s", name)
		}
	}
}

// Sentences are only in the language files: a script with one would show it in English to everyone.
func TestNoScriptHasWordsOfItsOwn(t *testing.T) {
	t.Parallel()
	sentence := regexp.MustCompile("'[A-Z][a-z]+ [a-z][^']*'|`[A-Z][a-z]+ [^`]*`|'[A-Z][a-z]{2,}'")
	technical := []string{"'Escape'", "'Enter'", "'Tab'", "'Backspace'", "'Content-Type'", "'Alt'"}
	eachScript(t, func(name, text string) {
		for line := range strings.Lines(text) {
			if strings.HasPrefix(strings.TrimSpace(line), "//") {
				continue
			}
			for _, found := range sentence.FindAllString(line, -1) {
				if !slices.Contains(technical, found) {
					t.Errorf("%s says %s", name, found)
				}
			}
		}
	})
}

func TestABrowserIsGreetedInItsLanguage(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ accepts, want, guild string }{
		{"ru-RU,ru;q=0.9,en;q=0.8", "ru", "ru"},
		{"pt-PT", "pt-BR", "pt-BR"},
		{"es-419,es;q=0.9", "es-ES", "es-ES"},
		{"en-GB", "en-US", "en-US"},
		{"xx, ja;q=0.5", "ja", "ja"},
		{"DE-at", "de", "de"},
		{"xx", "", "en-US"},
		{"", "", ""},
		{"*;q=0.1", "", "en-US"},
	} {
		h, _, room := newRoom(t)
		visit(t, h, "bruno", c.accepts)
		if got := room.People[1].Locale(); got != c.want {
			t.Errorf("%q: Bruno's client is in %q, want %q", c.accepts, got, c.want)
		}
		if got := room.Guild().Locale(); got != c.guild {
			t.Errorf("%q: the guild is in %q, want %q", c.accepts, got, c.guild)
		}
		visit(t, h, "bruno", "fr")
		if got := room.People[1].Locale(); c.want != "" && got != c.want {
			t.Errorf("%q: another browser made it %q", c.accepts, got)
		}
		if got := room.People[0].Locale(); got != "" {
			t.Errorf("%q: Alice, who never came, is in %q", c.accepts, got)
		}
	}
}

// The first visitor's choice of a language counts more than their browser's preference, and is the guild's where the browser names
// none.
func TestAChoiceOfLanguageIsTheGuildsFirst(t *testing.T) {
	h, _, room := newRoom(t)
	room.People[1].SetLocale("ja")
	visit(t, h, "bruno", "xx")
	if got := room.Guild().Locale(); got != "ja" {
		t.Errorf("the guild of one who chose Japanese is in %q", got)
	}
	h, srv, room := newRoom(t)
	newDealer(t, srv)
	visit(t, h, "bruno", "")
	do(t, h, action{As: "bruno", Kind: "language", Locale: "de"}, "done")
	if got := room.Guild().Locale(); got != "de" {
		t.Errorf("the guild of one who chose German is in %q", got)
	}
}

// visit opens a person's stream with a browser of that language and returns its first event.
func visit(t *testing.T, h http.Handler, as, accepts string) wireSnapshot {
	t.Helper()
	wrapped := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r.Header.Set("Accept-Language", accepts)
		h.ServeHTTP(w, r)
	})
	var s wireSnapshot
	read(t, wrapped, as).next("snapshot", &s)
	return s
}

// A person's choice of language reaches all their windows at once, with the commands in it, and no other person.
func TestALanguageIsChosenByOnePersonForAllTheirWindows(t *testing.T) {
	t.Parallel()
	h, srv, room := newRoom(t)
	newDealer(t, srv)
	alice, bruno := read(t, h, "alice"), read(t, h, "bruno")
	alice.next("snapshot", &wireSnapshot{})
	bruno.next("snapshot", &wireSnapshot{})
	if status, _ := post(t, h, action{As: "alice", Kind: "language", Locale: "tlh"}); status != http.StatusBadRequest {
		t.Errorf("a language that there is not: status %d", status)
	}
	do(t, h, action{As: "alice", Kind: "language", Locale: "ja"}, "done")
	var now wireLanguage
	alice.next("language", &now)
	if now.Locale != "ja" || now.Words["send"] != "送信" || room.People[0].Locale() != "ja" {
		t.Errorf("her page is in %q and sends by %q, her client is in %q", now.Locale, now.Words["send"], room.People[0].Locale())
	}
	i := slices.IndexFunc(now.Commands, func(c discordtest.Command) bool { return c.Name == "bet" })
	if i < 0 || now.Commands[i].NameLocalized != "ベット" {
		t.Errorf("her commands are %+v", now.Commands)
	}
	if got := visit(t, h, "bruno", "").Language.Locale; got != english {
		t.Errorf("Bruno's page is in %s", got)
	}
}
