package bot_test

import (
	"context"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/invariant"
	"cardroom/engine"
	"cardroom/store"
)

// leave closes the table, and checks the remains.
func (s *sim) leave() {
	for range 20 {
		s.revive()
		if _, version := s.stored(); version == 0 {
			break
		}
		asked, _ := s.do(s.folk[0], discordtest.Slash{Command: "table close"})
		s.confirm(s.folk[0], asked)
		time.Sleep(90 * time.Second)
	}
	time.Sleep(time.Minute)
	s.revive()
	if v, version := s.stored(); version != 0 {
		s.t.Errorf("seed %d, %v: the table does not close: hand %d, phase %d", s.seed, s.fell, v.Hand, v.Phase)
	}
	for _, m := range s.channel.Messages() { // killed when the table was closed: the first press removes the buttons
		for _, b := range m.Buttons()[:min(1, len(m.Buttons()))] {
			s.do(s.folk[0], discordtest.Press{Message: m.ID, CustomID: b.CustomID})
			time.Sleep(5 * time.Second)
			s.revive()
		}
	}
	s.laws.End()
	s.remains()
	s.checkNotice()
}

// confirm answers the bot's question whether a command is meant.
func (s *sim) confirm(p *discordtest.Person, asked discordtest.Answer) {
	if m := asked.Message; m != nil && m.Ephemeral && len(m.Buttons()) == 1 {
		s.do(p, discordtest.Press{Message: m.ID, CustomID: m.Buttons()[0].CustomID})
	}
}

// remains checks the remains of a table: its boards, one for each hand and each /table status, and one message with
// commitments for each batch.
func (s *sim) remains() {
	boards, sealed, ends := map[string]int{}, 0, 0
	for _, m := range s.channel.Messages() {
		switch hand, _, found := strings.Cut(m.Text(), " "); {
		case invariant.HandForm.MatchString(m.Text()): // of which a hand has one (I8)
		case found && strings.HasPrefix(hand, "#"):
			boards[hand]++
		case strings.HasPrefix(m.Text(), "Hands #"):
			sealed++
		}
		if len(m.Buttons()) > 0 {
			s.t.Errorf("seed %d, %v: at the end there are buttons on\n%s", s.seed, s.fell, m.String())
		}
		if isEnd(m) {
			ends++
		} else if len(m.Notified) > 0 {
			s.t.Errorf("seed %d, %v: at the end there is\n%s", s.seed, s.fell, m.String())
		}
	}
	for hand, n := range boards {
		if n > 1+s.posts {
			s.t.Errorf("seed %d, %v: %d messages of hand %s", s.seed, s.fell, n, hand)
		}
	}
	mirrors := s.guild.Channel("lobby").Messages()
	for _, m := range mirrors {
		if len(m.Notified) > 0 || len(m.Buttons()) > 0 {
			s.t.Errorf("seed %d, %v: the mirror is\n%s", s.seed, s.fell, m.String())
		}
	}
	if len(mirrors) > 1 || ends > 1 {
		s.t.Errorf("seed %d, %v: %d mirrors, and followers were told of the end %d times", s.seed, s.fell, len(mirrors), ends)
	}
	if sealed > 1 {
		s.t.Errorf("seed %d, %v: %d messages with seals", s.seed, s.fell, sealed)
	}
	chips := int64(0)
	for _, p := range s.folk {
		id, _ := strconv.ParseUint(p.ID(), 10, 64)
		w, err := s.shaky.Store.Wallet(context.Background(), s.guildID(), engine.ID(id))
		if err != nil {
			s.t.Fatal(err)
		}
		chips += w.Balance
	}
	accounts, want := s.accounts(), int64(len(s.folk))*store.Opening
	chips += accounts[store.House] // without people's winnings from house players
	if chips != want && chips != want+store.Daily || accounts[store.Practice] != 0 || accounts[store.Free] != 0 {
		s.t.Errorf("seed %d, %v: the wallets hold %d, and %d was granted: %v", s.seed, s.fell, chips, want, accounts)
	}
}

func (s *sim) guildID() engine.ID {
	id, _ := strconv.ParseUint(s.guild.ID(), 10, 64)
	return engine.ID(id)
}
