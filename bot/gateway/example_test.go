package gateway_test

import (
	"context"
	"fmt"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/bot/gateway"
	"cardroom/bot/rest"
)

// A bot with one command, on a Discord in memory. The handler only enqueues; another goroutine answers.
func Example() {
	discord := discordtest.New(discordtest.Options{})
	defer discord.Close()
	ctx, stop := context.WithCancel(context.Background())
	defer stop()

	client, err := rest.New(rest.Config{Token: discord.Token(), API: discord.URL(), HTTP: discord.Client()})
	if err != nil {
		fmt.Println(err)
		return
	}
	presses, application := make(chan *gateway.Interaction, 64), make(chan string, 64)
	go gateway.Run(ctx, gateway.Config{
		Token: discord.Token(), API: discord.URL(), HTTP: discord.Client(), Dial: discord.Dialer().NetDialContext,
		Log:   slog.New(slog.DiscardHandler),
		Ready: func(_ int, r *discordgo.Ready) { application <- r.Application.ID },
		Handle: func(event any) {
			if press, ok := event.(*gateway.Interaction); ok {
				presses <- press
			}
		},
	})
	go func() {
		client := client.As(<-application)
		client.SetCommands(ctx, "", []*discordgo.ApplicationCommand{{Name: "deal", Description: "deals"}})
		for press := range presses {
			ctx, done := context.WithTimeout(ctx, 2500*time.Millisecond)
			client.Answer(ctx, press.Ref(), &discordgo.InteractionResponse{
				Type: discordgo.InteractionResponseChannelMessageWithSource,
				Data: &discordgo.InteractionResponseData{Content: "Shuffling"},
			})
			done()
		}
	}()

	guild := discord.Guild("home")
	if err := discord.WaitOnline(ctx); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(guild.Person("alice").Command(guild.Channel("poker"), "/deal").Text())
	// Output: Shuffling
}
