package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/invariant"
	"cardroom/engine"
	"cardroom/store"
)

// stores records the players' hole cards, and looks for hidden cards in stored data.
func (s *sim) stores(c store.Change, t engine.Table) {
	if !s.plan.bytes {
		return
	}
	v := t.View(0)
	for _, seat := range v.Seats {
		view := t.View(seat.Player)
		own, _ := view.SeatOf(seat.Player)
		for _, held := range own.Cards {
			s.seen[fmt.Sprint(v.Hand, " ", uint64(seat.Player), " ", held)] = true
		}
	}
	for _, e := range c.Events {
		for _, shown := range slices.Concat(e.Cards[:], e.Made.Best[:]) {
			s.seen[fmt.Sprint(e.Hand, " all ", shown)] = true
		}
	}
	for _, h := range append([]store.Hand{{Data: c.Data}}, c.Hands...) {
		s.hidden(v.Hand, "all", "stored", string(h.Data))
	}
}

// sent looks for cards in a request, private or public.
func (s *sim) sent(path string, body []byte) {
	if !s.plan.bytes || !s.open.Load() {
		return
	}
	v, _ := s.stored()
	s.mu.Lock()
	defer s.mu.Unlock()
	owner, text := "all", string(body)
	for token, reader := range s.owners {
		if strings.Contains(path, token) {
			owner = reader
		}
	}
	hand := v.Hand
	if f := inContent.FindStringSubmatch(text); f != nil {
		hand, _ = strconv.ParseInt(f[1], 10, 64)
		if !strings.Contains(text, `"flags":64`) && strings.Contains(text, "-# ") { // a board
			owner = "all"
		}
	}
	s.hidden(hand, owner, path[:min(len(path), 30)], text)
}

var inContent = regexp.MustCompile(`"content":"#(\d+) `)

// letterCard matches a card as other programs write it, only with ranks that form no word and no time: As, 5s.
var letterCard = regexp.MustCompile(`(?:^|[^0-9A-Za-z+/=_-])([TJQK][shdc])(?:[^0-9A-Za-z+/=_-]|$)`)

// hidden reports cards that are neither public nor the owner's.
func (s *sim) hidden(hand int64, owner, where, text string) {
	found := oneCard.FindAllString(invariant.Signs(text), -1)
	if where != "stored" { // encrypted data may contain anything
		for _, f := range letterCard.FindAllStringSubmatch(text, -1) {
			found = append(found, strings.Replace(f[1][:1], "T", "10", 1)+map[byte]string{'s': "♠", 'h': "♥", 'd': "♦", 'c': "♣"}[f[1][1]])
		}
	}
	for _, c := range found {
		if s.cards++; !s.seen[fmt.Sprint(hand, " all ", c)] && !s.seen[fmt.Sprint(hand, " ", owner, " ", c)] {
			s.t.Errorf("seed %d: %s holds %s of hand %d:\n%s", s.seed, where, c, hand, text)
		}
	}
}
