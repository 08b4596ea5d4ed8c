package discordtest_test

import (
	"fmt"

	"cardroom/bot/discordtest"

	"github.com/bwmarrin/discordgo"
)

// A bot on the real client greets people, and alice presses its button. In a
// testing/synctest bubble the same runs in virtual time.
func ExampleServer() {
	srv := discordtest.New(discordtest.Options{})
	defer srv.Close()

	bot, _ := discordgo.New("Bot " + srv.Token())
	bot.Client, bot.Dialer = srv.Client(), srv.Dialer()
	bot.AddHandler(func(s *discordgo.Session, e *discordgo.InteractionCreate) {
		reply := discordgo.InteractionResponse{Type: 4, Data: &discordgo.InteractionResponseData{Content: "Welcome!"}}
		if e.Type == discordgo.InteractionMessageComponent {
			reply.Data.Content, reply.Data.Flags = "Your cards: A♠ K♦", discordgo.MessageFlagsEphemeral
		} else {
			button := discordgo.Button{Label: "My cards", CustomID: "cards"}
			reply.Data.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{button}}}
		}
		_ = s.InteractionRespond(e.Interaction, &reply)
	})
	if err := bot.Open(); err != nil {
		fmt.Println(err)
		return
	}
	defer bot.Close()
	app, _ := bot.Application("@me")
	_, _ = bot.ApplicationCommandCreate(app.ID, "", &discordgo.ApplicationCommand{Name: "table", Description: "Opens a table"})

	poker := srv.Guild("Card Club").Channel("poker")
	alice := srv.Guild("Card Club").Person("alice")
	fmt.Print(alice.Command(poker, "/table"))
	fmt.Print(alice.Press(poker, "My cards"))
	fmt.Println("everyone sees", len(poker.Messages()), "message; complaints", len(srv.Complaints()))
	// Output:
	// cardroom:
	// Welcome!
	// [My cards]
	// cardroom to alice only:
	// Your cards: A♠ K♦
	// everyone sees 1 message; complaints 0
}
