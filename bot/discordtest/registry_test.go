package discordtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

func TestCommandsAreJudgedAsDiscordDoes(t *testing.T) {
	cmd := func(more string) string { return `{"name":"sit","description":"Sit down"` + more + `}` }
	options := func(list ...string) string { return cmd(`,"options":[` + strings.Join(list, ",") + `]`) }
	opt := func(more string) string { return `{"type":3,"name":"o","description":"d"` + more + `}` }
	sub := func(kind int, name string, inner ...string) string {
		return fmt.Sprintf(`{"type":%d,"name":%q,"description":"d","options":[%s]}`, kind, name, strings.Join(inner, ","))
	}
	repeat := func(n int, one string) string {
		var list []string
		for i := range n {
			list = append(list, fmt.Sprintf(one, i))
		}
		return strings.Join(list, ",")
	}
	tests := []struct{ name, body, field string }{
		{"a command", cmd(""), ""},
		{"name of 32", `{"name":"` + x(32) + `","description":"d"}`, ""},
		{"name of 33", `{"name":"` + x(33) + `","description":"d"}`, "name"},
		{"upper case", `{"name":"Sit","description":"d"}`, "name"},
		{"a space", `{"name":"sit down","description":"d"}`, "name"},
		{"Thai", `{"name":"นั่ง","description":"d"}`, ""},
		{"no description", `{"name":"sit"}`, "description"},
		{"description of 101", `{"name":"sit","description":"` + x(101) + `"}`, "description"},
		{"type 4", cmd(`,"type":4`), "type"},
		{"a message command with a big name", `{"name":"Show Hand","type":3}`, ""},
		{"a message command with a description", `{"name":"Show","type":3,"description":"d"}`, "description"},
		{"a locale", cmd(`,"name_localizations":{"de":"setzen"}`), ""},
		{"no locale of Discord's", cmd(`,"name_localizations":{"xx":"setzen"}`), "name_localizations.xx"},
		{"a localised name with a space", cmd(`,"name_localizations":{"de":"hin setzen"}`), "name_localizations.de"},
		{"permissions that are no number", cmd(`,"default_member_permissions":"all"`), "default_member_permissions"},
		{"context 3", cmd(`,"contexts":[3]`), "contexts.0"},
		{"25 options", options(repeat(25, `{"type":3,"name":"o%d","description":"d"}`)), ""},
		{"26 options", options(repeat(26, `{"type":3,"name":"o%d","description":"d"}`)), "options"},
		{"the same option twice", options(opt(""), opt("")), "options.1.name"},
		{"required after optional", options(opt(""), `{"type":3,"name":"p","description":"d","required":true}`), "options.1"},
		{"25 choices", options(opt(`,"choices":[` + repeat(25, `{"name":"n%d","value":"v"}`) + `]`)), ""},
		{"26 choices", options(opt(`,"choices":[` + repeat(26, `{"name":"n%d","value":"v"}`) + `]`)), "options.0.choices"},
		{"choice of 101", options(opt(`,"choices":[{"name":"` + x(101) + `","value":"v"}]`)), "options.0.choices.0.name"},
		{"a number among texts", options(opt(`,"choices":[{"name":"n","value":5}]`)), "options.0.choices.0.value"},
		{"choices and completion", options(opt(`,"autocomplete":true,"choices":[{"name":"n","value":"v"}]`)), "options.0.choices"},
		{"completion of a person", options(`{"type":6,"name":"o","description":"d","autocomplete":true}`), "options.0.autocomplete"},
		{"least value of a text", options(opt(`,"min_value":5`)), "options.0.min_value"},
		{"length of a number", options(`{"type":4,"name":"o","description":"d","max_length":5}`), "options.0.min_length"},
		{"subcommands", options(sub(1, "open", opt("")), sub(2, "bot", sub(1, "add"))), ""},
		{"a subcommand beside an option", options(sub(1, "open"), opt("")), "options"},
		{"a group in a group", options(sub(2, "bot", sub(2, "add"))), "options.0.options.0.type"},
		{"a subcommand in a subcommand", options(sub(1, "open", sub(1, "now"))), "options.0.options.0.type"},
		{"an option in a group", options(sub(2, "bot", opt(""))), "options.0.options.0.type"},
		{"8001 characters", options(repeat(25, `{"type":3,"name":"o%d","description":"`+x(100)+`","choices":[{"name":"`+x(100)+`","value":"`+x(100)+`"},{"name":"b","value":"`+x(100)+`"}]}`)), "_"},
	}
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		path := "/applications/" + d.app() + "/commands"
		for _, tt := range tests {
			d.judge(tt.name, tt.field, d.send("POST", path, tt.body))
		}
		a := d.send("PUT", path, `[`+cmd("")+`,`+cmd("")+`]`)
		d.judge("the same command twice", "_", a)
		all := d.send("PUT", path, `[`+repeat(101, `{"name":"c%d","description":"d"}`)+`]`)
		d.want(all, 400, 30032)
	})
}

func TestRegistrationKeepsIdsAndVersions(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		path := "/applications/" + d.app() + "/commands"
		made := d.send("POST", path, `{"name":"sit","description":"one"}`)
		d.want(made, 201, 0)
		same := d.send("POST", path, `{"name":"sit","description":"two"}`)
		if d.want(same, 200, 0); same.id() != made.id() {
			t.Error("a command changed its id with its description")
		}
		before := d.guild.Commands()[0]
		d.settle(time.Hour)
		d.want(d.send("PUT", path, `[{"name":"sit","description":"two"},{"name":"leave","description":"l"}]`), 200, 0)
		after := d.guild.Commands()
		if len(after) != 2 || after[1].ID != before.ID || after[1].Version != before.Version {
			t.Errorf("commands %+v, before %+v", after, before)
		}
		d.want(d.send("PATCH", path+"/"+made.id(), `{"description":"three"}`), 200, 0)
		if got := d.guild.Commands()[1]; got.Description != "three" || got.ID != before.ID || got.Version == before.Version {
			t.Errorf("changed %+v", got)
		}
		d.want(d.send("GET", path+"/"+made.id()), 200, 0)
		d.want(d.send("DELETE", path+"/"+made.id()), 204, 0)
		d.want(d.send("GET", path+"/"+made.id()), 404, 10063)
		d.want(d.send("GET", path), 200, 0)
	})
}

func TestAGuildsCommandsHideGlobalOnes(t *testing.T) {
	inBubble(t, discordtest.Options{NoLimits: true}, func(d *desk) {
		global := "/applications/" + d.app() + "/commands"
		local := "/applications/" + d.app() + "/guilds/" + d.guild.ID() + "/commands"
		d.want(d.send("PUT", global, `[{"name":"sit","description":"everywhere"}]`), 200, 0)
		d.want(d.send("PUT", local, `[{"name":"sit","description":"here"}]`), 200, 0)
		if list := d.guild.Commands(); len(list) != 1 || list[0].Description != "here" {
			t.Errorf("commands %+v", list)
		}
		if list := d.srv.Guild("Elsewhere").Commands(); len(list) != 1 || list[0].Description != "everywhere" {
			t.Errorf("elsewhere %+v", list)
		}
		d.want(d.send("PUT", strings.Replace(local, d.guild.ID(), "1", 1), `[]`), 403, 50001)
	})
}
