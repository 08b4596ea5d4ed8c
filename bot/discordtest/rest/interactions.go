package rest

import (
	"encoding/json"
	"slices"
	"time"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

type callbackForm struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// callback handles the first answer to an interaction.
func callback(c *call) (any, error) {
	i, err := unanswered(c)
	if err != nil {
		return nil, err
	}
	var sent callbackForm
	if err := refusal.Decode(c.body, &sent, ""); err != nil {
		return nil, err
	}
	if err := checkType(i, sent.Type); err != nil {
		return nil, err
	}
	if string(sent.Data) == "null" {
		sent.Data = nil
	}
	a, err := accept(c, i, sent)
	if err != nil {
		return nil, err
	}
	i.Answered, a.Type, i.Late = sent.Type, sent.Type, time.Since(i.Created) >= Patience
	c.world.Changed()
	c.api.host.Answered(i, a)
	if c.query.Get("with_response") != "true" {
		return nil, nil
	}
	return callbackJSON(c, i, a), nil
}

// unanswered returns the interaction if it may still be answered.
func unanswered(c *call) (*world.Interaction, error) {
	i := c.world.Interactions[c.args["interaction"]]
	switch {
	case i == nil || i.Token != c.args["token"] || time.Since(i.Created) > AnswerWithin && i.Answered == 0:
		return nil, refusal.UnknownInteraction(i == nil || !i.Overdue)
	case i.Answered != 0 && (i.Repeated || i.Faulted || i.Late):
		return nil, refusal.AlreadyAnswered(false)
	case i.Answered != 0:
		return nil, refusal.AlreadyAnswered(true)
	}
	return i, nil
}

// checkType refuses an answer that does not fit the act.
func checkType(i *world.Interaction, kind int) error {
	fit := map[int][]int{
		object.InteractionCommand:   {object.AnswerMessage, object.AnswerDeferred, object.AnswerModal},
		object.InteractionComponent: {object.AnswerMessage, object.AnswerDeferred, object.AnswerAcknowledged, object.AnswerUpdate, object.AnswerModal},
		object.InteractionComplete:  {object.AnswerChoices},
		object.InteractionModal:     {object.AnswerMessage, object.AnswerDeferred},
	}[i.Type]
	if i.Type == object.InteractionModal && i.Message != "" {
		fit = append(fit, object.AnswerAcknowledged, object.AnswerUpdate)
	}
	var p refusal.Form
	if !slices.Contains(fit, kind) {
		p.Add("type", "INTERACTION_TYPE_INVALID", "An interaction of type %d cannot be answered with type %d.", i.Type, kind)
	}
	return p.Err()
}

// accept carries out an answer and returns its result for the person.
func accept(c *call, i *world.Interaction, sent callbackForm) (Answer, error) {
	switch sent.Type {
	case object.AnswerMessage:
		m, err := answerMessage(c, i, sent.Data)
		return Answer{Message: m}, err
	case object.AnswerDeferred:
		m, err := answerDeferred(c, i, sent.Data)
		return Answer{Message: m}, err
	case object.AnswerAcknowledged, object.AnswerUpdate:
		m, err := answerUpdate(c, i, sent)
		return Answer{Message: m}, err
	case object.AnswerChoices:
		return answerChoices(sent.Data)
	default:
		return answerModal(i, sent.Data)
	}
}

// AnswerWithin is how long a bot has to answer an interaction.
const AnswerWithin = 3 * time.Second

// Patience is how long a bot has to wait for Discord before it may repeat an answer.
const Patience = time.Second

// replyFlags holds the flags that an interaction's answer may set.
const replyFlags = 1<<2 | object.FlagEphemeral | object.FlagSilent | object.FlagComponents

func answerMessage(c *call, i *world.Interaction, data json.RawMessage) (*world.Message, error) {
	m, err := replyMessage(c, i, data, "data")
	if err != nil {
		return nil, err
	}
	i.Original = m.ID
	c.world.Post(c.world.Channels[i.Channel], m)
	return m, nil
}

// replyMessage builds a message that answers an interaction.
func replyMessage(c *call, i *world.Interaction, data json.RawMessage, prefix string) (*world.Message, error) {
	if len(data) == 0 {
		return nil, refusal.EmptyMessage()
	}
	f, err := form.Read(data, prefix)
	if err != nil {
		return nil, err
	}
	if err := checkFlags(f.Flags, replyFlags, refusal.Path(prefix, "flags")); err != nil {
		return nil, err
	}
	if err := f.Check(c.source(prefix, nil), f.Flags&object.FlagComponents != 0); err != nil {
		return nil, err
	}
	if f.AllowedMentions == nil {
		f.AllowedMentions = &form.AllowedMentions{Parse: []string{"users"}}
	}
	ch := c.world.Channels[i.Channel]
	if ch == nil || ch.Deleted {
		return nil, refusal.UnknownChannel()
	}
	m, err := newMessage(c, ch, f)
	if err != nil {
		return nil, err
	}
	sign(m, i)
	return m, nil
}

// sign marks a message as an answer to an interaction.
func sign(m *world.Message, i *world.Interaction) {
	m.Reply = &world.Reply{Interaction: i.ID, Type: i.Type, User: i.User, Source: i.Message}
	if i.Type == object.InteractionCommand {
		m.Reply.Command = i.Command
	}
	if m.Ephemeral {
		m.For = i.User
	}
}

func answerDeferred(c *call, i *world.Interaction, data json.RawMessage) (*world.Message, error) {
	var sent struct {
		Flags int `json:"flags"`
	}
	if len(data) > 0 {
		if err := refusal.Decode(data, &sent, "data"); err != nil {
			return nil, err
		}
	}
	if err := checkFlags(sent.Flags, object.FlagEphemeral, "data.flags"); err != nil {
		return nil, err
	}
	ch := c.world.Channels[i.Channel]
	if ch == nil || ch.Deleted {
		return nil, refusal.UnknownChannel()
	}
	m := &world.Message{
		ID: c.world.NewID(), ChannelID: i.Channel, AuthorID: c.world.App.ID, Created: time.Now(),
		Flags: sent.Flags | object.FlagLoading, Loading: true, Ephemeral: sent.Flags&object.FlagEphemeral != 0,
	}
	sign(m, i)
	i.Original = m.ID
	c.world.Post(ch, m)
	return m, nil
}

// answerUpdate changes the pressed message, or (type 6) leaves it for later.
func answerUpdate(c *call, i *world.Interaction, sent callbackForm) (*world.Message, error) {
	i.Original = i.Message
	m := c.world.Message(i.Channel, i.Message)
	if sent.Type == object.AnswerAcknowledged || len(sent.Data) == 0 {
		return m, nil
	}
	f, err := form.Read(sent.Data, "data")
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, refusal.UnknownMessage()
	}
	if err := checkEdit(c, "data", m, f); err != nil {
		return nil, err
	}
	return m, edit(c, m, f)
}

func answerChoices(data json.RawMessage) (Answer, error) {
	var choices struct {
		Choices []object.Choice `json:"choices"`
	}
	if err := refusal.Decode(data, &choices, "data"); err != nil {
		return Answer{}, err
	}
	return Answer{Choices: choices.Choices}, form.CheckChoices(choices.Choices)
}

func answerModal(i *world.Interaction, data json.RawMessage) (Answer, error) {
	m := &object.Modal{}
	if err := refusal.Decode(data, m, "data"); err != nil {
		return Answer{}, err
	}
	if err := form.CheckModal(m); err != nil {
		return Answer{}, err
	}
	next := 0
	m.Components = object.Number(m.Components, &next)
	m.ChannelID, m.MessageID = i.Channel, i.Message
	return Answer{Modal: m}, nil
}

func callbackJSON(c *call, i *world.Interaction, a Answer) any {
	inter := map[string]any{"id": i.ID, "type": i.Type, "channel_id": i.Channel, "guild_id": i.Guild}
	out := map[string]any{"interaction": inter}
	if a.Message == nil {
		return out
	}
	inter["response_message_id"] = a.Message.ID
	inter["response_message_loading"] = a.Message.Loading
	inter["response_message_ephemeral"] = a.Message.Ephemeral
	if a.Type == object.AnswerMessage || a.Type == object.AnswerUpdate { // a deferral creates no resource
		out["resource"] = map[string]any{"type": a.Type, "message": c.world.MessageJSON(a.Message)}
	}
	return out
}
