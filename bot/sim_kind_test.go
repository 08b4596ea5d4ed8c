package bot_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
	"cardroom/engine"
)

// kind holds the special features of a table, as drawn from its seed.
type kind struct {
	chips    string   // their source: wallet, approved or free
	playsFor string   // the chips of its house player: practice or wallet; "": there is none
	options  []string // further options
	followed bool     // it has followers, and a mirror
	pictures bool     // its boards consist of components
	people   int
}

// kindOf returns the kind of the table of a game.
func (s *sim) kindOf(game, limit string) kind {
	k := kind{
		chips:    oneOf(s, "chips", "wallet", "wallet", "approved", "free"),
		playsFor: oneOf(s, "house", "", "", "practice", "wallet"), followed: s.seed%2 == 0,
		pictures: s.pictures(), people: 2 + int(s.number("people")%3),
	}
	switch {
	case game == "draw":
		k.options = oneOf(s, "options", nil, []string{"draw any"}, []string{"ante 5", "blinds off"}, []string{"auto-muck off"})
	case limit == "fl":
		k.options = oneOf(s, "options", nil, []string{"run-it 2"}, []string{"auto-muck off"})
	default:
		k.options = oneOf(s, "options", nil, []string{"run-it 3", "straddle on"}, []string{"run-it 2", "min-bet 20"}, []string{"auto-muck off", "chip-unit 5"})
	}
	if k.chips != "wallet" {
		k.options = append(slices.Clone(k.options), "chips "+k.chips)
	}
	if s.plan.folk {
		k.playsFor = ""
	}
	if k.playsFor != "" {
		k.people-- // or its hands would be longer than others
	}
	return k
}

// pictures reports whether the boards of the seed have pictures, which makes them messages of components.
func (s *sim) pictures() bool { return s.number("pictures")>>16%2 == 0 }

// beacon reports whether the hands of the seed have a beacon.
func (s *sim) beacon() bool { return s.number("beacon")>>16%4 == 0 }

// pressBoards reports whether presses post the boards of the seed. They post none of a beacon.
func (s *sim) pressBoards() bool { return s.number("follows")>>16%4 == 0 }

// oneOf returns the entry of a list that the seed selects.
func oneOf[T any](s *sim, name string, list ...T) T { return list[s.number(name)%uint64(len(list))] }

// arrange gives the table its kind. The table is paused during that, so that an end of the program does not change the
// players of the first hand. A guest, who asks to be forgotten later, sits down and leaves again.
func (s *sim) arrange() {
	host := s.folk[0]
	s.insist(host, discordtest.Slash{Command: "table pause"})
	if panel := s.insist(host, discordtest.Slash{Command: "table settings"}); panel.Message != nil {
		for _, set := range s.kind.options {
			s.insist(host, discordtest.Press{
				Message: panel.Message.ID, CustomID: fmt.Sprintf("v1:%s:0:0:set %s", s.channel.ID(), set), Forged: true,
			})
		}
	}
	guest := s.person("yan")
	s.sits(guest)
	s.insist(guest, discordtest.Slash{Command: "leave"})
	if s.kind.playsFor == "" {
		return
	}
	host.Grant(discordgo.PermissionManageGuild)
	s.insist(host, discordtest.Slash{Command: "server", Options: []string{"house-chips", s.kind.playsFor}})
	for range 5 {
		s.revive()
		if v, _ := s.stored(); slices.ContainsFunc(v.Seats, func(seat engine.SeatView) bool { return seat.House != engine.Person }) {
			return
		}
		asked, _ := s.do(host, discordtest.Slash{Command: "table bot add"})
		s.confirm(host, asked)
	}
}

// insist repeats a person's act until it has an answer.
func (s *sim) insist(p *discordtest.Person, act discordtest.Act) discordtest.Answer {
	for range 5 {
		if a, lost := s.do(p, act); !lost {
			return a
		}
	}
	return discordtest.Answer{}
}

// sits seats a person, with the host's approval if the table requires it.
func (s *sim) sits(p *discordtest.Person) {
	for range 5 {
		if s.revive(); s.seated(p) {
			return
		}
		s.do(p, discordtest.Slash{Command: "sit", Options: []string{"buyin", "1000"}})
		s.approve()
	}
}

// approve makes the host approve all requests for chips.
func (s *sim) approve() {
	if s.kind.chips != "approved" {
		return
	}
	panel := s.insist(s.folk[0], discordtest.Slash{Command: "table settings"})
	if panel.Message == nil {
		return
	}
	for _, b := range panel.Message.Buttons() {
		if strings.HasPrefix(strings.Split(b.CustomID, ":")[4], "yes ") {
			s.insist(s.folk[0], discordtest.Press{Message: panel.Message.ID, CustomID: b.CustomID, Forged: true})
		}
	}
}

// forgets makes the guest ask to be forgotten.
func (s *sim) forgets() {
	guest := s.person("yan")
	s.insist(guest, discordtest.Slash{Command: "settings", Options: []string{"ping", "always"}})
	confirmation := s.insist(guest, discordtest.Slash{Command: "settings", Options: []string{"forget", "true"}})
	if confirmation.Message == nil || len(confirmation.Message.Buttons()) == 0 {
		s.t.Errorf("seed %d, %v: who wants to be forgotten is told %q", s.seed, s.fell, confirmation.Text())
		return
	}
	time.Sleep(time.Second)
	s.insist(guest, discordtest.Press{Message: confirmation.Message.ID, CustomID: confirmation.Message.Buttons()[0].CustomID, Forged: true})
}
