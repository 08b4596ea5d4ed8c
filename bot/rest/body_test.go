package rest

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
)

// messageOfAll returns components of each kind that the bot sends.
func messageOfAll() []discordgo.MessageComponent {
	colour, one, alt := 0x123456, 1, "ace <of> hearts"
	row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{
		discordgo.Button{Label: "Call <20> & more", Style: discordgo.SuccessButton, CustomID: "v1:1:2:3:call"},
		discordgo.Button{Label: "é\u2028", Style: discordgo.LinkButton, Disabled: true, URL: "https://example.com", Emoji: &discordgo.ComponentEmoji{Name: "x"}},
		discordgo.Button{Label: "no style", CustomID: "x"},
		&discordgo.Button{Label: "all-in", Style: discordgo.DangerButton, ID: 4},
	}}
	menu := discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: "v1", MinValues: &one, Options: []discordgo.SelectMenuOption{{Label: "a", Value: "b"}},
	}}}
	gallery := discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment://a.png"}, Description: &alt}}}
	return []discordgo.MessageComponent{
		row, &row, menu, discordgo.TextDisplay{Content: "▶ **A♥**"}, discordgo.ActionsRow{}, discordgo.Container{},
		discordgo.Container{AccentColor: &colour, Components: []discordgo.MessageComponent{gallery, discordgo.TextDisplay{}, row}},
		discordgo.Section{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "x"}}, Accessory: discordgo.Button{Label: "y", Style: 1}},
	}
}

// TestRequestsAreWhatEncodingJSONWrites compares the bodies of all kinds of requests.
func TestRequestsAreWhatEncodingJSONWrites(t *testing.T) {
	c := against(t, nil)
	parts := messageOfAll()
	answer := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseUpdateMessage,
		Data: &discordgo.InteractionResponseData{Content: "text", Components: parts}}
	modal := &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: &discordgo.InteractionResponseData{
		CustomID: "v1", Title: "t", Components: []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.TextInput{CustomID: "c"}}}},
	}}
	v2 := *answer.Data
	v2.Flags = discordgo.MessageFlagsIsComponentsV2
	pictures := []Picture{{Name: "a.png", Alt: "<alt>"}}
	for _, body := range []any{
		c.answerOf(answer, nil), c.answerOf(answer, listed(pictures)), c.answerOf(modal, &[]file{}),
		c.answerOf(&discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate}, nil),
		c.answerOf(&discordgo.InteractionResponse{Type: answer.Type, Data: &v2}, nil),
		editBody{c.whole(nothing()), nil}, editBody{c.whole(&discordgo.WebhookEdit{Components: &parts}), listed(pictures)},
		&discordgo.WebhookParams{Content: "c", Components: parts, AllowedMentions: mentions(nil)},
		&discordgo.MessageSend{Content: "c", Components: parts, Embeds: []*discordgo.MessageEmbed{{Title: "e"}}},
		[]*discordgo.ApplicationCommand{{Name: "hi", Options: []*discordgo.ApplicationCommandOption{{Name: "o", Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "n", Value: 1.5}}}}}},
	} {
		want, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := wire.Marshal(body); err != nil || string(got) != string(want) {
			t.Errorf("%T is sent as\n%s (%v), and encoding/json writes\n%s", body, got, err, want)
		}
	}
}

// BenchmarkAnswer encodes the answer to a press: a board of text with eight buttons. Both encoders take turns.
func BenchmarkAnswer(b *testing.B) {
	button := discordgo.Button{Label: "Raise to 1,250", Style: discordgo.PrimaryButton, CustomID: "v1:1573898111049269361:12:34:raise:1250"}
	row := discordgo.ActionsRow{Components: []discordgo.MessageComponent{button, button, button, button}}
	body := answerBody{7, &answerData{InteractionResponseData: &discordgo.InteractionResponseData{Components: []discordgo.MessageComponent{row, row}}}}
	var slow, fast time.Duration
	for b.Loop() {
		begin := time.Now()
		json.Marshal(body)
		middle := time.Now()
		wire.Marshal(body)
		slow, fast = slow+middle.Sub(begin), fast+time.Since(middle)
	}
	b.ReportMetric(float64(slow.Nanoseconds())/float64(b.N), "json-ns/op")
	b.ReportMetric(float64(fast.Nanoseconds())/float64(b.N), "wire-ns/op")
}
