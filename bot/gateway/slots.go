package gateway

import (
	"context"
	"math/rand/v2"
	"sync"
	"time"

	"cardroom/internal/retry"

	"github.com/bwmarrin/discordgo"
)

// Slots are the places for identifies: one in each bucket, every five seconds. Runs that share them also share Discord's answer
// about the gateway. The zero value is ready to use.
type Slots struct {
	// Reserve, if set, takes the place of a bucket, which other processes use too, from now for a time. Each try to begin a
	// session has a number of its own. A try that has the place takes it for another time; 0 gives it back. Where another try
	// has it, Reserve returns how long, or less. An error is that of another service: then this process keeps to its own places.
	Reserve func(ctx context.Context, bucket int, try uint64, d time.Duration) (wait time.Duration, err error)

	mu   sync.Mutex
	free map[int]chan time.Time // by bucket: when it is free; taken during an identify

	entrance entrance
}

// bucket returns the place of a bucket.
func (s *Slots) bucket(n int) chan time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free == nil {
		s.free = map[int]chan time.Time{}
	}
	if s.free[n] == nil {
		s.free[n] = make(chan time.Time, 1)
		s.free[n] <- time.Time{}
	}
	return s.free[n]
}

// slotTime is how long after an IDENTIFY the place of its bucket stays taken, in units of [Config.Pace].
const slotTime = 5

// reserveTime bounds [Slots.Reserve].
const reserveTime = time.Second

// reservation is the place of a shard that begins a session. It lasts while the shard connects, and then for slotTime from its
// IDENTIFY, because Discord counts from there.
type reservation struct {
	*bot
	bucket   int
	try      uint64
	slot     chan time.Time // of this process
	free     time.Time
	alone    bool // other processes cannot be reached
	shared   bool // it is that of all processes
	admitted bool // among the sessions that Discord has left
	used     bool // for an IDENTIFY
}

// reserve waits for the place of a bucket, and returns nil if the context ends first. The caller must end it.
func (b *bot) reserve(ctx context.Context, bucket int) *reservation {
	r := &reservation{bot: b, bucket: bucket, try: rand.Uint64(), slot: b.Slots.bucket(bucket)}
	select {
	case r.free = <-r.slot:
	case <-ctx.Done():
		return nil
	}
	awake := retry.Sleep(ctx, time.Until(r.free))
	for awake {
		wait := r.share(r.longest())
		if wait <= 0 {
			r.shared = true
			break
		}
		awake = retry.Sleep(ctx, min(wait, b.Pace)) // it may come back sooner, or be taken for longer
	}
	if !awake || ctx.Err() != nil {
		r.end()
		return nil
	}
	return r
}

// longest returns how long the place is taken for one part of the way to IDENTIFY. The others wait that long where a
// process dies on the way.
func (r *reservation) longest() time.Duration {
	return max(r.Patience, slotTime*r.Pace) + 2*reserveTime
}

// share takes the place among all processes for a time from now, and returns how long another one has it.
func (r *reservation) share(d time.Duration) time.Duration {
	if r.Slots.Reserve == nil || r.alone {
		return 0
	}
	ctx, cancel := context.WithTimeout(context.Background(), reserveTime)
	defer cancel()
	wait, err := r.Slots.Reserve(ctx, r.bucket, r.try, d)
	if err != nil {
		r.Log.Warn("cannot share the places for sessions with other processes; Discord may refuse some", "err", err)
		r.alone = true
		return 0
	}
	return wait
}

// confirm keeps the place for the next part of the way, or returns an error if another process has it. That is so after a
// pause of this one, and where the store has lost the reservation.
func (r *reservation) confirm() error {
	if r.share(r.longest()) > 0 {
		return errOvertaken
	}
	return nil
}

// enter returns Discord's answer about the gateway, if the shard may begin a session there now.
func (r *reservation) enter(ctx context.Context) (*discordgo.GatewayBotResponse, error) {
	info, err := r.allow(ctx)
	if err != nil {
		return nil, err
	}
	r.admitted = true
	return info, r.confirm()
}

// use keeps the place for its time from now, when IDENTIFY was sent.
func (r *reservation) use() {
	r.used = true
	r.share(slotTime * r.Pace)
	r.slot <- time.Now().Add(slotTime * r.Pace)
}

// end gives the place back, unless it was used. The shards of other processes, which look once a Pace, then come before those of
// this one: it may be the process that cannot connect. A session that began is ready then, or its connection has ended: Discord
// has counted it.
func (r *reservation) end() {
	if !r.used {
		if r.share(0); r.shared && r.Slots.Reserve != nil && !r.alone {
			r.free = time.Now().Add(2 * r.Pace)
		}
		r.slot <- r.free
	}
	if r.admitted {
		r.finish(r.used)
	}
}
