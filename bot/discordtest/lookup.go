package discordtest

import "time"

func (s *Server) getGateway(*call) (any, error) {
	return map[string]any{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	return map[string]any{"url": s.gatewayURL(), "shards": 1, "session_start_limit": map[string]any{
		"total": sessionsPerDay, "remaining": max(0, sessionsPerDay-len(s.gateway.starts)),
		"reset_after": (24 * time.Hour).Milliseconds(), "max_concurrency": 1,
	}}, nil
}

func (s *Server) getMe(*call) (any, error) {
	me := s.wireUser(s.st.App.ID)
	me["mfa_enabled"], me["locale"], me["verified"], me["email"] = false, "en-US", true, nil
	return me, nil
}

func (s *Server) getUser(c *call) (any, error) {
	id := c.args["user"]
	if s.st.Users[id] == nil && id != s.st.App.ID {
		return nil, errUser()
	}
	return s.wireUser(id), nil
}

func (s *Server) getApplication(*call) (any, error) {
	return map[string]any{
		"id": s.st.App.ID, "name": s.st.App.Name, "icon": nil, "description": "", "type": nil, "flags": 0, "flags_new": "0",
		"verify_key": "00", "bot_public": true, "bot_require_code_grant": false, "bot": s.wireUser(s.st.App.ID),
		"redirect_uris": []string{}, "interactions_endpoint_url": nil, "role_connections_verification_url": nil,
		"owner": s.wireUser(s.st.App.ID), "approximate_guild_count": len(s.st.Guilds), "team": nil,
		"approximate_user_install_count": 0, "approximate_user_authorization_count": 0, "explicit_content_filter": 0,
		"eligible_oauth2_scopes": []string{}, "summary": "",
	}, nil
}

func (s *Server) getGuild(c *call) (any, error) {
	g := s.guild(c.args["guild"])
	if g == nil {
		return nil, errGuild()
	}
	return s.restGuild(g), nil
}

// restGuild is a guild as REST shows it: without its channels and members.
func (s *Server) restGuild(g *guild) map[string]any {
	w := s.wireGuild(g)
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

func (s *Server) getGuildChannels(c *call) (any, error) {
	if s.guild(c.args["guild"]) == nil {
		return nil, errGuild()
	}
	list := []any{}
	for _, ch := range s.channelsOf(c.args["guild"]) {
		if ch.Parent == "" {
			list = append(list, s.wireChannel(ch))
		}
	}
	return list, nil
}

func (s *Server) getMember(c *call) (any, error) {
	g := s.guild(c.args["guild"])
	if g == nil {
		return nil, errGuild()
	}
	m := g.Members[c.args["user"]]
	if c.args["user"] == s.st.App.ID {
		m = s.botMember()
	}
	if m == nil {
		return nil, errMember()
	}
	return s.wireMember(m), nil
}

func (s *Server) getChannel(c *call) (any, error) {
	ch, err := s.channelFor(c)
	if err != nil {
		return nil, err
	}
	return s.wireChannel(ch), nil
}
