package page

import (
	"strings"
	"testing"

	"cardroom/engine/card"
	"cardroom/render/locale"
)

// A visitor sees and acts in the channel that the address names, and gets the list of all: threads follow their channel.
func TestEveryChannelOfTheGuildIsThere(t *testing.T) {
	t.Parallel()
	h, _, room := newTable(t)
	side, lobby := room.Thread("side table"), room.Guild().Channel("lobby")
	do(t, h, action{As: "alice", In: side.ID(), Kind: "command", Command: "table open"}, "done")
	for in, messages := range map[string]int{"": 0, room.ID(): 0, "nowhere": 0, side.ID(): 1, "lobby": 0} {
		stream := read(t, h, "alice&in="+in)
		var s wireSnapshot
		stream.next("snapshot", &s)
		want := room.Channel
		switch in {
		case side.ID():
			want = side
		case "lobby":
			want = lobby
		}
		if s.Channel.ID != want.ID() || s.Channel.Parent != want.Parent() || len(s.Messages) != messages {
			t.Errorf("in %q the channel is %+v with %d messages", in, s.Channel, len(s.Messages))
		}
		if got := namesOf(s.Channels); got != "poker, side table, lobby" {
			t.Errorf("the channels are %s", got)
		}
	}
	stream := read(t, h, "bruno")
	stream.next("snapshot", &wireSnapshot{})
	room.Thread("another")
	var list []wireChannel
	if stream.next("channels", &list); namesOf(list) != "poker, side table, another, lobby" {
		t.Errorf("with a new thread the channels are %s", namesOf(list))
	}
	side.Archive() // messages still name it, and link to it
	if stream.next("channels", &list); namesOf(list) != "poker, side table, another, lobby" || !list[1].Archived || list[2].Archived {
		t.Errorf("with an archived thread the channels are %+v", list)
	}
	side.Delete()
	if stream.next("channels", &list); namesOf(list) != "poker, another, lobby" {
		t.Errorf("without a thread the channels are %s", namesOf(list))
	}
}

func namesOf(list []wireChannel) string {
	var names []string
	for _, one := range list {
		names = append(names, one.Name)
	}
	return strings.Join(names, ", ")
}

// The announcer calls cards as the bot does in the texts of its pictures.
func TestCardsAreCalledAsTheBotCallsThem(t *testing.T) {
	t.Parallel()
	all := loadLanguages()
	for tag, one := range all {
		l := locale.Lookup(tag)
		ranks, suits := strings.Split(one.Page["ranks"], "|"), strings.Split(one.Page["suits"], "|")
		for _, c := range card.Ordered() {
			got := strings.NewReplacer("{rank}", ranks[c.Rank()], "{suit}", suits[c.Suit()]).Replace(one.Page["card"])
			want := l.Picture.Card.Format("rank", string(l.Hands.Ranks[c.Rank()].One), "suit", string(l.Picture.Suits[c.Suit()]))
			if got != want {
				t.Fatalf("%s: %s is called %q, and by the bot %q", tag, c, got, want)
			}
		}
	}
}
