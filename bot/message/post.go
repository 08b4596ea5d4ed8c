package message

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/rest"
	"cardroom/engine"
)

// Poster posts messages.
type Poster struct {
	Rest *rest.Client
	Hook failpoint.Hook
}

// Create posts a message in a channel and returns its id. Posting twice under one nonce makes one message.
func (p *Poster) Create(ctx context.Context, e failpoint.Effect, channel engine.ID, m *discordgo.MessageSend, nonce string, pictures ...rest.Picture) (id engine.ID, err error) {
	err = p.Hook.Do(e, func() error {
		made, err := p.Rest.Create(ctx, fmt.Sprint(channel), m, nonce, pictures...)
		id = Snowflake(made)
		return err
	})
	return id, err
}

// Own returns the bot's plain messages among the newest of a channel whose content matches, the newest first. The bot's user is me;
// nil: not known yet, which is an error. If the channel may have more messages than it has read, oldest is the oldest of these.
func (p *Poster) Own(ctx context.Context, channel engine.ID, me *string, matches func(content string) bool) (found []engine.ID, oldest engine.ID, err error) {
	if me == nil {
		return nil, 0, errors.New("the bot is not connected to Discord yet")
	}
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	list, err := p.Rest.Messages(ctx, fmt.Sprint(channel))
	for _, m := range list {
		if m.Author.ID == *me && m.Type == discordgo.MessageTypeDefault && matches(m.Content) {
			found = append(found, Snowflake(m.ID))
		}
	}
	if len(list) == rest.MostMessages {
		oldest = Snowflake(list[len(list)-1].ID)
	}
	return found, oldest, err
}

// Ref is a message, or a channel for a message to come.
type Ref struct {
	Channel engine.ID `json:"channel"`
	Message engine.ID `json:"message,omitempty"`
}

// Snowflake parses an id, or returns 0 if s is none.
func Snowflake(s string) engine.ID {
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil {
		return 0
	}
	return engine.ID(n)
}

// IsGone reports whether a message, or its whole channel, no longer exists.
func IsGone(err error) bool { return errors.Is(err, rest.ErrGone) || errors.Is(err, rest.ErrNoChannel) }

// discordEpoch is the start of Discord's ids, in milliseconds since the Unix epoch.
const discordEpoch = 1420070400000

// CreatedAt returns when Discord made an id.
func CreatedAt(id engine.ID) time.Time { return time.UnixMilli(int64(id>>22) + discordEpoch) }
