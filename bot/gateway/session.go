package gateway

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Session holds the values with which another process resumes a shard's session. They are as secret as the token.
type Session struct {
	ID          string `json:"id"`
	URL         string `json:"url"` // where to resume it
	Seq         int64  `json:"seq"` // of the last event
	Shard       int    `json:"shard"`
	Shards      int    `json:"shards"`
	Version     string `json:"version"` // of the gateway's API
	Encoding    string `json:"encoding"`
	Compression string `json:"compression"`
	User        string `json:"user"` // the bot's
	Application string `json:"application"`
}

// encoding is how Discord encodes its messages.
const encoding = "json"

// resumable reports whether this program can resume the session as a shard.
func (s Session) resumable(shard, shards int) bool {
	return s.ID != "" && s.URL != "" && s.Shard == shard && s.Shards == shards &&
		s.Version == discordgo.APIVersion && s.Encoding == encoding && s.Compression == compression
}

// keepEvery is how often a session is given to [Config.Keep] while events come.
const keepEvery = time.Second

// session is the session of a shard. A zero one cannot be resumed.
type session struct {
	id, url           string
	user, application string
	seq               *atomic.Int64 // of the last event
}

// resumeFirst takes over a session that another process began.
func (s *shard) resumeFirst(from Session) {
	if !from.resumable(s.id, s.shards) {
		return
	}
	s.session = session{id: from.ID, url: from.URL, user: from.User, application: from.Application, seq: new(atomic.Int64)}
	s.session.seq.Store(from.Seq)
	s.disconnected = time.Now()
	s.publish()
}

// publish lets keep see the session that the shard has now.
func (s *shard) publish() {
	now := s.session
	s.kept.Store(&now)
}

// snapshot returns the session as it is now, or a zero one if none can be resumed.
func (s *shard) snapshot() Session {
	now := s.kept.Load()
	if now == nil || now.id == "" {
		return Session{}
	}
	return Session{
		ID: now.id, URL: now.url, Seq: now.seq.Load(), Shard: s.id, Shards: s.shards,
		Version: discordgo.APIVersion, Encoding: encoding, Compression: compression, User: now.user, Application: now.application,
	}
}

// keepAndRun runs the shard, and keeps its session.
func (s *shard) keepAndRun(ctx context.Context) error {
	s.resumeFirst(s.Session)
	if s.Keep != nil {
		stop, stopped := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(stopped)
			s.keep(stop)
		}()
		defer func() {
			close(stop)
			<-stopped
		}()
	}
	return s.run(ctx)
}

// keep gives the session to Keep where it has changed: at once, every second until stop is closed, and then a last time.
func (s *shard) keep(stop <-chan struct{}) {
	tick := time.NewTicker(keepEvery)
	defer tick.Stop()
	for last, over := (Session{}), false; ; {
		if now := s.snapshot(); now != last {
			s.Keep(now)
			last = now
		}
		if over {
			return
		}
		select {
		case <-tick.C:
		case <-stop:
			over = true
		}
	}
}
