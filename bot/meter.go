package bot

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"cardroom/bot/rest"
	"cardroom/engine"
)

// meters is what is counted, in the form Prometheus reads. No name, card or token is a label. The README has a table of
// them all; their names and labels stay as they are.
type meters struct {
	set       *metrics.Set
	answers   histogram // from the interaction's own time to the answer
	commits   histogram
	staleness histogram // how long a board was behind its table
	doubts    *metrics.Counter
	unsaid    *metrics.Counter // answers that did not arrive
	unpainted *metrics.Counter // pictures that could not be drawn
	late      *metrics.Counter
	stale     *metrics.Counter
	busy      *metrics.Counter
	hands     *metrics.Counter
	panics    *metrics.Counter
	sessions  *metrics.Counter
	resumes   *metrics.Counter
	invalid   *metrics.Counter
	told      *metrics.Counter // messages to followers
	lost      *metrics.Counter // mirrors that could not be shown any more
}

func newMeters(b *Bot) *meters {
	s := metrics.NewSet()
	m := &meters{
		set:       s,
		answers:   histogram{name: "cardroom_answer_seconds"},
		commits:   histogram{name: "cardroom_commit_seconds"},
		staleness: histogram{name: "cardroom_board_stale_seconds"},
		doubts:    s.NewCounter("cardroom_commits_in_doubt_total"),
		unsaid:    s.NewCounter("cardroom_answers_failed_total"),
		unpainted: s.NewCounter("cardroom_pictures_failed_total"),
		late:      s.NewCounter("cardroom_answers_late_total"),
		stale:     s.NewCounter("cardroom_presses_stale_total"),
		busy:      s.NewCounter("cardroom_presses_busy_total"),
		hands:     s.NewCounter("cardroom_hands_total"),
		panics:    s.NewCounter("cardroom_panics_total"),
		sessions:  s.NewCounter("cardroom_gateway_sessions_total"),
		resumes:   s.NewCounter("cardroom_gateway_resumes_total"),
		invalid:   s.NewCounter("cardroom_discord_invalid_requests_total"),
		told:      s.NewCounter("cardroom_followers_told_total"),
		lost:      s.NewCounter("cardroom_mirrors_lost_total"),
	}
	s.NewGauge("cardroom_gateway_up", func() float64 {
		if b.up.Load() {
			return 1
		}
		return 0
	})
	s.NewGauge("cardroom_tables", func() float64 { return b.count((*actor).stands) })
	s.NewGauge("cardroom_tables_awake", func() float64 {
		return b.count(func(a *actor) bool { return a.stands() && !a.dozing.Load() })
	})
	s.NewGauge("cardroom_mirrors", func() float64 {
		return b.count(func(a *actor) bool {
			g := a.glance.Load()
			return g != nil && g.mirror != 0
		})
	})
	s.NewGauge("cardroom_goroutines", func() float64 {
		b.mu.Lock()
		defer b.mu.Unlock()
		return float64(b.active)
	})
	return m
}

// count is how many tables are of a kind.
func (b *Bot) count(is func(*actor) bool) (n float64) {
	for _, a := range b.tables(0) {
		if is(a) {
			n++
		}
	}
	return n
}

// asked counts an interaction.
func (m *meters) asked(kind askKind) {
	m.set.GetOrCreateCounter(fmt.Sprintf(`cardroom_interactions_total{kind=%q}`, kind)).Inc()
}

// answered notes how long the asker waited, by the clock that made the interaction's id where that can be believed.
func (m *meters) answered(k *ask) {
	since := k.arrived
	if made := madeAt(snowflake(k.id)); made.Before(since) && since.Sub(made) < time.Minute {
		since = made
	}
	m.answers.since(since)
}

// discordEpoch is when Discord's ids begin to count, in milliseconds since the Unix epoch.
const discordEpoch = 1420070400000

// madeAt is when Discord made an id.
func madeAt(id engine.ID) time.Time { return time.UnixMilli(int64(id>>22) + discordEpoch) }

// counted is an HTTP client that counts what is asked of Discord, by kind of route and outcome.
func (m *meters) counted(client *http.Client, refused func(error)) *http.Client {
	c := http.Client{}
	if client != nil {
		c = *client
	}
	if c.Transport == nil {
		c.Transport = Transport()
	}
	c.Transport = countedTransport{m, refused, c.Transport}
	return &c
}

// idleConns is how many connections to Discord are kept for the next request, where a proxy speaks no HTTP/2. Go keeps two, and
// dials anew for every other answer of a busy second.
const idleConns = 64

// Transport is how requests reach Discord where nobody says otherwise, for those who watch over them.
func Transport() *http.Transport {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.MaxIdleConnsPerHost = idleConns
	return t
}

type countedTransport struct {
	m       *meters
	refused func(error) // told when Discord refuses the bot's token
	next    http.RoundTripper
}

// byBot says whether a request goes by the bot's token, not by an interaction's.
func byBot(r *http.Request) bool {
	route := routeOf(r)
	return !strings.Contains(route, "webhooks") && !strings.Contains(route, "interactions")
}

func (t countedTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	resp, err := t.next.RoundTrip(r)
	outcome := "none"
	if err == nil {
		outcome = fmt.Sprint(resp.StatusCode)
	}
	t.m.set.GetOrCreateCounter(fmt.Sprintf(`cardroom_discord_requests_total{route=%q,status=%q}`, routeOf(r), outcome)).Inc()
	if err == nil && resp.StatusCode == http.StatusUnauthorized && byBot(r) {
		t.refused(rest.ErrUnauthorized)
	}
	if err == nil && invalid(resp) {
		t.m.invalid.Inc()
	}
	if err == nil && resp.StatusCode == http.StatusTooManyRequests {
		t.m.set.GetOrCreateCounter(fmt.Sprintf(`cardroom_rate_limited_total{route=%q,scope=%q}`, routeOf(r), scopeOf(resp))).Inc()
	}
	return resp, err
}

// invalid says whether Discord counts a request towards a ban of the address: 10,000 of them within ten minutes.
func invalid(r *http.Response) bool {
	switch r.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden:
		return true
	case http.StatusTooManyRequests:
		return scopeOf(r) != "shared"
	}
	return false
}

// routeOf is a request without what is particular to it: the words of its path that begin with a letter and are not a
// token.
func routeOf(r *http.Request) string {
	words := []string{r.Method}
	for i, word := range strings.Split(strings.Trim(r.URL.Path, "/"), "/") {
		switch {
		case word == "api" || i == 1 && strings.HasPrefix(word, "v"):
		case routeWords[word]:
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

var routeWords = map[string]bool{
	"interactions": true, "callback": true, "webhooks": true, "messages": true, "@original": true, "channels": true,
	"applications": true, "guilds": true, "commands": true, "gateway": true, "bot": true, "emojis": true, "users": true,
}

// scopeOf is which limit a 429 is about.
func scopeOf(r *http.Response) string {
	switch scope := r.Header.Get("X-RateLimit-Scope"); scope {
	case "user", "global", "shared":
		return scope
	}
	return "unknown"
}

// WriteMetrics writes everything that is counted, in the text form of Prometheus.
func (b *Bot) WriteMetrics(w io.Writer) {
	for _, h := range []*histogram{&b.meter.answers, &b.meter.commits, &b.meter.staleness} {
		h.write(w)
	}
	b.meter.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}

// Ready is nil while the bot is connected to Discord and the store answers; the error says what is missing.
func (b *Bot) Ready(ctx context.Context) error {
	if !b.up.Load() {
		return fmt.Errorf("not connected to Discord")
	}
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if _, err := b.store.Note(ctx, aliveNote); err != nil {
		return fmt.Errorf("the store does not answer")
	}
	return nil
}
