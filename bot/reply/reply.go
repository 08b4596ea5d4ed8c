package reply

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

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
	Random  func() uint64 // for reference numbers of errors in the log

	posts       posts
	unconfirmed struct {
		mu sync.Mutex
		at time.Time // of the last log line
	}

	Doubtful     func() <-chan struct{}                // as of a store.LeaseHolder; nil: another process never has the tables
	NotConfirmed func(*interaction.Interaction) string // says so in the asker's language
}

// doubtTime is how long after an interaction its asker reads that nothing is confirmed, where another process may have taken
// the tables over. Until then that one has its chance to answer, or this one to renew its lease.
const doubtTime = 2500 * time.Millisecond

// holds reports whether the tables are certain to be this process's before the asker has to be answered.
func (r *Responder) holds(in *interaction.Interaction) bool {
	for r.Doubtful != nil {
		renewal := r.Doubtful()
		if renewal == nil {
			return true
		}
		select {
		case <-renewal:
		case <-time.After(time.Until(in.Arrived.Add(doubtTime))):
			return false
		case <-r.Ctx.Done():
			return false
		}
	}
	return true
}

// sayUnconfirmed answers an interaction in a process that may have lost the tables. It knows nothing of them, so it says no more than
// that nothing is confirmed, and never acknowledges a press in silence. It returns ErrAnswered, so that no caller believes
// that its own answer arrived.
func (r *Responder) sayUnconfirmed(in *interaction.Interaction) error {
	if in.Kind != interaction.Completion {
		answer := message.Ephemeral(message.Content{Text: r.NotConfirmed(in)})
		if _, err := r.respond(in, answer, answer); err != nil && !errors.Is(err, rest.ErrAnswered) { // by the other process
			return err
		}
	}
	return rest.ErrAnswered
}

// Respond sends the one answer of an interaction, which the caller has claimed. If Discord refuses its files, or does not
// accept them in time, it sends the answer without; then whole is false.
func (r *Responder) Respond(in *interaction.Interaction, answer *discordgo.InteractionResponse, pictures ...rest.Picture) (whole bool, err error) {
	return r.respondOr(in, answer, answer, pictures...)
}

// respondOr works like Respond. Without its files, it sends textOnly in place of the answer.
func (r *Responder) respondOr(in *interaction.Interaction, answer, textOnly *discordgo.InteractionResponse, pictures ...rest.Picture) (whole bool, err error) {
	if !r.holds(in) {
		return false, r.sayUnconfirmed(in)
	}
	whole, err = r.respond(in, answer, textOnly, pictures...)
	if message.Rejected(err) && (len(pictures) > 0 || answer.Data != nil && len(answer.Data.Files) > 0) {
		plain, data := *textOnly, *textOnly.Data
		data.Files, plain.Data = nil, &data
		_, err = r.respond(in, &plain, &plain, rest.NoPictures...)
		return false, err
	}
	return whole, err
}

// respond sends an answer with its files, and counts the result.
func (r *Responder) respond(in *interaction.Interaction, answer, textOnly *discordgo.InteractionResponse, pictures ...rest.Picture) (whole bool, err error) {
	whole, err = r.deliver(in, answer, textOnly, pictures...)
	switch {
	case err == nil:
		r.Metrics.Answered(message.CreatedAt(message.Snowflake(in.ID)), in.Arrived)
	case !errors.Is(err, rest.ErrAnswered):
		r.Metrics.AnswersFailed.Inc()
	}
	return whole, err
}

// deliver sends an answer with its files and counts nothing.
func (r *Responder) deliver(in *interaction.Interaction, answer, textOnly *discordgo.InteractionResponse, pictures ...rest.Picture) (whole bool, err error) {
	ctx, cancel := context.WithTimeout(r.Ctx, message.AnswerTimeout)
	defer cancel()
	err = r.Hook.Do(failpoint.AnswerAsk, func() error {
		whole, err = r.Rest.AnswerOr(ctx, in.Ref, answer, textOnly, pictures...)
		return err
	})
	switch {
	case err != nil && !errors.Is(err, rest.ErrAnswered):
	case answer.Type == discordgo.InteractionResponseModal, answer.Type == discordgo.InteractionApplicationCommandAutocompleteResult: // no message
	default:
		in.MarkDelivered()
	}
	return whole, err
}

// Send claims an interaction and answers it without blocking the caller.
func (r *Responder) Send(in *interaction.Interaction, answer *discordgo.InteractionResponse) {
	r.send(in, func() *discordgo.InteractionResponse { return answer })
}

// send works like Send. It builds the answer only if the interaction has none yet.
func (r *Responder) send(in *interaction.Interaction, makeAnswer func() *discordgo.InteractionResponse) {
	if !in.Claim() {
		return
	}
	answer := makeAnswer()
	r.Tasks.Go(func() {
		if _, err := r.Respond(in, answer); err != nil && !errors.Is(err, rest.ErrAnswered) {
			r.Log.Warn("could not send an answer", "player", uint64(in.User), "err", err)
		}
	})
}

// Update answers a press by changing its message. If Discord does not accept the pictures, the message has none afterwards,
// and whole is false.
func (r *Responder) Update(in *interaction.Interaction, c message.Content, pictures ...rest.Picture) (whole bool, err error) {
	if !in.Claim() {
		return false, rest.ErrAnswered
	}
	whole, err = r.respondOr(in, message.Update(c, pictures...), message.Update(c), pictures...)
	if errors.Is(err, rest.ErrGone) && in.Ephemeral { // a panel that was replaced meanwhile; the player gets a new one
		return r.Respond(in, message.Ephemeral(c), pictures...)
	}
	if errors.Is(err, rest.ErrGone) { // the message was deleted meanwhile; the press counts
		if _, failed := r.Respond(in, message.Ephemeral(message.Content{Text: string(in.Lang.Say.BoardGone)})); failed != nil {
			r.Log.Warn("could not send an answer", "player", uint64(in.User), "err", failed)
		}
	}
	return whole, err
}

// Text answers with a text that only the user sees.
func (r *Responder) Text(in *interaction.Interaction, text string) { r.Files(in, text) }

// Files answers with a text and files that only the user sees.
func (r *Responder) Files(in *interaction.Interaction, text string, files ...*discordgo.File) {
	r.send(in, func() *discordgo.InteractionResponse {
		answer := message.Ephemeral(message.Content{Text: text})
		answer.Data.Files = files
		return answer
	})
}

// Confirm answers with a question that only the user sees. Its button confirms with the verb, and brings back the argument
// and the total.
func (r *Responder) Confirm(in *interaction.Interaction, text string, ids message.CustomID, verb, arg string, total int64) {
	yes := render.Button{Label: string(in.Lang.Button.Confirm), Verb: verb, What: arg, To: total, Style: render.Danger}
	r.Send(in, message.Ephemeral(message.Content{Text: text, Rows: [][]render.Button{{yes}}, IDs: ids}))
}

// Public answers with a text that the whole channel reads and that notifies no user. Then it calls then with the message's
// id, or with an error where that is unknown; the message may stand in the channel all the same.
func (r *Responder) Public(in *interaction.Interaction, text string, then func(id string, err error)) {
	if !in.Claim() {
		return
	}
	r.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(r.Ctx, message.AnswerTimeout+message.RequestTimeout)
		defer cancel()
		id := ""
		_, err := r.Respond(in, message.Public(text))
		if err == nil {
			id, err = r.Rest.Original(ctx, in.Ref)
		}
		if err != nil {
			r.Log.Warn("could not send an answer", "player", uint64(in.User), "err", err)
		}
		then(id, err)
	})
}

// TooLate answers an interaction that arrived too late to take effect. Discord accepts the answer only if this machine's
// clock overstated the interaction's age. So a failure is neither counted nor logged as a warning.
func (r *Responder) TooLate(in *interaction.Interaction, text string) {
	if !in.Claim() {
		return
	}
	r.Tasks.Go(func() {
		if !r.holds(in) {
			return
		}
		answer := message.Ephemeral(message.Content{Text: text})
		_, err := r.deliver(in, answer, answer)
		r.Log.Debug("answered an interaction that arrived too late", "player", uint64(in.User), "err", err)
	})
}

// Ack acknowledges a press without a message. A command gets a sentence, because Discord requires one.
func (r *Responder) Ack(in *interaction.Interaction) {
	if in.Kind == interaction.Command {
		r.Text(in, string(in.Lang.Say.Duplicate))
		return
	}
	r.Send(in, &discordgo.InteractionResponse{Type: discordgo.InteractionResponseDeferredMessageUpdate})
}

// Modal answers with a modal that asks for an amount. The typed text comes back with the button's custom id.
func (r *Responder) Modal(in *interaction.Interaction, id message.CustomID, m render.ModalForm) {
	r.Form(in, id, m.Title, []render.Input{{Label: m.Label, Placeholder: m.Placeholder, Value: clip(m.Value, maxTyped), Required: true, Most: maxTyped}})
}

// Form answers with a modal of up to five inputs. The typed texts come back with the custom id.
func (r *Responder) Form(in *interaction.Interaction, id message.CustomID, title string, inputs []render.Input) {
	r.send(in, func() *discordgo.InteractionResponse {
		in.MarkOpened()
		data := &discordgo.InteractionResponseData{CustomID: id.String(), Title: title}
		for i, input := range inputs {
			field := discordgo.TextInput{
				CustomID: "amount", Style: discordgo.TextInputShort, Placeholder: input.Placeholder, Value: input.Value,
				Required: &input.Required, MaxLength: input.Most,
			}
			if input.Required {
				field.MinLength = 1
			}
			if i > 0 {
				field.CustomID += strconv.Itoa(i)
			}
			data.Components = append(data.Components, discordgo.Label{Label: input.Label, Component: field})
		}
		return &discordgo.InteractionResponse{Type: discordgo.InteractionResponseModal, Data: data}
	})
}

// maxTyped is how many characters the input of a modal takes.
const maxTyped = 20

// clip returns at most so many characters of a text.
func clip(text string, most int) string {
	runes := []rune(text)
	return string(runes[:min(len(runes), most)])
}

// MaxChoices is how many entries an autocompletion may offer.
const MaxChoices = 25

// MatchingChoices answers an autocompletion with the choices that match the typed text.
func (r *Responder) MatchingChoices(in *interaction.Interaction, offered []render.Choice) {
	r.send(in, func() *discordgo.InteractionResponse { return choicesAnswer(in, matching(in, offered)) })
}

// Choices answers an autocompletion with the first choices of a list.
func (r *Responder) Choices(in *interaction.Interaction, list []render.Choice) {
	r.send(in, func() *discordgo.InteractionResponse { return choicesAnswer(in, list) })
}

// matching returns the choices that match the typed text.
func matching(in *interaction.Interaction, offered []render.Choice) (list []render.Choice) {
	typed := strings.ToLower(in.Options[in.Focus])
	for _, c := range offered {
		if strings.Contains(strings.ToLower(c.Label), typed) || strings.HasPrefix(c.Value, typed) {
			list = append(list, c)
		}
	}
	return list
}

// choicesAnswer returns an answer with the first choices of a list. The value of a number is a number.
func choicesAnswer(in *interaction.Interaction, list []render.Choice) *discordgo.InteractionResponse {
	choices := []*discordgo.ApplicationCommandOptionChoice{}
	for _, c := range list[:min(len(list), MaxChoices)] {
		var value any = c.Value
		if n, err := strconv.Atoi(c.Value); err == nil && in.FocusNumber {
			value = n
		}
		choices = append(choices, &discordgo.ApplicationCommandOptionChoice{Name: c.Label, Value: value})
	}
	return &discordgo.InteractionResponse{
		Type: discordgo.InteractionApplicationCommandAutocompleteResult,
		Data: &discordgo.InteractionResponseData{Choices: choices},
	}
}
