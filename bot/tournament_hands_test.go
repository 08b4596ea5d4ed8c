package bot_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/discordtest"
)

// A channel that has hands of its own and took a table shows those that were played last.
func TestTheLobbysChannelShowsItsLastHands(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := newSitAndGo(t, "Gone", "hyper", "2", "0", "100")
		closedAfter(t, s.club, 4)
		time.Sleep(10 * time.Second)
		pressFold(s.club, s.alice, s.person("bob"))
		time.Sleep(time.Minute)
		s.register("alice", "bob")
		time.Sleep(time.Minute)
		s.channel.BotLacks(discordgo.PermissionCreatePublicThreads)
		s.table.Delete()
		time.Sleep(5 * time.Second)
		s.table = s.channel
		s.foldsAll("alice", "bob")
		s.verifiesHere(2, true)
		s.showsOwn("2", "1", "5", "4") // the third one is in play
		dora, dealers := s.person("dora"), s.guild.Role("dealers")
		s.alice.Grant(discordgo.PermissionManageGuild)
		s.alice.Command(s.channel, "/server", "organiser-role", dealers)
		dora.AddRole(dealers)
		dora.Submit(dora.Command(s.channel, "/tournament cancel", "reason", "late"), "late")
		time.Sleep(15 * time.Minute)
		s.verifiesHere(2, true)
		s.showsOwn("3", "2", "1", "5", "4")
		closedAfter(t, s.club, 1)
		time.Sleep(10 * time.Second)
		pressFold(s.club, s.alice, s.person("bob"))
		time.Sleep(time.Minute)
		if a := s.alice.Command(s.channel, "/verify"); !strings.Contains(a.Text(), "Hand #7") || strings.Contains(a.Text(), "has moved") {
			t.Errorf("after hands of its own: %s", a.Text())
		}
	})
}

// showsOwn checks that the lobby's channel shows its own hands 4 and 5 beside those of the table that it took.
func (s *sitAndGo) showsOwn(want ...string) {
	s.t.Helper()
	for _, tt := range [][3]string{{"hand", "4", "Hand #4: everything checks out"}, {"hands", "4-5", "2 receipts of hands #4 to #5"}} {
		if said := s.alice.Command(s.channel, "/verify", tt[0], tt[1]).Text(); !strings.Contains(said, tt[2]) || strings.Contains(said, "has moved") {
			s.t.Errorf("%v: %s", tt, said)
		}
	}
	if said := s.alice.Command(s.channel, "/verify", "hands", "1-2").Text(); !strings.Contains(said, "2 receipts of hands #1 to #2") || !strings.Contains(said, "The table has moved here") {
		s.t.Errorf("hands 1 and 2 of the table: %s", said)
	}
	replay := s.alice.Command(s.channel, "/history", "hand", "4")
	if a := s.alice.PressOn(replay.Message, "Last"); !strings.Contains(replay.Text(), "#4") || !strings.Contains(a.Text(), "#4") {
		s.t.Errorf("the replay of hand 4: %s; after a press: %s", replay.Text(), a.Text())
	}
	var offered []string
	for _, c := range s.alice.Autocomplete(s.channel, "/verify", "hand", "") {
		offered = append(offered, fmt.Sprint(c.Value))
	}
	if !slices.Equal(offered, want) {
		s.t.Errorf("the hands to choose from are %v, want %v", offered, want)
	}
}

// verifiesHere checks that /verify links the messages of a hand in the channel of the table, or says that one is gone.
func (s *sitAndGo) verifiesHere(hand int, stands bool) {
	s.t.Helper()
	s.opensTable()
	said, links := s.alice.Command(s.table, "/verify", "hand", strconv.Itoa(hand)).Text(), 0
	for _, found := range regexp.MustCompile(`channels/\d+/(\d+)/(\d+)`).FindAllStringSubmatch(said, -1) {
		if links++; found[1] != s.table.ID() || !slices.ContainsFunc(s.table.Messages(), func(m discordtest.Message) bool { return m.ID == found[2] }) {
			s.t.Errorf("%s leads nowhere", found[0])
		}
	}
	without := strings.Contains(said, "A message of this hand is gone") && strings.Contains(said, "Grade **D**")
	if without == stands || (links == 2) != stands || strings.Contains(said, "The table has moved here") != stands {
		s.t.Errorf("hand %d: %s", hand, said)
	}
}

// opensTable has alice type a message in the thread of a table, which the bot has archived after the tournament.
func (s *sitAndGo) opensTable() {
	s.t.Helper()
	if _, err := s.alice.Say(s.table, "good game"); err != nil {
		s.t.Fatal(err)
	}
}
