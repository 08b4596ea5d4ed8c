package rest_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/gateway"
	"cardroom/bot/rest"
)

// bench is a client with its own Discord in a bubble of virtual time.
type bench struct {
	*rest.Client
	*testing.T
	srv     *discordtest.Server
	guild   *discordtest.Guild
	channel *discordtest.Channel
	alice   *discordtest.Person
	came    chan rest.Ref
}

// onBench runs f in a bubble with a connected bot that has the command /hi.
func onBench(t *testing.T, f func(b *bench)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(discordtest.Options{})
		b := &bench{T: t, srv: srv, guild: srv.Guild("home"), came: make(chan rest.Ref, 10)}
		b.channel, b.alice = b.guild.Channel("poker"), b.guild.Person("alice")
		ctx, stop := context.WithCancel(t.Context())
		ready, done := make(chan string, 1), make(chan error, 1)
		go func() {
			done <- gateway.Run(ctx, gateway.Config{
				Token: srv.Token(), API: srv.URL(), HTTP: srv.Client(), Dial: srv.Dialer().NetDialContext,
				Handle: func(e any) {
					if i, ok := e.(*gateway.Interaction); ok {
						b.came <- i.Ref()
					}
				},
				Log:   slog.New(slog.DiscardHandler),
				Ready: func(_ int, r *discordgo.Ready) { ready <- r.Application.ID },
			})
		}()
		client := srv.Client()
		var err error
		b.Client, err = rest.New(rest.Config{Token: srv.Token(), API: srv.URL(), HTTP: client, Application: <-ready})
		b.must(err)
		hi := []*discordgo.ApplicationCommand{{Name: "hi", Description: "says hi"}}
		_, err = b.SetCommands(t.Context(), "", hi)
		b.must(err)
		f(b)
		stop()
		<-done
		client.CloseIdleConnections()
		srv.Close()
	})
}

func (b *bench) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

// want fails the test unless err matches target.
func (b *bench) want(action string, err, target error) {
	b.Helper()
	if !errors.Is(err, target) {
		b.Errorf("%s: %v, want %v", action, err, target)
	}
}

// answer answers an interaction, with all parts of the answer.
func (b *bench) answer(ctx context.Context, i rest.Ref, r *discordgo.InteractionResponse, pictures ...rest.Picture) error {
	whole, err := b.Client.Answer(ctx, i, r, pictures...)
	if err == nil && !whole {
		b.Error("the answer left its files out")
	}
	return err
}

// command lets alice type /hi and returns the unanswered interaction.
func (b *bench) command() rest.Ref {
	b.Helper()
	_, err := b.alice.Start(b.channel, discordtest.Slash{Command: "/hi"})
	b.must(err)
	return <-b.came
}

// last returns the bot's newest request.
func (b *bench) last() discordtest.Request {
	list := b.srv.Requests()
	return list[len(list)-1]
}

func message(text string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{Content: text},
	}
}

func edit(text string) *discordgo.WebhookEdit { return &discordgo.WebhookEdit{Content: &text} }

func button(label string) []discordgo.MessageComponent {
	return []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: label, CustomID: label},
	}}}
}

func TestAnInteractionFromAnswerToEnd(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := b.Context()
		ref := b.command()
		first := message("hello @everyone")
		first.Data.Components = button("Go")
		b.must(b.answer(ctx, ref, first))
		if m, _ := b.channel.Last(); m.Content != "hello @everyone" || len(m.Notified) > 0 || len(m.Buttons()) != 1 {
			b.Errorf("the answer is %v, notified %v", m, m.Notified)
		}
		b.want("a second answer", b.answer(ctx, ref, message("again")), rest.ErrAnswered)

		b.must(b.EditReply(ctx, ref, rest.Original, edit("changed")))
		if m, _ := b.channel.Last(); m.Content != "changed" || len(m.Buttons()) != 0 {
			b.Errorf("after the edit the message is %v, want no buttons", m)
		}
		private := message("for her alone")
		private.Data.Flags = discordgo.MessageFlagsEphemeral
		b.must(b.answer(ctx, b.command(), private))
		hers, _ := b.alice.Last(b.channel)
		if !hers.Ephemeral || hers.Content != "for her alone" {
			b.Errorf("the private answer is %v", hers)
		}
		_, err := b.Message(ctx, b.channel.ID(), hers.ID)
		b.want("reading an ephemeral message", err, rest.ErrGone)
		b.must(b.DeleteReply(ctx, ref, rest.Original))
		b.want("editing what was deleted", b.EditReply(ctx, ref, rest.Original, edit("x")), rest.ErrGone)

		time.Sleep(15*time.Minute + time.Second)
		b.want("editing after 15 min", b.EditReply(ctx, ref, rest.Original, edit("x")), rest.ErrTokenDead)
	})
}

// A follow-up is a new message that only the user sees. The token that posted it edits and deletes it, and no other one.
func TestAPrivateFollowUpBelongsToItsToken(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := b.Context()
		ref, other := b.command(), b.command()
		private := &discordgo.WebhookParams{Content: "one", Flags: discordgo.MessageFlagsEphemeral, Components: button("Go")}
		_, err := b.FollowUp(ctx, ref, private)
		b.want("a follow-up before the answer", err, rest.ErrTokenDead)
		b.must(b.answer(ctx, ref, message("hello")))
		b.must(b.answer(ctx, other, message("hello")))
		id, err := b.FollowUp(ctx, ref, private)
		b.must(err)
		m, _ := b.alice.Last(b.channel)
		if m.ID != id || !m.Ephemeral || m.For != b.alice.ID() || m.Content != "one" || len(m.Buttons()) != 1 {
			b.Errorf("the follow-up is %v", m)
		}
		b.must(b.EditReply(ctx, ref, id, edit("two")))
		if m, _ := b.alice.Last(b.channel); m.Content != "two" || len(m.Buttons()) != 0 {
			b.Errorf("after the edit the follow-up is %v", m)
		}
		b.want("editing by another token", b.EditReply(ctx, other, id, edit("x")), rest.ErrGone)
		b.want("deleting by another token", b.DeleteReply(ctx, other, id), rest.ErrGone)
		b.must(b.DeleteReply(ctx, ref, id))

		time.Sleep(15*time.Minute + time.Second)
		_, err = b.FollowUp(ctx, ref, private)
		b.want("a follow-up after 15 min", err, rest.ErrTokenDead)
	})
}

func TestAnAnswerAfterThreeSecondsIsLate(t *testing.T) {
	onBench(t, func(b *bench) {
		ref := b.command()
		time.Sleep(3100 * time.Millisecond)
		b.want("the answer", b.answer(b.Context(), ref, message("hello")), rest.ErrLate)
	})
}

func TestAnAnswerMayBeNothingButItsType(t *testing.T) {
	onBench(t, func(b *bench) {
		for _, r := range []*discordgo.InteractionResponse{
			{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource},
			{Type: discordgo.InteractionResponseDeferredChannelMessageWithSource, Data: &discordgo.InteractionResponseData{Flags: discordgo.MessageFlagsEphemeral}},
		} {
			b.must(b.answer(b.Context(), b.command(), r))
			if body := b.last().Body; strings.Contains(body, "mentions") {
				b.Errorf("a deferred answer carries %s", body)
			}
		}
	})
}

// A picture comes with its description, replaces the one before it, and stays while edits bring none.
func TestPicturesAreListedWithTheirWords(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx, ch := b.Context(), b.channel.ID()
		shows := func(id, words string) {
			b.Helper()
			m, _ := b.channel.Message(id)
			if len(m.Attachments) != 1 || m.Attachments[0].Description != words || m.Attachments[0].Filename != "board.png" {
				b.Errorf("should show %q: %+v", words, m.Attachments)
			}
		}
		picture := func(words string) rest.Picture {
			return rest.Picture{Name: "board.png", Alt: words, PNG: []byte("data of " + words)}
		}
		id, err := b.Create(ctx, ch, rest.Draft{Message: &discordgo.MessageSend{Content: "board"}, Nonce: "nonce", Pictures: []rest.Picture{picture("first")}})
		b.must(err)
		shows(id, "first")
		b.must(b.Edit(ctx, ch, id, edit("more")))
		shows(id, "first")
		b.must(b.Edit(ctx, ch, id, edit("more"), picture("second")))
		shows(id, "second")
		b.must(b.Edit(ctx, ch, id, edit("none"), rest.NoPictures...))
		if m, _ := b.channel.Message(id); len(m.Attachments) > 0 {
			b.Errorf("still shows %+v", m.Attachments)
		}

		i := b.command()
		b.must(b.answer(ctx, i, &discordgo.InteractionResponse{
			Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &discordgo.InteractionResponseData{Content: "answer"},
		}, picture("third")))
		b.must(b.EditReply(ctx, i, rest.Original, edit("answer"), picture("fourth")))
		answers := b.channel.Messages()
		shows(answers[len(answers)-1].ID, "fourth")
	})
}

func TestAMessageOfTheBotFromCreationToEnd(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx, ch := b.Context(), b.channel.ID()
		greeting := &discordgo.MessageSend{
			Content: b.alice.Mention() + " @everyone", Components: button("Call"),
			AllowedMentions: &discordgo.MessageAllowedMentions{Users: []string{b.alice.ID()}},
			Files:           []*discordgo.File{{Name: "a.txt", Reader: strings.NewReader("file")}},
		}
		id, err := b.Create(ctx, ch, rest.Draft{Message: greeting, Nonce: "table-hand"})
		b.must(err)
		if m, ok := b.channel.Message(id); !ok || !m.Mentioned(b.alice) || len(m.Attachments) != 1 {
			b.Errorf("created %v, notified %v", m, m.Notified)
		}
		again, err := b.Create(ctx, ch, rest.Draft{Message: &discordgo.MessageSend{Content: "again"}, Nonce: "table-hand"})
		b.must(err)
		if again != id {
			b.Error("the same nonce made a second message")
		}
		b.must(b.Edit(ctx, ch, id, edit(b.alice.Mention())))
		if got := b.last().Body; !strings.Contains(got, `"allowed_mentions":{"parse":[]`) || !strings.Contains(got, `"components":[]`) {
			b.Errorf("the edit sent %s", got)
		}
		b.must(b.Edit(ctx, ch, id, &discordgo.WebhookEdit{Components: ptr(button("Fold"))}))
		m, err := b.Message(ctx, ch, id)
		b.must(err)
		if m.Content != "" || len(m.Components) != 1 {
			b.Errorf("an edit of the components left the content %q", m.Content)
		}
		b.must(b.Delete(ctx, ch, id))
		b.want("deleting twice", b.Delete(ctx, ch, id), rest.ErrGone)
		_, err = b.Create(ctx, ch, rest.Draft{Message: greeting, Nonce: strings.Repeat("n", 26)})
		if err == nil {
			b.Error("a nonce of 26 characters is taken")
		}
	})
}

func ptr[T any](v T) *T { return &v }

func TestCreationIsRepeatedWithoutASecondMessage(t *testing.T) {
	for name, fault := range map[string]discordtest.Fault{
		"answer lost":       {Status: 502, Applied: true, Times: 2},
		"request lost":      {Status: 503, Times: 2},
		"answer unreadable": {Status: 200, Body: "<html>", Applied: true},
		"no answer":         {Silent: true, Applied: true},
	} {
		t.Run(name, func(t *testing.T) {
			onBench(t, func(b *bench) {
				b.srv.Fail("POST /channels", fault)
				id, err := b.Create(b.Context(), b.channel.ID(), rest.Draft{Message: &discordgo.MessageSend{Content: "board"}, Nonce: "n1"})
				b.must(err)
				if all := b.channel.Messages(); len(all) != 1 || all[0].ID != id {
					b.Errorf("the channel holds %v, want one message %s", all, id)
				}
			})
		})
	}
}

func TestAnAnswerIsRepeatedWithoutASecondOne(t *testing.T) {
	for name, fault := range map[string]discordtest.Fault{
		"answer lost":  {Status: 502, Applied: true},
		"request lost": {Status: 503},
	} {
		t.Run(name, func(t *testing.T) {
			onBench(t, func(b *bench) {
				i := b.command()
				b.srv.Fail("POST /interactions", fault)
				b.must(b.answer(b.Context(), i, message("yes")))
				if m := b.channel.Messages(); len(m) != 1 || m[0].Content != "yes" {
					b.Errorf("the channel holds %v", m)
				}
			})
		})
	}
}

// A repeated upload would get lost as well (C2).
func TestAnAnswerIsRepeatedWithoutItsFiles(t *testing.T) {
	picture := rest.Picture{Name: "a.png", PNG: []byte("png")}
	for name, c := range map[string]struct {
		fault  discordtest.Fault
		answer *discordgo.InteractionResponse
		whole  bool
	}{
		"request lost": {discordtest.Fault{Status: 503}, message("yes"), false},
		"answer lost":  {discordtest.Fault{Status: 502, Applied: true}, message("yes"), true},
		"no answer":    {discordtest.Fault{Silent: true}, message("yes"), false},
		"a plain file": {discordtest.Fault{Status: 503}, withFile("yes"), false},
	} {
		t.Run(name, func(t *testing.T) {
			onBench(t, func(b *bench) {
				i := b.command()
				b.srv.Fail("POST /interactions", c.fault)
				ctx, cancel := context.WithTimeout(b.Context(), 2500*time.Millisecond)
				defer cancel()
				var pictures []rest.Picture
				if c.answer.Data.Files == nil {
					pictures = append(pictures, picture)
				}
				whole, err := b.Client.Answer(ctx, i, c.answer, pictures...)
				b.must(err)
				m := b.channel.Messages()
				if whole != c.whole || len(m) != 1 || m[0].Content != "yes" || len(m[0].Attachments) > 0 != whole {
					b.Errorf("whole: %t; the channel holds %v", whole, m)
				}
			})
		})
	}
}

func withFile(text string) *discordgo.InteractionResponse {
	r := message(text)
	r.Data.Files = []*discordgo.File{{Name: "a.txt", Reader: strings.NewReader("file")}}
	return r
}

func TestRefusalsAreToldApart(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx, ch := b.Context(), b.channel.ID()
		id, err := b.Create(ctx, ch, rest.Draft{Message: &discordgo.MessageSend{Content: "board"}})
		b.must(err)
		b.channel.BotLacks(1 << 10) // VIEW_CHANNEL
		b.want("without access", b.Edit(ctx, ch, id, edit("x")), rest.ErrForbidden)
		b.channel.BotLacks(0)
		b.Unblock(ch)
		b.want("an unknown message", b.Edit(ctx, ch, "1", edit("x")), rest.ErrGone)
		b.srv.Fail("PATCH", discordtest.Refusal(401, 0, "401: Unauthorized"))
		b.want("a refused token", b.Edit(ctx, ch, id, edit("x")), rest.ErrUnauthorized)
		b.srv.Fail("PATCH", discordtest.Refusal(403, 0, "odd"))
		b.want("an odd 403", b.Edit(ctx, ch, id, edit("x")), rest.ErrForbidden)
		b.Unblock(ch)

		var refused *rest.Error
		err = b.Edit(ctx, ch, id, edit(strings.Repeat("x", 2001)))
		if !errors.As(err, &refused) || refused.Code != 50035 || len(refused.Fields) != 1 || !strings.HasPrefix(refused.Fields[0], "content: ") {
			b.Errorf("a long text gives %v %+v", err, refused)
		}
		time.Sleep(61 * time.Minute)
		for range 10 {
			if err = b.Edit(ctx, ch, id, edit("x")); err != nil {
				break
			}
		}
		b.want("editing an old message again and again", err, rest.ErrUneditable)
		b.channel.Delete()
		_, err = b.Create(ctx, ch, rest.Draft{Message: &discordgo.MessageSend{Content: "x"}, Nonce: "n"})
		b.want("a deleted channel", err, rest.ErrNoChannel)
	})
}

func TestCommandsAreSetAndRead(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx := b.Context()
		for _, guild := range []string{"", b.guild.ID()} {
			names := map[discordgo.Locale]string{discordgo.German: "hallo"}
			list := []*discordgo.ApplicationCommand{{Name: "hi", Description: "says hi", NameLocalizations: &names}}
			set, err := b.SetCommands(ctx, guild, list)
			b.must(err)
			got, err := b.Commands(ctx, guild)
			b.must(err)
			if len(set) != 1 || set[0].ID == "" || set[0].ID != got[0].ID {
				b.Errorf("guild %q has %+v after %+v were set", guild, got, set)
			}
			if len(got) != 1 || got[0].NameLocalizations == nil || (*got[0].NameLocalizations)[discordgo.German] != "hallo" {
				b.Errorf("guild %q has %+v", guild, got)
			}
			_, err = b.SetCommands(ctx, guild, nil)
			b.must(err)
			if got, err = b.Commands(ctx, guild); err != nil || len(got) != 0 {
				b.Errorf("guild %q has %v, %v after all were removed", guild, got, err)
			}
		}
	})
}

// TestManyEditsMeetNoRefusal lets the client learn a strict Discord's limits from its headers. It is a test of P15.
func TestManyEditsMeetNoRefusal(t *testing.T) {
	onBench(t, func(b *bench) {
		ctx, ch := b.Context(), b.channel.ID()
		id, err := b.Create(ctx, ch, rest.Draft{Message: &discordgo.MessageSend{Content: "board"}})
		b.must(err)
		for range 40 {
			b.must(b.Edit(ctx, ch, id, edit("x")))
		}
		for _, r := range b.srv.Requests() {
			if r.Status == http.StatusTooManyRequests {
				b.Fatalf("%v was turned away", r)
			}
		}
		if list := b.srv.Complaints(); len(list) > 0 {
			b.Error(list)
		}
	})
}
