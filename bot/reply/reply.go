package reply

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/metrics"
	"cardroom/bot/rest"
	"cardroom/bot/task"
	"cardroom/render"
)

// Responder answers interactions.
type Responder struct {
	Ctx     context.Context
	Rest    *rest.Client
	Hook    failpoint.Hook
	Metrics *metrics.Set
	Tasks   *task.Group
	Log     *slog.Logger
	Random  func() uint64 // for the reference of an error in the log
}

// Respond sends the one answer of an interaction. Whoever calls it has claimed it.
func (p *Responder) Respond(k *interaction.Interaction, r *discordgo.InteractionResponse, pictures ...rest.Picture) error {
	ctx, cancel := context.WithTimeout(p.Ctx, message.AnswerTimeout)
	defer cancel()
	err := p.Hook.Do(failpoint.AnswerAsk, func() error { return p.Rest.Answer(ctx, k.Ref, r, pictures...) })
	if err == nil || errors.Is(err, rest.ErrAnswered) {
		k.MarkDelivered()
	}
	switch {
	case err == nil:
		p.Metrics.Answered(message.CreatedAt(message.Snowflake(k.ID)), k.Arrived)
	case !errors.Is(err, rest.ErrAnswered):
		p.Metrics.AnswersFailed.Inc()
	}
	return err
}

// Send claims an ask and answers it without keeping the caller waiting.
func (p *Responder) Send(k *interaction.Interaction, r *discordgo.InteractionResponse) {
	if !k.Claim() {
		return
	}
	p.Tasks.Go(func() {
		if err := p.Respond(k, r); err != nil && !errors.Is(err, rest.ErrAnswered) {
			p.Log.Warn("an answer did not arrive", "player", uint64(k.User), "err", err)
		}
	})
}

// Update answers a press by changing the message it was on; without the pictures where Discord will not have them.
func (p *Responder) Update(k *interaction.Interaction, f message.Content, pictures ...rest.Picture) error {
	if !k.Claim() {
		return rest.ErrAnswered
	}
	err := p.Respond(k, message.Update(f), pictures...)
	if len(pictures) > 0 && message.Rejected(err) {
		err = p.Respond(k, message.Update(f))
	}
	if errors.Is(err, rest.ErrGone) { // the message was deleted under the press, which counts all the same
		if told := p.Respond(k, message.Ephemeral(message.Content{Text: string(k.Lang.Say.BoardGone)})); told != nil {
			p.Log.Warn("an answer did not arrive", "player", uint64(k.User), "err", told)
		}
	}
	return err
}

// Text answers with a sentence for the asker alone.
func (p *Responder) Text(k *interaction.Interaction, text string) {
	p.Send(k, message.Ephemeral(message.Content{Text: text}))
}

// Files answers with a sentence and files for the asker alone.
func (p *Responder) Files(k *interaction.Interaction, text string, files ...*discordgo.File) {
	r := message.Ephemeral(message.Content{Text: text})
	r.Data.Files = files
	p.Send(k, r)
}

// Ack acknowledges a press in silence.
func (p *Responder) Ack(k *interaction.Interaction) {
	if k.Kind == interaction.Command {
		p.Text(k, string(k.Lang.Say.Duplicate))
		return
	}
	p.Send(k, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate})
}

// Modal answers with the modal for an amount. What is typed into it comes back with the button's id.
func (p *Responder) Modal(k *interaction.Interaction, id message.CustomID, m render.ModalForm) {
	required := true
	p.Send(k, &discordgo.InteractionResponse{
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

// MaxChoices is how many entries an autocompletion may offer.
const MaxChoices = 25

// Choices answers an autocompletion with the choices that fit what is typed so far.
func (p *Responder) Choices(k *interaction.Interaction, offered []render.Choice) {
	typed := strings.ToLower(k.Options[k.Focus])
	var fit []render.Choice
	for _, c := range offered {
		if strings.Contains(strings.ToLower(c.Label), typed) || strings.HasPrefix(c.Value, typed) {
			fit = append(fit, c)
		}
	}
	p.Complete(k, fit)
}

// Complete answers an autocompletion with the first of the choices. The value of a number is a number.
func (p *Responder) Complete(k *interaction.Interaction, fit []render.Choice) {
	choices := []*discordgo.ApplicationCommandOptionChoice{}
	for _, c := range fit[:min(len(fit), MaxChoices)] {
		var value any = c.Value
		if n, err := strconv.Atoi(c.Value); err == nil && k.Focus == "seat" {
			value = n
		}
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: c.Label, Value: value})
	}
	p.Send(k, &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: choices},
	})
}
