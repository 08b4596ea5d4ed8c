package rest

import (
	"time"

	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

func getGateway(c *call) (any, error) {
	return map[string]any{"url": c.api.host.GatewayURL()}, nil
}

func getGatewayBot(c *call) (any, error) {
	left, total, atOnce := c.api.host.StartsLeft()
	return map[string]any{"url": c.api.host.GatewayURL(), "shards": 1, "session_start_limit": map[string]any{
		"total": total, "remaining": left,
		"reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": atOnce,
	}}, nil
}

func getMe(c *call) (any, error) {
	return struct {
		world.UserJSON
		MFAEnabled bool    `json:"mfa_enabled"`
		Locale     string  `json:"locale"`
		Verified   bool    `json:"verified"`
		Email      *string `json:"email"`
	}{UserJSON: c.world.UserJSON(c.world.App.ID), Locale: "en-US", Verified: true}, nil
}

func getUser(c *call) (any, error) {
	id := c.args["user"]
	if c.world.Users[id] == nil && id != c.world.App.ID {
		return nil, refusal.UnknownUser()
	}
	return c.world.UserJSON(id), nil
}

func getApplication(c *call) (any, error) {
	return map[string]any{
		"id": c.world.App.ID, "name": c.world.App.Name, "icon": nil, "description": "", "type": nil, "flags": 0, "flags_new": "0",
		"verify_key": "00", "bot_public": true, "bot_require_code_grant": false, "bot": c.world.UserJSON(c.world.App.ID),
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": c.world.UserJSON(c.world.App.ID), "approximate_guild_count": len(c.world.Guilds), "team": nil,
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"eligible_oauth2_scopes": []string{}, "summary": "",
	}, nil
}

func getGuild(c *call) (any, error) {
	g := c.world.Guild(c.args["guild"])
	if g == nil {
		return nil, refusal.UnknownGuild()
	}
	return restGuild(c, g), nil
}

// restGuild returns a guild in REST's form: without its channels and members.
func restGuild(c *call, g *world.Guild) map[string]any {
	w := c.world.GuildJSON(g)
	for _, absent := range []string{
		"channels", "threads", "members", "presences", "voice_states", "large", "member_count", "joined_at", "unavailable",
	} {
		delete(w, absent)
	}
	for _, null := range []string{
		"description", "banner", "splash", "discovery_splash", "home_header", "application_id", "afk_channel_id",
		"system_channel_id", "widget_channel_id", "rules_channel_id", "public_updates_channel_id",
		"safety_alerts_channel_id", "vanity_url_code", "max_presences", "latest_onboarding_question_id", "incidents_data",
	} {
		w[null] = nil
	}
	for _, zero := range []string{
		"system_channel_flags", "verification_level", "default_message_notifications", "mfa_level",
		"explicit_content_filter", "premium_tier", "premium_subscription_count", "nsfw_level",
	} {
		w[zero] = 0
	}
	for _, no := range []string{"widget_enabled", "premium_progress_bar_enabled", "nsfw"} {
		w[no] = false
	}
	w["region"], w["afk_timeout"] = "", 300
	w["max_members"], w["max_stage_video_channel_users"], w["max_video_channel_users"] = 500000, 50, 25
	return w
}

func getGuildChannels(c *call) (any, error) {
	if c.world.Guild(c.args["guild"]) == nil {
		return nil, refusal.UnknownGuild()
	}
	list := []any{}
	for _, ch := range c.world.ChannelsOf(c.args["guild"]) {
		if ch.Parent == "" {
			list = append(list, c.world.ChannelJSON(ch))
		}
	}
	return list, nil
}

func getMember(c *call) (any, error) {
	g := c.world.Guild(c.args["guild"])
	if g == nil {
		return nil, refusal.UnknownGuild()
	}
	m := g.Members[c.args["user"]]
	if c.args["user"] == c.world.App.ID {
		m = c.world.BotMember()
	}
	if m == nil {
		return nil, refusal.UnknownMember()
	}
	return c.world.MemberJSON(m), nil
}

func getChannel(c *call) (any, error) {
	ch, err := channelFor(c)
	if err != nil {
		return nil, err
	}
	return c.world.ChannelJSON(ch), nil
}
