package bot

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/storage"
)

// Discord resets the token of a bot that begins more sessions in a day than it allows. A program in a restart loop would not
// stop by itself, so the store counts the sessions over all restarts, by UTC day. Beyond the soft share of Discord's limit
// each session waits longer than the one before, and beyond the hard share none begins.
const (
	softShare = 4 // a quarter
	hardShare = 2 // half
)

// leastDaily is how many sessions Discord allows a small bot in a day, where it does not say.
const leastDaily = 1000

// longestWait bounds the wait of a session before it begins.
const longestWait = time.Minute

// identifyNote is the note with the UTC day, the sessions begun on it, and the time of the last one in milliseconds since
// 1970.
const identifyNote = "identify"

// sessionCount is the content of the note.
type sessionCount struct {
	day   string
	count int
	last  time.Time
}

// readSessionCount reads a note. A note that it cannot read counts no session.
func readSessionCount(note string) (c sessionCount) {
	var ms int64
	if n, _ := fmt.Sscanf(note, "%s %d %d", &c.day, &c.count, &ms); n != 3 {
		return sessionCount{}
	}
	c.last = time.UnixMilli(ms)
	return c
}

// String returns the count as a note.
func (c sessionCount) String() string {
	return fmt.Sprintf("%s %d %d", c.day, c.count, c.last.UnixMilli())
}

// next returns the count with one more session, or how long that session has to wait. Discord allows daily of them.
func (c sessionCount) next(daily int, now time.Time) (after sessionCount, wait time.Duration, err error) {
	today, tomorrow := now.UTC().Format(time.DateOnly), now.UTC().AddDate(0, 0, 1).Format(time.DateOnly)
	if today > c.day || c.day > tomorrow { // the clock was far ahead once
		c = sessionCount{day: today}
	}
	if c.count >= max(daily/hardShare, 1) {
		return c, 0, &gateway.FatalError{Reason: fmt.Sprintf("this program has begun %d sessions with Discord today, and "+
			"Discord resets the token of a bot that begins %d: see in the log what ends it again and again, and start it "+
			"after midnight UTC", c.count, daily)}
	}
	if over := c.count - daily/softShare; over >= 0 {
		pause := min(time.Second<<min(over, 6), longestWait)
		if wait = c.last.Add(pause).Sub(now); wait > 0 && wait <= pause { // the clock may have gone back
			return c, wait, nil
		}
	}
	return sessionCount{c.day, c.count + 1, now}, 0, nil
}

// sessions is the stored count, or the last one that the store returned. All bots of a process share it: at the same moment several
// shards may begin a session.
type sessions struct {
	mu    sync.Mutex
	count sessionCount
}

// identify counts a session that is about to begin, or returns how long it has to wait. Discord allows daily of them. If the store does not answer, this
// run of the program counts by itself, so that play can begin.
func (b *Bot) identify(daily int) (wait time.Duration, err error) {
	s := &b.process.sessions
	s.mu.Lock()
	defer s.mu.Unlock()
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	if note, err := b.Store.Note(ctx, identifyNote); err == nil {
		s.count = readSessionCount(note)
	}
	next, wait, err := s.count.next(cmp.Or(daily, leastDaily), time.Now())
	if err != nil || wait > 0 {
		return wait, err
	}
	s.count = next
	if err := b.Hook.Do(failpoint.KeepSession, func() error { return b.Store.SetNote(ctx, identifyNote, next.String()) }); err != nil {
		b.Log.Info("could not count a gateway session in the store", "err", err)
	}
	return 0, nil
}
