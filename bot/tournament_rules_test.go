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
