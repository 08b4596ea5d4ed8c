package discordtest

import "time"

// hook returns the interaction behind a webhook call's token while it lives.
func (s *Server) hook(c *call) (*interaction, error) {
	i := s.tokens[c.args["token"]]
	switch {
	case i == nil || c.args["app"] != s.st.App.ID || i.Answered == 0:
		return nil, errWebhook()
	case time.Since(i.Begun) > tokenLives:
		return nil, errTokenExpired()
	}
	return i, nil
}

// reply returns the message that a webhook call is about: one that answers
// this interaction, or the one that was pressed.
func (s *Server) reply(c *call) (*interaction, *Message, error) {
	i, err := s.hook(c)
	if err != nil {
		return nil, nil, err
	}
	id := c.args["message"]
	if id == "@original" {
		id = i.Original
	}
	m := s.message(i.Channel, id)
	if m == nil || m.ID != i.Original && (m.Reply == nil || m.Reply.Interaction != i.ID) {
		return nil, nil, errMessage()
	}
	return i, m, nil
}

func (s *Server) getReply(c *call) (any, error) {
	_, m, err := s.reply(c)
	if err != nil {
		return nil, err
	}
	return s.wireMessage(m), nil
}

func (s *Server) patchReply(c *call) (any, error) {
	_, m, err := s.reply(c)
	if err != nil {
		return nil, err
	}
	return s.fillReply(c, m)
}

func (s *Server) fillReply(c *call, m *Message) (any, error) {
	f, err := readMessage(c.body, "")
	if err != nil {
		return nil, err
	}
	if err := s.checkEdit(c, "", m, f); err != nil {
		return nil, err
	}
	if err := s.edit(c, m, f); err != nil {
		return nil, err
	}
	return s.wireMessage(m), nil
}

func (s *Server) removeReply(c *call) (any, error) {
	_, m, err := s.reply(c)
	if err != nil {
		return nil, err
	}
	s.deleteMessage(m)
	return nil, nil
}

// followUp is a further message after the answer. The first one after a
// deferred answer fills that one in.
func (s *Server) followUp(c *call) (any, error) {
	i, err := s.hook(c)
	if err != nil {
		return nil, err
	}
	if m := s.message(i.Channel, i.Original); m != nil && m.Loading {
		return s.fillReply(c, m)
	}
	m, err := s.replyMessage(c, i, c.body, "")
	if err != nil {
		return nil, err
	}
	s.post(s.st.Channels[i.Channel], m)
	return s.wireMessage(m), nil
}
