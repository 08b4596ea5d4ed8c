package lobby

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// lookTime limits the time for requests to Discord, because an answer has to arrive within three seconds.
const lookTime = 1200 * time.Millisecond

// Visible returns a function that reports whether the user can see a channel. If Discord does not answer, that is only the
// channel they are in, and the error says why.
func Visible(e *table.Env, in *interaction.Interaction, channels []engine.ID) (sees func(engine.ID) bool, err error) {
	ctx, cancel := context.WithTimeout(e.Ctx, lookTime)
	defer cancel()
	own := func(c engine.ID) bool { return c == in.Channel }
	switch {
	case in.Has(discordgo.PermissionAdministrator):
		return func(engine.ID) bool { return true }, nil
	case !slices.ContainsFunc(channels, func(c engine.ID) bool { return !own(c) }):
		return own, nil
	}
	guild := fmt.Sprint(in.Key.Guild)
	roles, err := e.Rest.Roles(ctx, guild)
	if err != nil {
		return own, err
	}
	list, err := e.Rest.Channels(ctx, guild)
	if err != nil {
		return own, err
	}
	known := map[engine.ID]rest.Channel{}
	for _, c := range list {
		known[message.Snowflake(c.ID)] = c
	}
	seen, err := visible(ctx, e, member{in, roles}, channels, known)
	return func(c engine.ID) bool { return own(c) || seen[c] }, err
}

// visible returns which of the channels a member can see. Channels missing from known are threads. A public thread is as
// visible as its channel. A private one is for its members, whom the bot does not know, so it is left out.
func visible(ctx context.Context, e *table.Env, p member, channels []engine.ID, known map[engine.ID]rest.Channel) (seen map[engine.ID]bool, err error) {
	seen = map[engine.ID]bool{}
	for _, id := range channels {
		if id == p.Channel {
			continue
		}
		c, ok := known[id]
		if !ok {
			t, unknown := threadOf(ctx, e, store.Key{Guild: p.Key.Guild, Channel: id})
			if unknown != nil {
				err = unknown
				continue
			}
			c, ok = known[t.parent]
			ok = ok && !t.private
		}
		seen[id] = ok && p.permissions(c)&discordgo.PermissionViewChannel != 0
	}
	return seen, err
}

// thread describes which users can see a thread. It never changes.
type thread struct {
	parent  engine.ID // its channel
	private bool
}

// threadOf returns the thread with an ID. It asks Discord once per thread; otherwise a server with many threads would
// exceed lookTime on every call.
func threadOf(ctx context.Context, e *table.Env, k store.Key) (*thread, error) {
	if t, known := e.Threads.Load(k); known {
		return t.(*thread), nil
	}
	c, err := e.Rest.Channel(ctx, fmt.Sprint(k.Channel))
	if err != nil {
		return nil, err
	}
	t := &thread{message.Snowflake(c.Parent), c.Type == discordgo.ChannelTypeGuildPrivateThread}
	e.Threads.Store(k, t)
	return t, nil
}

// member is a user together with all roles of their server.
type member struct {
	*interaction.Interaction
	all []rest.Role
}

// permissions returns the permissions of the member in a channel. It follows Discord's order: roles first, then the
// channel's overwrites for everyone, for roles and for this user.
func (p member) permissions(c rest.Channel) (allowed int64) {
	everyone := p.Key.Guild
	has := func(id engine.ID) bool { return id == everyone || slices.Contains(p.Roles, id) }
	for _, r := range p.all {
		if has(message.Snowflake(r.ID)) {
			allowed |= r.Permissions
		}
	}
	if allowed&discordgo.PermissionAdministrator != 0 {
		return allowed | discordgo.PermissionViewChannel
	}
	for _, applies := range []func(rest.Overwrite) bool{
		func(o rest.Overwrite) bool { return message.Snowflake(o.ID) == everyone },
		func(o rest.Overwrite) bool {
			return message.Snowflake(o.ID) != everyone && o.Kind == discordgo.PermissionOverwriteTypeRole && has(message.Snowflake(o.ID))
		},
		func(o rest.Overwrite) bool {
			return o.Kind == discordgo.PermissionOverwriteTypeMember && message.Snowflake(o.ID) == p.User
		},
	} {
		var allow, deny int64
		for _, o := range c.Overwrites {
			if applies(o) {
				allow, deny = allow|o.Allow, deny|o.Deny
			}
		}
		allowed = allowed&^deny | allow
	}
	return allowed
}
