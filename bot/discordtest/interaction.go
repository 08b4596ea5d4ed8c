package discordtest

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// The platform's limits of an interaction.
const (
	answerWithin = 3 * time.Second
	tokenLives   = 15 * time.Minute
)

// Types of interactions.
const (
	kindCommand   = 2
	kindComponent = 3
	kindComplete  = 4
	kindModal     = 5
)

// interaction is what lasts of an act: enough to answer it by its token, after
// a restart of the server too.
type interaction struct {
	ID       string    `json:"id"`
	Token    string    `json:"token"`
	Kind     int       `json:"kind"`
	Guild    string    `json:"guild"`
	Channel  string    `json:"channel"`
	User     string    `json:"user"`
	Message  string    `json:"message,omitempty"` // the one that was pressed
	Command  string    `json:"command,omitempty"`
	Begun    time.Time `json:"begun"`
	Answered int       `json:"answered,omitempty"` // type of the answer
	Original string    `json:"original,omitempty"` // the message @original means
	Modal    *Modal    `json:"-"`                  // what it opened
	Repeated bool      `json:"-"`                  // delivered more than once
	Spoiled  bool      `json:"-"`                  // its answer met a fault: what follows is not the bot's
}

// waiting is a person looking at their screen until an answer comes.
type waiting struct {
	done   chan struct{}
	answer Answer
	timer  *time.Timer
	event  json.RawMessage
	sent   bool // some gateway session got the event
}

// begin lets a person act and sends the event.
func (s *Server) begin(p *Person, ch string, a Act, d Delivery) (*Interaction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() != nil {
		return nil, ErrClosed
	}
	who, where, err := s.actor(p, ch, a)
	if err != nil {
		return nil, err
	}
	h, err := a.event(s, who, where)
	if err != nil {
		return nil, err
	}
	i := s.record(who, where, h, d)
	w := &waiting{done: make(chan struct{}), event: s.wireInteraction(i, who, where, h)}
	handle := &Interaction{ID: i.ID, Token: i.Token, srv: s, wait: w}
	w.answer.interaction = handle
	w.timer = time.AfterFunc(answerWithin, func() { s.expire(i, w) })
	s.waiting[i.ID] = w
	s.send(i, w, d)
	s.changed()
	return handle, nil
}

// actor checks that the person may act in the channel at all.
func (s *Server) actor(p *Person, ch string, a Act) (*person, *channel, error) {
	where := s.st.Channels[ch]
	if where == nil || where.Deleted || where.Guild != p.guild {
		return nil, nil, fmt.Errorf("%w: channel", ErrNotThere)
	}
	if s.guild(p.guild).Without {
		return nil, nil, fmt.Errorf("%w: the bot", ErrNotThere)
	}
	who := s.guild(p.guild).Members[p.id]
	if who == nil {
		return nil, nil, fmt.Errorf("%w: %s is no member", ErrForbidden, p.name)
	}
	may := s.mayIn(who, where)
	if may&permViewChannel == 0 {
		return nil, nil, fmt.Errorf("%w: %s does not see #%s", ErrForbidden, p.name, where.Name)
	}
	if _, slash := a.(Slash); slash && may&permCommands == 0 {
		return nil, nil, fmt.Errorf("%w: %s may not use commands", ErrForbidden, p.name)
	}
	return who, where, nil
}

func (s *Server) record(who *person, where *channel, h happening, d Delivery) *interaction {
	s.forgetOld()
	id, token := d.ID, d.Token
	if id == "" {
		id = s.newID()
	}
	if token == "" {
		token = newToken(id)
	}
	if old := s.st.Interactions[id]; old != nil {
		old.Repeated = true
		return old
	}
	i := &interaction{
		ID: id, Token: token, Kind: h.kind, Guild: where.Guild, Channel: where.ID, User: who.User,
		Command: h.command, Begun: time.Now(),
	}
	if h.message != nil {
		i.Message = h.message.ID
	}
	s.st.Interactions[id], s.tokens[token] = i, i
	return i
}

// newToken looks like Discord's: nothing can be read from it.
func newToken(id string) string {
	secret := make([]byte, 48)
	_, _ = rand.Read(secret)
	return base64.RawURLEncoding.EncodeToString([]byte("interaction:"+id+":")) +
		base64.RawURLEncoding.EncodeToString(secret)
}

func (s *Server) send(i *interaction, w *waiting, d Delivery) {
	times := max(1, d.Times)
	i.Repeated = i.Repeated || times > 1
	if d.Late <= 0 {
		s.deliver(i, w, times)
		return
	}
	time.AfterFunc(d.Late, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.deliver(i, w, times)
	})
}

func (s *Server) deliver(i *interaction, w *waiting, times int) {
	for range times {
		w.sent = s.dispatchGuild(i.Guild, 0, "INTERACTION_CREATE", w.event) > 0 || w.sent
	}
}

func (i *Interaction) redeliver() {
	i.srv.mu.Lock()
	defer i.srv.mu.Unlock()
	if rec := i.srv.st.Interactions[i.ID]; rec != nil {
		rec.Repeated = true
		i.srv.deliver(rec, i.wait, 1)
	}
}

// expire ends the wait of a person to whom nobody answered.
func (s *Server) expire(i *interaction, w *waiting) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.waiting[i.ID] != w {
		return
	}
	if w.sent && !i.Spoiled {
		s.complain("%s was not answered within %v", s.describe(i), answerWithin)
	}
	s.settle(i, Answer{Err: ErrNoAnswer})
}

// settle hands the answer to the one who waits, if they still do.
func (s *Server) settle(i *interaction, a Answer) {
	w := s.waiting[i.ID]
	if w == nil {
		return
	}
	delete(s.waiting, i.ID)
	w.timer.Stop()
	a.interaction, a.Took = w.answer.interaction, time.Since(i.Begun)
	w.answer = a
	close(w.done)
}

func (s *Server) abandonWaits() {
	for id, w := range s.waiting {
		delete(s.waiting, id)
		w.timer.Stop()
		w.answer.Err = ErrClosed
		close(w.done)
	}
}

// describe names an interaction in a complaint.
func (s *Server) describe(i *interaction) string {
	what := map[int]string{kindCommand: "command", kindComponent: "press", kindComplete: "completion", kindModal: "modal"}
	name := i.User
	if u := s.st.Users[i.User]; u != nil {
		name = u.Name
	}
	return fmt.Sprintf("%s %s by %s", what[i.Kind], i.Command, name)
}

// forgetOld drops interactions whose token is long dead; a look at a few each
// time keeps the cost flat. Map iteration begins at random places.
func (s *Server) forgetOld() {
	looked := 0
	for id, i := range s.st.Interactions {
		if time.Since(i.Begun) > 2*tokenLives {
			delete(s.st.Interactions, id)
			delete(s.tokens, i.Token)
		}
		if looked++; looked == 4 {
			return
		}
	}
}

// await implements Answer.Await.
func (s *Server) await(a Answer, d time.Duration) Answer {
	ctx, cancel := context.WithTimeout(s.ctx, d)
	defer cancel()
	at := a.Message
	updates := s.Watch(ctx, &Person{srv: s, id: at.For}, &Channel{srv: s, id: at.ChannelID})
	for {
		list := s.messages(at.ChannelID, func(m *Message) bool { return m.ID == at.ID })
		if len(list) == 0 {
			return a
		}
		now := list[0]
		a.Message = &now
		if now.Deleted || !now.Edited.Equal(at.Edited) || at.Loading && !now.Loading {
			return a
		}
		if _, open := <-updates; !open {
			return a
		}
	}
}

// say implements Person.Say.
func (s *Server) say(p *Person, ch, text string) (Message, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	where := s.st.Channels[ch]
	who := s.guild(p.guild).Members[p.id]
	if where == nil || where.Deleted || who == nil || s.mayIn(who, where)&permSend == 0 {
		return Message{}, fmt.Errorf("%w: %s in this channel", ErrForbidden, p.name)
	}
	if n := runes(text); n == 0 || n > maxContent {
		return Message{}, fmt.Errorf("%w: a message has 1 to %d characters", ErrInput, maxContent)
	}
	m := &Message{ID: s.newID(), ChannelID: ch, AuthorID: p.id, Content: text, Created: time.Now()}
	m.Mentions = slices.DeleteFunc(mentionedUsers(text), func(id string) bool { return s.st.Users[id] == nil })
	m.Notified = m.Mentions
	s.post(where, m)
	return s.snapshot(m), nil
}

// post adds a message to its channel and tells everyone.
func (s *Server) post(ch *channel, m *Message) {
	ch.Messages = append(ch.Messages, m)
	s.forgetOldest(ch, m.Ephemeral)
	s.changed()
	s.tell(UpdateCreate, m)
	if !m.Ephemeral {
		s.dispatchGuild(ch.Guild, intentMessages, "MESSAGE_CREATE", s.wireMessage(m))
	}
}

// forgetOldest keeps the newest messages of a channel, ephemeral ones counted by
// themselves: refusals must not push the board out.
func (s *Server) forgetOldest(ch *channel, ephemeral bool) {
	alike := func(m *Message) bool { return m.Ephemeral == ephemeral }
	n := 0
	for _, m := range ch.Messages {
		if alike(m) {
			n++
		}
	}
	if n <= keptMessages {
		return
	}
	i := slices.IndexFunc(ch.Messages, alike)
	s.dropFiles(ch.Messages[i : i+1])
	ch.Messages = slices.Delete(slices.Clone(ch.Messages), i, i+1)
}

func (s *Server) deleteMessage(m *Message) {
	m.Deleted = true
	s.changed()
	s.tell(UpdateDelete, m)
	if ch := s.st.Channels[m.ChannelID]; !m.Ephemeral {
		s.dispatchGuild(ch.Guild, intentMessages, "MESSAGE_DELETE",
			map[string]any{"id": m.ID, "channel_id": m.ChannelID, "guild_id": ch.Guild})
	}
}
