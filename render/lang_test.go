package render

import (
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"cardroom/engine/card"
	"cardroom/engine/rank"
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

// changed is the English file with one text replaced.
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
		"a long option":            {`"Off: antes alone (R51)"`, `"` + strings.Repeat("w", 101) + `"`, "settings.about.blinds: 101 characters, should be 100"},
		"a long command name":      {`"name": "topup"`, `"name": "` + strings.Repeat("w", 33) + `"`, "commands.topup.name: 33 characters, should be 32"},
		"a long description":       {`"What you can do now"`, `"` + strings.Repeat("w", 101) + `"`, "commands.help.about: 101 characters, should be 100"},
		"a long choice":            {`"Ask me"`, `"` + strings.Repeat("w", 101) + `"`, "commands.settings.options.auto-muck.choices.off: 101 characters"},
		"a long sentence":          {`"You fold."`, `"` + strings.Repeat("w", 501) + `"`, "say.folded: 501 characters, should be 500"},
		"a text in spaces":         {`"You fold."`, `"You fold. "`, "say.folded: space around it"},
		"a group mark not read":    {`"group": ","`, `"group": ":"`, `group: ":" is no mark`},
		"no group mark":            {`"group": ","`, `"group": ""`, `group: "" is no mark`},
		"a separator of nothing":   {`"separator": "; "`, `"separator": " "`, "result.separator: missing"},
		"a word for two amounts":   {`"half": "half"`, `"half": "POT"`, `amount.half: "pot" means pot already`},
		"a wallet behind words":    {`"balance": "**{wallet}`, `"balance": "You have **{wallet}`, "say.balance: begins"},
		"a ledger without people":  {`"ledger_line": "{player} `, `"ledger_line": "- {player} `, "say.ledger_line: begins"},
		"a locale there is not":    {`"locale": "en"`, `"locale": "english"`, "locale: "},
		"a rank too few":           {`{"one": "deuce", "many": "deuces"},`, ``, "hands.ranks[12].one: missing"},
		"a case for one rank only": {`"many": "threes"}`, `"many": "threes", "to": "three"}`, "hands.ranks[1]: has not the forms"},
		"a street without a name":  {`"Flop"`, `""`, "board.streets[1]: missing"},
		"a command without a word": {`"What you can do now"`, `""`, "commands.help.about: missing"},
		"two values":               {`"locale": "en",`, `"locale": "en"} {`, "more than one value"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readLang(changed(t, c.from, c.to))
			if err == nil || !strings.Contains(err.Error(), c.wrong) {
				t.Errorf("error %v, should name %q", err, c.wrong)
			}
		})
	}
}

func TestAllThatIsWrongIsNamed(t *testing.T) {
	_, err := readLang([]byte(`{"locale": "nl"}`))
	if err == nil || strings.Count(err.Error(), "\n") < 100 {
		t.Errorf("error %v", err)
	}
	english, _ := fs.ReadFile(files, "lang/en.json")
	if _, err := readLang(append(english, english...)); err == nil {
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
		if got := shape(l.Commands); !slices.Equal(got, want) {
			t.Errorf("%s has %v, should have %v", l.Locale, got, want)
		}
	}
}

// shape is the names of commands, options and choices that programs use.
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

func TestPlaceholdersAreFilledOnce(t *testing.T) {
	text := Text("{player} pays {amount} to {player}")
	if got := text.Format("player", "{amount}", "amount", "5"); got != "{amount} pays 5 to {amount}" {
		t.Errorf("filled as %q", got)
	}
	if got := Text("as it is").Format(); got != "as it is" {
		t.Errorf("filled as %q", got)
	}
}

func TestHandsHaveTheirNames(t *testing.T) {
	for held, want := range map[string]string{
		"As Ks Qs Js 10s": "a royal flush",
		"9h 8h 7h 6h 5h":  "a straight flush to the nine",
		"5d 4d 3d 2d Ad":  "a straight flush to the five",
		"7c 7d 7h 7s Kd":  "four sevens",
		"Kc Kd Kh 3s 3d":  "a full house, kings full of threes",
		"As 9s 7s 4s 2s":  "a flush, ace high",
		"10c 9d 8h 7s 6d": "a straight to the ten",
		"Ac 2d 3h 4s 5d":  "a straight to the five",
		"6c 6d 6h Ks 2d":  "three sixes",
		"Ac Ad Kh Ks 2d":  "two pairs, aces and kings",
		"2c 2d Ah Ks Qd":  "a pair of deuces",
		"Qc Jd 9h 4s 2d":  "queen high",
		"Ac Kd":           "ace high",
		"8c 8d":           "a pair of eights",
	} {
		if got := Lookup(English).Hand(rank.Best(cards(t, held))); got != want {
			t.Errorf("%s is %q, should be %q", held, got, want)
		}
	}
	if got := Lookup(English).Hand(rank.Hand{}); got != "" {
		t.Errorf("no hand is %q", got)
	}
}

func TestRussianHandsHaveTheirCases(t *testing.T) {
	for held, want := range map[string]string{
		"As Ks Qs Js Ts": "роял-флеш",
		"Qs Js Ts 9s 8s": "стрит-флеш до дамы",
		"Ac Ad Ah As 2d": "каре тузов",
		"9c 9d 9h Ks Kd": "фулл-хаус, девятки и короли",
		"Kc 9c 7c 4c 2c": "флеш до короля",
		"Tc 9d 8h 7s 6d": "стрит до десятки",
		"Ac 2d 3h 4s 5d": "стрит до пятёрки",
		"6c 6d 6h Ks 2d": "тройка шестёрок",
		"Ac Ad Js Jd 2d": "две пары, тузы и валеты",
		"2c 2d Ah Ks Qd": "пара двоек",
		"Qc Jd 9h 4s 2d": "старшая карта\u00a0— дама",
		"8c 8d":          "пара восьмёрок",
	} {
		if got := Lookup("ru").Hand(rank.Best(cards(t, held))); got != want {
			t.Errorf("%s is %q, should be %q", held, got, want)
		}
	}
}

func TestCardsAreWrittenAsPromised(t *testing.T) {
	if got := (Scene{}).cards(append(cards(t, "As Td 2c Kh"), card.None)); got != "A♠ 10♦ 2♣ K♥" {
		t.Errorf("written %q", got)
	}
}
