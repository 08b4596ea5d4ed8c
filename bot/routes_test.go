package bot

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"cardroom/bot/play"
	"cardroom/bot/tournament"
	"cardroom/render/locale"
)

// TestTheLanguageFilesHaveTheTextsOfTheRows compares the rows with the texts of commands in English. Package locale tests
// that the other languages have the same texts.
func TestTheLanguageFilesHaveTheTextsOfTheRows(t *testing.T) {
	var want []string
	for _, row := range rows {
		if row.Path == "" {
			continue
		}
		words := strings.Fields(row.Path)
		for n := range words {
			want = append(want, strings.Join(words[:n+1], " "))
		}
		for _, o := range row.Options {
			name := row.Path + " " + o.Name + ":"
			want = append(want, name)
			for _, value := range o.Choices {
				want = append(want, name+value)
			}
		}
	}
	slices.Sort(want)
	want = slices.Compact(want)
	var got []string
	for path, c := range locale.Lookup(locale.English).Commands {
		got = append(got, path)
		for name, o := range c.Options {
			got = append(got, path+" "+name+":")
			for value := range o.Choices {
				got = append(got, path+" "+name+":"+value)
			}
		}
	}
	slices.Sort(got)
	for _, text := range want {
		if !slices.Contains(got, text) {
			t.Errorf("the row of %q has no text: add it to render/locale/lang", text)
		}
	}
	for _, text := range got {
		if !slices.Contains(want, text) {
			t.Errorf("the texts of %q have no row", text)
		}
	}
}

// TestARowIsWhole checks that each row can be reached and run.
func TestARowIsWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, row := range rows {
		name := row.Path + row.Verb
		if row.Verb != "" {
			name = "button " + row.Verb
		}
		switch {
		case (row.Path == "") == (row.Verb == ""):
			t.Errorf("%q is a command and a button, or neither", name)
		case seen[name]:
			t.Errorf("%q has two rows", name)
		case (row.Table == nil) == (row.Beside == nil && row.Submit == nil):
			t.Errorf("%q runs at the table and beside it, or nowhere", name)
		}
		seen[name] = true
		for _, o := range row.Options {
			if o.Completes && row.Choices == nil && row.ChoicesBeside == nil {
				t.Errorf("%q completes %s, and nothing has its choices", name, o.Name)
			}
		}
	}
}

// TestEveryDecisionAsksWhetherItsPlayerMayAct looks at the handlers of decisions and pre-actions: a disqualified player of a
// tournament makes none (T108).
func TestEveryDecisionAsksWhetherItsPlayerMayAct(t *testing.T) {
	name := func(f any) string { return runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name() }
	decisions := []string{
		name(play.Typed), name(play.Wager), name(play.DrawTyped), name(play.AskAmount), name(play.PressDraw), name(play.TickDiscards),
		name(play.StandPat), name(play.PressWager), name(play.Confirm), name(play.ConfirmPreAction), name(play.SetPreAction),
	}
	for _, row := range rows {
		decides := row.Table != nil && slices.Contains(decisions, name(row.Table))
		if guards := row.Guard != nil && name(row.Guard) == name(tournament.MayAct); decides != guards {
			t.Errorf("%s%s decides: %t, and asks: %t", row.Path, row.Verb, decides, guards)
		}
	}
}
