package bot_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"cardroom/render/locale"
)

// transcripts returns all input and output in testdata/talk.
func transcripts(t *testing.T) string {
	t.Helper()
	scripts, err := filepath.Glob("testdata/talk/*.txt")
	if err != nil || len(scripts) < 40 {
		t.Fatalf("%d scripts: %v", len(scripts), err)
	}
	var all strings.Builder
	for _, file := range scripts {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		all.WriteString(regexp.MustCompile(`(?m)^ +`).ReplaceAllString(string(text), "") + "\n")
	}
	return all.String()
}

// texts returns the texts of a section of a language by field name, as patterns of their output.
func texts(section any) map[string]*regexp.Regexp {
	found := map[string]*regexp.Regexp{}
	var walk func(name string, v reflect.Value)
	walk = func(name string, v reflect.Value) {
		switch {
		case v.Type() == reflect.TypeFor[locale.Text]():
			found[name] = looks(v.String())
		case v.Kind() == reflect.Interface:
			walk(name, v.Elem())
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				walk(strings.TrimPrefix(name+"."+v.Type().Field(i).Name, "."), v.Field(i))
			}
		case v.Kind() == reflect.Map:
			for _, k := range v.MapKeys() {
				walk(strings.TrimPrefix(name+"."+k.String(), "."), v.MapIndex(k))
			}
		}
	}
	walk("", reflect.ValueOf(section))
	return found
}

// looks returns a pattern with any values in the placeholders.
func looks(text string) *regexp.Regexp {
	parts := regexp.MustCompile(`\{[a-z]+\}`).Split(text, -1)
	for i, part := range parts {
		parts[i] = regexp.QuoteMeta(part)
	}
	return regexp.MustCompile(strings.Join(parts, ".+"))
}

// notInTranscripts lists the texts missing from the transcripts, by section and field, with the reason.
var notInTranscripts = map[string]string{
	"Why.BadRules":      never,
	"Why.CannotRaise":   never, // a raise that no player could call comes with a call
	"Why.NotDue":        never,
	"Why.OtherGame":     never, // no option of the panel changes the game
	"Why.Other":         never,
	"Why.SomeoneElse":   never,
	"Why.TableFull":     never, // a player who wants a seat joins the waitlist
	"Why.TooFewPlayers": never,
	"Why.TooLittle":     never, // it becomes the minimum (R22)
	"Amount.NoRaise":    never, // the table says why there is none

	"Say.BoardGone":              "needs a board that goes while it is pressed",
	"Say.Busy":                   "needs more asks than an inbox holds",
	"Say.OneMoment":              "needs eleven commands in ten seconds",
	"Say.Duplicate":              "needs an answer that failed and was given",
	"Say.Internal":               "needs a defect",
	"Say.JustStarted":            "needs a command from before the start: thread_open_test.go",
	"Say.MayThread":              "needs a thread",
	"Say.NoThread":               "needs a thread: thread_open_test.go",
	"Say.OnlyInServer":           "needs a direct message",
	"Say.Unknown":                "needs a command of another version",
	"Say.TooLate":                "needs a wrong clock: late_test.go",
	"Say.Undone":                 operator,
	"Say.UndoneBlind":            operator,
	"Host.NotHere":               "needs somebody who has left the server",
	"History.Dead":               "needs a blind that was missed and posted: render's golden files",
	"History.Long":               "needs a hand of a hundred actions",
	"History.Void":               operator,
	"Say.Fair.ChoiceVoid":        operator,
	"Say.Fair.Voids.other":       operator,
	"Say.Fair.Unplaced":          "needs a thousand newer messages: beacon_waits_test.go",
	"Say.KeptOut":                "needs a private thread: kept_out_test.go",
	"Say.PrivateThread":          "needs a private thread: kept_out_test.go",
	"Say.MayManage":              "needs a locked thread: kept_out_test.go",
	"Say.StatusNone":             "needs a Discord that takes no board: kept_out_test.go",
	"Say.ThreadTitle":            "needs an AutoMod: thread_refused_test.go",
	"Say.ThreadFailed":           "needs a refusal that the bot does not know: thread_refused_test.go",
	"Say.Fair.Unmixed":           "needs a hand that nothing was mixed into",
	"Say.Fair.Unproven":          "needs a proof that could not be made",
	"Say.Fair.Fault":             forgery,
	"Say.Fair.GoneMessage":       "needs a thread that was deleted: tournament_venue_test.go",
	"Say.Fair.Moved":             "needs a thread that was deleted: tournament_venue_test.go",
	"Say.Fair.Leftover":          busy,
	"Say.Fair.Faults.Batch":      forgery,
	"Say.Fair.Faults.Cards":      forgery,
	"Say.Fair.Faults.Decks":      forgery,
	"Say.Fair.Faults.Entropy":    forgery,
	"Say.Fair.Faults.Form":       forgery,
	"Say.Fair.Faults.Own":        forgery,
	"Say.Fair.Faults.Seal":       forgery,
	"Say.Fair.Faults.Transcript": forgery,
	"Say.Fair.Faults.Start":      forgery,
	"Say.Fair.Faults.Cuts":       forgery,
	"Say.Fair.Faults.Beacon":     forgery,
	"Say.Fair.Faults.Signature":  forgery,
	"Say.Fair.OldSeals":          "needs seals of an earlier version: fair2_test.go",
	"Say.Fair.OwnBeacon":         "needs a beacon of a file",
	"Say.Fair.AChosen":           "needs a beacon of a file",
	"Say.Fair.BeaconRemoved":     "needs an operator who removes a beacon: beacon_waits_test.go",
	"Say.Fair.MessageLost":       "needs a thousand newer messages: beacon_waits_test.go",
	"Say.Fair.A":                 "needs a beacon that is not the demo's",
	"Say.Fair.LostSeals":         "needs a store that went back: goneback_test.go",
	"Say.Fair.UnseenSeals":       "needs a store that went back: backup_test.go",
	"Say.Fair.KeylessSeals":      "needs another key: resting_test.go",
	"Stats.Events.other":         "needs a player of two tournaments",
	"Say.DiscordFails":           "needs a request that gets no turn in time",
	"Say.OneOf":                  "needs a value that Discord does not offer: forged_test.go",
}

const (
	never    = "the bot does not ask the table for what is refused so"
	operator = "needs an operator: doctor_test.go"
	forgery  = "needs a receipt that was forged: proof_test.go"
	busy     = "needs a bot that wants much of its rate: pressboard_test.go"
)

// Every text for users is in a transcript, including every refusal.
func TestEveryTextIsSaidInATranscript(t *testing.T) {
	noRace(t)
	all, l := transcripts(t), locale.Lookup(locale.English)
	found := texts(map[string]any{
		"Why": l.Why, "Amount": l.Amount, "Say": l.Say, "Host": l.Host, "Money": l.Money, "History": l.History, "Stats": l.Stats,
		"Panel": l.Panel, "Rules": struct{ List, Unknown, Also locale.Text }{l.Rules.List, l.Rules.Unknown, l.Rules.Also},
	})
	if len(found) < 300 {
		t.Errorf("only %d texts", len(found))
	}
	for name, text := range found {
		_, excused := notInTranscripts[name]
		switch said := text.MatchString(all); {
		case said && excused:
			t.Errorf("%s is said in a transcript: take it off the list", name)
		case !said && !excused:
			t.Errorf("%s is in no transcript: %s", name, text)
		}
	}
	for name := range notInTranscripts {
		if found[name] == nil {
			t.Errorf("there is no text %s", name)
		}
	}
}

// Every registered command is typed in a transcript.
func TestEveryCommandIsTypedInATranscript(t *testing.T) {
	noRace(t)
	inClub(t, func(t *testing.T, c *club) {
		all := transcripts(t)
		for _, path := range leaves(c.guild.Commands()) {
			if !regexp.MustCompile(`(?m)^> \w+ (elsewhere )?/` + path + `( [a-z-]+:|$)`).MatchString(all) {
				t.Errorf("no transcript has /%s", path)
			}
		}
	})
}
