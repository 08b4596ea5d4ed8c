package world

import (
	"maps"
	"slices"

	"cardroom/bot/discordtest/object"
)

type textChannelJSON struct {
	ID         string          `json:"id"`
	Type       int             `json:"type"`
	GuildID    string          `json:"guild_id"`
	Name       string          `json:"name"`
	Position   int             `json:"position"`
	Flags      int             `json:"flags"`
	Overwrites []overwriteJSON `json:"permission_overwrites"`
	NSFW       bool            `json:"nsfw"`
	Topic      null            `json:"topic"`
	SlowMode   int             `json:"rate_limit_per_user"`
	ParentID   null            `json:"parent_id"`
}

type threadJSON struct {
	ID           string             `json:"id"`
	Type         int                `json:"type"`
	GuildID      string             `json:"guild_id"`
	Name         string             `json:"name"`
	Flags        int                `json:"flags"`
	SlowMode     int                `json:"rate_limit_per_user"`
	ParentID     string             `json:"parent_id"`
	OwnerID      string             `json:"owner_id"`
	MessageCount int                `json:"message_count"`
	MemberCount  int                `json:"member_count"`
	TotalSent    int                `json:"total_message_sent"`
	Metadata     threadMetadataJSON `json:"thread_metadata"`
}

type threadMetadataJSON struct {
	Archived            bool    `json:"archived"`
	ArchiveTimestamp    *string `json:"archive_timestamp"`
	AutoArchiveDuration int     `json:"auto_archive_duration"`
	Locked              bool    `json:"locked"`
}

type overwriteJSON struct {
	Allow string `json:"allow"`
	Deny  string `json:"deny"`
	ID    string `json:"id"`
	Type  int    `json:"type"` // 0 role, 1 member
}

// kind returns Discord's type of a channel or thread.
func (c *Channel) kind() int {
	if c.Parent == "" || c.Type != 0 {
		return c.Type
	}
	return object.PublicThread
}

// threadType returns the Type of a thread in a channel.
func (c *Channel) threadType() int {
	if c.Type == object.NewsChannel {
		return object.NewsThread
	}
	return 0
}

// HasThreads reports whether a channel may have threads, and whether they may have a type.
func (c *Channel) HasThreads(kind int) (some, such bool) {
	return c.Type == 0 || c.Type == object.NewsChannel, (c.Type == object.NewsChannel) == (kind == object.NewsThread)
}

// metadata returns the state of a thread.
func (c *Channel) metadata() threadMetadataJSON {
	return threadMetadataJSON{Archived: c.Archived, ArchiveTimestamp: joinedAt, AutoArchiveDuration: 10080, Locked: c.Locked}
}

// ChannelJSON returns a channel or thread in Discord's form.
func (w *World) ChannelJSON(c *Channel) any {
	if c.Parent == "" {
		return textChannelJSON{ID: c.ID, Type: c.Type, GuildID: c.Guild, Name: c.Name, Overwrites: w.overwritesJSON(c)}
	}
	return threadJSON{
		ID: c.ID, Type: c.kind(), GuildID: c.Guild, Name: c.Name, ParentID: c.Parent, OwnerID: w.App.ID,
		MessageCount: len(c.Messages), MemberCount: 1, TotalSent: len(c.Messages), Metadata: c.metadata(),
	}
}

// overwritesJSON returns a channel's changes to the permissions of its guild.
func (w *World) overwritesJSON(ch *Channel) []overwriteJSON {
	list := []overwriteJSON{}
	if ch.Denied != 0 {
		list = append(list, overwriteJSON{ID: ch.Guild, Type: 0, Allow: bitsJSON(0), Deny: bitsJSON(ch.Denied)})
	}
	for _, id := range slices.Sorted(maps.Keys(ch.Allowed)) {
		kind := 0
		if w.Users[id] != nil {
			kind = 1
		}
		list = append(list, overwriteJSON{ID: id, Type: kind, Allow: bitsJSON(ch.Allowed[id]), Deny: bitsJSON(0)})
	}
	return list
}

// ResolvedChannelJSON returns a channel in an option, as Discord resolves it: some fields, with the permissions of the
// member and the bot there.
func (w *World) ResolvedChannelJSON(member *Member, ch *Channel) map[string]any {
	out := map[string]any{
		"permissions": bitsJSON(w.Permissions(member, ch)), "app_permissions": bitsJSON(w.BotPermissions(ch)), "id": ch.ID, "type": ch.kind(), "name": ch.Name,
		"parent_id": orNull(ch.Parent), "flags": 0,
	}
	if ch.Parent != "" {
		out["thread_metadata"] = ch.metadata()
	}
	return out
}

// ResolvedMemberJSON returns a member in an option, as Discord resolves it: without the user.
func (w *World) ResolvedMemberJSON(m *Member) MemberJSON {
	member := w.MemberJSON(m)
	member.User, member.Deaf, member.Mute = nil, nil, nil
	return member
}
