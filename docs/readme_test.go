package docs

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"cardroom/bot/interaction"
	"cardroom/render/locale"
)

// The README is for people who have a minute: the pages that it links to have the rest.
const (
	readmeWords = 900
	readmeLines = 150
	firstScreen = 40 // lines
	playRows    = 10 // of the table of playing
)

// readmeFlaws returns the flaws of the README.
func readmeFlaws(text string) (all []string) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if n := len(strings.Fields(text)); n > readmeWords {
		all = append(all, fmt.Sprintf("it has %d words, at most %d: put the rest on another page", n, readmeWords))
	}
	if n := len(lines); n > readmeLines {
		all = append(all, fmt.Sprintf("it has %d lines, at most %d: put the rest on another page", n, readmeLines))
	}
	screen := strings.Join(lines[:min(len(lines), firstScreen)], "\n")
	for _, command := range []string{"go run ./cmd/cardroom demo", testCommand} {
		if !regexp.MustCompile(`(?m)^    ` + regexp.QuoteMeta(command) + `( |$)`).MatchString(screen) {
			all = append(all, fmt.Sprintf("its first %d lines do not show %s", firstScreen, command))
		}
	}
	_, play, _ := strings.Cut(text, "\n## Play\n")
	play, _, _ = strings.Cut(play, "\n## ")
	if n := strings.Count(play, "\n|") - 2; n != playRows {
		all = append(all, fmt.Sprintf("its table of playing has %d rows, want %d", n, playRows))
	}
	return all
}

// testCommand runs every test; .ci/run uses it too.
const testCommand = "go test ./..."

func TestTheREADMEIsShort(t *testing.T) {
	for _, flaw := range readmeFlaws(page(t, "README.md")) {
		t.Error("README.md: ", flaw)
	}
	if !strings.Contains(page(t, ".ci/run"), "\n"+testCommand+"\n") {
		t.Errorf(".ci/run does not run the README's %s", testCommand)
	}
}

// A README that has grown, or lost its commands, is found.
func TestTheLimitsOfTheREADMECannotRot(t *testing.T) {
	table := "\n## Play\n\n| to | do |\n|---|---|\n" + strings.Repeat("| a | b |\n", playRows) + "\n## More\n"
	good := "    go run ./cmd/cardroom demo   # play\n    go test ./...\n" + table
	for text, want := range map[string]string{
		good:                                "",
		good + strings.Repeat("word ", 900): "words",
		good + strings.Repeat("\n", 150):    "lines",
		strings.Repeat("\n", 40) + good:     "do not show go run",
		strings.Replace(good, "    go test", "go test", 1):                "do not show go test",
		strings.Replace(good, "| a | b |\n", "", 1):                       "9 rows",
		strings.Replace(good, "cardroom demo", "cardroom", 1):             "do not show go run ./cmd/cardroom demo",
		strings.Replace(good, "| a | b |\n", "| a | b |\n| c | d |\n", 1): "11 rows",
	} {
		if got := strings.Join(readmeFlaws(text), "; "); want == "" && got != "" || !strings.Contains(got, want) {
			t.Errorf("%.60q: %q, want %q", text, got, want)
		}
	}
}

// Every page of this folder is a link away from the README.
func TestTheREADMELinksEveryPage(t *testing.T) {
	linked := links(page(t, "README.md"))
	for name := range pages(t) {
		if strings.Contains(name, "/") && !strings.HasPrefix(name, "docs/") || name == "README.md" {
			continue
		}
		if !slices.Contains(linked, name) {
			t.Errorf("README.md does not link %s", name)
		}
	}
}

// permissionNames are those of the permissions that the bot asks for, by their bit, as Discord's pages in English name them.
var permissionNames = map[int64]string{
	1 << 10: "View Channels", 1 << 11: "Send Messages", 1 << 15: "Attach Files", 1 << 16: "Read Message History",
	1 << 35: "Create Public Threads", 1 << 38: "Send Messages in Threads",
}

// missing returns which permissions the bot misses with these ones, in a channel, in a thread, and to make one.
func missing(permissions int64, l *locale.Lang) (all []string) {
	for _, thread := range []bool{false, true} {
		in := &interaction.Interaction{Origin: &interaction.Origin{Lang: l}, Location: interaction.Location{BotPermissions: permissions, Thread: thread}}
		names, _ := interaction.MissingPermissions(in)
		all = append(append(all, names...), interaction.MissingForThread(in)...)
	}
	return all
}

// TestTheInstallLinkHasThePermissionsOfTheBot wants the number to be enough for the bot, and every bit of it to be needed.
func TestTheInstallLinkHasThePermissionsOfTheBot(t *testing.T) {
	readme := page(t, "README.md")
	m := regexp.MustCompile(`https://discord\.com/oauth2/authorize\?client_id=APPLICATION_ID&scope=bot\+applications\.commands&permissions=([0-9]+)`).
		FindStringSubmatch(readme)
	if m == nil {
		t.Fatal("README.md has no install link")
	}
	number, err := strconv.ParseInt(m[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	english := locale.Lookup("en")
	if lacks := missing(number, english); len(lacks) > 0 {
		t.Errorf("with the permissions of the link the bot lacks %q", lacks)
	}
	for bit := range 63 {
		one := int64(1) << bit
		if number&one == 0 {
			continue
		}
		if len(missing(number&^one, english)) == 0 {
			t.Errorf("the link asks for the permission of bit %d, which the bot does not need", bit)
		}
		if name := permissionNames[one]; name == "" || !strings.Contains(readme, "*"+name+"*") {
			t.Errorf("README.md does not name the permission of bit %d (%q)", bit, name)
		}
	}
}
