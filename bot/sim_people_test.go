package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/engine"
)

// comeBack brings back players who went bust, or timed out twice.
func (s *sim) comeBack(v engine.View) {
	for _, seat := range v.Seats {
		p := s.who(seat.Player)
		switch {
		case v.Phase != engine.Idle || p == nil:
		case seat.Stack+seat.Pending == 0:
			s.do(p, discordtest.Slash{Command: "topup", Options: []string{"amount", "1000"}})
			s.approve()
		case seat.Out:
			s.do(p, discordtest.Slash{Command: "sitin"})
		}
	}
}

// besides makes people act outside the game at some decisions, and reports whether they did. Its acts cover all effects of
// the program.
func (s *sim) besides(v engine.View) bool {
	p := s.folk[0]
	switch n := v.Turn.Action % 7; {
	case n == 1 && s.isFirst("panel", v.Hand):
		s.do(p, discordtest.Slash{Command: "cards"})
		s.do(p, discordtest.Slash{Command: "cards"})
	case n == 2 && s.isFirst("wallet", v.Hand):
		s.do(p, discordtest.Slash{Command: "chips daily"})
		s.do(p, discordtest.Slash{Command: "settings", Options: []string{"ping", []string{"nudge", "always"}[v.Hand%2]}})
	case n == 3 && s.isFirst("mention", v.Hand):
		time.Sleep(12 * time.Second)
	case n == 4 && s.isFirst("status", v.Hand):
		s.posts++
		s.do(p, discordtest.Slash{Command: "table status"})
		time.Sleep(2 * time.Second)
	case n == 5 && s.isFirst("forget", v.Hand):
		s.forgets()
	case s.plan.turn != nil && s.isFirst("turn", v.Turn):
		s.plan.turn(s)
	default:
		return false
	}
	return true
}

// decide makes the decision that the seed selects.
func (s *sim) decide(v engine.View, b discordtest.Message) {
	i := slices.IndexFunc(v.Seats, func(seat engine.SeatView) bool { return seat.Seat == v.ToAct })
	p, n := s.who(v.Seats[i].Player), s.number(v.Turn)
	if p == nil {
		return // a house player is thinking
	}
	if v.Phase == engine.Drawing {
		s.do(p, discordtest.Slash{Command: "draw", Options: []string{"discard", []string{"none", "1", "1 2"}[n%3]}})
		return
	}
	var allowed []discordtest.Component
	for _, c := range b.Buttons() {
		verb := strings.Split(c.CustomID, ":")[4]
		if slices.Contains([]string{"check", "call", "raise", "show", "muck"}, verb) || verb == "fold" && n%11 == 0 {
			allowed = append(allowed, c)
		}
	}
	if len(allowed) == 0 {
		return
	}
	c := allowed[0]
	if n%4 == 0 {
		c = allowed[n/4%uint64(len(allowed))]
	}
	a, lost := s.do(p, discordtest.Press{Message: b.ID, CustomID: c.CustomID})
	if !lost && a.Type == discordtest.AnswerMessage && len(a.Message.Buttons()) > 0 {
		a, lost = s.do(p, discordtest.Press{Message: a.Message.ID, CustomID: a.Message.Buttons()[0].CustomID, Forged: true})
	}
	if !lost && a.Type == discordtest.AnswerUpdate {
		s.acked[fmt.Sprint(v.Turn)] = true
	}
}
