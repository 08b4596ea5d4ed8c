package bot

import (
	"fmt"
	"sync"
	"time"

	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/storage"
)

// How many sessions the gateway may be asked for in a UTC day: Discord resets the token of a bot that asks for a thousand.
// What restarts the program again and again does not stop at that by itself. So the store counts, over all restarts;
// beyond freely each waits longer than the one before, and beyond atMost there is none.
const (
	freely = 250
	atMost = 500
)

// longestWait is the longest that the next session waits for.
const longestWait = time.Minute

// identifyNote is the UTC day, how many sessions were asked for on it, and when the last was, in milliseconds since 1970.
const identifyNote = "identify"

// identified is what the note says.
type identified struct {
	day   string
	count int
	last  time.Time
}

func readIdentified(note string) (i identified) {
	var ms int64
	if n, _ := fmt.Sscanf(note, "%s %d %d", &i.day, &i.count, &ms); n != 3 {
		return identified{}
	}
	i.last = time.UnixMilli(ms)
	return i
}

func (i identified) String() string {
	return fmt.Sprintf("%s %d %d", i.day, i.count, i.last.UnixMilli())
}

// next is the count with one session more, or how long that has to wait.
func (i identified) next(now time.Time) (after identified, wait time.Duration, err error) {
	if day := now.UTC().Format(time.DateOnly); day > i.day {
		i = identified{day: day}
	}
	if i.count >= atMost {
		return i, 0, &gateway.FatalError{Reason: fmt.Sprintf("this program has begun %d sessions with Discord today, and "+
			"Discord resets the token of a bot that begins 1,000: see in the log what ends it again and again, and start it "+
			"after midnight UTC", i.count)}
	}
	if over := i.count - freely; over >= 0 {
		pause := min(time.Second<<min(over, 6), longestWait)
		if wait = i.last.Add(pause).Sub(now); wait > 0 && wait <= pause { // the clock may have been set back
			return i, wait, nil
		}
	}
	return identified{i.day, i.count + 1, now}, 0, nil
}

// sessions is the count as the store has it, or had it when it answered last.
type sessions struct {
	mu sync.Mutex
	identified
}

// identify counts a session that is about to begin. A store that does not answer does not keep people from playing: then
// this life of the program counts on by itself.
func (b *Bot) identify() (wait time.Duration, err error) {
	b.sessions.mu.Lock()
	defer b.sessions.mu.Unlock()
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	if note, err := b.Store.Note(ctx, identifyNote); err == nil {
		b.sessions.identified = readIdentified(note)
	}
	next, wait, err := b.sessions.identified.next(time.Now())
	if err != nil || wait > 0 {
		return wait, err
	}
	b.sessions.identified = next
	if err := b.Hook.Do(failpoint.KeepSession, func() error { return b.Store.SetNote(ctx, identifyNote, next.String()) }); err != nil {
		b.Log.Info("a session was not counted", "err", err)
	}
	return 0, nil
}
