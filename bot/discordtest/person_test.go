package discordtest_test

import (
	"errors"
	"testing"

	"cardroom/bot/discordtest"

	"github.com/bwmarrin/discordgo"
)

const everyOption = `[{"name":"set","description":"s","options":[
	{"type":3,"name":"text","description":"t","required":true,"min_length":2,"max_length":5},
	{"type":4,"name":"seats","description":"t","min_value":2,"max_value":10},
	{"type":5,"name":"blinds","description":"t"},
	{"type":6,"name":"who","description":"t"},
	{"type":7,"name":"where","description":"t"},
	{"type":10,"name":"share","description":"t"},
	{"type":3,"name":"game","description":"t","choices":[{"name":"Hold'em","value":"holdem"}]}]},
	{"name":"table","description":"t","options":[
	{"type":2,"name":"bot","description":"b","options":[{"type":1,"name":"add","description":"a"}]}]}]`

func TestTheClientLetsOnlyThroughWhatACommandTakes(t *testing.T) {
	tests := []struct {
		name    string
		command string
		options []string
		want    error
	}{
		{"all options", "/set", []string{"text", "abc", "seats", "6", "blinds", "true", "who", "@bob", "where", "#poker", "share", "0.5", "game", "Hold'em"}, nil},
		{"a choice by its value", "/set", []string{"text", "abc", "game", "holdem"}, nil},
		{"a subcommand of a group", "/table bot add", nil, nil},
		{"an unknown command", "/nothing", nil, discordtest.ErrNotThere},
		{"an unknown subcommand", "/table bot sub", nil, discordtest.ErrNotThere},
		{"half a command", "/table bot", nil, discordtest.ErrInput},
		{"an unknown option", "/set", []string{"text", "abc", "colour", "red"}, discordtest.ErrNotThere},
		{"a required option missing", "/set", nil, discordtest.ErrInput},
		{"text too short", "/set", []string{"text", "a"}, discordtest.ErrInput},
		{"text too long", "/set", []string{"text", "abcdef"}, discordtest.ErrInput},
		{"a number that is none", "/set", []string{"text", "abc", "seats", "six"}, discordtest.ErrInput},
		{"a number out of range", "/set", []string{"text", "abc", "seats", "11"}, discordtest.ErrInput},
		{"nobody", "/set", []string{"text", "abc", "who", "carol"}, discordtest.ErrNotThere},
		{"nowhere", "/set", []string{"text", "abc", "where", "#void"}, discordtest.ErrNotThere},
		{"none of the choices", "/set", []string{"text", "abc", "game", "chess"}, discordtest.ErrInput},
		{"a name without a value", "/set", []string{"text"}, discordtest.ErrInput},
	}
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.register(everyOption)
		for _, tt := range tests {
			_, err := d.alice.Start(d.poker, discordtest.Slash{Command: tt.command, Options: tt.options})
			if !errors.Is(err, tt.want) {
				t.Errorf("%s: %v, want %v", tt.name, err, tt.want)
			}
		}
	})
}

func TestPermissionsAreThePersons(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.register(`[{"name":"hello","description":"h"}]`)
		hello := discordtest.Slash{Command: "/hello"}
		d.alice.Revoke(discordgo.PermissionUseApplicationCommands)
		if _, err := d.alice.Start(d.poker, hello); !errors.Is(err, discordtest.ErrForbidden) {
			t.Errorf("without the permission for commands: %v", err)
		}
		d.alice.Grant(discordgo.PermissionAdministrator)
		if _, err := d.alice.Start(d.poker, hello); err != nil {
			t.Errorf("as an administrator: %v", err)
		}
		d.bob.Revoke(discordgo.PermissionViewChannel)
		if _, err := d.bob.Start(d.poker, hello); !errors.Is(err, discordtest.ErrForbidden) {
			t.Errorf("without seeing the channel: %v", err)
		}
		stranger := d.srv.Guild("Elsewhere").Person("eve")
		if _, err := stranger.Start(d.poker, hello); !errors.Is(err, discordtest.ErrNotThere) {
			t.Errorf("from another guild: %v", err)
		}
	})
}

func TestPressingFindsTheNewestEnabledButton(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.say(with(row(button("old", "Call 20"))))
		d.say(with(row(button("new", "Call 40"), `{"type":2,"style":1,"custom_id":"off","label":"Fold","disabled":true}`)))
		b := join(d)
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			return says(i.MessageComponentData().CustomID, 64)
		})
		if a := d.alice.Press(d.poker, "Call"); a.Text() != "new" {
			t.Errorf("pressed %v", a)
		}
		old := d.poker.Messages()[0]
		if a := d.alice.PressOn(&old, "Call 20"); a.Text() != "old" {
			t.Errorf("pressed %v", a)
		}
		for _, label := range []string{"Fold", "Raise"} {
			if a := d.alice.Press(d.poker, label); !errors.Is(a.Err, discordtest.ErrNotThere) {
				t.Errorf("pressed %s: %v", label, a)
			}
		}
	})
}

func TestChoosingInAMenu(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		d.say(with(row(`{"type":3,"custom_id":"discard","placeholder":"Pick cards","min_values":0,"max_values":2,"options":[
			{"label":"A♠","value":"As"},{"label":"K♦","value":"Kd"},{"label":"2♣","value":"2c"}]}`)))
		b := join(d)
		var got []string
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			got = i.MessageComponentData().Values
			return says("drawn", 64)
		})
		if a := d.alice.Choose(d.poker, "Pick", "A♠", "2c"); a.Err != nil || len(got) != 2 || got[0] != "As" || got[1] != "2c" {
			t.Errorf("chose %q: %v", got, a)
		}
		if a := d.alice.Choose(d.poker, "Pick", "A♠", "K♦", "2♣"); !errors.Is(a.Err, discordtest.ErrInput) {
			t.Errorf("three values in a menu of two: %v", a)
		}
		if a := d.alice.Choose(d.poker, "Pick", "Q♥"); !errors.Is(a.Err, discordtest.ErrNotThere) {
			t.Errorf("a card that is not there: %v", a)
		}
	})
}

func TestPeopleTalk(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		m, err := d.alice.Say(d.poker, "good game "+d.bob.Mention())
		if err != nil || len(d.bob.Notified(d.poker)) != 1 {
			t.Errorf("said %v, %v", m, err)
		}
		d.want(d.send("PATCH", d.messages()+"/"+m.ID, `{"content":"c"}`), 403, 50005)
		d.alice.Revoke(discordgo.PermissionSendMessages)
		if _, err := d.alice.Say(d.poker, "more"); !errors.Is(err, discordtest.ErrForbidden) {
			t.Error(err)
		}
	})
}

func TestHandlesFindWhatIsThere(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		thread := d.poker.Thread("side game")
		if *d.srv.Guild("Card Club") != *d.guild || *d.guild.Channel("poker") != *d.poker || *d.guild.Person("alice") != *d.alice {
			t.Error("the same name gave another thing")
		}
		if *d.poker.Thread("side game") != *thread || thread.Guild().ID() != d.guild.ID() {
			t.Error("the thread is another one")
		}
		if len(d.guild.Channels()) != 2 || len(d.guild.People()) != 2 || len(d.srv.Guilds()) != 1 {
			t.Errorf("channels %v, people %v", d.guild.Channels(), d.guild.People())
		}
		if elsewhere := d.srv.Guild("Elsewhere").Person("alice"); elsewhere.ID() != d.alice.ID() {
			t.Error("alice is another user in another guild")
		}
	})
}

func TestTheLogKeepsWhatPeopleNoLongerSee(t *testing.T) {
	inBubble(t, discordtest.Options{}, func(d *desk) {
		m, err := d.alice.Say(d.poker, d.bob.Mention()+" your turn")
		if err != nil || !m.Mentioned(d.bob) || m.Mentioned(d.alice) {
			t.Errorf("said %+v, %v", m, err)
		}
		if !d.poker.DeleteMessage(m.ID) || d.poker.DeleteMessage(m.ID) {
			t.Error("a message is deleted once")
		}
		if log := d.poker.Log(); len(log) != 1 || !log[0].Deleted || len(d.poker.Messages()) != 0 {
			t.Errorf("log %+v", log)
		}
		if len(d.bob.Notified(d.poker)) != 1 {
			t.Error("the deletion undid the notification")
		}
	})
}
