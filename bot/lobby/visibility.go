package lobby

import (
	"context"
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/store"
)

// visibleChannels says which of some channels the asker may see. Where Discord does not tell that is the asker's own, and the error says
// why.
func visibleChannels(e *table.Env, ctx context.Context, in *interaction.Interaction, channels []engine.ID) (sees func(engine.ID) bool, err error) {
	own := func(c engine.ID) bool { return c == in.Key.Channel }
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
	seen, err := visible(e, ctx, member{in, roles}, channels, known)
	return func(c engine.ID) bool { return own(c) || seen[c] }, err
}

// visible is which of some channels a person may see. Those that are not known are threads: a public one is as its channel is;
// a private one is for those who were taken into it, of whom nothing is known here, so it is not shown.
func visible(e *table.Env, ctx context.Context, p member, channels []engine.ID, known map[engine.ID]rest.Channel) (seen map[engine.ID]bool, err error) {
	seen = map[engine.ID]bool{}
	for _, id := range channels {
		if id == p.Key.Channel {
			continue
		}
		c, ok := known[id]
		if !ok {
			t, unknown := threadOf(e, ctx, store.Key{Guild: p.Key.Guild, Channel: id})
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

// thread is a thread with a table, as far as it says who may see it. That stays as it is for as long as there is the thread.
type thread struct {
	parent  engine.ID // the channel that it is in
	private bool
}

// thread is that of a channel which is no other. Discord is asked once: asked for many each time, it would not answer for all
// within listTime, however often somebody tries again.
func threadOf(e *table.Env, ctx context.Context, k store.Key) (*thread, error) {
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

// member is a person and the roles that there are on their server.
type member struct {
	*interaction.Interaction
	all []rest.Role
}

// May is what the person may do in a channel, in the order in which Discord counts it: the roles, then what the channel says of
// everyone, of roles, and of this person.
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
