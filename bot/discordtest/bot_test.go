package discordtest_test

import (
	"io"
	"strings"
	"testing"
	"time"

	"cardroom/bot/discordtest"

	"github.com/bwmarrin/discordgo"
)

// bot is a small bot on the real client.
type bot struct {
	*discordgo.Session
	app   string
	seen  chan string // names of its events
	acted chan *discordgo.Interaction
}

// newBot returns the real client, not yet connected to this server.
func newBot(t *testing.T, srv *discordtest.Server) *bot {
	t.Helper()
	s, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	s.StateEnabled, s.SyncEvents, s.ShouldReconnectOnError = false, true, false
	s.Identify.Intents = discordgo.IntentsGuilds
	b := &bot{Session: s, seen: make(chan string, 1000), acted: make(chan *discordgo.Interaction, 1000)}
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) { b.seen <- e.Type })
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) { b.acted <- e.Interaction })
	return b
}

// join brings a bot online through memory and registers its commands.
func join(d *desk) *bot {
	d.Helper()
	b := newBot(d.T, d.srv)
	b.Client, b.Dialer = d.srv.Client(), d.srv.Dialer()
	b.begin(d.T)
	// The client sleeps for a second with its lock held when it closes. A
	// goroutine of its own that wants that lock would stop a bubble's clock.
	d.Cleanup(func() { d.wait() })
	return b
}

func (b *bot) begin(t *testing.T) {
	t.Helper()
	if err := b.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = b.CloseWithCode(4000) })
	app, err := b.Application("@me")
	if err != nil {
		t.Fatal(err)
	}
	b.app = app.ID
	if _, err := b.ApplicationCommandBulkOverwrite(app.ID, "", tableCommands()); err != nil {
		t.Fatal(err)
	}
}

func tableCommands() []*discordgo.ApplicationCommand {
	sub := func(name string, options ...*discordgo.ApplicationCommandOption) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{Type: discordgo.ApplicationCommandOptionSubCommand, Name: name, Description: name, Options: options}
	}
	option := func(kind discordgo.ApplicationCommandOptionType, name string, required bool) *discordgo.ApplicationCommandOption {
		return &discordgo.ApplicationCommandOption{Type: kind, Name: name, Description: name, Required: required}
	}
	buyin := option(discordgo.ApplicationCommandOptionString, "buyin", false)
	buyin.Autocomplete = true
	return []*discordgo.ApplicationCommand{
		{Name: "table", Description: "The table", Options: []*discordgo.ApplicationCommandOption{
			sub("open", option(discordgo.ApplicationCommandOptionInteger, "seats", false)),
			sub("kick", option(discordgo.ApplicationCommandOptionUser, "player", true)),
		}},
		{Name: "sit", Description: "Sit down", Options: []*discordgo.ApplicationCommandOption{buyin}},
	}
}

// answers makes the bot answer every interaction in order of arrival.
func (b *bot) answers(t *testing.T, f func(i *discordgo.Interaction) *discordgo.InteractionResponse) {
	go func() {
		for i := range b.acted {
			if r := f(i); r != nil {
				if err := b.InteractionRespond(i, r); err != nil {
					t.Error(err)
				}
			}
		}
	}()
	t.Cleanup(func() { close(b.acted) })
}

func says(text string, flags discordgo.MessageFlags) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: text, Flags: flags},
	}
}

func board(kind discordgo.InteractionResponseType, text string, labels ...string) *discordgo.InteractionResponse {
	row := discordgo.ActionsRow{}
	for _, l := range labels {
		row.Components = append(row.Components, discordgo.Button{Label: l, Style: discordgo.PrimaryButton, CustomID: "v1:" + l})
	}
	return &discordgo.InteractionResponse{Type: kind, Data: &discordgo.InteractionResponseData{
		Content: text, Components: []discordgo.MessageComponent{row},
	}}
}

// bubble runs a conversation with the real client in virtual time, without complaints.
func bubble(t *testing.T, f func(d *desk, b *bot)) {
	t.Helper()
	opts := discordtest.Options{}
	if api := description(); api != nil {
		opts.Check = api.Request
	}
	inBubble(t, opts, func(d *desk) {
		f(d, join(d))
		d.blameless()
	})
}

func TestACommandIsAnsweredPrivately(t *testing.T) {
	bubble(t, func(d *desk, b *bot) {
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			return says("hello "+i.Member.User.Username, discordgo.MessageFlagsEphemeral)
		})
		a := d.alice.Command(d.poker, "/sit", "buyin", "500")
		if a.Err != nil || a.Type != discordtest.AnswerMessage || a.Text() != "hello alice" {
			d.Fatal(a, a.Err)
		}
		if n := len(d.alice.See(d.poker)); n != 1 {
			d.Errorf("alice sees %d messages, want her own", n)
		}
		if n := len(d.bob.See(d.poker)) + len(d.poker.Messages()); n != 0 {
			d.Errorf("others see %d messages of alice's", n)
		}
	})
}

func TestTheEventSaysWhatDiscordsDoes(t *testing.T) {
	bubble(t, func(d *desk, b *bot) {
		d.alice.Grant(discordgo.PermissionManageChannels)
		d.alice.SetLocale("de")
		d.guild.SetLocale("fr")
		d.poker.BotLacks(discordgo.PermissionAttachFiles)
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			o := i.ApplicationCommandData().Options[0]
			kicked := o.Options[0].UserValue(nil).ID
			switch {
			case i.AppID != b.app, i.GuildID != d.guild.ID(), i.ChannelID != d.poker.ID(), i.Version != 1,
				i.Locale != "de", *i.GuildLocale != "fr", i.Context != discordgo.InteractionContextGuild,
				i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall] != d.guild.ID(),
				i.Member.Permissions&discordgo.PermissionManageChannels == 0,
				i.AppPermissions&discordgo.PermissionAttachFiles != 0, i.AppPermissions&discordgo.PermissionSendMessages == 0,
				o.Name != "kick", kicked != d.bob.ID(),
				i.ApplicationCommandData().Resolved.Users[kicked].Username != "bob",
				i.ApplicationCommandData().Resolved.Members[kicked] == nil:
				d.Errorf("interaction %+v, data %+v", i, i.Data)
			}
			return says("gone", 0)
		})
		if a := d.alice.Command(d.poker, "/table kick", "player", "@bob"); a.Err != nil {
			d.Fatal(a.Err)
		}
	})
}

func TestAPressIsAnsweredWithTheNewBoard(t *testing.T) {
	bubble(t, func(d *desk, b *bot) {
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			if i.Type == discordgo.InteractionMessageComponent {
				if i.Message == nil || i.Message.Content != "to call 40" || i.MessageComponentData().CustomID != "v1:Call 40" {
					d.Errorf("message %+v", i.Message)
				}
				return board(discordgo.InteractionResponseUpdateMessage, "called", "Check")
			}
			return board(discordgo.InteractionResponseChannelMessageWithSource, "to call 40", "Fold", "Call 40")
		})
		opened := d.alice.Command(d.poker, "/table open")
		before := d.srv.RequestCount()
		a := d.bob.Press(d.poker, "Call")
		if a.Type != discordtest.AnswerUpdate || a.Message.ID != opened.Message.ID || a.Text() != "called" {
			d.Fatal(a)
		}
		d.wait() // the answer is out before its request is over
		if cost := d.srv.RequestCount() - before; cost != 1 || len(a.Interaction().Requests()) != 1 {
			d.Errorf("a press cost %d requests, want 1", cost)
		}
		if len(a.Message.History) != 1 || a.Message.History[0].Content != "to call 40" {
			d.Errorf("history %+v", a.Message.History)
		}
		if got := d.bob.Press(d.poker, "Call"); got.Err == nil {
			d.Error("a button that is gone could be pressed")
		}
	})
}

func TestAModalGoesRound(t *testing.T) {
	labelled := discordgo.Label{Label: "Raise to (80–1,000)", Component: discordgo.TextInput{
		CustomID: "to", Style: discordgo.TextInputShort, MaxLength: 10, Placeholder: "80",
	}}
	legacy := discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.TextInput{CustomID: "to", Label: "Raise to (80–1,000)", Style: discordgo.TextInputShort, MaxLength: 10},
	}}
	for name, component := range map[string]discordgo.MessageComponent{"label": labelled, "legacy row": legacy} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(d *desk, b *bot) {
				b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse { return raising(d.T, i, component) })
				d.alice.Command(d.poker, "/table open")
				opened := d.alice.Press(d.poker, "Raise…")
				if opened.Modal == nil || opened.Modal.Caption("to") != "Raise to (80–1,000)" {
					d.Fatal(opened)
				}
				if a := d.alice.Submit(opened, "12345678901"); a.Err == nil {
					d.Error("the client let 11 characters through")
				}
				if a := d.alice.Submit(opened, ""); a.Err == nil {
					d.Error("the client let a required input through empty")
				}
				a := d.alice.Submit(opened, "120")
				if a.Type != discordtest.AnswerUpdate || a.Text() != "raised to 120" {
					d.Fatal(a, a.Err)
				}
			})
		})
	}
}

func raising(t *testing.T, i *discordgo.Interaction, input discordgo.MessageComponent) *discordgo.InteractionResponse {
	switch i.Type {
	case discordgo.InteractionMessageComponent:
		return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{
			Title: "Raise", CustomID: "v1:raise", Components: []discordgo.MessageComponent{input},
		}}
	case discordgo.InteractionModalSubmit:
		data := i.ModalSubmitData()
		if data.CustomID != "v1:raise" || i.Message == nil {
			t.Errorf("modal data %+v", data)
		}
		var in discordgo.MessageComponent
		switch c := data.Components[0].(type) {
		case *discordgo.Label:
			in = c.Component
		case *discordgo.ActionsRow:
			in = c.Components[0]
		}
		return board(discordgo.InteractionResponseUpdateMessage, "raised to "+in.(*discordgo.TextInput).Value, "Fold")
	}
	return board(discordgo.InteractionResponseChannelMessageWithSource, "to call 40", "Raise…")
}

func TestAnOptionIsCompleted(t *testing.T) {
	bubble(t, func(d *desk, b *bot) {
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			o := i.ApplicationCommandData().Options[0]
			if i.Type != discordgo.InteractionApplicationCommandAutocomplete || !o.Focused {
				d.Errorf("interaction %v, option %+v", i.Type, o)
			}
			return &discordgo.InteractionResponse{
				Type: discordgo.InteractionApplicationCommandAutocompleteResult,
				Data: &discordgo.InteractionResponseData{Choices: []*discordgo.ApplicationCommandOptionChoice{
					{Name: o.StringValue() + "00", Value: o.StringValue() + "00"},
				}},
			}
		})
		got := d.alice.Autocomplete(d.poker, "/sit", "buyin", "5")
		if len(got) != 1 || got[0].Name != "500" || got[0].Value != "500" {
			d.Errorf("choices %v", got)
		}
	})
}

func TestADeferredAnswerIsFilledByItsToken(t *testing.T) {
	bubble(t, func(d *desk, b *bot) {
		b.answers(d.T, func(i *discordgo.Interaction) *discordgo.InteractionResponse {
			go func() {
				time.Sleep(5 * time.Second)
				text := "here it is"
				if _, err := b.InteractionResponseEdit(i, &discordgo.WebhookEdit{Content: &text}); err != nil {
					d.Error(err)
				}
			}()
			return &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseDeferredChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral},
			}
		})
		a := d.alice.Command(d.poker, "/sit")
		if a.Type != discordtest.AnswerDeferred || !a.Message.Loading || !a.Message.Ephemeral {
			d.Fatal(a)
		}
		a = a.Await(10 * time.Second)
		if a.Message.Loading || a.Text() != "here it is" || !a.Message.Ephemeral {
			d.Errorf("after waiting: %v", a)
		}
	})
}

func TestABotsOwnMessagesAndFiles(t *testing.T) {
	bubble(t, func(d *desk, b *bot) {
		sent, err := b.ChannelMessageSendComplex(d.poker.ID(), &discordgo.MessageSend{
			Content: "table", AllowedMentions: &discordgo.MessageAllowedMentions{},
			Files: []*discordgo.File{{Name: "table.txt", ContentType: "text/plain", Reader: strings.NewReader("A♠")}},
		})
		if err != nil {
			d.Fatal(err)
		}
		res, err := b.Client.Get(sent.Attachments[0].URL)
		if err != nil {
			d.Fatal(err)
		}
		defer res.Body.Close()
		if data, _ := io.ReadAll(res.Body); string(data) != "A♠" {
			d.Errorf("attachment %q", data)
		}
		if _, err := b.ChannelMessageEdit(d.poker.ID(), sent.ID, "changed"); err != nil {
			d.Fatal(err)
		}
		m, ok := d.poker.Last()
		if !ok || m.Content != "changed" || len(m.Attachments) != 1 || m.Edited.IsZero() {
			d.Errorf("message %+v", m)
		}
		if err := b.ChannelMessageDelete(d.poker.ID(), sent.ID); err != nil {
			d.Fatal(err)
		}
		if _, ok := d.poker.Last(); ok {
			d.Error("the message is still there")
		}
	})
}

func TestTheRealClientOverSockets(t *testing.T) {
	d := newDesk(t, discordtest.Options{})
	url, err := d.srv.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b := newBot(t, d.srv)
	b.Client.Transport = toward(strings.TrimPrefix(url, "http://"))
	b.begin(t)
	b.answers(t, func(*discordgo.Interaction) *discordgo.InteractionResponse { return says("by socket", 0) })
	if err := d.srv.WaitOnline(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a := d.alice.Command(d.poker, "/sit"); a.Text() != "by socket" {
		t.Error(a)
	}
	d.blameless()
}

func TestVirtualTimeCostsNothing(t *testing.T) {
	began := time.Now()
	bubble(t, func(d *desk, b *bot) {
		b.answers(d.T, func(*discordgo.Interaction) *discordgo.InteractionResponse { return says("still here", 0) })
		time.Sleep(2 * time.Hour)
		if a := d.alice.Command(d.poker, "/sit"); a.Text() != "still here" || a.Took > time.Second {
			t.Error(a, a.Took)
		}
	})
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("two virtual hours took %v", took)
	}
}
