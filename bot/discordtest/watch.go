package discordtest

import (
	"context"
	"sync"
)

// Kinds of an Update.
const (
	UpdateCreate  = "create"
	UpdateEdit    = "edit"
	UpdateDelete  = "delete"
	UpdateChannel = "channel" // the channel itself was changed or deleted
	UpdateStatus  = "status"  // the bot came online or went offline, or its commands changed
)

// Update is a change to what a person sees in a channel.
type Update struct {
	Kind    string
	Message Message // zero for UpdateChannel and UpdateStatus
}

// Watch tells what changes in a channel from now on, in order: public messages,
// and the ephemeral ones of p. A nil p sees what is public. The channel that is
// returned is closed when ctx ends or the server is closed. A slow reader loses
// nothing, it only costs memory.
func (s *Server) Watch(ctx context.Context, p *Person, ch *Channel) <-chan Update {
	w := &watcher{channel: ch.id, wake: make(chan struct{}, 1)}
	if p != nil {
		w.user = p.id
	}
	out := make(chan Update)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		close(out)
		return out
	}
	s.watchers[w] = true
	s.running.Go(func() { s.pump(ctx, w, out) })
	return out
}

type watcher struct {
	channel, user string
	wake          chan struct{}

	mu    sync.Mutex
	queue []Update
}

func (w *watcher) push(u Update) {
	w.mu.Lock()
	w.queue = append(w.queue, u)
	w.mu.Unlock()
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

func (w *watcher) take() []Update {
	w.mu.Lock()
	defer w.mu.Unlock()
	list := w.queue
	w.queue = nil
	return list
}

func (s *Server) pump(ctx context.Context, w *watcher, out chan<- Update) {
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
		for _, u := range w.take() {
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

func (s *Server) unwatch(w *watcher) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.watchers, w)
}

// tell passes a message's change to everyone who sees it.
func (s *Server) tell(kind string, m *Message) {
	for w := range s.watchers {
		if w.channel == m.ChannelID && (!m.Ephemeral || m.For == w.user) {
			w.push(Update{Kind: kind, Message: s.snapshot(m)})
		}
	}
}

// tellPerson tells those who watch with a person's eyes.
func (s *Server) tellPerson(kind, id string) {
	for w := range s.watchers {
		if w.user == id {
			w.push(Update{Kind: kind})
		}
	}
}

// tellChannel tells the watchers of a channel, or of all when id is "".
func (s *Server) tellChannel(kind, id string) {
	for w := range s.watchers {
		if id == "" || w.channel == id {
			w.push(Update{Kind: kind})
		}
	}
}
