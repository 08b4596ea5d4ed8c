package rest

import (
	"strings"

	"cardroom/bot/discordtest/limits"
)

// route is an entry of the REST interface: a row in the table.
type route struct {
	method  string
	pattern string // /channels/{channel}/messages
	rate    limits.Rate
	exempt  bool // from the global limit: interaction endpoints
	public  bool // needs no token in the header
	handle  func(*call) (any, error)
}

// followUpPattern is the route of follow-ups, which have a limit of each channel besides that of their token.
const followUpPattern = "/webhooks/{app}/{token}"

// routes lists every route of this Discord.
var routes = []route{
	{"GET", "/gateway", limits.Reads, false, true, getGateway},
	{"GET", "/gateway/bot", limits.Reads, false, false, getGatewayBot},
	{"GET", "/users/@me", limits.Reads, false, false, getMe},
	{"GET", "/users/{user}", limits.Reads, false, false, getUser},
	{"GET", "/applications/@me", limits.Reads, false, false, getApplication},
	{"GET", "/oauth2/applications/@me", limits.Reads, false, false, getApplication},
	{"GET", "/guilds/{guild}", limits.Reads, false, false, getGuild},
	{"GET", "/guilds/{guild}/channels", limits.Reads, false, false, getGuildChannels},
	{"GET", "/guilds/{guild}/threads/active", limits.Reads, false, false, getActiveThreads},
	{"GET", "/guilds/{guild}/members/{user}", limits.Reads, false, false, getMember},
	{"GET", "/guilds/{guild}/scheduled-events", limits.Reads, false, false, getEvents},
	{"POST", "/guilds/{guild}/scheduled-events", limits.Writes, false, false, createEvent},
	{"PATCH", "/guilds/{guild}/scheduled-events/{event}", limits.Writes, false, false, patchEvent},
	{"GET", "/channels/{channel}", limits.Reads, false, false, getChannel},
	{"PATCH", "/channels/{channel}", limits.Writes, false, false, patchChannel},
	{"POST", "/channels/{channel}/threads", limits.Writes, false, false, createThread},
	{"POST", "/channels/{channel}/typing", limits.Reads, false, false, sendTyping},
	{"GET", "/channels/{channel}/messages", limits.Reads, false, false, getMessages},
	{"POST", "/channels/{channel}/messages", limits.Writes, false, false, createMessage},
	{"GET", "/channels/{channel}/messages/{message}", limits.Reads, false, false, getMessage},
	{"PATCH", "/channels/{channel}/messages/{message}", limits.Writes, false, false, patchMessage},
	{"DELETE", "/channels/{channel}/messages/{message}", limits.Writes, false, false, removeMessage},

	{"POST", "/interactions/{interaction}/{token}/callback", limits.Rate{}, true, true, callback},
	{"POST", followUpPattern, limits.Webhooks, true, true, followUp},
	{"GET", "/webhooks/{app}/{token}/messages/{message}", limits.Webhooks, true, true, getReply},
	{"PATCH", "/webhooks/{app}/{token}/messages/{message}", limits.Webhooks, true, true, patchReply},
	{"DELETE", "/webhooks/{app}/{token}/messages/{message}", limits.Webhooks, true, true, removeReply},

	{"GET", "/applications/{app}/commands", limits.Reads, false, false, getCommands},
	{"POST", "/applications/{app}/commands", limits.Writes, false, false, createCommand},
	{"PUT", "/applications/{app}/commands", limits.Writes, false, false, putCommands},
	{"GET", "/applications/{app}/commands/{command}", limits.Reads, false, false, getCommand},
	{"PATCH", "/applications/{app}/commands/{command}", limits.Writes, false, false, patchCommand},
	{"DELETE", "/applications/{app}/commands/{command}", limits.Writes, false, false, removeCommand},
	{"GET", "/applications/{app}/guilds/{guild}/commands", limits.Reads, false, false, getCommands},
	{"POST", "/applications/{app}/guilds/{guild}/commands", limits.Writes, false, false, createCommand},
	{"PUT", "/applications/{app}/guilds/{guild}/commands", limits.Writes, false, false, putCommands},
	{"GET", "/applications/{app}/guilds/{guild}/commands/{command}", limits.Reads, false, false, getCommand},
	{"PATCH", "/applications/{app}/guilds/{guild}/commands/{command}", limits.Writes, false, false, patchCommand},
	{"DELETE", "/applications/{app}/guilds/{guild}/commands/{command}", limits.Writes, false, false, removeCommand},

	{"GET", "/applications/{app}/emojis", limits.Reads, false, false, getEmojis},
	{"POST", "/applications/{app}/emojis", limits.Reads, false, false, createEmoji},
	{"GET", "/applications/{app}/emojis/{emoji}", limits.Reads, false, false, getEmoji},
	{"PATCH", "/applications/{app}/emojis/{emoji}", limits.Reads, false, false, patchEmoji},
	{"DELETE", "/applications/{app}/emojis/{emoji}", limits.Reads, false, false, removeEmoji},
}

// segments are the parts of each route's pattern between slashes, in the order of routes.
var segments = func() [][]string {
	list := make([][]string, len(routes))
	for i, r := range routes {
		list[i] = strings.Split(r.pattern, "/")
	}
	return list
}()

// match reports whether a path matches a pattern.
func match(pattern, path []string) bool {
	if len(pattern) != len(path) {
		return false
	}
	for i, want := range pattern {
		if isParameter(want) && path[i] != "" {
			continue
		}
		if want != path[i] {
			return false
		}
	}
	return true
}

func isParameter(segment string) bool { return strings.HasPrefix(segment, "{") }

// findRoute returns the route of a request and the values of the {names} in its pattern; known distinguishes a wrong method
// from an unknown path.
func findRoute(method, path string) (found *route, args map[string]string, known bool) {
	parts := strings.Split(path, "/")
	for i := range routes {
		if !match(segments[i], parts) {
			continue
		}
		known = true
		if routes[i].method != method {
			continue
		}
		args := map[string]string{}
		for j, name := range segments[i] {
			if isParameter(name) {
				args[strings.Trim(name, "{}")] = parts[j]
			}
		}
		return &routes[i], args, true
	}
	return nil, nil, known
}
