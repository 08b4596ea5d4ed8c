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

// mostPages limits how far Own reads back.
const mostPages = 10

// Own returns the bot's plain messages in a channel that are not older than since and whose content matches, the newest first. It
// reads a thousand messages at most: hidden reports that it found none, and that there are more. The bot's user is me; nil: not known
// yet, which is an error.
func (p *Poster) Own(ctx context.Context, channel engine.ID, me *string, since time.Time, matches func(content string) bool) (found []engine.ID, hidden bool, err error) {
	if me == nil {
		return nil, false, errors.New("the bot is not connected to Discord yet")
	}
	before := ""
	for range mostPages {
		list, err := p.read(ctx, channel, before)
		for _, m := range list {
			if m.Author.ID == *me && m.Type == discordgo.MessageTypeDefault && matches(m.Content) {
				found = append(found, Snowflake(m.ID))
			}
		}
		if err != nil || len(list) < rest.MostMessages || CreatedAt(Snowflake(list[len(list)-1].ID)).Before(since) {
			return found, false, err
		}
		before = list[len(list)-1].ID
	}
	return found, len(found) == 0, nil
}

// read reads a page of a channel.
func (p *Poster) read(ctx context.Context, channel engine.ID, before string) ([]rest.Message, error) {
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	return p.Rest.Messages(ctx, fmt.Sprint(channel), before)
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
