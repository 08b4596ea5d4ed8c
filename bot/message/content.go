package message

import (
	"hash/maphash"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/picture"
)

// Content is the content of a message.
type Content struct {
	Text   string // all of it in words
	Layout *Layout
	Rows   [][]render.Button
	IDs    CustomID // the table and turn of the buttons

	Scene   *render.Scene // of its picture; nil: no picture
	Theme   picture.Theme
	Drawing *Drawing // the picture, if already drawn
	Undrawn bool     // the picture was not ready in time
}

// Sum returns a hash of the content's look and of the meaning of its buttons. It leaves pictures out: they show the same as the
// text.
func (c Content) Sum() uint64 {
	var h maphash.Hash
	h.SetSeed(hashSeed)
	var layout Layout
	if c.Layout != nil {
		layout = *c.Layout
	}
	maphash.WriteComparable(&h, struct {
		text      string
		layout    Layout
		ids       CustomID
		theme     picture.Theme
		rows      int
		v2, drawn bool
	}{c.Text, layout, c.IDs, c.Theme, len(c.Rows), c.Layout != nil, c.Scene != nil})
	for _, row := range c.Rows {
		maphash.WriteComparable(&h, len(row))
		for _, b := range row {
			hashButton(&h, b)
		}
	}
	return h.Sum64()
}

// hashButton adds a button to a hash.
func hashButton(h *maphash.Hash, b render.Button) {
	maphash.WriteComparable(h, struct {
		label, verb, arg string
		to               int64
		style            render.Style
		disabled         bool
		entries          int
	}{b.Label, b.Verb, b.What, b.To, b.Style, b.Disabled, len(b.Menu)})
	for _, e := range b.Menu {
		maphash.WriteComparable(h, e)
	}
}

var hashSeed = maphash.MakeSeed()

// RequestTimeout bounds a request to Discord, and AnswerTimeout the answer to an interaction. Discord accepts none after
// three seconds.
const (
	RequestTimeout = 5 * time.Second
	AnswerTimeout  = 2500 * time.Millisecond
)

// Update returns an answer that changes the message of the used component. The pictures go with it.
func Update(c Content, pictures ...rest.Picture) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseUpdateMessage,
		Data: &discordgo.InteractionResponseData{Content: c.text(), Components: c.components(pictures), Flags: c.flags()},
	}
}

// Ephemeral returns an answer that only the user sees.
func Ephemeral(c Content) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{
			Content: c.Text, Components: c.rows(), Flags: discordgo.MessageFlagsEphemeral,
		},
	}
}

// Private returns a further message to an interaction that only its user sees.
func Private(c Content) *discordgo.WebhookParams {
	return &discordgo.WebhookParams{Content: c.Text, Components: c.rows(), Flags: discordgo.MessageFlagsEphemeral}
}

// FollowUp returns a further message to an interaction that the whole channel reads. It has no picture.
func FollowUp(c Content) *discordgo.WebhookParams {
	return &discordgo.WebhookParams{Content: c.text(), Components: c.components(nil), Flags: c.flags()}
}

// Public returns an answer that the whole channel reads.
func Public(text string) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource, Data: &discordgo.InteractionResponseData{Content: text},
	}
}

// Shared returns an answer that shows c to the whole channel. The pictures go with it.
func Shared(c Content, pictures ...rest.Picture) *discordgo.InteractionResponse {
	r := Update(c, pictures...)
	r.Type = discordgo.InteractionResponseChannelMessageWithSource
	return r
}

// rows returns the buttons in Discord's form.
func (c Content) rows() []discordgo.MessageComponent {
	rows := make([]discordgo.MessageComponent, 0, len(c.Rows))
	for _, row := range c.Rows {
		if len(row) == 1 && len(row[0].Menu) > 0 {
			rows = append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{c.menu(row[0])}})
			continue
		}
		buttons := make([]discordgo.MessageComponent, 0, len(row))
		for _, r := range row {
			id := c.IDs
			id.Verb, id.Arg, id.Total = r.Verb, r.What, r.To
			buttons = append(buttons, discordgo.Button{
				Label: r.Label, Style: styles[r.Style], Disabled: r.Disabled, CustomID: id.String(),
			})
		}
		rows = append(rows, discordgo.ActionsRow{Components: buttons})
	}
	return rows
}

// menu returns the select menu for a button of that kind.
func (c Content) menu(b render.Button) discordgo.SelectMenu {
	id, least := c.IDs, 1
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

// Edit returns the request that edits a message to show c. The pictures go with it.
func (c Content) Edit(pictures ...rest.Picture) *discordgo.WebhookEdit {
	components := c.components(pictures)
	e := &discordgo.WebhookEdit{Components: &components, Flags: c.flags()}
	if c.Layout == nil {
		e.Content = &c.Text
	}
	return e
}

// Send returns the request that posts c. The pictures go with it.
func (c Content) Send(pictures ...rest.Picture) *discordgo.MessageSend {
	return &discordgo.MessageSend{Content: c.text(), Components: c.components(pictures), Flags: c.flags()}
}

// Mention returns a message that notifies these users and no others.
func Mention(text string, who ...engine.ID) *discordgo.MessageSend {
	users := make([]string, len(who))
	for i, id := range who {
		users[i] = strconv.FormatUint(uint64(id), 10)
	}
	return &discordgo.MessageSend{Content: text, AllowedMentions: &discordgo.MessageAllowedMentions{Users: users}}
}

// EditGap is the least time between two edits of one message. Discord allows five edits in five seconds a channel, so a
// board that sent every change could fall behind for ever. Four in five seconds leave room for edits that do not wait.
const EditGap = 1250 * time.Millisecond
