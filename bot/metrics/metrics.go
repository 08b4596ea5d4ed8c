// Package metrics counts the events of a bot, in the text form of Prometheus.
//
// A [Set] holds the counters and histograms that every package of the bot adds to. No name, card or token is a label. Names
// and labels stay as they are from release to release. [Set.Client] wraps the HTTP client of the bot, so that every request
// to Discord is counted by route and status.
package metrics

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Set holds all metrics of one bot.
type Set struct {
	Answers Histogram // from the interaction's own time to its answer
	Commits Histogram // of a table, by the store

	Doubts         *metrics.Counter // commits whose outcome was unknown
	AnswersFailed  *metrics.Counter
	AnswersLate    *metrics.Counter
	PicturesFailed *metrics.Counter
	Presses        Presses
	Hands          *metrics.Counter
	Panics         *metrics.Counter
	Gateway        Gateway
	FollowersTold  *metrics.Counter
	Boards         Boards
	Beacon         Beacon

	set     registry
	invalid *metrics.Counter // requests that Discord counts towards a ban
}

// registry is a set of the library with gauges that are sums.
type registry struct {
	*metrics.Set
	mu     sync.Mutex
	gauges map[string]map[*func() float64]bool // by name: the functions whose results are added up
}

// Presses counts the refused presses.
type Presses struct {
	Stale *metrics.Counter // on a button of an earlier decision.
	Busy  *metrics.Counter // refused because too many waited.
	Old   *metrics.Counter // dropped because they came too late
}

// Boards measures how old boards are, and counts those that ended otherwise than they should.
type Boards struct {
	Staleness   Histogram        // how long a board was behind its table
	Duplicates  *metrics.Counter // deleted, because the board was in another message
	MirrorsLost *metrics.Counter
}

// Beacon counts the hands under a beacon.
type Beacon struct {
	Values     Histogram        // from the hand's message to the value
	Timeouts   *metrics.Counter // hands that were void because there was no value in time
	Duplicates *metrics.Counter // second messages of a hand, after Discord did not answer the request for the first
}

// Gateway counts the connections to Discord.
type Gateway struct {
	Sessions *metrics.Counter
	Resumes  *metrics.Counter
}

// New returns a set in which everything is zero.
func New() *Set {
	s := metrics.NewSet()
	for _, how := range []string{"acquired", "released", "dropped"} {
		s.NewCounter(handOvers(how)) // it is 0 from the start
	}
	for _, result := range []PressBoard{PressBoardPosted, PressBoardLimited, PressBoardRefused, PressBoardLost, PressBoardDeleted} {
		s.NewCounter(pressBoards(result))
	}
	return &Set{
		set:            registry{Set: s, gauges: map[string]map[*func() float64]bool{}},
		Answers:        Histogram{name: "cardroom_answer_seconds"},
		Commits:        Histogram{name: "cardroom_commit_seconds"},
		Doubts:         s.NewCounter("cardroom_commits_in_doubt_total"),
		AnswersFailed:  s.NewCounter("cardroom_answers_failed_total"),
		PicturesFailed: s.NewCounter("cardroom_pictures_failed_total"),
		AnswersLate:    s.NewCounter("cardroom_answers_late_total"),
		Presses:        Presses{Stale: s.NewCounter("cardroom_presses_stale_total"), Busy: s.NewCounter("cardroom_presses_busy_total"), Old: s.NewCounter("cardroom_presses_late_total")},
		Hands:          s.NewCounter("cardroom_hands_total"),
		Panics:         s.NewCounter("cardroom_panics_total"),
		Gateway:        Gateway{Sessions: s.NewCounter("cardroom_gateway_sessions_total"), Resumes: s.NewCounter("cardroom_gateway_resumes_total")},
		invalid:        s.NewCounter("cardroom_discord_invalid_requests_total"),
		FollowersTold:  s.NewCounter("cardroom_followers_told_total"),
		Boards:         Boards{Staleness: Histogram{name: "cardroom_board_stale_seconds"}, Duplicates: s.NewCounter("cardroom_boards_duplicate_total"), MirrorsLost: s.NewCounter("cardroom_mirrors_lost_total")},
		Beacon: Beacon{
			Values: Histogram{name: "cardroom_beacon_seconds"}, Timeouts: s.NewCounter("cardroom_beacon_late_total"),
			Duplicates: s.NewCounter("cardroom_hand_messages_duplicate_total"),
		},
	}
}

// AddGauges adds to gauges, which are read whenever the metrics are written: a gauge is the sum of the reads added under its
// name. Remove takes these out again; a gauge to which nothing is added stays, and is 0.
func (s *Set) AddGauges(reads map[string]func() float64) (remove func()) {
	r := &s.set
	r.mu.Lock()
	defer r.mu.Unlock()
	added := map[string]*func() float64{}
	for name, read := range reads {
		if r.gauges[name] == nil {
			r.gauges[name] = map[*func() float64]bool{}
			r.NewGauge(name, func() float64 { return r.sum(name) })
		}
		r.gauges[name][&read], added[name] = true, &read
	}
	return func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		for name, read := range added {
			delete(r.gauges[name], read)
		}
	}
}

// sum returns the value of a gauge.
func (r *registry) sum(name string) (all float64) {
	r.mu.Lock()
	reads := slices.Collect(maps.Keys(r.gauges[name]))
	r.mu.Unlock()
	for _, read := range reads {
		all += (*read)()
	}
	return all
}

// Interaction counts an interaction by its kind: command, completion, press or modal.
func (s *Set) Interaction(kind string) {
	s.set.GetOrCreateCounter(fmt.Sprintf(`cardroom_interactions_total{kind=%q}`, kind)).Inc()
}

// HandOver counts a shard that came to this process or left it, and how.
func (s *Set) HandOver(how string) {
	s.set.GetOrCreateCounter(handOvers(how)).Inc()
}

func handOvers(how string) string { return fmt.Sprintf(`cardroom_shard_hand_overs_total{how=%q}`, how) }

// PressBoard is the result of posting a board by the token of a press.
type PressBoard string

// These are the results of press boards. After all but the first, the bot posts the board by a request of its own.
const (
	PressBoardPosted  PressBoard = "posted"
	PressBoardLimited PressBoard = "limited" // a rate limit kept it back
	PressBoardRefused PressBoard = "refused"
	PressBoardLost    PressBoard = "lost"    // Discord did not answer, so that it may stand in the channel
	PressBoardDeleted PressBoard = "deleted" // one of those was found there
)

// PressBoard counts a board that was to go by the token of a press.
func (s *Set) PressBoard(result PressBoard) {
	s.set.GetOrCreateCounter(pressBoards(result)).Inc()
}

func pressBoards(result PressBoard) string {
	return fmt.Sprintf(`cardroom_follow_ups_total{result=%q}`, result)
}

// Relay counts a request to a relay of the beacon, by its host. It is good if it brought the value that was taken.
func (s *Set) Relay(host string, good bool) {
	outcome := "failed"
	if good {
		outcome = "taken"
	}
	s.set.GetOrCreateCounter(fmt.Sprintf(`cardroom_beacon_requests_total{relay=%q,outcome=%q}`, host, outcome)).Inc()
}

// Answered records how long a user waited. It counts from made, the time of the interaction at Discord, if that is within
// the minute before arrived. Otherwise the clocks differ.
func (s *Set) Answered(made, arrived time.Time) {
	since := arrived
	if made.Before(since) && since.Sub(made) < time.Minute {
		since = made
	}
	s.Answers.Since(since)
}

// Write writes every metric, and those of the process, in the text form of Prometheus.
func (s *Set) Write(w io.Writer) {
	for _, h := range []*Histogram{&s.Answers, &s.Commits, &s.Boards.Staleness, &s.Beacon.Values} {
		h.write(w)
	}
	s.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}
