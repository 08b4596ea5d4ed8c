package message

import (
	"errors"
	"time"

	"cardroom/bot/rest"
	"cardroom/bot/storage"
	"cardroom/internal/retry"
)

// PostBackoff is the retry schedule for posting a message that Discord refuses. Without an answer, no wait is over OutageMax.
var PostBackoff = retry.Backoff{First: 2 * time.Second, Max: time.Minute}

// OutageMax is the longest wait between two tries during an outage of Discord or of the store.
const OutageMax = 10 * time.Second

// PressWait is how long a press waits for a request in flight.
const PressWait = 400 * time.Millisecond

// outageWait is how long a request waits before its retry when Discord did not answer.
const outageWait = 5 * time.Second

// Retryable returns how long to wait after a rate limit, where presses go first, or after an outage. It reports false if a retry is useless.
func Retryable(err error) (wait time.Duration, hope bool) {
	if after, limited := retry.After(err); limited {
		return max(after, PressWait), true
	}
	return outageWait, errors.Is(err, rest.ErrOutage)
}

// Postpone schedules a retry. It waits longer if Discord refuses the bot in the channel, as early retries count towards a ban.
func Postpone(try *retry.Attempt, err error) {
	schedule := PostBackoff
	if _, limited := retry.After(err); limited || errors.Is(err, rest.ErrOutage) || errors.Is(err, storage.ErrUnknown) {
		schedule.Max = OutageMax
	}
	try.Failed(schedule)
	if rest.KeepsOut(err) {
		try.Postpone(rest.BlockTime)
	}
}
