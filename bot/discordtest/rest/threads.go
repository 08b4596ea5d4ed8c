package rest

import (
	"slices"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

// threadForm is a request for a thread without a message.
type threadForm struct {
	Name     string `json:"name"`
	Archive  *int   `json:"auto_archive_duration"`
	Archived *bool  `json:"archived"`
	SlowMode *int   `json:"rate_limit_per_user"`
	Type     *int   `json:"type"`
}

// readThreadForm returns the channel of a request, and its form.
func readThreadForm(c *call) (ch *world.Channel, sent threadForm, err error) {
	if ch, err = channelFor(c); err == nil {
		err = refusal.Decode(c.body, &sent, "")
	}
	return ch, sent, err
}

// createThread makes a thread in a channel. Without a type it is private, as on Discord.
func createThread(c *call) (any, error) {
	ch, sent, err := readThreadForm(c)
	if err != nil {
		return nil, err
	}
	kind := object.IntOr(sent.Type, object.PrivateThread)
	if err := sent.check(kind); err != nil {
		return nil, err
	}
	switch some, such := ch.HasThreads(kind); {
	case ch.Parent == "" && !some:
		return nil, refusal.NoThreads()
	case ch.Parent != "" || !such:
		return nil, refusal.WrongChannelType()
	}
	need := int64(object.CreatePublicThreads)
	if kind == object.PrivateThread {
		need = object.CreatePrivateThreads
	}
	if c.world.BotPermissions(ch)&need == 0 {
		return nil, refusal.MissingPermissions()
	}
	return created{c.world.ChannelJSON(c.world.AddThread(ch, sent.Name, kind))}, nil
}

// getActiveThreads lists the threads of a guild that are not archived.
func getActiveThreads(c *call) (any, error) {
	if c.world.Guild(c.args["guild"]) == nil {
		return nil, refusal.UnknownGuild()
	}
	list := []any{}
	for _, ch := range c.world.ChannelsOf(c.args["guild"]) {
		if ch.Parent != "" && !ch.Archived {
			list = append(list, c.world.ChannelJSON(ch))
		}
	}
	return map[string]any{"threads": list, "members": []any{}, "has_more": false}, nil
}

// patchChannel archives a thread of the bot, opens it again, or gives it another name. An archived thread takes no name unless the request
// opens it. A name of a channel needs a permission that no test grants.
func patchChannel(c *call) (any, error) {
	ch, sent, err := readThreadForm(c)
	if err != nil {
		return nil, err
	}
	if ch.Parent == "" {
		return nil, refusal.MissingPermissions()
	}
	archived, lockedOut := ch.Archived, ch.LockedOut(c.world)
	if sent.Archived != nil {
		archived = *sent.Archived
	}
	switch {
	case ch.Archived && (archived || lockedOut):
		return nil, refusal.ThreadArchived()
	case lockedOut:
		return nil, refusal.ThreadLocked()
	}
	if sent.Name != "" || sent.Archived == nil {
		var p refusal.Form
		p.Text("name", sent.Name, 1, 100)
		if err := p.Err(); err != nil {
			return nil, err
		}
		c.world.Rename(ch, sent.Name)
	}
	ch.Archive(c.world, archived)
	return c.world.ChannelJSON(ch), nil
}

// check refuses a form for a thread of the kind that Discord refuses.
func (f *threadForm) check(kind int) error {
	var p refusal.Form
	p.Text("name", f.Name, 1, 100)
	if archive := object.IntOr(f.Archive, 1440); !slices.Contains([]int{60, 1440, 4320, 10080}, archive) {
		p.Add("auto_archive_duration", "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
	}
	p.Between("rate_limit_per_user", object.IntOr(f.SlowMode, 0), 0, 21600)
	if kind != object.NewsThread && kind != object.PublicThread && kind != object.PrivateThread {
		p.Add("type", "BASE_TYPE_CHOICES", "Value must be one of (10, 11, 12).")
	}
	return p.Err()
}
