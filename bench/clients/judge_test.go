package clients

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// recorded names the tests of package bot that make the requests: the transcripts, and those with pictures, panels, mirrors,
// approvals, threads and follow-ups, of which the transcripts lack some forms.
const recorded = "TestTalk$|Picture|Upload|Emoji|Panel|Mirror|Approv|Thread|AHandCreates|BoardFollows|PressBoard"

// TestTheBotSendsWhatDiscordJSWould judges the requests of the transcripts.
func TestTheBotSendsWhatDiscordJSWould(t *testing.T) {
	onlyWhenWanted(t)
	dir := node(t)
	file := filepath.Join(dir, "requests.jsonl")
	play := exec.Command("go", "test", "-vet=off", "cardroom/bot", "-run", recorded, "-requests", file)
	if out, err := play.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", play, err, out)
	}
	said, err := judge(t, dir, file) // also of a transcript that has changed
	t.Log(said)
	if err != nil {
		t.Error("the bot sends what other people's code refuses; judge/judge.mjs says how it was judged")
	}
}

// judge runs the judge over a file of requests.
func judge(t *testing.T, dir, file string) (string, error) {
	t.Helper()
	out, err := exec.Command("node", filepath.Join(dir, "judge.mjs"), file).CombinedOutput()
	return string(out), err
}

// TestTheJudgeSeesPlantedFaults plants a fault of each kind, and passes a request without one.
func TestTheJudgeSeesPlantedFaults(t *testing.T) {
	onlyWhenWanted(t)
	dir := node(t)
	const (
		post     = `{"Method":"POST","Path":"/channels/123456789012345678/messages","Body":{"content":"c","nonce":"1","enforce_nonce":true,"embeds":null,"components":[{"type":1,"components":[{"type":2,"style":1,"label":"Fold","custom_id":"fold","disabled":false}]}]}}`
		menu     = `{"Method":"POST","Path":"/interactions/1/token/callback","Body":{"type":4,"data":{"content":"c","flags":64,"components":[{"type":1,"components":[{"type":3,"custom_id":"draw","max_values":2,"options":[{"label":"A","value":"1","description":""},{"label":"K","value":"2"}]}]}]}}}`
		modal    = `{"Method":"POST","Path":"/interactions/1/token/callback","Body":{"type":9,"data":{"tts":false,"content":"","custom_id":"raise","title":"Raise","components":[{"type":18,"label":"Amount","component":{"type":4,"custom_id":"amount","style":1,"min_length":1}}]}}}`
		board    = `{"Method":"PATCH","Path":"/channels/123456789012345678/messages/123456789012345679","Body":{"flags":32768,"attachments":[{"id":"123456789012345680","filename":"table.png"}],"components":[{"type":17,"accent_color":255,"components":[{"type":12,"items":[{"media":{"url":"attachment://table.png"},"description":"The table"}]},{"type":10,"content":"#12 · Flop"},{"type":14,"spacing":1,"divider":true},{"type":1,"components":[{"type":2,"style":1,"label":"Fold","custom_id":"fold"}]}]}]}}`
		thread   = `{"Method":"POST","Path":"/channels/123456789012345678/threads","Body":{"name":"Hold'em 10/20","type":11,"auto_archive_duration":10080}}`
		commands = `{"Method":"PUT","Path":"/applications/1/commands","Body":[{"type":1,"name":"raise","description":"Raises","name_localizations":{"de":"erhoehen"},"options":[{"type":3,"name":"to","description":"To","required":true,"autocomplete":true}]}]}`
	)
	sound := filepath.Join(dir, "sound.jsonl")
	write(t, sound, post, menu, modal, board, thread, commands)
	if said, err := judge(t, dir, sound); err != nil {
		t.Errorf("requests without a fault are refused: %s", said)
	}
	tests := []struct {
		name, request, from, to string
		want                    string // part of the judge's line
	}{
		{"a label of 81 characters", post, `"Fold"`, `"` + strings.Repeat("a", 81) + `"`, "Invalid string length"},
		{"a style that is not there", post, `"style":1`, `"style":9`, "enum"},
		{"a field that is not there", post, `"content":"c"`, `"content":"c","colour":5`, `.colour: sent 5`},
		{"a nonce that is missing", post, `"nonce":"1",`, ``, "nonce is required"},
		{"a content that is a number", post, `"content":"c"`, `"content":77`, "Message content must be a string"},
		{"flags in text", menu, `"flags":64`, `"flags":"64"`, `.flags: sent "64"`},
		{"too many values", menu, `"max_values":2`, `"max_values":26`, "Invalid number value"},
		{"an option without a value", menu, `"value":"2"`, `"values":"2"`, "has no setValues"},
		{"an unknown answer", menu, `"type":4`, `"type":3`, "Type '3' is not assignable"},
		{"a title of 46 characters", modal, `"Raise"`, `"` + strings.Repeat("b", 46) + `"`, "Invalid string length"},
		{"a component of another kind", modal, `"type":4`, `"type":2`, "Type '2' is not assignable"},
		{"a spacing that is not there", board, `"spacing":1`, `"spacing":3`, "Type '3' is not assignable"},
		{"a gallery without a file", board, `"media":{"url":"attachment://table.png"},`, ``, "media"},
		{"a colour beyond white", board, `"accent_color":255`, `"accent_color":16777216`, "Received one or more errors"},
		{"a thread without a name", thread, `"name":"Hold'em 10/20",`, ``, "Property 'name' is missing"},
		{"a name in capitals", commands, `"raise"`, `"Raise"`, "Invalid string format"},
		{"a locale that is not there", commands, `"de"`, `"xx"`, "enum"},
		{"an option of an unknown type", commands, `"type":3`, `"type":12`, "Type '12' is not assignable"},
		{"a route without a type", post, "/messages", "/pokes", "no type is known"},
	}
	var planted []string
	for _, tt := range tests {
		if !strings.Contains(tt.request, tt.from) {
			t.Fatalf("%s: nothing is planted", tt.name)
		}
		planted = append(planted, strings.Replace(tt.request, tt.from, tt.to, 1))
	}
	file := filepath.Join(dir, "planted.jsonl")
	write(t, file, planted...)
	said, err := judge(t, dir, file)
	if err == nil {
		t.Error("planted faults are no failure")
	}
	for i, tt := range tests {
		if !slices.ContainsFunc(strings.Split(said, "\n"), func(line string) bool {
			return strings.HasPrefix(line, fmt.Sprintf("line %d: ", i+1)) && strings.Contains(line, tt.want)
		}) {
			t.Errorf("%s is not seen: no line %d with %q in\n%s", tt.name, i+1, tt.want, said)
		}
	}
}

func write(t *testing.T, file string, lines ...string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
}
