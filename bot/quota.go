package bot

import (
	"sync"
	"time"

	"cardroom/bot/interaction"
	"cardroom/engine"
)

// quotaWindow is the time over which a person's interactions outside a table are counted.
const quotaWindow = 10 * time.Second

// maxCommands, maxCompletions and maxPresses are how many of each one person may send within quotaWindow; a modal counts as
// a press. A table limits the interactions sent to it by its own mailbox.
const (
	maxCommands    = 10
	maxCompletions = 30
	maxPresses     = 60
)

// quota counts requests by person. The zero value is ready to use.
type quota struct {
	mu     sync.Mutex
	recent map[engine.ID][]time.Time // within the window, oldest first
	swept  time.Time                 // when people without a recent request were last dropped
}

// Reserve reports whether a person may make another request now, when most requests fit into the window. Refused requests do
// not count.
func (q *quota) Reserve(who engine.ID, most int, now time.Time) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.sweep(now)
	times := since(q.recent[who], now)
	fits := len(times) < most
	if fits {
		times = append(times, now)
	}
	q.recent[who] = times
	return fits
}

// sweep drops people without a request within the window. It runs at most once per window.
func (q *quota) sweep(now time.Time) {
	if q.recent != nil && now.Sub(q.swept) < quotaWindow {
		return
	}
	q.swept = now
	if q.recent == nil {
		q.recent = map[engine.ID][]time.Time{}
	}
	for who, times := range q.recent {
		if len(since(times, now)) == 0 {
			delete(q.recent, who)
		}
	}
}

// since returns the times that lie within the window before now.
func since(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= quotaWindow {
		times = times[1:]
	}
	return times
}

// arrivals decide which interactions are handled: each once, and of those that no table answers as many as their quotas allow.
type arrivals struct {
	delivered                      interaction.Deliveries
	commands, completions, presses quota
}

// Reserve reports whether the sender of an interaction that no table answers may send it now.
func (a *arrivals) Reserve(in *interaction.Interaction) bool {
	switch in.Kind {
	case interaction.Command:
		return a.commands.Reserve(in.User, maxCommands, in.Arrived)
	case interaction.Completion:
		return a.completions.Reserve(in.User, maxCompletions, in.Arrived)
	}
	return a.presses.Reserve(in.User, maxPresses, in.Arrived)
}

// oneMoment answers an interaction beyond its sender's quota, without the store or a table. A completion gets no choices.
func (b *Bot) oneMoment(in *interaction.Interaction) {
	b.Metrics.Presses.Busy.Inc()
	if in.Kind == interaction.Completion {
		b.Reply.Choices(in, nil)
		return
	}
	b.Reply.Text(in, string(b.Prefs.LocaleOf(in.Origin).Say.OneMoment))
}
