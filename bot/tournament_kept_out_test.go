package bot_test

import (
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// /tournament resume in a private thread without the bot sends nothing after the first refusals. It says why, and when the bot tries again.
// Once the bot is in the thread, the tournament goes on there.
func TestATournamentAsksAPrivateThreadOnceInTenMinutes(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := atPlay(t)
		private := s.guild.Channel("hall").PrivateThread("game")
		s.alice.Grant(discordgo.PermissionManageThreads)
		s.table.Delete()
		s.channel.Delete()
		time.Sleep(time.Minute)
		if a := s.alice.Command(private, "/tournament resume"); !strings.HasSuffix(a.Text(), "continues.\nIf no board appears, add me to this private thread.") {
			t.Errorf("alice reads %q, %v", a.Text(), a.Err)
		}
		time.Sleep(10 * time.Second)
		before := s.refusals()
		for range 6 {
			if a := s.alice.Command(private, "/tournament resume"); !strings.Contains(a.Text(), "In a private thread, add me to it. I'll try again <t:") {
				t.Errorf("alice reads %q, %v", a.Text(), a.Err)
			}
			time.Sleep(30 * time.Second)
		}
		if n := s.refusals() - before; n > 0 {
			t.Errorf("%d more refusals", n)
		}
		if n := s.warnings("could not carry on with a tournament"); n != 2 { // in the deleted channel, and in this one
			t.Errorf("%d warnings", n)
		}
		private.Invite()
		time.Sleep(10 * time.Second)
		s.channel, s.table = private, private
		s.playsOn("alice", "bob")
	})
}

// /tournament create in a private thread says that the bot has to be in it. In another thread it does not.
func TestATournamentOpenedInAPrivateThreadSaysToAddTheBot(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := inThread(t, "hall")
		s.alice.Grant(discordgo.PermissionManageThreads)
		const hint = "\nIf no board appears, add me to this private thread."
		private := s.guild.Channel("poker").PrivateThread("game")
		private.Invite() // else Discord refuses requests, which a club counts
		for where, want := range map[*discordtest.Channel]bool{s.channel: false, private: true} {
			made := s.alice.Submit(s.alice.Command(where, "/tournament create"), "Cup", "", "", "hyper", "2")
			if text := made.Text(); !strings.Contains(text, "**Cup** is open") || strings.HasSuffix(text, hint) != want {
				t.Errorf("hint %t: alice reads %q, %v", want, text, made.Err)
			}
		}
	})
}

// TestOneWrongAnswerDelaysANewThreadOnly deletes a tournament's thread, while Discord once denies that the lobby's channel exists.
// The tournament gets its new thread soon, and does not pause (T118).
func TestOneWrongAnswerDelaysANewThreadOnly(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Gone", "hyper", "3", "0", "100")
		s.register("alice", "bob", "carol")
		time.Sleep(time.Minute)
		denial := discordtest.Refusal(404, 10003, "Unknown Channel")
		denial.Channel = s.channel.ID()
		s.srv.Fail("GET /channels/{channel}", denial)
		s.table.Delete()
		time.Sleep(2 * time.Minute)
		s.table = s.newThread()
		if m := s.lobby(); strings.Contains(m, "Paused") {
			t.Errorf("the tournament pauses:\n%s", m)
		}
	})
}
