package discordtest

import (
	"encoding/json"
	"slices"
	"time"
)

type callbackForm struct {
	Type int             `json:"type"`
	Data json.RawMessage `json:"data"`
}

// callback is the first answer to an interaction.
func (s *Server) callback(c *call) (any, error) {
	i, err := s.unanswered(c)
	if err != nil {
		return nil, err
	}
	var form callbackForm
	if err := decode(c.body, &form, ""); err != nil {
		return nil, err
	}
	if err := s.checkType(i, form.Type); err != nil {
		return nil, err
	}
	if string(form.Data) == "null" {
		form.Data = nil
	}
	a, err := s.accept(c, i, form)
	if err != nil {
		return nil, err
	}
	i.Answered, a.Type = form.Type, form.Type
	s.changed()
	s.settle(i, a)
	if c.query.Get("with_response") != "true" {
		return nil, nil
	}
	return s.wireCallback(i, a), nil
}

// unanswered returns the interaction that may still be answered.
func (s *Server) unanswered(c *call) (*interaction, error) {
	i := s.st.Interactions[c.args["interaction"]]
	switch {
	case i == nil || i.Token != c.args["token"] || time.Since(i.Begun) > answerWithin && i.Answered == 0:
		return nil, errLate()
	case i.Answered != 0 && (i.Repeated || i.Spoiled):
		return nil, refuse(400, 40060, "Interaction has already been acknowledged.")
	case i.Answered != 0:
		return nil, errAnswered()
	}
	return i, nil
}

// checkType objects to an answer that does not fit what was done.
func (s *Server) checkType(i *interaction, kind int) error {
	fit := map[int][]int{
		kindCommand:   {AnswerMessage, AnswerDeferred, AnswerModal},
		kindComponent: {AnswerMessage, AnswerDeferred, AnswerAcknowledged, AnswerUpdate, AnswerModal},
		kindComplete:  {AnswerChoices},
		kindModal:     {AnswerMessage, AnswerDeferred},
	}[i.Kind]
	if i.Kind == kindModal && i.Message != "" {
		fit = append(fit, AnswerAcknowledged, AnswerUpdate)
	}
	var p problems
	if !slices.Contains(fit, kind) {
		p.add("type", "INTERACTION_TYPE_INVALID", "An interaction of type %d cannot be answered with type %d.", i.Kind, kind)
	}
	return p.err()
}

// accept carries out an answer and returns what the person gets to see.
func (s *Server) accept(c *call, i *interaction, form callbackForm) (Answer, error) {
	switch form.Type {
	case AnswerMessage:
		m, err := s.answerMessage(c, i, form.Data)
		return s.shown(m), err
	case AnswerDeferred:
		m, err := s.answerDeferred(i, form.Data)
		return s.shown(m), err
	case AnswerAcknowledged, AnswerUpdate:
		m, err := s.answerUpdate(c, i, form)
		return s.shown(m), err
	case AnswerChoices:
		return answerChoices(form.Data)
	default:
		return s.answerModal(i, form.Data)
	}
}

func (s *Server) shown(m *Message) Answer {
	if m == nil {
		return Answer{}
	}
	view := s.snapshot(m)
	return Answer{Message: &view}
}

// replyFlags are those an interaction's answer may set.
const replyFlags = 1<<2 | FlagEphemeral | FlagSilent | FlagComponents

func (s *Server) answerMessage(c *call, i *interaction, data json.RawMessage) (*Message, error) {
	m, err := s.replyMessage(c, i, data, "data")
	if err != nil {
		return nil, err
	}
	i.Original = m.ID
	s.post(s.st.Channels[i.Channel], m)
	return m, nil
}

// replyMessage builds a message that answers an interaction.
func (s *Server) replyMessage(c *call, i *interaction, data json.RawMessage, prefix string) (*Message, error) {
	if len(data) == 0 {
		return nil, errEmpty()
	}
	f, err := readMessage(data, prefix)
	if err != nil {
		return nil, err
	}
	if err := checkFlags(f.Flags, replyFlags, at(prefix, "flags")); err != nil {
		return nil, err
	}
	if err := f.check(c, prefix, f.Flags&FlagComponents != 0); err != nil {
		return nil, err
	}
	if f.AllowedMentions == nil {
		f.AllowedMentions = &allowedMentions{Parse: []string{"users"}}
	}
	ch := s.st.Channels[i.Channel]
	if ch == nil || ch.Deleted {
		return nil, errChannel()
	}
	m, err := s.newMessage(c, ch, f)
	if err != nil {
		return nil, err
	}
	s.sign(m, i)
	return m, nil
}

// sign marks a message as an answer to an interaction.
func (s *Server) sign(m *Message, i *interaction) {
	m.Reply = &Reply{Interaction: i.ID, Type: i.Kind, User: i.User, Source: i.Message}
	if i.Kind == kindCommand {
		m.Reply.Command = i.Command
	}
	if m.Ephemeral {
		m.For = i.User
	}
}

func (s *Server) answerDeferred(i *interaction, data json.RawMessage) (*Message, error) {
	var form struct {
		Flags int `json:"flags"`
	}
	if len(data) > 0 {
		if err := decode(data, &form, "data"); err != nil {
			return nil, err
		}
	}
	if err := checkFlags(form.Flags, FlagEphemeral, "data.flags"); err != nil {
		return nil, err
	}
	ch := s.st.Channels[i.Channel]
	if ch == nil || ch.Deleted {
		return nil, errChannel()
	}
	m := &Message{
		ID: s.newID(), ChannelID: i.Channel, AuthorID: s.st.App.ID, Created: time.Now(),
		Flags: form.Flags | FlagLoading, Loading: true, Ephemeral: form.Flags&FlagEphemeral != 0,
	}
	s.sign(m, i)
	i.Original = m.ID
	s.post(ch, m)
	return m, nil
}

// answerUpdate changes the message that was pressed, or (type 6) leaves it for later.
func (s *Server) answerUpdate(c *call, i *interaction, form callbackForm) (*Message, error) {
	i.Original = i.Message
	m := s.message(i.Channel, i.Message)
	if form.Type == AnswerAcknowledged || len(form.Data) == 0 {
		return m, nil
	}
	f, err := readMessage(form.Data, "data")
	if err != nil {
		return nil, err
	}
	if m == nil {
		return nil, errMessage()
	}
	if err := s.checkEdit(c, "data", m, f); err != nil {
		return nil, err
	}
	return m, s.edit(c, m, f)
}

func answerChoices(data json.RawMessage) (Answer, error) {
	var form struct {
		Choices []Choice `json:"choices"`
	}
	if err := decode(data, &form, "data"); err != nil {
		return Answer{}, err
	}
	var p problems
	choiceProblems(&p, form.Choices)
	return Answer{Choices: form.Choices}, p.err()
}

func (s *Server) answerModal(i *interaction, data json.RawMessage) (Answer, error) {
	m := &Modal{}
	if err := decode(data, m, "data"); err != nil {
		return Answer{}, err
	}
	var p problems
	checkModal(&p, m)
	if err := p.err(); err != nil {
		return Answer{}, err
	}
	next := 0
	m.Components = number(m.Components, &next)
	m.ChannelID, m.MessageID = i.Channel, i.Message
	i.Modal = m
	return Answer{Modal: m}, nil
}

func (s *Server) wireCallback(i *interaction, a Answer) any {
	inter := map[string]any{"id": i.ID, "type": i.Kind, "channel_id": i.Channel, "guild_id": i.Guild}
	out := map[string]any{"interaction": inter}
	if a.Message == nil {
		return out
	}
	inter["response_message_id"] = a.Message.ID
	inter["response_message_loading"] = a.Message.Loading
	inter["response_message_ephemeral"] = a.Message.Ephemeral
	resource := map[string]any{"type": a.Type}
	if a.Type == AnswerMessage || a.Type == AnswerUpdate {
		resource["message"] = s.wireMessage(a.Message)
	}
	out["resource"] = resource
	return out
}
