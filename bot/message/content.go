package message

import (
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/picture"
)

// Content is what a message shows.
type Content struct {
	Text string
	Rows [][]render.Button
	IDs  CustomID // table and turn of the buttons

	Scene   *render.Scene // of the picture that goes with it; nil: there is none
	Theme   picture.Theme
	Drawing *Drawing // the picture, where it was drawn before
	Late    bool     // it was not drawn in time
}

// Same says whether two frames show the same: a picture shows what the words beside it say.
func (f Content) Same(g Content) bool {
	return f.Text == g.Text && f.IDs == g.IDs && f.Theme == g.Theme && (f.Scene == nil) == (g.Scene == nil) &&
		slices.EqualFunc(f.Rows, g.Rows, func(a, b []render.Button) bool {
			return slices.EqualFunc(a, b, render.Button.Same)
		})
}

// requestTimeout bounds a request to Discord, and answerTimeout the answer to an interaction, which is worth nothing
// after three seconds.
const (
	RequestTimeout = 5 * time.Second
	AnswerTimeout  = 2500 * time.Millisecond
)

// Update is an answer that changes the message whose component was used.
func Update(f Content) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseUpdateMessage,
		Data: &discordgo.InteractionResponseData{Content: f.Text, Components: f.components()},
	}
}

// Ephemeral is an answer that only its reader sees.
func Ephemeral(f Content) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{
			Content: f.Text, Components: f.components(), Flags: discordgo.MessageFlagsEphemeral,
		},
	}
}

// components is the buttons of a frame as Discord takes them.
func (f Content) components() []discordgo.MessageComponent {
	rows := make([]discordgo.MessageComponent, 0, len(f.Rows))
	for _, row := range f.Rows {
		if len(row) == 1 && len(row[0].Menu) > 0 {
			rows = append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{f.menu(row[0])}})
			continue
		}
		buttons := make([]discordgo.MessageComponent, 0, len(row))
		for _, r := range row {
			id := f.IDs
			id.Verb, id.Arg, id.Total = r.Verb, r.What, r.To
			buttons = append(buttons, discordgo.Button{
				Label: r.Label, Style: styles[r.Style], Disabled: r.Disabled, CustomID: id.String(),
			})
		}
		rows = append(rows, discordgo.ActionsRow{Components: buttons})
	}
	return rows
}

// menu is a button that is a menu.
func (f Content) menu(b render.Button) discordgo.SelectMenu {
	id, least := f.IDs, 1
	id.Verb = b.Verb
	m := discordgo.SelectMenu{
		MenuType: discordgo.StringSelectMenu, CustomID: id.String(), Placeholder: b.Label, MinValues: &least, MaxValues: int(b.To),
	}
	for _, e := range b.Menu {
		m.Options = append(m.Options, discordgo.SelectMenuOption{
			Label: e.Label, Value: e.Value, Description: e.About, Default: e.Chosen,
		})
	}
	return m
}

var styles = map[render.Style]discordgo.ButtonStyle{
	render.Secondary: discordgo.SecondaryButton, render.Primary: discordgo.PrimaryButton,
	render.Success: discordgo.SuccessButton, render.Danger: discordgo.DangerButton,
}

func (f Content) Edit() *discordgo.WebhookEdit {
	components := f.components()
	return &discordgo.WebhookEdit{Content: &f.Text, Components: &components}
}

func (f Content) Send() *discordgo.MessageSend {
	return &discordgo.MessageSend{Content: f.Text, Components: f.components()}
}

// Mention is a message that notifies some people, and nobody else.
func Mention(text string, who ...engine.ID) *discordgo.MessageSend {
	users := make([]string, len(who))
	for i, id := range who {
		users[i] = strconv.FormatUint(uint64(id), 10)
	}
	return &discordgo.MessageSend{Content: text, AllowedMentions: &discordgo.MessageAllowedMentions{Users: users}}
}

// EditGap is the least time between two edits of one message. Discord allows five edits in five seconds a channel; one
// edit per change would fall behind for ever. Four in five seconds leave room for those that do not wait.
const EditGap = 1250 * time.Millisecond
