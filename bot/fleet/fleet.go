package fleet

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"slices"
	"time"

	"cardroom/bot/storage"
	"cardroom/internal/clock"
	"cardroom/store"
)

// Config configures a process of the fleet.
type Config struct {
	Store  store.Store
	Name   string // of this process, unique
	Shards int    // how many shards the guilds are to be divided into; 0: as the store says, or else Discord
	Schema int    // of the records that this program writes
	Log    *slog.Logger
	Outage *storage.Outage // of this process itself; nil: its log shares no line with the tables

	// Recommended asks Discord until it says how many shards it recommends. Run calls it where the store does not
	// know a number yet. Its error ends Run.
	Recommended func(ctx context.Context) (int, error)
	// Play plays the shard of a lease until the context ends. It returns at once where the lease is lost. It releases no
	// lease.
	Play func(ctx context.Context, l *store.LeaseHolder) error
	// Seen, if set, learns each time that this process plays its whole share, or why it takes none.
	Seen func(error)
	// Changed, if set, receives how many shards this process plays, and how one more or less came about.
	Changed func(shards int, h HandOver)
}

// HandOver is how a shard came to a process, or left it.
type HandOver string

// These are the ways.
const (
	Acquired HandOver = "acquired"
	Released HandOver = "released" // to another process, or because this one ends
	Dropped  HandOver = "dropped"  // because the lease was lost, or by an error
)

// These are the times of a fleet.
const (
	announceEvery = 250 * time.Millisecond
	memberTime    = store.LeaseTime // without an announcement, after which a process counts as dead
	steadyTime    = time.Second     // for which the store has to answer before a process takes a shard
	askTime       = time.Second     // that one announcement may take
	releaseTime   = 500 * time.Millisecond

	wantTime  = steadyTime - announceEvery // for which the fleet is idle before this process may change the number of shards; none takes one yet
	lateTime  = steadyTime + announceEvery // the same where it may have become idle by a fault: after the time of its owners to renew their leases
	deathTime = memberTime + announceEvery // after which a process that died before this one started neither counts as alive nor has a lease
	pauseTime = askTime + announceEvery    // without an answer, after which this process itself may have stood still
)

// process is this process in the fleet. One goroutine owns it.
type process struct {
	Config
	shards map[int]*shard // by ID
	count  int            // of all shards, in the division that this process follows; 0: none yet
	first  int            // how many there are to be where the store knows no number; 0: it does, or none was asked
	warned map[string]bool

	answered clock.Moment // when the store last answered
	steady   time.Time    // since when it answers; zero while it does not
	idle     time.Time    // since when it says that no other process plays; zero while one does
	calm     bool         // it has always answered so, since this process started
	foreign  time.Time    // since when a process outside the fleet plays; zero while none does

	stale bool             // this program is older than records in the store, and others take the shards that are due to it
	asked chan acquisition // the answers of the store
	ended chan *shard      // those whose Play has returned
}

// shard is a shard that this process is taking, plays, or gives up.
type shard struct {
	id     int
	stop   context.CancelFunc
	lease  *store.LeaseHolder // nil while the process is taking the shard
	giving bool
	err    error // of Play
}

// acquisition is how asking for the lease of a shard ended.
type acquisition struct {
	*shard
	ctx   context.Context // ends when the process gives the shard up
	lease *store.LeaseHolder
	err   error
}

// Run plays this process's share of the shards until the context ends, which is no error. It returns the error of a Play
// that did not lose its lease. After a store.ErrUnreachable it takes the shard again instead, where the store does not answer this
// process at all: the other shards only have to wait. Otherwise Run ends, so that another process may read those tables. At the
// end it gives up all shards at the same time.
func Run(ctx context.Context, c Config) error {
	if c.Outage == nil {
		c.Outage = storage.NewOutage(storage.NewOutageLog(c.Log))
	}
	p := &process{
		Config: c, shards: map[int]*shard{}, warned: map[string]bool{}, answered: clock.Now(), calm: true,
		asked: make(chan acquisition), ended: make(chan *shard),
	}
	tick := time.NewTicker(announceEvery)
	defer tick.Stop()
	defer p.leave()
	err := p.look(ctx)
	for err == nil {
		select {
		case <-ctx.Done():
			return nil
		case a := <-p.asked:
			p.play(a) // the next try, if that failed, comes with the tick
			continue
		case s := <-p.ended:
			err = p.over(ctx, s)
		case <-tick.C:
		}
		if err == nil {
			err = p.look(ctx)
		}
	}
	return err
}

// look announces this process, and takes or gives up shards. An error ends the process.
func (p *process) look(ctx context.Context) error {
	p.noticePause()
	f, err := p.announce(ctx)
	switch {
	case ctx.Err() != nil:
		return nil
	case err != nil:
		p.Outage.Begin(p, err)
		p.restart()
		return nil
	}
	p.note(f)
	switch {
	case p.waits(f):
		return nil
	case f.Shards > 0:
		p.first = 0 // another number must not come back when no lease is held
		p.follow(ctx, f)
		return nil
	}
	if p.first = cmp.Or(p.count, p.Shards, p.first); p.first == 0 {
		if p.first, err = p.Recommended(ctx); ctx.Err() != nil {
			return nil
		}
	}
	return err
}

// restart forgets for how long the store has answered.
func (p *process) restart() {
	p.steady, p.idle, p.foreign, p.calm = time.Time{}, time.Time{}, time.Time{}, false
}

// noticePause restarts where this process stood still, because leases may have run out under others that did so too.
func (p *process) noticePause() {
	if clock.Now().Since(p.answered) > pauseTime {
		p.restart()
	}
}

// note notes the answer of the store, and since when it is so.
func (p *process) note(f store.Fleet) {
	p.noticePause()
	p.answered = clock.Now()
	mark(&p.steady, true)
	if p.isSteady() {
		p.Outage.End(p)
	}
	mark(&p.idle, f.Idle(p.Name))
	p.calm = p.calm && !p.idle.IsZero()
	p.noteForeign(f)
}

// mark keeps since when something is so.
func mark(since *time.Time, now bool) {
	if !now {
		*since = time.Time{}
	} else if since.IsZero() {
		*since = time.Now()
	}
}

// lasts reports whether something is so for a time. Since is zero where it is not.
func lasts(since time.Time, d time.Duration) bool { return !since.IsZero() && time.Since(since) >= d }

// noteForeign warns of a process that has a lease and is not of the fleet, or divides the guilds into another number of shards. The
// lease of a dead process is no reason.
func (p *process) noteForeign(f store.Fleet) {
	var other *store.HeldError
	for s, owner := range f.Owners {
		outside := owner != p.Name && (s.Count != f.Shards || !slices.Contains(f.Members, owner))
		if outside && (other == nil || s.ID < other.Shard.ID) {
			other = &store.HeldError{Shard: s, Owner: owner}
		}
	}
	mark(&p.foreign, other != nil)
	switch {
	case other == nil:
		delete(p.warned, "held")
	case lasts(p.foreign, deathTime):
		p.warn("held", "waiting to take shards over until another process ends", "err", other)
	}
}

// waits reports whether this process, which wants another number of shards than the store knows, follows no division yet. It
// waits until its number is in force, or other processes play for so long that they live.
func (p *process) waits(f store.Fleet) bool {
	switch {
	case p.count > 0, f.Shards > 0 && (p.Shards == 0 || p.Shards == f.Shards):
		return false
	case f.Shards == 0: // the store may have lost it, and then a process that plays writes it anew
		return p.idle.IsZero() && !lasts(p.steady, deathTime)
	}
	return !p.idle.IsZero() || !lasts(p.steady, deathTime)
}

// wanted returns the number of shards that the store is to know where no process plays; 0: any. After an outage of the store all
// leases may have run out under processes that play. So those get time to renew them, and a process that
// follows a division wants no other one.
func (p *process) wanted() int {
	switch {
	case p.steady.IsZero():
		return 0
	case p.first == 0 && p.count == 0 && (lasts(p.idle, lateTime) || p.calm && lasts(p.idle, wantTime)):
		return p.Shards
	}
	return p.first
}

// isSteady reports whether the store has answered for long enough. Otherwise the owners of shards may not have renewed their
// leases yet, after an outage.
func (p *process) isSteady() bool { return lasts(p.steady, steadyTime) }

// follow takes or gives up shards as the plan for a fleet says.
func (p *process) follow(ctx context.Context, f store.Fleet) {
	others := slices.ContainsFunc(f.Members, func(name string) bool { return name != p.Name })
	for _, s := range p.shards {
		if s.lease != nil {
			s.lease.Contest(others)
		}
	}
	if f.Shards != p.count {
		for _, s := range p.shards { // of another division
			p.give(s)
		}
		if len(p.shards) > 0 {
			return
		}
		p.count = f.Shards
	}
	if p.Shards > 0 && p.Shards != f.Shards {
		p.warn("division", "SHARDS is not in force: the guilds are divided into another number of shards; stop all processes, then start them with the new SHARDS",
			"wanted", p.Shards, "in force", f.Shards)
	}
	playing := map[int]bool{}
	for id, s := range p.shards {
		playing[id] = s.giving
	}
	give, acquire, even := assign(f, p.Name, playing)
	for _, id := range give {
		p.give(p.shards[id])
	}
	if f.Schema > p.Schema {
		p.warn("schema", errStale.Error(), "newest", f.Schema, "known", p.Schema)
		p.stale = p.stale || len(acquire) > 0 || len(p.shards) == 0
	} else {
		p.stale = false
		delete(p.warned, "schema")
		if p.isSteady() {
			p.acquire(ctx, acquire)
		}
	}
	switch {
	case p.Seen == nil:
	case p.stale:
		p.Seen(errStale)
	case even && p.isSteady() && p.playing() == len(p.shards):
		p.Seen(nil)
	}
}

// errStale is why a process takes no shards.
var errStale = errors.New("another process has written newer records: this one takes no more shards; " +
	"update it, or stop the newer ones and run cardroom shards --allow-older with this version")

// announce tells the store that this process is alive, once it is ready to take shards, and returns the fleet. One that may take no
// more, or follows no division yet, says nothing: the others share out its share.
func (p *process) announce(ctx context.Context) (store.Fleet, error) {
	m := store.Member{Name: p.Name, Shards: p.wanted(), Schema: p.Schema}
	if !p.stale && p.count > 0 && (p.isSteady() || len(p.shards) > 0) {
		m.For = memberTime
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	return p.Store.Announce(ctx, m)
}

// warn logs a warning once until it is deleted from warned.
func (p *process) warn(key, text string, args ...any) {
	if !p.warned[key] {
		p.warned[key] = true
		p.Log.Warn(text, args...)
	}
}

// acquire asks for the leases of shards at the same time. With many guilds the store may take longer than this process may be silent.
func (p *process) acquire(ctx context.Context, ids []int) {
	for _, id := range ids {
		if p.shards[id] != nil {
			continue
		}
		playing, stop := context.WithCancel(ctx)
		s, division := &shard{id: id, stop: stop}, store.Shard{ID: id, Count: p.count}
		p.shards[id] = s
		go func() {
			l, err := store.TryLease(playing, p.Store, division, p.Name)
			p.asked <- acquisition{s, playing, l, err}
		}()
	}
}

// play plays a shard whose lease was acquired until give, or until the lease is lost.
func (p *process) play(a acquisition) {
	s := a.shard
	if a.err != nil {
		delete(p.shards, s.id)
		if _, owned := errors.AsType[*store.HeldError](a.err); !owned && a.ctx.Err() == nil {
			p.Log.Warn("could not acquire the lease of a shard; trying again", "shard", s.id, "err", a.err)
		}
		s.stop()
		return
	}
	s.lease = a.lease
	p.Log.Info("took a shard", "shard", s.id, "of", p.count, "playing", p.playing())
	p.report(Acquired)
	go func() {
		s.err = p.Play(a.ctx, s.lease)
		release, cancel := context.WithTimeout(context.Background(), releaseTime)
		defer cancel()
		_ = s.lease.End(release) // otherwise it runs out
		p.ended <- s
	}()
}

// playing returns how many shards this process plays.
func (p *process) playing() (n int) {
	for _, s := range p.shards {
		if s.lease != nil {
			n++
		}
	}
	return n
}

// give ends the play of a shard. Its lease is released when that is over.
func (p *process) give(s *shard) {
	if !s.giving {
		s.giving = true
		s.stop()
		p.Log.Info("giving a shard to another process", "shard", s.id, "of", p.count)
	}
}

// over removes a shard whose Play has ended. It returns the error of Play if that ends this process.
func (p *process) over(ctx context.Context, s *shard) error {
	s.stop()
	delete(p.shards, s.id)
	fenced, lost := errors.AsType[*store.FencedError](s.lease.Err())
	if ctx.Err() != nil || s.giving && !lost {
		p.released(s)
		return nil
	}
	p.report(Dropped)
	switch {
	case lost:
		p.Log.Warn("another process has taken a shard over; dropping its tables", "shard", s.id, "err", fenced)
		return nil
	case errors.Is(s.err, store.ErrUnreachable) && !p.isSteady(): // else the store answers, and other processes may read them
		p.Log.Warn("could not read the tables of a shard; taking it again when the store answers", "shard", s.id, "err", s.err)
		return nil
	}
	return s.err
}

// released reports that a shard was given up.
func (p *process) released(s *shard) {
	if s.err != nil && !errors.Is(s.err, context.Canceled) {
		p.Log.Warn("a shard ended with an error while it was given up", "shard", s.id, "err", s.err)
	}
	p.report(Released)
}

func (p *process) report(h HandOver) {
	if p.Changed != nil {
		p.Changed(p.playing(), h)
	}
}

// leave gives up all shards at the same time, and waits until they are released.
func (p *process) leave() {
	ctx, cancel := context.WithTimeout(context.Background(), askTime)
	defer cancel()
	_, _ = p.Store.Announce(ctx, store.Member{Name: p.Name}) // otherwise it counts as dead soon
	for _, s := range p.shards {
		s.stop()
	}
	for len(p.shards) > 0 {
		select {
		case a := <-p.asked:
			p.play(a)
		case s := <-p.ended:
			delete(p.shards, s.id)
			p.released(s)
		}
	}
}
