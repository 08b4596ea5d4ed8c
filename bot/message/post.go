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
	"cardroom/internal/retry"
)

// Poster posts messages.
type Poster struct {
	Rest *rest.Client
	Hook failpoint.Hook
}

// Create posts a message in a channel and returns its id. Posting twice under one nonce makes one message.
func (p *Poster) Create(ctx context.Context, e failpoint.Effect, channel engine.ID, d rest.Draft) (id engine.ID, err error) {
	err = p.Hook.Do(e, func() error {
		made, err := p.Rest.Create(ctx, fmt.Sprint(channel), d)
		id = Snowflake(made)
		return err
	})
	return id, err
}

// laterTime bounds the wait of a message that others go before. No try of it takes longer than createTime.
const (
	laterTime  = time.Minute
	createTime = 2 * RequestTimeout
)

// CreateLater works like Create, once the message delays no other request of the bot. A minute later it is no news.
func (p *Poster) CreateLater(ctx context.Context, e failpoint.Effect, channel engine.ID, m *discordgo.MessageSend, nonce string) error {
	ctx, cancel := context.WithTimeout(rest.LowPriority(ctx), laterTime)
	defer cancel()
	for {
		try, done := context.WithTimeout(ctx, createTime)
		_, err := p.Create(try, e, channel, rest.Draft{Message: m, Nonce: nonce})
		done()
		if wait, limited := retry.After(err); !limited || !retry.Sleep(ctx, wait) {
			return err
		}
	}
}

// FollowUp sends a private message to the user of an interaction, after its answer, and returns its id.
func (p *Poster) FollowUp(ctx context.Context, e failpoint.Effect, by rest.Ref, c Content) (id string, err error) {
	err = p.Hook.Do(e, func() error {
		id, err = p.Rest.FollowUp(ctx, by, Private(c))
		return err
	})
	return id, err
}

// mostRead is how many messages of a channel a search reads back.
const mostRead = 10 * rest.MostMessages

// Reach is how far a search has read back in a channel.
type Reach int

// The reaches. Discord gives a bot that may not read a channel's history an empty list, which looks like an empty channel.
const (
	More  Reach = iota // older messages may be read
	Whole              // to a message that is not newer than the first one of interest
	Ended              // to the first message that the bot may read
	Cut                // as many messages as a search reads
)

// Older returns a list of the newest messages of a channel with the next page of older ones. The search is for those that are newer
// than since.
func (p *Poster) Older(ctx context.Context, channel, since engine.ID, list []rest.Message) ([]rest.Message, Reach, error) {
	ctx, cancel := context.WithTimeout(ctx, RequestTimeout)
	defer cancel()
	before := ""
	if len(list) > 0 {
		before = list[len(list)-1].ID
	}
	page, err := p.Rest.Messages(ctx, fmt.Sprint(channel), before)
	all := append(list, page...)
	switch n := len(page); {
	case n > 0 && Snowflake(page[n-1].ID) <= since:
		return all, Whole, err
	case n < rest.MostMessages:
		return all, Ended, err
	case len(all) >= mostRead:
		return all, Cut, err
	}
	return all, More, err
}

// Since returns the messages of a channel that are newer than one, and some older ones, the newest first.
func (p *Poster) Since(ctx context.Context, channel, since engine.ID) (list []rest.Message, reach Reach, err error) {
	for reach == More && err == nil {
		list, reach, err = p.Older(ctx, channel, since, list)
	}
	return list, reach, err
}

// Own returns the bot's plain messages in a channel that are newer than since and whose content matches, the newest first. The bot's
// user is me; nil: not known yet, which is an error.
func (p *Poster) Own(ctx context.Context, channel engine.ID, me *string, since time.Time, matches func(content string) bool) (found []engine.ID, reach Reach, err error) {
	if me == nil {
		return nil, Ended, errors.New("the bot is not connected to Discord yet")
	}
	list, reach, err := p.Since(ctx, channel, firstAt(since))
	for _, m := range list {
		if m.Author.ID == *me && m.Type == discordgo.MessageTypeDefault && matches(m.Content) {
			found = append(found, Snowflake(m.ID))
		}
	}
	return found, reach, err
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

// firstAt returns an id that is not newer than those that Discord makes at a time; 0 for a time before all ids.
func firstAt(t time.Time) engine.ID { return engine.ID(max(t.UnixMilli()-discordEpoch, 0)) << 22 }

// CreatedAt returns when Discord made an id.
func CreatedAt(id engine.ID) time.Time { return time.UnixMilli(int64(id>>22) + discordEpoch) }
