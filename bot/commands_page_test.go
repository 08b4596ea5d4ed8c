package bot

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/command"
	"cardroom/internal/golden"
)

// commandsPage is the page of all commands, relative to this folder.
const commandsPage = "../../docs/commands.md"

// TestTheCommandsPageHasWhatIsRegistered compares docs/commands.md with the commands that the bot registers. -update writes it.
func TestTheCommandsPageHasWhatIsRegistered(t *testing.T) {
	golden.Equal(t, commandsPage, []byte(pageOf(command.NewRoutes(rows).Commands())))
	if t.Failed() {
		t.Fatal("a command, an option or its English text has changed; this writes the page anew: go test ./bot -run CommandsPage -update")
	}
	page, err := os.ReadFile(golden.File(commandsPage))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if row.Path == "" {
			continue
		}
		_, section, found := strings.Cut(string(page), "\n### /"+row.Path+"\n")
		section, _, _ = strings.Cut(section, "\n### ")
		if !found {
			t.Errorf("docs/commands.md has no section /%s", row.Path)
		}
		if n := strings.Count(section, "\n| `"); n != len(row.Options) {
			t.Errorf("docs/commands.md has %d options of /%s, not %d", n, row.Path, len(row.Options))
		}
	}
}

// pageOf returns the page for a tree of commands in English.
func pageOf(tree []*discordgo.ApplicationCommand) string {
	var leaves []leaf
	for _, c := range tree {
		leaves = append(leaves, leavesOf("/"+c.Name, c.Description, c.Options)...)
	}
	var b strings.Builder
	fmt.Fprintf(&b, `# Commands

This page lists all %d slash commands and their options, as the bot registers them with Discord. An option in angle brackets is
required; one in square brackets can be left out. Parentheses after an option hold its default. *Host* means the
table's host and members with *Manage Channels*. Discord shows names and descriptions in the language of your client, where the
bot speaks it; here they stand in English. [The rules](rules.md) say how the table plays.

A test makes this page and compares it. To write it anew after a change: `+"`go test ./bot -run CommandsPage -update`"+`.

| type | to |
|---|---|
`, len(leaves))
	for _, l := range leaves {
		fmt.Fprintf(&b, "| [`%s`](#%s) | %s |\n", l.usage(), l.anchor(), cell(l.about))
	}
	for _, l := range leaves {
		l.write(&b)
	}
	return b.String()
}

// leaf is a command that a player can type.
type leaf struct {
	path    string // "/table open"
	about   string
	options []*discordgo.ApplicationCommandOption
}

// leavesOf returns a command, or its subcommands.
func leavesOf(path, about string, options []*discordgo.ApplicationCommandOption) (leaves []leaf) {
	for _, o := range options {
		if o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
			leaves = append(leaves, leavesOf(path+" "+o.Name, o.Description, o.Options)...)
		}
	}
	if leaves == nil {
		leaves = []leaf{{path, about, options}}
	}
	return leaves
}

// usage returns the command with its options: "/sit [buyin] [seat]".
func (l leaf) usage() string {
	words := l.path
	for _, o := range l.options {
		if o.Required {
			words += " <" + o.Name + ">"
		} else {
			words += " [" + o.Name + "]"
		}
	}
	return words
}

// anchor returns the anchor of the command's section.
func (l leaf) anchor() string { return strings.ReplaceAll(strings.TrimPrefix(l.path, "/"), " ", "-") }

// write writes the command's section.
func (l leaf) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n### %s\n\n%s\n", l.path, l.about)
	if len(l.options) == 0 {
		return
	}
	b.WriteString("\n| option | takes | meaning |\n|---|---|---|\n")
	for _, o := range l.options {
		takes := valuesOf(o)
		if o.Required {
			takes += "; required"
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", o.Name, cell(takes), cell(o.Description))
	}
}

// valuesOf returns the possible values of an option, in words.
func valuesOf(o *discordgo.ApplicationCommandOption) string {
	var choices []string
	for _, c := range o.Choices {
		choices = append(choices, c.Name)
	}
	switch {
	case choices != nil:
		return "one of: " + strings.Join(choices, " · ")
	case o.Autocomplete && o.Type == discordgo.ApplicationCommandOptionString:
		return "text, with suggestions"
	}
	switch o.Type {
	case discordgo.ApplicationCommandOptionString:
		return "text"
	case discordgo.ApplicationCommandOptionInteger:
		return "a whole number from " + strconv.Itoa(int(*o.MinValue)) + " to " + strconv.Itoa(int(o.MaxValue))
	case discordgo.ApplicationCommandOptionBoolean:
		return "True or False"
	case discordgo.ApplicationCommandOptionRole:
		return "a role of the server"
	case discordgo.ApplicationCommandOptionUser:
		return "a member of the server"
	case discordgo.ApplicationCommandOptionChannel:
		return "a text channel or a thread"
	}
	panic(fmt.Sprintf("the page has no words for options of type %v", o.Type))
}

// cell returns a text escaped for a table.
func cell(text string) string {
	return strings.NewReplacer("|", `\|`, "\n", " ", "*", `\*`, "_", `\_`, "<", `\<`).Replace(text)
}
