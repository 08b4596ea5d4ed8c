package bot

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
)

// requestTimeout bounds a request to Discord, and answerTimeout the answer to an interaction, which is worth nothing
// after three seconds.
const (
	requestTimeout = 5 * time.Second
	answerTimeout  = 2500 * time.Millisecond
)

// respond sends the one answer of an interaction. Whoever calls it has claimed it.
func (b *Bot) respond(k *ask, r *discordgo.InteractionResponse, pictures ...rest.Picture) error {
	ctx, cancel := context.WithTimeout(context.Background(), answerTimeout)
	defer cancel()
	err := b.effect(AnswerAsk, func() error { return b.rest.Answer(ctx, k.ref, r, pictures...) })
	if err == nil || errors.Is(err, rest.ErrAnswered) {
		k.reached.Store(true)
	}
	switch {
	case err == nil:
		b.meter.answered(k)
	case !errors.Is(err, rest.ErrAnswered):
		b.meter.unsaid.Inc()
	}
	return err
}

// answerLater claims an ask and answers it without keeping the caller waiting.
func (b *Bot) answerLater(k *ask, r *discordgo.InteractionResponse) {
	if !k.claim() {
		return
	}
	b.start(func() {
		if err := b.respond(k, r); err != nil && !errors.Is(err, rest.ErrAnswered) {
			b.log.Warn("an answer did not arrive", "player", uint64(k.user), "err", err)
		}
	})
}

// answerFrame answers a press by changing the message it was on; without the pictures where Discord will not have them.
func (b *Bot) answerFrame(k *ask, f frame, pictures ...rest.Picture) error {
	if !k.claim() {
		return rest.ErrAnswered
	}
	err := b.respond(k, inPlace(f), pictures...)
	if len(pictures) > 0 && turnedAway(err) {
		err = b.respond(k, inPlace(f))
	}
	if errors.Is(err, rest.ErrGone) { // the message was deleted under the press, which counts all the same
		if told := b.respond(k, private(frame{text: string(k.lang.Say.BoardGone)})); told != nil {
			b.log.Warn("an answer did not arrive", "player", uint64(k.user), "err", told)
		}
	}
	return err
}

// inPlace is an answer that changes the message whose component was used.
func inPlace(f frame) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseUpdateMessage,
		Data: &discordgo.InteractionResponseData{Content: f.text, Components: f.components()},
	}
}

// private is an answer that only its reader sees.
func private(f frame) *discordgo.InteractionResponse {
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseChannelMessageWithSource,
		Data: &discordgo.InteractionResponseData{
			Content: f.text, Components: f.components(), Flags: discordgo.MessageFlagsEphemeral,
		},
	}
}

// tell answers with a sentence for the asker alone.
func (b *Bot) tell(k *ask, text string) { b.answerLater(k, private(frame{text: text})) }

// hand answers with a sentence and files for the asker alone.
func (b *Bot) hand(k *ask, text string, files ...*discordgo.File) {
	r := private(frame{text: text})
	r.Data.Files = files
	b.answerLater(k, r)
}

// nod acknowledges a press in silence.
func (b *Bot) nod(k *ask) {
	if k.kind == asksCommand {
		b.tell(k, string(k.lang.Say.Duplicate))
		return
	}
	b.answerLater(k, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate})
}

// ask answers with the modal for an amount. What is typed into it comes back with the button's id.
func (b *Bot) ask(k *ask, id button, m render.ModalForm) {
	required := true
	b.answerLater(k, &discordgo.InteractionResponse{
		Type: discordgo.InteractionResponseModal,
		Data: &discordgo.InteractionResponseData{
			CustomID: id.String(), Title: m.Title,
			Components: []discordgo.MessageComponent{discordgo.Label{
				Label: m.Label,
				Component: discordgo.TextInput{
					CustomID: "amount", Style: discordgo.TextInputShort, Placeholder: m.Placeholder,
					Required: &required, MinLength: 1, MaxLength: 20,
				},
			}},
		},
	})
}

// maxChoices is how many entries an autocompletion may offer.
const maxChoices = 25

// offer answers an autocompletion with the choices that fit what is typed so far.
func (b *Bot) offer(k *ask, offered []render.Choice) {
	typed := strings.ToLower(k.options[k.focus])
	var fit []render.Choice
	for _, c := range offered {
		if strings.Contains(strings.ToLower(c.Label), typed) || strings.HasPrefix(c.Value, typed) {
			fit = append(fit, c)
		}
	}
	b.complete(k, fit)
}

// complete answers an autocompletion with the first of the choices. The value of a number is a number.
func (b *Bot) complete(k *ask, fit []render.Choice) {
	choices := []*discordgo.ApplicationCommandOptionChoice{}
	for _, c := range fit[:min(len(fit), maxChoices)] {
		var value any = c.Value
		if n, err := strconv.Atoi(c.Value); err == nil && k.focus == "seat" {
			value = n
		}
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: c.Label, Value: value})
	}
	b.answerLater(k, &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: choices},
	})
}

// components is the buttons of a frame as Discord takes them.
func (f frame) components() []discordgo.MessageComponent {
	rows := make([]discordgo.MessageComponent, 0, len(f.rows))
	for _, row := range f.rows {
		if len(row) == 1 && len(row[0].Menu) > 0 {
			rows = append(rows, discordgo.ActionsRow{Components: []discordgo.MessageComponent{f.menu(row[0])}})
			continue
		}
		buttons := make([]discordgo.MessageComponent, 0, len(row))
		for _, r := range row {
			id := f.ids
			id.verb, id.what, id.total = r.Verb, r.What, r.To
			buttons = append(buttons, discordgo.Button{
				Label: r.Label, Style: styles[r.Style], Disabled: r.Disabled, CustomID: id.String(),
			})
		}
		rows = append(rows, discordgo.ActionsRow{Components: buttons})
	}
	return rows
}

// menu is a button that is a menu.
func (f frame) menu(b render.Button) discordgo.SelectMenu {
	id, least := f.ids, 1
	id.verb = b.Verb
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

func (f frame) edit() *discordgo.WebhookEdit {
	components := f.components()
	return &discordgo.WebhookEdit{Content: &f.text, Components: &components}
}

func (f frame) message() *discordgo.MessageSend {
	return &discordgo.MessageSend{Content: f.text, Components: f.components()}
}

// mention is a message that notifies some people, and nobody else.
func mention(text string, who ...engine.ID) *discordgo.MessageSend {
	users := make([]string, len(who))
	for i, id := range who {
		users[i] = strconv.FormatUint(uint64(id), 10)
	}
	return &discordgo.MessageSend{Content: text, AllowedMentions: &discordgo.MessageAllowedMentions{Users: users}}
}
