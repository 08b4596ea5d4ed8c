package locale

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"
)

func TestALanguageIsTheNearestThereIs(t *testing.T) {
	for _, locale := range []string{"en", "en-US", "en-GB", "", "xx", "xx-YY", "no-such-thing"} {
		if got := Lookup(locale).Locale; got != English {
			t.Errorf("%q gets %q", locale, got)
		}
	}
	if all := Languages(); len(all) == 0 || all[0].Locale != English {
		t.Errorf("English is not first of %d", len(all))
	}
}

// changed returns the English file with one text replaced.
func changed(t *testing.T, from, to string) []byte {
	t.Helper()
	data, err := files.ReadFile("lang/en.json")
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(string(data), from) != 1 {
		t.Fatalf("%q is not there once", from)
	}
	return []byte(strings.Replace(string(data), from, to, 1))
}

func TestAFileIsReadStrictly(t *testing.T) {
	for name, c := range map[string]struct{ from, to, wrong string }{
		"a missing text":           {`"folded": "You fold.",`, ``, "say.folded: missing"},
		"an empty text":            {`"You fold."`, `" "`, "say.folded: missing"},
		"an unknown text":          {`"folded": "You fold.",`, `"folded": "You fold.", "extra": "x",`, `unknown field "extra"`},
		"a placeholder too few":    {`"You call {amount}."`, `"You call."`, "say.called: placeholders [], should be [amount]"},
		"a placeholder too many":   {`"You fold."`, `"You fold {what}."`, "say.folded: placeholders [what]"},
		"a misspelt placeholder":   {`"You call {amount}."`, `"You call {amont}."`, "[amont], should be [amount]"},
		"a missing plural form":    {`"one": "{n} seat free", `, ``, "board.free.one: missing"},
		"a plural without number":  {`"{n} seat free"`, `"seat free"`, "board.free.one: placeholders []"},
		"a plural form too many":   {`"one": "{n} seat free", `, `"one": "{n} seat free", "few": "{n} seats", `, `board.free.few: numbers in "en" are one, other`},
		"a long label":             {`"Wait for a seat"`, `"` + strings.Repeat("w", 81) + `"`, "button.line: 81 characters, should be 80 at most"},
		"a label with an amount":   {`"Call {amount} (all-in)"`, `"` + strings.Repeat("w", 56) + `{amount}"`, "button.call_all: 81 characters, should be 80"},
		"a long title":             {`"Raise to"`, `"` + strings.Repeat("w", 35) + `"`, "modal.raise: 35 characters, should be 34"},
		"a long placeholder":       {`"250, 2.5k, half, pot, 60% or max"`, `"` + strings.Repeat("w", 101) + `"`, "modal.placeholder: 101 characters, should be 100"},
		"a long option":            {`"off: antes only (R51)"`, `"` + strings.Repeat("w", 101) + `"`, "settings.about.blinds: 101 characters, should be 100"},
		"a long command name":      {`"name": "topup"`, `"name": "` + strings.Repeat("w", 33) + `"`, "commands.topup.name: 33 characters, should be 32"},
		"a long description":       {`"See what you can do now"`, `"` + strings.Repeat("w", 101) + `"`, "commands.help.about: 101 characters, should be 100"},
		"a long choice":            {`"Ask me"`, `"` + strings.Repeat("w", 101) + `"`, "commands.settings.options.auto-muck.choices.off: 101 characters"},
		"a long sentence":          {`"You fold."`, `"` + strings.Repeat("w", 501) + `"`, "say.folded: 501 characters, should be 500"},
		"a text in spaces":         {`"You fold."`, `"You fold. "`, "say.folded: space around it"},
		"a group mark not read":    {`"group": ","`, `"group": ":"`, `group: ":" is not a group mark`},
		"no group mark":            {`"group": ","`, `"group": ""`, `group: "" is not a group mark`},
		"a separator of nothing":   {`"separator": "; "`, `"separator": " "`, "result.separator: missing"},
		"a word for two amounts":   {`"half": "half"`, `"half": "POT"`, `amount.half: "pot" means pot already`},
		"a wallet behind words":    {`"balance": "**{wallet}`, `"balance": "You have **{wallet}`, "say.balance: begins"},
		"a ledger without people":  {`"ledger_line": "{player} `, `"ledger_line": "- {player} `, "say.ledger_line: begins"},
		"a locale there is not":    {`"locale": "en"`, `"locale": "english"`, "locale: "},
		"a rank too few":           {`{"one": "deuce", "many": "deuces", "to": "a deuce-high"},`, ``, "hands.ranks[12].one: missing"},
		"a case for one rank only": {`"to": "a three-high"}`, `"to": "a three-high", "both": "threes"}`, "hands.ranks[1]: needs the same forms"},
		"a street without a name":  {`"Flop"`, `""`, "board.streets[1]: missing"},
		"a command without a word": {`"See what you can do now"`, `""`, "commands.help.about: missing"},
		"two values":               {`"locale": "en",`, `"locale": "en"} {`, "more than one value"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readChecked(changed(t, c.from, c.to))
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("error %v, should name %q", err, c.wrong)
			}
		})
	}
}

func TestEveryLanguageIsWhole(t *testing.T) {
	names, err := fs.Glob(files, "lang/*.json")
	if err != nil || len(names) < 2 {
		t.Fatalf("found are %v, %v", names, err)
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := readChecked(data); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAllThatIsWrongIsNamed(t *testing.T) {
	_, err := readChecked([]byte(`{"locale": "nl"}`))
	if err == nil || strings.Count(err.Error(), "\n") < 100 {
		t.Errorf("error %v", err)
	}
	english, _ := fs.ReadFile(files, "lang/en.json")
	if _, err := readChecked(append(english, english...)); err == nil {
		t.Error("two languages in a file are one")
	}
}

func TestAFileIsNamedAfterItsLocale(t *testing.T) {
	english, _ := fs.ReadFile(files, "lang/en.json")
	if _, err := readAll(fstest.MapFS{"lang/de.json": {Data: english}}); err == nil || !strings.Contains(err.Error(), `"en"`) {
		t.Errorf("error %v", err)
	}
	if _, err := readAll(fstest.MapFS{"lang/en.json": {Data: []byte("{")}}); err == nil || !strings.Contains(err.Error(), "lang/en.json") {
		t.Errorf("error %v", err)
	}
}

func TestEveryLanguageHasTheSameCommands(t *testing.T) {
	want := shape(Lookup(English).Commands)
	for _, l := range Languages() {
		got := shape(l.Commands)
		for _, name := range want {
			if !slices.Contains(got, name) {
				t.Errorf("lang/%s.json lacks the command, option or choice %q, which en.json has: add it under commands", l.Locale, name)
			}
		}
		for _, name := range got {
			if !slices.Contains(want, name) {
				t.Errorf("lang/%s.json has the command, option or choice %q, which en.json lacks", l.Locale, name)
			}
		}
	}
}

// shape returns the names of commands, options and choices that programs use.
func shape(commands map[string]Command) []string {
	var names []string
	for path, c := range commands {
		names = append(names, path)
		for option, o := range c.Options {
			names = append(names, path+" "+option+":")
			for value := range o.Choices {
				names = append(names, path+" "+option+":"+value)
			}
		}
	}
	slices.Sort(names)
	return names
}

var commandName = regexp.MustCompile(`^[-_'\p{L}\p{N}\p{Devanagari}\p{Thai}]{1,32}$`)

func TestCommandsKeepToThePlatformsLimits(t *testing.T) {
	fits := func(where, name, about string) {
		if !commandName.MatchString(name) || strings.ToLower(name) != name {
			t.Errorf("%s: name %q", where, name)
		}
		if n := len([]rune(about)); n < 1 || n > 100 {
			t.Errorf("%s: a description of %d characters", where, n)
		}
	}
	for _, l := range Languages() {
		for path, c := range l.Commands {
			where, words := l.Locale+" /"+path, strings.Fields(path)
			fits(where, c.Name, c.About)
			if l.Locale == English && c.Name != words[len(words)-1] {
				t.Errorf("%s is called %q", where, c.Name)
			}
			if up := strings.Join(words[:len(words)-1], " "); up != "" && l.Commands[up].Name == "" {
				t.Errorf("%s: no words for %q", where, up)
			}
			for name, o := range c.Options {
				fits(where+" "+name, o.Name, o.About)
				if l.Locale == English && o.Name != name {
					t.Errorf("%s: option %s is called %q", where, name, o.Name)
				}
				for value, label := range o.Choices {
					if n := len([]rune(label)); n < 1 || n > 100 {
						t.Errorf("%s %s %s: %q", where, name, value, label)
					}
				}
			}
		}
	}
}

// Programs read these labels.
func TestEnglishLabelsBeginAsPromised(t *testing.T) {
	b := Lookup(English).Button
	for text, want := range map[Text]string{
		b.Fold: "Fold", b.Check: "Check", b.Call: "Call {amount}", b.CallAll: "Call {amount}", b.Bet: "Bet {amount}",
		b.Raise: "Raise {amount}", b.Pot: "Pot {amount}", b.AllIn: "All-in {amount}", b.BetAsk: "Bet…", b.Ask: "Raise…",
		b.Cards: "My cards", b.Sit: "Sit down", b.Leave: "Leave", b.SitOut: "Sit out",
	} {
		if !strings.HasPrefix(string(text), want) {
			t.Errorf("%q should begin %q", text, want)
		}
	}
}

func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration][2]string{
		45 * time.Second: {"45 s", "45 Sek."}, 5 * time.Minute: {"5 min", "5 Min."}, 90 * time.Minute: {"1 h 30 min", "1 Std. 30 Min."},
		2 * time.Hour: {"2 h", "2 Std."}, time.Minute + time.Second: {"1 min 1 s", "1 Min. 1 Sek."},
	} {
		if got := [2]string{Lookup("").Tournament.Span.Format(d), Lookup("de").Tournament.Span.Format(d)}; got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}
