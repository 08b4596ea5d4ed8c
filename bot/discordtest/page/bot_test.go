package page

import (
	"fmt"
	"net/http"
	"sync"
	"testing"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// dealer is a bot with just enough commands to fill a page: it posts a board, seats people, opens a modal, answers
// privately, completes. It never answers a press on "Sleep".
type dealer struct {
	session     *discordgo.Session
	application string // its id

	mu    sync.Mutex
	seats []string
	bet   string
	speed []string
}

// newDealer connects a dealer to the server through memory. It disconnects when the server is closed; its own Close would
// take a second.
func newDealer(t *testing.T, srv *discordtest.Server) *dealer {
	t.Helper()
	session, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	session.Client, session.Dialer = srv.Client(), srv.Dialer()
	session.ShouldReconnectOnError, session.StateEnabled = false, false
	d := &dealer{session: session}
	session.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { d.answer(i) })
	ready := make(chan string, 1)
	session.AddHandler(func(_ *discordgo.Session, r *discordgo.Ready) { ready <- r.Application.ID })
	if err := session.Open(); err != nil {
		t.Fatal(err)
	}
	d.application = <-ready
	if _, err := session.ApplicationCommandBulkOverwrite(d.application, "", dealersCommands()); err != nil {
		t.Fatal(err)
	}
	return d
}

func dealersCommands() []*discordgo.ApplicationCommand {
	type option = discordgo.ApplicationCommandOption
	amount := &option{Type: 3, Name: "amount", Description: "How much", Required: true, Autocomplete: true}
	player := &option{Type: 6, Name: "player", Description: "To whom", Required: true}
	open := &option{Type: 1, Name: "open", Description: "Open a table here"}
	give := &option{Type: 1, Name: "give", Description: "Give chips", Options: []*option{player, amount}}
	return []*discordgo.ApplicationCommand{
		{Name: "table", Description: "The table", Options: []*discordgo.ApplicationCommandOption{open}},
		{Name: "chips", Description: "Play money", Options: []*discordgo.ApplicationCommandOption{give}},
		{Name: "bet", NameLocalizations: &map[discordgo.Locale]string{"ja": "ベット"}, Description: "Bet", Options: []*discordgo.ApplicationCommandOption{amount}},
		{Name: "sleep", Description: "Never answered"},
		{Name: "think", Description: "Answered later"},
	}
}

// answer answers an interaction, on a goroutine of its own.
func (d *dealer) answer(i *discordgo.InteractionCreate) {
	d.mu.Lock()
	defer d.mu.Unlock()
	switch i.Type {
	case discordgo.InteractionApplicationCommandAutocomplete:
		d.respond(i, discordgo.InteractionApplicationCommandAutocompleteResult, &discordgo.InteractionResponseData{
			Choices: []*discordgo.ApplicationCommandOptionChoice{{Name: "All of it", Value: "max"}, {Name: "60", Value: "60"}},
		})
	case discordgo.InteractionApplicationCommand:
		d.command(i)
	case discordgo.InteractionMessageComponent:
		d.press(i)
	case discordgo.InteractionModalSubmit:
		row := i.ModalSubmitData().Components[0].(*discordgo.ActionsRow)
		d.bet = row.Components[0].(*discordgo.TextInput).Value
		d.respond(i, discordgo.InteractionResponseUpdateMessage, d.board())
	}
}

func (d *dealer) command(i *discordgo.InteractionCreate) {
	switch i.ApplicationCommandData().Name {
	case "sleep":
	case "think":
		d.respond(i, discordgo.InteractionResponseDeferredChannelMessageWithSource, nil)
	case "table":
		d.respond(i, discordgo.InteractionResponseChannelMessageWithSource, d.board())
	default:
		d.respond(i, discordgo.InteractionResponseChannelMessageWithSource, private(fmt.Sprint("done: ", optionTexts(i))))
	}
}

func optionTexts(i *discordgo.InteractionCreate) (list []string) {
	options := i.ApplicationCommandData().Options
	for len(options) > 0 && options[0].Type == discordgo.ApplicationCommandOptionSubCommand {
		options = options[0].Options
	}
	for _, o := range options {
		list = append(list, fmt.Sprintf("%s=%v", o.Name, o.Value))
	}
	return list
}

func (d *dealer) press(i *discordgo.InteractionCreate) {
	switch i.MessageComponentData().CustomID {
	case "speed":
		d.speed = i.MessageComponentData().Values
		d.respond(i, discordgo.InteractionResponseUpdateMessage, d.board())
	case "sit":
		d.seats = append(d.seats, i.Member.User.ID)
		d.respond(i, discordgo.InteractionResponseUpdateMessage, d.board())
	case "cards":
		d.respond(i, discordgo.InteractionResponseChannelMessageWithSource, private("A♠ K♦"))
	case "bet":
		d.respond(i, discordgo.InteractionResponseModal, &discordgo.InteractionResponseData{
			CustomID: "amount", Title: "Bet 20–1,000", Components: []discordgo.MessageComponent{inRow(
				discordgo.TextInput{CustomID: "to", Label: "Amount", Style: discordgo.TextInputShort, MaxLength: 10},
			)},
		})
	}
}

func (d *dealer) board() *discordgo.InteractionResponseData {
	text := "### #12 · Flop\nA♥ 10♦ 7♣\nPot 260"
	for n, id := range d.seats {
		text += fmt.Sprintf("\n`%d` <@%s> 940", n+1, id)
	}
	if d.bet != "" {
		text += " · bet " + d.bet
	}
	if len(d.speed) > 0 {
		text += fmt.Sprint("\n-# speed ", d.speed)
	}
	var buttons []discordgo.MessageComponent
	for _, b := range [][2]string{{"Sit down", "sit"}, {"My cards", "cards"}, {"Bet…", "bet"}, {"Sleep", "sleep"}} {
		buttons = append(buttons, discordgo.Button{Label: b[0], CustomID: b[1], Style: discordgo.SecondaryButton})
	}
	menu := discordgo.SelectMenu{MenuType: discordgo.StringSelectMenu, CustomID: "speed", MaxValues: 2,
		Options: []discordgo.SelectMenuOption{
			{Label: "Slow", Value: "slow"}, {Label: "Fair", Value: "fair"}, {Label: "Fast", Value: "fast"},
		}}
	return &discordgo.InteractionResponseData{
		Content:         text,
		Components:      []discordgo.MessageComponent{inRow(buttons...), inRow(menu)},
		AllowedMentions: &discordgo.MessageAllowedMentions{},
	}
}

func inRow(components ...discordgo.MessageComponent) discordgo.ActionsRow {
	return discordgo.ActionsRow{Components: components}
}

func private(text string) *discordgo.InteractionResponseData {
	return &discordgo.InteractionResponseData{Content: text, Flags: discordgo.MessageFlagsEphemeral}
}

func (d *dealer) respond(
	i *discordgo.InteractionCreate, kind discordgo.InteractionResponseType, data *discordgo.InteractionResponseData,
) {
	_ = d.session.InteractionRespond(i.Interaction, &discordgo.InteractionResponse{Type: kind, Data: data})
}

// newRoom returns a server without a bot, and the page of one of its channels.
func newRoom(t *testing.T) (http.Handler, *discordtest.Server, Channel) {
	t.Helper()
	srv := discordtest.New(discordtest.Options{})
	t.Cleanup(func() { _ = srv.Close() })
	guild := srv.Guild("Home")
	room := Channel{Channel: guild.Channel("poker"), People: []Person{
		{Person: guild.Person("Alice"), Manages: true}, {Person: guild.Person("Bruno")},
		{Person: guild.Person("Sam"), Watches: true},
	}}
	return New(srv, room), srv, room
}

// newTable returns the result of newRoom, with a dealer.
func newTable(t *testing.T) (http.Handler, *discordtest.Server, Channel) {
	t.Helper()
	h, srv, room := newRoom(t)
	newDealer(t, srv)
	return h, srv, room
}
