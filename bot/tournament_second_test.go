package bot_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"cardroom/bot/discordtest"
)

// playsRound plays a tournament in a thread until its result stands. Before each press it calls before.
func (s *sitAndGo) playsRound(round int, before func()) {
	s.t.Helper()
	asked := s.alice.Command(s.channel, "/tournament create", "bots", "0")
	if asked.Modal == nil {
		s.t.Fatalf("no modal: %v", asked)
	}
	s.alice.Submit(asked, fmt.Sprint("Game ", round), "", "", "hyper", "2")
	time.Sleep(4 * time.Second)
	s.register("alice", "bob")
	time.Sleep(time.Minute)
	for range 10000 {
		if s.says("The seal is open") > round {
			return
		}
		time.Sleep(100 * time.Millisecond)
		before()
		s.press("alice", "bob")
	}
	s.t.Fatal("the tournament does not end")
}

// lobbyOf returns the lobby of a tournament of playsRound. Its result begins alike, and stands below.
func (s *sitAndGo) lobbyOf(round int) string {
	s.t.Helper()
	for _, m := range s.channel.Messages() {
		if strings.HasPrefix(m.Content, fmt.Sprintf("**Game %d** · ", round)) {
			return m.Content
		}
	}
	s.t.Fatalf("tournament %d has no lobby", round)
	return ""
}

// Each tournament of a thread waits for its lobby before its table closes, and not only the first one. A lobby that shows the end before
// its edits fail is not waited for: another tournament is played then.
func TestASecondTournamentWaitsForItsLobby(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inThread(t, "room")
		for round, waited := 0, 0; waited < 3; round++ {
			if round == 10 {
				t.Fatalf("%d of %d lobbies were late", waited, round)
			}
			s.playsRound(round, func() {})
			s.srv.Fail(editsLobby, discordtest.Fault{Status: 500, Times: -1})
			ended, shown := time.Now(), strings.Contains(s.lobbyOf(round), "Finished")
			for !s.over() {
				time.Sleep(100 * time.Millisecond)
			}
			if d := time.Since(ended); !shown && (d < 10*time.Second || d > 20*time.Second) {
				t.Errorf("the table of tournament %d closes after %v", round, d)
			}
			if !shown {
				waited++
			}
			s.srv.Mend()
			time.Sleep(time.Minute)
			if m := s.lobbyOf(round); !strings.Contains(m, "Finished") {
				t.Errorf("the lobby says\n%s", m)
			}
		}
	})
}

// A program that stops at the result has edited the lobby, also that of a second tournament in a thread. The last edit waits for its
// turn: the organiser paused and resumed a moment before.
func TestASecondTournamentsLobbyOutlastsAStop(t *testing.T) {
	t.Parallel()
	for _, after := range []time.Duration{2 * time.Second, 3 * time.Second, 4 * time.Second, 5 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			s := inThread(t, "room")
			s.playsRound(0, func() {})
			time.Sleep(time.Minute)
			first, paused := time.Time{}, false
			s.playsRound(1, func() {
				if first.IsZero() {
					first = time.Now()
				}
				if !paused && time.Since(first) >= after {
					paused = true
					s.alice.Command(s.channel, "/tournament pause")
					s.alice.Command(s.channel, "/tournament resume")
				}
			})
			s.stop()
			s.start()
			time.Sleep(time.Minute)
			for _, m := range s.channel.Messages() {
				if strings.Contains(m.Content, "**Game 1**") && len(m.Components) > 0 && !strings.Contains(m.Content, "Finished") {
					t.Errorf("paused %v after the first press; the lobby says\n%s", after, m.Content)
				}
			}
		})
	}
}
