package discordtest

import (
	"context"
	"sync"
)

// UpdateKind is the kind of an Update.
type UpdateKind string

// These are the kinds of an Update.
const (
	UpdateCreate  UpdateKind = "create"
	UpdateEdit    UpdateKind = "edit"
	UpdateDelete  UpdateKind = "delete"
	UpdateChannel UpdateKind = "channel" // the channel, or another one of its guild, was made, changed or deleted
	UpdateStatus  UpdateKind = "status"  // the bot came online or went offline, or its commands changed
)

// Update is a change in a person's view of a channel.
type Update struct {
	Kind    UpdateKind
	Message Message // zero for UpdateChannel and UpdateStatus
}

// Watch reports changes in a channel from now on, in order: public messages, and the ephemeral ones of p. A nil p sees only
// public ones. Watch closes the returned channel when ctx ends or the server closes. A slow reader loses nothing; it only
// costs memory.
func (s *Server) Watch(ctx context.Context, p *Person, ch *Channel) <-chan Update {
	w := &watch{channel: ch.id, wake: make(chan struct{}, 1)}
	if p != nil {
		w.user = p.id
	}
	out := make(chan Update)
	s.world.Lock()
	defer s.world.Unlock()
	if s.ctx.Err() != nil {
		close(out)
		return out
	}
	s.watches[w] = true
	s.running.Go(func() { s.pump(ctx, w, out) })
	return out
}

// watch is one call of Watch.
type watch struct {
	channel, user string
	wake          chan struct{}

	mu    sync.Mutex
	queue []Update
}

func (w *watch) push(u Update) {
	w.mu.Lock()
	w.queue = append(w.queue, u)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *watch) drain() []Update {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.queue
	w.queue = nil
	return list
}

func (s *Server) pump(ctx context.Context, w *watch, out chan<- Update) {
	defer close(out)
	defer s.unwatch(w)
	for {
		select {
		case <-w.wake:
		case <-ctx.Done():
			return
		case <-s.ctx.Done():
			return
		}
		for _, u := range w.drain() {
			select {
			case out <- u:
			case <-ctx.Done():
				return
			case <-s.ctx.Done():
				return
			}
		}
	}
}

func (s *Server) unwatch(w *watch) {
	s.world.Lock()
	defer s.world.Unlock()
	delete(s.watches, w)
}
