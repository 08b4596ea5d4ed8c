package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/rest"
	"cardroom/bot/discordtest/world"
)

// wait is a person's wait for an answer.
type wait struct {
	done   chan struct{}
	answer Answer
	timer  *time.Timer
	event  json.RawMessage
	sent   bool // some gateway session got the event
}

// begin lets a person act and sends the event.
func (s *Server) begin(p *Person, ch string, a Act, d Delivery) (*Interaction, error) {
	s.world.Lock()
	defer s.world.Unlock()
	if s.ctx.Err() != nil {
		return nil, ErrClosed
	}
	member, where, err := s.mayAct(p, ch, a)
	if err != nil {
		return nil, err
	}
	e, err := a.event(s, member, where)
	if err != nil {
		return nil, err
	}
	i := &world.Interaction{
		ID: d.ID, Token: d.Token, Type: e.kind, Guild: where.Guild, Channel: where.ID, User: member.User, Command: e.command,
	}
	if e.message != nil {
		i.Message = e.message.ID
	}
	i = s.world.AddInteraction(i)
	w := &wait{done: make(chan struct{}), event: s.world.InteractionJSON(i, member, e.message, e.data)}
	if d.Direct {
		w.event = world.DirectJSON(w.event, s.world.UserJSON(member.User))
	}
	handle := &Interaction{ID: i.ID, Token: i.Token, srv: s, wait: w}
	w.answer.interaction = handle
	w.timer = time.AfterFunc(rest.AnswerWithin, func() { s.expire(i, w) })
	s.waits[i.ID] = w
	s.send(i, w, d)
	s.world.Changed()
	return handle, nil
}

// mayAct returns the member and the channel of an act, if the person may act there at all.
func (s *Server) mayAct(p *Person, ch string, a Act) (*world.Member, *world.Channel, error) {
	where := s.world.Channels[ch]
	if where == nil || where.Deleted || where.Guild != p.guild {
		return nil, nil, fmt.Errorf("%w: channel", ErrNotThere)
	}
	if s.world.Guild(p.guild).BotRemoved {
		return nil, nil, fmt.Errorf("%w: the bot", ErrNotThere)
	}
	member := s.world.Guild(p.guild).Members[p.id]
	if member == nil {
		return nil, nil, fmt.Errorf("%w: %s is no member", ErrForbidden, p.name)
	}
	bits := s.world.Permissions(member, where)
	if bits&object.ViewChannel == 0 {
		return nil, nil, fmt.Errorf("%w: %s does not see #%s", ErrForbidden, p.name, where.Name)
	}
	if _, slash := a.(Slash); slash && bits&object.UseApplicationCommands == 0 {
		return nil, nil, fmt.Errorf("%w: %s may not use commands", ErrForbidden, p.name)
	}
	if where.Archived && !forged(a) {
		return nil, nil, fmt.Errorf("%w: #%s", ErrArchived, where.Name)
	}
	return member, where, nil
}

// forged reports whether an act skips the checks of the client. A modal may be open since before.
func forged(a Act) bool {
	switch a := a.(type) {
	case Slash:
		return a.Forged
	case Press:
		return a.Forged
	case Submit:
		return true
	}
	return false
}

func (s *Server) send(i *world.Interaction, w *wait, d Delivery) {
	times := max(1, d.Times)
	if s.opts.Twice {
		times = max(2, times)
	}
	i.Repeated = i.Repeated || times > 1
	if d.Late <= 0 {
		s.deliver(i, w, times)
		return
	}
	time.AfterFunc(d.Late, func() {
		s.world.Lock()
		defer s.world.Unlock()
		s.deliver(i, w, times)
	})
}

func (s *Server) deliver(i *world.Interaction, w *wait, times int) {
	i.Overdue = i.Overdue || time.Since(i.Created) > rest.AnswerWithin
	for range times {
		sessions := s.gateway.Dispatch(i.Guild, 0, "INTERACTION_CREATE", func() any { return w.event })
		w.sent = sessions > 0 || w.sent
		i.Repeated = i.Repeated || sessions > 1 // several processes, of which one can answer
	}
}

func (i *Interaction) redeliver() {
	i.srv.world.Lock()
	defer i.srv.world.Unlock()
	if rec := i.srv.world.Interactions[i.ID]; rec != nil {
		rec.Repeated = true
		i.srv.deliver(rec, i.wait, 1)
	}
}

// expire ends the wait of a person who got no answer.
func (s *Server) expire(i *world.Interaction, w *wait) {
	s.world.Lock()
	defer s.world.Unlock()
	if s.waits[i.ID] != w {
		return
	}
	if w.sent && !i.Faulted {
		s.world.Complain("%s was not answered within %v", s.world.Describe(i), rest.AnswerWithin)
	}
	s.finish(i, Answer{Err: ErrNoAnswer})
}

// finish gives the answer to the person if they still wait.
func (s *Server) finish(i *world.Interaction, a Answer) {
	w := s.waits[i.ID]
	if w == nil {
		return
	}
	delete(s.waits, i.ID)
	w.timer.Stop()
	a.interaction, a.Took = w.answer.interaction, time.Since(i.Created)
	w.answer = a
	close(w.done)
}

func (s *Server) abandonWaits() {
	for id, w := range s.waits {
		delete(s.waits, id)
		w.timer.Stop()
		w.answer.Err = ErrClosed
		close(w.done)
	}
}

// await implements Answer.Await.
func (s *Server) await(a Answer, d time.Duration) Answer {
	ctx, cancel := context.WithTimeout(s.ctx, d)
	defer cancel()
	at := a.Message
	updates := s.Watch(ctx, &Person{srv: s, id: at.For}, &Channel{srv: s, id: at.ChannelID})
	for {
		list := s.messages(at.ChannelID, func(m *world.Message) bool { return m.ID == at.ID })
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
	s.world.Lock()
	defer s.world.Unlock()
	where := s.world.Channels[ch]
	member := s.world.Guild(p.guild).Members[p.id]
	if where == nil || where.Deleted || member == nil || !mayWrite(where, s.world.Permissions(member, where)) {
		return Message{}, fmt.Errorf("%w: %s in this channel", ErrForbidden, p.name)
	}
	if n := utf8.RuneCountInString(text); n == 0 || n > form.MaxContent {
		return Message{}, fmt.Errorf("%w: a message has 1 to %d characters", ErrInput, form.MaxContent)
	}
	m := &world.Message{ID: s.world.NewID(), ChannelID: ch, AuthorID: p.id, Content: text, Created: time.Now()}
	m.Mentions = slices.DeleteFunc(form.MentionedUsers(text), func(id string) bool {
		return s.world.Users[id] == nil && id != s.world.App.ID
	})
	m.Notified = m.Mentions
	where.Archive(s.world, false)
	s.world.Post(where, m)
	return s.snapshot(m), nil
}

// mayWrite reports whether a member with permissions may write in a channel or thread.
func mayWrite(ch *world.Channel, bits int64) bool {
	switch {
	case bits&object.ViewChannel == 0:
		return false
	case ch.Parent == "":
		return bits&object.SendMessages != 0
	case ch.Locked && bits&object.ManageThreads == 0:
		return false
	}
	return bits&object.SendMessagesInThreads != 0
}
