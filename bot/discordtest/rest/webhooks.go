package rest

import (
	"cmp"
	"time"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

// interactionOf returns the interaction of a webhook call's token while the token is valid.
func interactionOf(c *call) (*world.Interaction, error) {
	i := c.world.Tokens[c.args["token"]]
	switch {
	case i == nil || c.args["app"] != c.world.App.ID || i.Answered == 0:
		return nil, refusal.UnknownWebhook()
	case time.Since(i.Created) > world.TokenLife:
		return nil, refusal.ExpiredToken()
	}
	return i, nil
}

// reply returns the message of a webhook call: one that answers this interaction, or the pressed one.
func reply(c *call) (*world.Message, error) {
	i, err := interactionOf(c)
	if err != nil {
		return nil, err
	}
	id := c.args["message"]
	if id == "@original" {
		id = i.Original
	}
	m := c.world.Message(i.Channel, id)
	if m == nil || m.ID != i.Original && (m.Reply == nil || m.Reply.Interaction != i.ID) {
		return nil, refusal.UnknownMessage()
	}
	return m, nil
}

func getReply(c *call) (any, error) {
	m, err := reply(c)
	if err != nil {
		return nil, err
	}
	return c.world.MessageJSON(m), nil
}

func patchReply(c *call) (any, error) {
	m, err := reply(c)
	if err != nil {
		return nil, err
	}
	return fillReply(c, m)
}

func fillReply(c *call, m *world.Message) (any, error) {
	f, err := form.Read(c.body, "")
	if err != nil {
		return nil, err
	}
	if err := checkEdit(c, "", m, f); err != nil {
		return nil, err
	}
	if err := edit(c, m, f); err != nil {
		return nil, err
	}
	return c.world.MessageJSON(m), nil
}

func removeReply(c *call) (any, error) {
	m, err := reply(c)
	if err != nil {
		return nil, err
	}
	c.world.Delete(m)
	return nil, nil
}

// followUp posts another message after the answer. The first one after a deferred answer fills that one in.
func followUp(c *call) (any, error) {
	i, err := interactionOf(c)
	if err != nil {
		return nil, err
	}
	if m := c.world.Message(i.Channel, i.Original); m != nil && m.Loading {
		return fillReply(c, m)
	}
	m, err := replyMessage(c, i, c.body, "")
	if err != nil {
		return nil, err
	}
	m.Reply.Follows = cmp.Or(i.Message, i.Original)
	c.world.Post(c.world.Channels[i.Channel], m)
	return c.world.MessageJSON(m), nil
}
