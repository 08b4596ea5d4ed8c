package discordtest

import (
	"encoding/json"
	"strconv"
	"time"
)

// The functions here write Discord's own JSON objects.

func wireTime(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UTC().Format("2006-01-02T15:04:05.000000+00:00")
}

func (s *Server) wireUser(id string) map[string]any {
	name, bot := id, false
	if u := s.st.Users[id]; u != nil {
		name = u.Name
	}
	if id == s.st.App.ID {
		name, bot = s.st.App.Name, true
	}
	return map[string]any{
		"id": id, "username": name, "global_name": nullUnless(!bot, name), "avatar": nil, "discriminator": "0",
		"public_flags": 0, "flags": 0, "bot": bot, "primary_guild": nil,
	}
}

func nullUnless(cond bool, v any) any {
	if !cond {
		return nil
	}
	return v
}

func (s *Server) wireMember(p *person) map[string]any {
	return map[string]any{
		"user": s.wireUser(p.User), "nick": nullUnless(p.Nick != "", p.Nick), "roles": append([]string{}, p.Roles...),
		"joined_at": wireTime(time.Unix(1767225600, 0)), "premium_since": nil, "deaf": false, "mute": false,
		"flags": 0, "pending": false, "avatar": nil, "banner": nil, "communication_disabled_until": nil,
	}
}

func (s *Server) botMember() *person { return &person{User: s.st.App.ID} }

func (s *Server) wireChannel(c *channel) map[string]any {
	w := map[string]any{
		"id": c.ID, "type": 0, "guild_id": c.Guild, "name": c.Name, "position": 0, "flags": 0,
		"permission_overwrites": s.wireOverwrites(c), "nsfw": false, "topic": nil, "rate_limit_per_user": 0, "parent_id": nil,
	}
	if c.Parent == "" {
		return w
	}
	for _, absent := range []string{"position", "permission_overwrites", "nsfw", "topic"} {
		delete(w, absent)
	}
	w["type"], w["parent_id"], w["owner_id"] = 11, c.Parent, s.st.App.ID
	w["message_count"], w["member_count"], w["total_message_sent"] = len(c.Messages), 1, len(c.Messages)
	w["thread_metadata"] = map[string]any{
		"archived": false, "archive_timestamp": wireTime(time.Unix(1767225600, 0)),
		"auto_archive_duration": 10080, "locked": false,
	}
	return w
}

func (s *Server) wireGuild(g *guild) map[string]any {
	channels, threads := []any{}, []any{}
	for _, c := range s.channelsOf(g.ID) {
		if c.Parent == "" {
			channels = append(channels, s.wireChannel(c))
		} else {
			threads = append(threads, s.wireChannel(c))
		}
	}
	members := []any{s.wireMember(s.botMember())}
	roles := []any{wireRole(role{g.ID, "@everyone"}, MemberPermissions)}
	for _, r := range g.Roles {
		roles = append(roles, wireRole(r, 0))
	}
	return map[string]any{
		"id": g.ID, "name": g.Name, "icon": nil, "owner_id": s.st.App.ID, "preferred_locale": localeOr(g.Locale),
		"features": []string{}, "unavailable": false, "large": false, "member_count": len(g.Members) + 1,
		"joined_at": wireTime(time.Unix(1767225600, 0)), "channels": channels, "threads": threads, "members": members,
		"roles":  roles,
		"emojis": []any{}, "stickers": []any{}, "presences": []any{}, "voice_states": []any{},
	}
}

func (s *Server) wireMessage(m *Message) map[string]any {
	w := map[string]any{
		"id": m.ID, "channel_id": m.ChannelID, "author": s.wireUser(m.AuthorID), "content": m.Content, "type": 0,
		"timestamp": wireTime(m.Created), "edited_timestamp": wireTime(m.Edited), "tts": false, "pinned": false,
		"mention_everyone": false, "mention_roles": []string{}, "mentions": []any{}, "flags": m.Flags,
		"embeds": s.wireEmbeds(m), "components": s.wireComponents(m), "attachments": s.wireAttachments(m),
	}
	mentions := []any{}
	for _, id := range m.Mentions {
		mentions = append(mentions, s.wireUser(id))
	}
	w["mentions"] = mentions
	if m.Nonce != "" {
		w["nonce"] = m.Nonce
	}
	if r := m.Reply; r != nil {
		s.wireReply(w, m, r)
	}
	return w
}

func (s *Server) wireReply(w map[string]any, m *Message, r *Reply) {
	w["application_id"], w["webhook_id"] = s.st.App.ID, s.st.App.ID
	meta := map[string]any{
		"id": r.Interaction, "type": r.Type, "user": s.wireUser(r.User),
		"authorizing_integration_owners": map[string]string{"0": s.st.Channels[m.ChannelID].Guild},
	}
	switch r.Type {
	case kindCommand:
		w["type"] = 20
		w["interaction"] = map[string]any{
			"id": r.Interaction, "type": r.Type, "name": r.Command, "user": s.wireUser(r.User),
		}
	case kindComponent:
		meta["interacted_message_id"] = r.Source
	case kindModal:
		meta["triggering_interaction_metadata"] = map[string]any{
			"id": r.Interaction, "type": kindCommand, "user": s.wireUser(r.User),
			"authorizing_integration_owners": meta["authorizing_integration_owners"],
		}
	}
	w["interaction_metadata"] = meta
}

func (s *Server) wireAttachments(m *Message) []map[string]any {
	list := []map[string]any{}
	for _, a := range m.Attachments {
		w := map[string]any{
			"id": a.ID, "filename": a.Filename, "size": a.Size, "url": s.url + a.URL, "proxy_url": s.url + a.URL,
		}
		if a.Description != "" {
			w["description"] = a.Description
		}
		if a.ContentType != "" {
			w["content_type"] = a.ContentType
		}
		if a.Width > 0 {
			w["width"], w["height"] = a.Width, a.Height
		}
		if m.Ephemeral {
			w["ephemeral"] = true
		}
		list = append(list, w)
	}
	return list
}

func nonNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}

// wireInteraction is the INTERACTION_CREATE event with every field that
// Discord sends to a bot installed in a guild.
func (s *Server) wireInteraction(i *interaction, p *person, ch *channel, h happening) json.RawMessage {
	g := s.guild(ch.Guild)
	member := s.wireMember(p)
	member["permissions"] = strconv.FormatInt(s.mayIn(p, ch), 10)
	e := map[string]any{
		"id": i.ID, "application_id": s.st.App.ID, "type": h.kind, "data": h.data, "token": i.Token, "version": 1,
		"guild":    map[string]any{"id": g.ID, "locale": localeOr(g.Locale), "features": []string{}},
		"guild_id": g.ID, "channel": s.wireChannel(ch), "channel_id": ch.ID, "member": member,
		"app_permissions": strconv.FormatInt(s.botMay(ch), 10), "locale": localeOr(s.st.Users[p.User].Locale),
		"guild_locale": localeOr(g.Locale), "entitlements": []any{}, "entitlement_sku_ids": []any{},
		"authorizing_integration_owners": map[string]string{"0": g.ID}, "context": 0,
		"attachment_size_limit": maxFile,
	}
	if h.message != nil {
		e["message"] = s.wireMessage(h.message)
	}
	data, err := json.Marshal(e)
	if err != nil {
		panic(err) // maps of plain values: cannot happen
	}
	return data
}

// botMay returns what the bot may do in a channel.
func (s *Server) botMay(ch *channel) int64 {
	if s.guild(ch.Guild).Without {
		return 0
	}
	const all = MemberPermissions | permManageChannels<<9 | permEveryone // ManageMessages is 1<<13
	return all &^ ch.Lacks
}
