package bot_test

import (
	"context"
	"fmt"
	"maps"
	"strconv"
	"strings"
	"testing"

	"cardroom/bot"
	"cardroom/engine"
)

// TestTheOperatorMayVoidWhereverTheProgramEnded drives hands of all games through every point at which the program may end,
// and voids them there (P13). Everyone has the chips from the hand's beginning, and a second time changes nothing. The
// receipt opens the deck and is accepted, the channel gets one notice, and the table plays on. The long run is
//
//	go test ./bot -run TheOperatorMayVoid -hands 100 -timeout 0
func TestTheOperatorMayVoidWhereverTheProgramEnded(t *testing.T) {
	noRace(t)
	onOneCore(t, func(t *testing.T) {
		var sum voids
		every := 1
		if *hands <= world { // an ordinary run
			every = 16
		}
		for runSeed := range worlds(t, 1, *hands/world) {
			everyFall(t, runSeed, every, plan{hands: world, quiet: true, void: true}, func(s, _ *sim) {
				sum.ended, sum.dealt, sum.undealt = sum.ended+len(s.fell), sum.dealt+s.voids.dealt, sum.undealt+s.voids.undealt
			})
		}
		t.Logf("the program ended %d times; %d hands were made void after the deal, %d before it", sum.ended, sum.dealt, sum.undealt)
		if sum.dealt == 0 || sum.undealt == 0 && !testing.Short() {
			t.Error("no hand was made void before its deal, or none after it")
		}
	})
}

// voids counts the ends of the program, and the hands voided then.
type voids struct{ ended, dealt, undealt int }

// notePiles records everyone's chips at the start of the running hand.
func (s *sim) notePiles(v engine.View) {
	if v.Phase == engine.Idle {
		clear(s.piles)
	}
	for _, seat := range v.Seats {
		if _, known := s.piles[seat.Player]; !known {
			s.piles[seat.Player] = seat.Stack + seat.Pending
		}
	}
}

// void acts as the operator while the program is away.
func (s *sim) void() {
	was, version := s.stored()
	if version == 0 || was.Closing {
		return // the table is closed, or a void hand would close it
	}
	operator, err := bot.New(bot.Config{Key: s.key}, s.shaky.Store)
	if err != nil {
		s.t.Fatal(err)
	}
	channel, _ := strconv.ParseUint(s.channel.ID(), 10, 64)
	done, err := operator.Void(context.Background(), engine.ID(channel))
	if err != nil || done.Unsure != nil {
		s.t.Errorf("seed %d, %v: %+v, %v", s.seed, s.fell, done, err)
		return
	}
	stored, _ := s.stored()
	if was.Phase == engine.Idle {
		if _, now := s.stored(); now != version {
			s.t.Errorf("seed %d, %v: no hand ran, and the table has changed", s.seed, s.fell)
		}
		return
	}
	has := map[engine.ID]int64{}
	for _, seat := range stored.Seats {
		has[seat.Player] = seat.Stack + seat.Pending
	}
	if done.Hand != was.Hand || done.Before || stored.Phase != engine.Idle || !stored.Voided || !maps.Equal(has, s.piles) {
		s.t.Errorf("seed %d, %v: %+v: phase %d, they had %v and have %v", s.seed, s.fell, done, stored.Phase, s.piles, has)
	}
	if again, err := operator.Void(context.Background(), engine.ID(channel)); err != nil || !again.Before {
		s.t.Errorf("seed %d, %v: a second time: %+v, %v", s.seed, s.fell, again, err)
	}
	if err := operator.VoidReceipt(s.guildID(), engine.ID(channel), was.Hand); err != nil {
		s.t.Errorf("seed %d, %v: the receipt of hand %d: %v", s.seed, s.fell, was.Hand, err)
	}
	if was.Phase == engine.Shuffling {
		s.voids.undealt++
	} else if s.voids.dealt++; !done.DeckShown {
		s.t.Errorf("seed %d, %v: the deck of hand %d is not open", s.seed, s.fell, was.Hand)
	}
	s.calledOff = append(s.calledOff, fmt.Sprintf("The operator called #%d off", was.Hand))
}

// checkNotice checks that the channel got one notice for each void hand.
func (s *sim) checkNotice() {
	for _, words := range s.calledOff {
		n := 0
		for _, m := range s.channel.Messages() {
			if strings.HasPrefix(m.Text(), words) {
				n++
			}
		}
		if n != 1 {
			s.t.Errorf("seed %d, %v: the channel is told %d times: %s", s.seed, s.fell, n, words)
		}
	}
}
