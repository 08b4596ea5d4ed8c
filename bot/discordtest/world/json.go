package world

import (
	"strconv"
	"time"

	"cardroom/bot/discordtest/object"
)

// null is written for a field of Discord's that this Discord never fills in.
type null struct{}

// MarshalJSON returns null.
func (null) MarshalJSON() ([]byte, error) { return []byte("null"), nil }

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// locale returns the language of a user or guild, or Discord's default if it has set none.
func locale(set string) string {
	if set == "" {
		return "en-US"
	}
	return set
}

// timeJSON returns a time in Discord's form, or null.
func timeJSON(t time.Time) *string {
	if t.IsZero() {
		return nil
	}
	text := t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
	return &text
}

// joinedAt is when all members joined; nothing depends on it.
var joinedAt = timeJSON(time.Unix(1767225600, 0))

// bitsJSON returns a set of permissions in Discord's form.
func bitsJSON(bits int64) string { return strconv.FormatInt(bits, 10) }

// UserJSON is a user in Discord's form.
type UserJSON struct {
	ID            string  `json:"id"`
	Username      string  `json:"username"`
	GlobalName    *string `json:"global_name"`
	Avatar        null    `json:"avatar"`
	Discriminator string  `json:"discriminator"`
	PublicFlags   int     `json:"public_flags"`
	Flags         int     `json:"flags"`
	Bot           bool    `json:"bot"`
	PrimaryGuild  null    `json:"primary_guild"`
}

// UserJSON returns a user, or the bot, in Discord's form.
func (w *World) UserJSON(id string) UserJSON {
	u := UserJSON{ID: id, Username: id, Discriminator: "0"}
	if known := w.Users[id]; known != nil {
		u.Username = known.Name
	}
	if id == w.App.ID {
		u.Username, u.Bot = w.App.Name, true
		return u
	}
	u.GlobalName = &u.Username
	return u
}

// MemberJSON is a member of a guild in Discord's form.
type MemberJSON struct {
	User                       *UserJSON `json:"user,omitempty"`
	Nick                       *string   `json:"nick"`
	Roles                      []string  `json:"roles"`
	JoinedAt                   *string   `json:"joined_at"`
	PremiumSince               null      `json:"premium_since"`
	Deaf                       *bool     `json:"deaf,omitempty"`
	Mute                       *bool     `json:"mute,omitempty"`
	Flags                      int       `json:"flags"`
	Pending                    bool      `json:"pending"`
	Avatar                     null      `json:"avatar"`
	Banner                     null      `json:"banner"`
	CommunicationDisabledUntil null      `json:"communication_disabled_until"`
	Permissions                string    `json:"permissions,omitempty"` // in interactions
}

// MemberJSON returns a member of a guild in Discord's form.
func (w *World) MemberJSON(m *Member) MemberJSON {
	user, no := w.UserJSON(m.User), false
	return MemberJSON{
		User: &user, Nick: orNull(m.Nick), Roles: append([]string{}, m.Roles...), JoinedAt: joinedAt, Deaf: &no, Mute: &no,
	}
}

// BotMember returns the bot as a member of any guild.
func (w *World) BotMember() *Member { return &Member{User: w.App.ID} }

// RoleJSON returns a role with its permissions in Discord's form.
func RoleJSON(r Role, permissions int64) map[string]any {
	return map[string]any{
		"id": r.ID, "name": r.Name, "permissions": bitsJSON(permissions), "position": 0,
		"color": 0, "colors": map[string]any{"primary_color": 0, "secondary_color": nil, "tertiary_color": nil},
		"icon": nil, "unicode_emoji": nil, "hoist": false, "managed": false, "mentionable": false, "flags": 0,
	}
}

// GuildJSON returns a guild with all fields of GUILD_CREATE.
func (w *World) GuildJSON(g *Guild) map[string]any {
	channels, threads := []any{}, []any{}
	for _, c := range w.ChannelsOf(g.ID) {
		if c.Parent == "" {
			channels = append(channels, w.ChannelJSON(c))
		} else {
			threads = append(threads, w.ChannelJSON(c))
		}
	}
	roles := []any{RoleJSON(Role{g.ID, "@everyone"}, object.MemberPermissions)}
	for _, r := range g.Roles {
		roles = append(roles, RoleJSON(r, 0))
	}
	return map[string]any{
		"id": g.ID, "name": g.Name, "icon": nil, "owner_id": w.App.ID, "preferred_locale": locale(g.Locale),
		"features": []string{}, "unavailable": false, "large": false, "member_count": len(g.Members) + 1,
		"joined_at": joinedAt, "channels": channels, "threads": threads, "members": []any{w.MemberJSON(w.BotMember())},
		"roles": roles, "emojis": []any{}, "stickers": []any{}, "presences": []any{}, "voice_states": []any{},
	}
}

// EmojiJSON returns an emoji of the application in Discord's form.
func (w *World) EmojiJSON(e *Emoji) map[string]any {
	return map[string]any{
		"id": e.ID, "name": e.Name, "roles": []string{}, "user": w.UserJSON(w.App.ID), "require_colons": true,
		"managed": false, "animated": e.Kind == "image/gif", "available": true,
	}
}
