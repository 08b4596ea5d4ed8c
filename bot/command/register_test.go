package command

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// rows holds one row for each kind of route: all option types, choices, a completion and a subcommand.
var rows = []Route{
	{Path: "sit", Options: []Option{{Name: "buyin", Completes: true}, {Name: "seat", Type: OptionNumber, Completes: true, Min: 1, Max: 10}, {Name: "post", Type: OptionFlag}}},
	{Path: "cut", Options: []Option{{Name: "text", Required: true}}},
	{Path: "raise", Options: []Option{{Name: "to", Required: true, Completes: true}}},
	{Path: "settings", Options: []Option{{Name: "language", Locales: true}, {Name: "auto-muck", Choices: []string{"on", "off"}}}},
	{Verb: "fold"},
	{Path: "watch list"},
	{Path: "watch follow"},
	{Path: "watch mirror", Options: []Option{{Name: "channel", Type: OptionChannel, Required: true}}},
	{Path: "table kick", Options: []Option{{Name: "player", Type: OptionPerson, Required: true}}},
	{Path: "table bot add", Options: []Option{{Name: "level", Choices: []string{"easy", "hard"}}}},
	{Path: "leave"},
	{Path: "server", Needs: discordgo.PermissionManageGuild},
}

// asListed returns the commands as Discord lists them: in another order, with ids and versions, and without empty fields.
func asListed(t testing.TB) (list []*discordgo.ApplicationCommand) {
	t.Helper()
	data, err := json.Marshal(NewRoutes(rows).Commands())
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		t.Fatal(err)
	}
	slices.Reverse(list)
	for _, c := range list {
		c.ID, c.ApplicationID, c.Version, c.NSFW = "1", "2", "3", new(bool)
		if len(c.Options) == 0 {
			c.Options = nil
		}
		for _, o := range c.Options {
			if len(o.NameLocalizations) == 0 {
				o.NameLocalizations = map[discordgo.Locale]string{}
			}
		}
	}
	return list
}

// Discord lists its commands in a form of its own, which is no difference. Any change that users would see is one.
func TestCommandsAreRegisteredWhereTheyDiffer(t *testing.T) {
	if have := asListed(t); !sameCommands(have, NewRoutes(rows).Commands()) || !sameCommands(nil, nil) {
		t.Error("the commands are not those that were registered")
	}
	type list = []*discordgo.ApplicationCommand
	find := func(l list, name string) *discordgo.ApplicationCommand {
		return l[slices.IndexFunc(l, func(c *discordgo.ApplicationCommand) bool { return c.Name == name })]
	}
	for name, change := range map[string]func(list) list{
		"one less":       func(l list) list { return l[1:] },
		"none":           func(l list) list { return nil },
		"a name":         func(l list) list { l[0].Name = "other"; return l },
		"a translation":  func(l list) list { (*l[0].NameLocalizations)["de"] = "anders"; return l },
		"no translation": func(l list) list { l[0].DescriptionLocalizations = nil; return l },
		"a description":  func(l list) list { l[0].Description = "other"; return l },
		"who needs what": func(l list) list { find(l, "server").DefaultMemberPermissions = nil; return l },
		"a new need":     func(l list) list { find(l, "leave").DefaultMemberPermissions = new(int64); return l },
		"a context":      func(l list) list { l[0].Contexts = nil; return l },
		"who installs":   func(l list) list { l[0].IntegrationTypes = nil; return l },
		"an option":      func(l list) list { c := find(l, "sit"); c.Options = c.Options[1:]; return l },
		"its type": func(l list) list {
			find(l, "sit").Options[1].Type = discordgo.ApplicationCommandOptionString
			return l
		},
		"its name":     func(l list) list { find(l, "sit").Options[1].NameLocalizations["de"] = "anders"; return l },
		"its words":    func(l list) list { find(l, "sit").Options[1].DescriptionLocalizations = nil; return l },
		"its least":    func(l list) list { find(l, "sit").Options[1].MinValue = nil; return l },
		"its most":     func(l list) list { find(l, "sit").Options[1].MaxValue = 99; return l },
		"its length":   func(l list) list { find(l, "cut").Options[0].MaxLength = 9; return l },
		"its shortest": func(l list) list { find(l, "cut").Options[0].MinLength = new(int); return l },
		"is required":  func(l list) list { find(l, "cut").Options[0].Required = false; return l },
		"completes":    func(l list) list { find(l, "raise").Options[0].Autocomplete = false; return l },
		"of a group":   func(l list) list { find(l, "watch").Options[2].Options[0].ChannelTypes = nil; return l },
		"a choice":     func(l list) list { c := find(l, "settings").Options[1].Choices; c[0], c[1] = c[1], c[0]; return l },
		"its value":    func(l list) list { find(l, "settings").Options[1].Choices[0].Value = 1.0; return l },
		"its label":    func(l list) list { find(l, "settings").Options[1].Choices[0].Name = "other"; return l },
	} {
		if sameCommands(change(asListed(t)), NewRoutes(rows).Commands()) {
			t.Errorf("%s: no player would see it", name)
		}
	}
}

// BenchmarkSameCommands compares commands as a start of the program does.
func BenchmarkSameCommands(b *testing.B) {
	have := asListed(b)
	for b.Loop() {
		if !sameCommands(have, NewRoutes(rows).Commands()) {
			b.Fatal("they differ")
		}
	}
}

// A guild's commands have no contexts, of use or of installation: Discord drops them or gives others, which is no difference there. The
// commands that the bot wants keep theirs.
func TestContextsOfAGuildAreNoDifference(t *testing.T) {
	want, have := NewRoutes(rows).Commands(), asListed(t)
	have[0].Contexts, have[0].IntegrationTypes = nil, nil
	have[1].Contexts = &[]discordgo.InteractionContextType{discordgo.InteractionContextBotDM}
	have[2].IntegrationTypes = &[]discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationUserInstall}
	if sameCommands(have, want) || !sameCommands(withoutContexts(have), withoutContexts(want)) {
		t.Error("the commands of a guild differ by their contexts, or global ones do not")
	}
	for _, c := range want {
		if c.Contexts == nil || c.IntegrationTypes == nil {
			t.Errorf("/%s has lost its contexts", c.Name)
		}
	}
	have[0].Description = "other"
	if sameCommands(withoutContexts(have), withoutContexts(want)) {
		t.Error("another description is no difference")
	}
}
