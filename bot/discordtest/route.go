package discordtest

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// route is an entry of the REST interface.
type route struct {
	method  string
	pattern string // /channels/{channel}/messages
	rate    rate
	exempt  bool // from the global limit: interaction endpoints
	open    bool // needs no token in the header
	handle  func(*Server, *call) (any, error)
}

var (
	plain   = rate{50, time.Second}
	writing = rate{5, 5 * time.Second}
	hooks   = rate{5, 2 * time.Second}
)

// routes is the table of everything that this Discord answers.
var routes = []route{
	{"GET", "/gateway", plain, false, true, (*Server).getGateway},
	{"GET", "/gateway/bot", plain, false, false, (*Server).getGatewayBot},
	{"GET", "/users/@me", plain, false, false, (*Server).getMe},
	{"GET", "/users/{user}", plain, false, false, (*Server).getUser},
	{"GET", "/applications/@me", plain, false, false, (*Server).getApplication},
	{"GET", "/oauth2/applications/@me", plain, false, false, (*Server).getApplication},
	{"GET", "/guilds/{guild}", plain, false, false, (*Server).getGuild},
	{"GET", "/guilds/{guild}/channels", plain, false, false, (*Server).getGuildChannels},
	{"GET", "/guilds/{guild}/members/{user}", plain, false, false, (*Server).getMember},
	{"GET", "/channels/{channel}", plain, false, false, (*Server).getChannel},
	{"POST", "/channels/{channel}/typing", plain, false, false, (*Server).typing},
	{"GET", "/channels/{channel}/messages", plain, false, false, (*Server).getMessages},
	{"POST", "/channels/{channel}/messages", writing, false, false, (*Server).createMessage},
	{"GET", "/channels/{channel}/messages/{message}", plain, false, false, (*Server).getMessage},
	{"PATCH", "/channels/{channel}/messages/{message}", writing, false, false, (*Server).patchMessage},
	{"DELETE", "/channels/{channel}/messages/{message}", writing, false, false, (*Server).removeMessage},

	{"POST", "/interactions/{interaction}/{token}/callback", rate{}, true, true, (*Server).callback},
	{"POST", "/webhooks/{app}/{token}", hooks, true, true, (*Server).followUp},
	{"GET", "/webhooks/{app}/{token}/messages/{message}", hooks, true, true, (*Server).getReply},
	{"PATCH", "/webhooks/{app}/{token}/messages/{message}", hooks, true, true, (*Server).patchReply},
	{"DELETE", "/webhooks/{app}/{token}/messages/{message}", hooks, true, true, (*Server).removeReply},

	{"GET", "/applications/{app}/commands", plain, false, false, (*Server).getCommands},
	{"POST", "/applications/{app}/commands", writing, false, false, (*Server).createCommand},
	{"PUT", "/applications/{app}/commands", writing, false, false, (*Server).putCommands},
	{"GET", "/applications/{app}/commands/{command}", plain, false, false, (*Server).getCommand},
	{"PATCH", "/applications/{app}/commands/{command}", writing, false, false, (*Server).patchCommand},
	{"DELETE", "/applications/{app}/commands/{command}", writing, false, false, (*Server).removeCommand},
	{"GET", "/applications/{app}/guilds/{guild}/commands", plain, false, false, (*Server).getCommands},
	{"POST", "/applications/{app}/guilds/{guild}/commands", writing, false, false, (*Server).createCommand},
	{"PUT", "/applications/{app}/guilds/{guild}/commands", writing, false, false, (*Server).putCommands},
	{"GET", "/applications/{app}/guilds/{guild}/commands/{command}", plain, false, false, (*Server).getCommand},
	{"PATCH", "/applications/{app}/guilds/{guild}/commands/{command}", writing, false, false, (*Server).patchCommand},
	{"DELETE", "/applications/{app}/guilds/{guild}/commands/{command}", writing, false, false, (*Server).removeCommand},

	{"GET", "/applications/{app}/emojis", plain, false, false, (*Server).getEmojis},
	{"POST", "/applications/{app}/emojis", plain, false, false, (*Server).createEmoji},
	{"GET", "/applications/{app}/emojis/{emoji}", plain, false, false, (*Server).getEmoji},
	{"PATCH", "/applications/{app}/emojis/{emoji}", plain, false, false, (*Server).patchEmoji},
	{"DELETE", "/applications/{app}/emojis/{emoji}", plain, false, false, (*Server).removeEmoji},
}

// match returns what the pattern's {names} stand for in the path.
func (r *route) match(path string) (map[string]string, bool) {
	want, have := strings.Split(r.pattern, "/"), strings.Split(path, "/")
	if len(want) != len(have) {
		return nil, false
	}
	args := map[string]string{}
	for i, w := range want {
		switch {
		case strings.HasPrefix(w, "{") && have[i] != "":
			args[strings.Trim(w, "{}")] = have[i]
		case w != have[i]:
			return nil, false
		}
	}
	return args, true
}

// findRoute returns the route of a request; known tells a wrong method from an
// unknown path.
func findRoute(method, path string) (found *route, args map[string]string, known bool) {
	for i := range routes {
		a, ok := routes[i].match(path)
		if !ok {
			continue
		}
		known = true
		if routes[i].method == method {
			return &routes[i], a, true
		}
	}
	return nil, nil, known
}

// call is a request on its way through a handler.
type call struct {
	method, path string // below /api/vN, without the query
	route        *route
	args         map[string]string
	query        url.Values
	body         []byte // the JSON part
	files        []upload
	auth         string
	seen         *Request
}

// bucket names the window the request counts in: route, method and the major
// parameters (channel, guild, webhook with its token).
func (c *call) bucket() string {
	return strings.Join([]string{
		c.method, c.route.pattern, c.args["channel"], c.args["guild"], c.args["app"], c.args["token"],
	}, " ")
}

// decode reads the JSON body into a form, naming the field that has a wrong type.
func (c *call) decode(form any) error { return decode(c.body, form, "") }

func decode(data []byte, form any, path string) error {
	if len(data) == 0 {
		return errJSON()
	}
	err := json.Unmarshal(data, form)
	if err == nil {
		return nil
	}
	var p problems
	if wrong, ok := err.(*json.UnmarshalTypeError); ok {
		p.add(at(path, wrong.Field), "BASE_TYPE_BAD_TYPE", "Could not interpret %s as %s.", wrong.Value, wrong.Type)
		return p.err()
	}
	return errJSON()
}

// created is an answer with status 201.
type created struct{ body any }

var apiPrefix = regexp.MustCompile(`^/api(/v\d+)?(/|$)`)

// ServeHTTP answers REST requests below /api or /api/vN, the gateway's
// websocket at /gateway, and attachments.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/gateway"):
		s.serveGateway(w, r)
	case strings.HasPrefix(path, "/attachments/"):
		s.serveFile(w, r)
	case apiPrefix.MatchString(path):
		s.serveREST(w, r, "/"+strings.TrimPrefix(path, apiPrefix.FindString(path)))
	default:
		http.NotFound(w, r)
	}
}

var secretParts = regexp.MustCompile(`^(/(?:interactions|webhooks)/[^/]+)/[^/]+`)

// mask hides the token of a path.
func mask(path string) string { return secretParts.ReplaceAllString(path, "$1/…") }
