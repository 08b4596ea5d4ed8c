package bot_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
)

// proposed has bob ask for a deal in the first hand of a Sit & Go for two. Both play that hand to the end without a raise. It returns the
// player who won it, and the other one.
func (s *sitAndGo) proposed() (winner, loser *discordtest.Person) {
	s.t.Helper()
	s.register("alice", "bob")
	time.Sleep(time.Minute)
	bob := s.person("bob")
	bob.Press(s.table, "Seat…")
	if a := bob.Press(s.table, "Deal…"); !strings.Contains(a.Text(), "after this hand") {
		s.t.Fatalf("bob reads %q, %v", a.Text(), a.Err)
	}
	for range 20 {
		for _, p := range []*discordtest.Person{s.alice, bob} {
			if p.Press(s.table, "Call").Err != nil {
				p.Press(s.table, "Check")
			}
			time.Sleep(time.Second)
		}
		switch board := boardIn(s.table); {
		case !strings.Contains(board, "proposes a deal"):
		case strings.Contains(board, s.alice.Mention()+" wins"):
			return s.alice, bob
		case strings.Contains(board, bob.Mention()+" wins"):
			return bob, s.alice
		}
	}
	s.t.Fatalf("no player wins the hand and asks for a deal:\n%s", boardIn(s.table))
	return nil, nil
}

// TestADealKnocksNoPlayerOut has both players of a Sit & Go agree to a deal. The one with fewer chips reads once their place and what they
// won, with bounties, and that no player knocked them out: they have chips. The answer to the press that makes the deal says what the
// player with more chips won (T96, T117).
func TestADealKnocksNoPlayerOut(t *testing.T) {
	t.Parallel()
	const out = "**Friday two** · You're out, place 2.\nYou won "
	for _, c := range []struct {
		bounty         string
		loserLast      bool
		answer, notice string
	}{
		{"", false, "The players made a deal. You won 104.", out + "96."},
		{"", true, "The players made a deal.", out + "96."},
		{"40", false, "The players made a deal. You won 102.", out + "98."},
		{"40", true, "The players made a deal.", out + "98."},
	} {
		t.Run(fmt.Sprintf("bounty %q, the loser agrees last: %t", c.bounty, c.loserLast), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday two", "500/25/30m", "2", "0", "100")
				if c.bounty != "" {
					s.alice.Command(s.channel, "/tournament settings", "bounty", c.bounty)
				}
				last, first := s.proposed()
				if c.loserLast {
					first, last = last, first
				}
				first.Press(s.table, "ICM")
				if a := last.Press(s.table, "ICM"); a.Text() != c.answer {
					t.Errorf("the answer is %q, %v, want %q", a.Text(), a.Err, c.answer)
				}
				s.awaits("the deal ends the tournament", s.over)
				read := 0
				for _, m := range s.table.Log() {
					switch {
					case strings.Contains(m.Content, "Knocked out"):
						t.Errorf("a player knocked another one out: %q", m.Content)
					case m.Content == c.notice:
						read++
					case strings.Contains(m.Content, "You won") && m.Content != c.answer:
						t.Errorf("a player reads %q", m.Content)
					}
				}
				if read != 1 {
					t.Errorf("the loser reads %d times %q", read, c.notice)
				}
			})
		})
	}
}

// TestTheSameDealIsOfferedOnce has two players agree to a deal. For two, ICM and by chips give the same amounts, so there is one line and
// one button. A press of the other button, on a board of an older program, counts as the same yes (T93–T96).
func TestTheSameDealIsOfferedOnce(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "500/25/30m", "2", "0", "100")
		winner, loser := s.proposed()
		var board discordtest.Message
		for _, m := range s.table.Messages() {
			if strings.Contains(m.Content, "proposes a deal") {
				board = m
			}
		}
		if !strings.Contains(board.Content, "ICM: ") || strings.Contains(board.Content, "By chips: ") {
			t.Errorf("the board is\n%s", board.Content)
		}
		if a := s.person("carol").Press(s.table, "By chips"); a.Err == nil {
			t.Error("there are two buttons")
		}
		older := strings.Replace(buttonID(t, &board, "ICM"), "icm", "chips", 1)
		if a := loser.Forge(s.table, board.ID, older); !strings.HasPrefix(a.Text(), "You agree.") {
			t.Errorf("the loser reads %q, %v", a.Text(), a.Err)
		}
		if a := winner.Press(s.table, "ICM"); !strings.HasPrefix(a.Text(), "The players made a deal.") {
			t.Errorf("the winner reads %q, %v", a.Text(), a.Err)
		}
		s.awaits("the deal ends the tournament", s.over)
	})
}

// TestAYesOfAnOlderProgramCounts has a player agree by chips, as a program could store it that offered the same deal twice. The board shows
// that yes, and the other player's yes makes the deal (T95, T96).
func TestAYesOfAnOlderProgramCounts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "500/25/30m", "2", "0", "100")
		winner, loser := s.proposed()
		room := s.life.bot.Tables.All(0)[0]
		room.Post(func() {
			err := room.UpdateByItself("older", func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
				state := &r.Event.State
				older := tournament.AgreeDeal{
					At: tournament.At(engine.At(time.Now())), Entry: state.EntryOf(message.Snowflake(loser.ID())), Number: state.View().Deal.Number, To: tournament.ByChips,
				}
				_, err := r.Event.Direct(older, draw.InOrder{})
				return nil, err
			})
			if err != nil {
				t.Error(err)
			}
		})
		s.awaits("the board shows the yes", func() bool { return strings.Contains(boardIn(s.table), "✓") })
		if board := boardIn(s.table); !regexp.MustCompile(`ICM: .*`+loser.Mention()+` \S+ ✓`).MatchString(board) || strings.Contains(board, "By chips: ") {
			t.Errorf("the board is\n%s", board)
		}
		if a := winner.Press(s.table, "ICM"); !strings.HasPrefix(a.Text(), "The players made a deal.") {
			t.Errorf("the winner reads %q, %v", a.Text(), a.Err)
		}
		s.awaits("the deal ends the tournament", s.over)
	})
}

// TestPlayersChooseBetweenTwoDeals has five players, of two prizes, agree by chips. It gives other amounts than ICM (T95, T96).
func TestPlayersChooseBetweenTwoDeals(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday six", "500/25/30m", "6", "0", "100")
		names := []string{"alice", "bob", "carol", "dave", "erin", "frank"}
		s.register(names...)
		time.Sleep(time.Minute)
		s.duel("5 of 6 left", names...)
		asked, says := false, ""
		for _, name := range names {
			if asked = asked || s.person(name).Press(s.table, "Deal…").Err == nil; !asked {
				s.person(name).Press(s.table, "Seat…")
				asked = s.person(name).Press(s.table, "Deal…").Err == nil
			}
		}
		for range 60 {
			time.Sleep(time.Second)
			for _, name := range names {
				s.person(name).Press(s.table, "Fold")
				if a := s.person(name).Press(s.table, "By chips"); a.Err == nil {
					says = a.Text()
				}
			}
			if strings.HasPrefix(says, "The players made a deal.") {
				s.awaits("the deal ends the tournament", s.over)
				return
			}
		}
		t.Fatalf("there is no deal: %t, %q\n%s", asked, says, s.board())
	})
}
