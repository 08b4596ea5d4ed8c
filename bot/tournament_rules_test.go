package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
)

// An organiser who plays changes no levels once play has begun; another organiser does (T107).
func TestAnOrganiserWhoPlaysChangesNoLevels(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		dave := s.person("dave")
		dave.Grant(discordgo.PermissionManageEvents)
		if a := s.alice.Command(s.channel, "/tournament settings", "levels", "turbo"); !strings.Contains(a.Text(), "You play in it") {
			t.Errorf("alice, who plays, reads %q", a.Text())
		}
		if a := dave.Command(s.channel, "/tournament settings", "levels", "turbo"); !strings.Contains(a.Text(), "Settings of") {
			t.Errorf("dave reads %q", a.Text())
		}
	})
}

// No message mentions an absent player, not even one whose clock runs as they leave (T36).
func TestAnAbsentPlayerIsNotMentioned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
		s.register("alice", "bob")
		time.Sleep(45 * time.Second)
		before := len(s.table.Log())
		for _, name := range []string{"alice", "bob"} {
			s.person(name).Command(s.table, "/sitout")
			time.Sleep(3 * time.Second)
		}
		for _, m := range s.table.Log()[before:] {
			if strings.Contains(m.Content, "your time is nearly up") || strings.Contains(m.Content, "it's your turn") {
				t.Errorf("the table reads %q", m.Content)
			}
		}
	})
}

// Any press in the lobby in the last five minutes says that a player is there (T15).
func TestAPressInTheLobbyCounts(t *testing.T) {
	for _, label := range []string{"Register", "My table", "Standings"} {
		t.Run(label, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSitAndGo(t, "Friday two", "hyper", "2", "0")
				s.register("bob")
				time.Sleep(20 * time.Minute)
				s.person("bob").Press(s.channel, label)
				time.Sleep(4 * time.Minute)
				s.register("alice")
				time.Sleep(6 * time.Second)
				if m := s.lobby(); !strings.Contains(m, "Play begins") {
					t.Errorf("the lobby says\n%s", m)
				}
			})
		})
	}
}

// A player on the waitlist leaves it after the start, too (T13, T122).
func TestAWaitingPlayerLeavesTheList(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newEvening(t)
		s.register("alice", "bob", "carol")
		time.Sleep(time.Hour)
		s.person("dave").Press(s.channel, "Register")
		time.Sleep(6 * time.Second)
		if a := s.person("dave").Press(s.channel, "Unregister"); a.Err != nil || !strings.Contains(a.Text(), "no longer registered") || strings.Contains(a.Text(), "went back") {
			t.Errorf("dave reads %q, %v", a.Text(), a.Err)
		}
	})
}
