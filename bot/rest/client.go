package rest

import (
	"cmp"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Config names Discord's address and the bot.
type Config struct {
	Token       string       // the bot's token, with or without "Bot "
	API         string       // "https://discord.com" or another server with its API, http only on this machine; /api/vN/… follows
	HTTP        *http.Client // makes the requests, within its timeout or else [Timeout]; nil means the network
	Application string       // the application's id; if it is not known yet, see [Client.As]
	Rate        int          // requests that Discord allows the bot in a second; 0: [Rate]
	PressBoards PressBoards  // when boards may go by the tokens of presses
	Share       Share        // divides that rate among the processes of the bot; nil: there is one
	Beside      *Client      // shares its limits with the new client, and the state of Discord's clock; nil: it has limits of its own

	Link func(text string) string // adds links to the texts of messages, which stay without where they would become too long; nil adds none
}

// Timeout bounds a request without another timeout.
const Timeout = 10 * time.Second

// userAgent is discordgo's, in the form that Discord asks for.
const userAgent = "DiscordBot (https://github.com/bwmarrin/discordgo, v" + discordgo.VERSION + ") Cardroom"

// Client sends requests for one application. It is safe for concurrent use. Requests to one route, or under one interaction
// token, run one after another. Their order is the order of the calls, as far as Go's channels are fair.
type Client struct {
	http    *http.Client
	timeout time.Duration // of a request
	api     string        // prefix of all paths
	token   string        // with "Bot ", as Discord expects it
	app     string
	limits  *limits
	blocked *blockList
	clock   *discordClock
	link    func(string) string
}

// New returns a client. It never follows a redirect, which could send the token elsewhere. The error matches
// [ErrUnauthorized] if the token cannot be valid.
func New(cfg Config) (*Client, error) {
	token, err := BareToken(cfg.Token)
	if err != nil {
		return nil, err
	}
	api, err := ParseAPI(cfg.API)
	if err != nil {
		return nil, fmt.Errorf("the address of Discord's API %w", err)
	}
	own := http.Client{}
	if cfg.HTTP != nil {
		own = *cfg.HTTP
	}
	timeout := cmp.Or(own.Timeout, Timeout)
	own.Timeout = 0 // send sets a deadline; for this timeout package http starts two goroutines a request
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	c := &Client{
		http: &own, timeout: timeout,
		api:   api.Scheme + "://" + api.Host + strings.TrimRight(api.EscapedPath(), "/") + "/api/v" + discordgo.APIVersion,
		token: "Bot " + token, app: cfg.Application,
		limits: newLimits(cmp.Or(cfg.Rate, Rate), cfg.Share, cfg.PressBoards), blocked: newBlockList(), clock: new(discordClock), link: cfg.Link,
	}
	if b := cfg.Beside; b != nil {
		c.limits, c.blocked, c.clock = b.limits, b.blocked, b.clock
	}
	return c, nil
}

// requestAddress matches an address that Discord's documents give for requests, such as https://discord.com/api/v10. That of a proxy may
// end in /api.
var requestAddress = regexp.MustCompile(`(?i)/api/v[0-9]+(/|$)|^https?://([a-z]+\.)?discord\.com(:[0-9]+)?/+[^/]`)

// isPort reports whether the port of an address is a number that a port may have, or is missing.
func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// ParseAPI reads the address of Discord's API. The error continues a sentence that begins with the address's source.
func ParseAPI(rawURL string) (*url.URL, error) {
	api, err := url.Parse(rawURL)
	switch {
	case err != nil || api.Hostname() == "" || api.Scheme != "http" && api.Scheme != "https":
		return nil, errors.New("is not an address: set it to one such as https://discord.com")
	case !isPort(api.Port()):
		return nil, errors.New("has a port that is not a number from 1 to 65535")
	case api.User != nil || strings.ContainsAny(rawURL, "?#"):
		return nil, errors.New("has a user, a query or a fragment: remove what stands before @, and from ? or # on")
	case requestAddress.MatchString(rawURL):
		return nil, errors.New("has the path of the API, which the bot adds itself: set it to the address without /api, such as https://discord.com")
	case api.Scheme == "http" && !Loopback(rawURL):
		return nil, errors.New("begins with http:// and is not on this machine: the bot's token would travel unencrypted. Use https://")
	}
	return api, nil
}

// Loopback reports whether an address leads to this machine, so that unencrypted requests cross no network. Package net
// treats an unspecified address, such as 0.0.0.0, as this machine. The only name that counts is localhost: others may lead
// elsewhere.
func Loopback(rawURL string) bool {
	u, err := url.Parse(rawURL)
	if err != nil {
		return false
	}
	ip := net.ParseIP(u.Hostname())
	return u.Hostname() == "localhost" || ip != nil && (ip.IsLoopback() || ip.IsUnspecified())
}

// BareToken returns a bot's token without "Bot " before it. The error matches [ErrUnauthorized].
func BareToken(token string) (string, error) {
	words := strings.Fields(strings.TrimPrefix(token, "Bot "))
	if len(words) != 1 {
		return "", errNoToken{}
	}
	return words[0], nil
}

// errNoToken is a token that Discord would refuse.
type errNoToken struct{}

func (errNoToken) Error() string {
	return "DISCORD_TOKEN is missing or not a token: copy it at https://discord.com/developers/applications under Bot"
}

func (errNoToken) Unwrap() error { return ErrUnauthorized }

// Budget returns how many requests of the bot itself were wanted and sent so far, by all clients that share their limits.
func (c *Client) Budget() Budget {
	p := c.limits.pacer
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.budget
}

// Debit counts a request that another client sends now, and takes its place in the rate that all processes share. The requests of all
// processes wait longer instead. A process without others counts it alone: such requests are seconds apart.
func (c *Client) Debit() {
	l := c.limits
	l.pacer.count()
	l.shared.debit(l.pacer)
}

// As returns a client for an application whose id was unknown when c was made. Both share all limits and the state of
// Discord's clock.
func (c *Client) As(app string) *Client {
	as := *c
	as.app = app
	return &as
}

// Format writes the application's id and never the token, whatever the verb.
func (c *Client) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "client of application %q", c.app) }
