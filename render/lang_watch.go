package render

import (
	"strconv"
	"strings"

	"cardroom/engine"
)

// WatchText is what those are told who watch: the list of tables, followers, and whoever shows a board elsewhere.
type WatchText struct {
	Head    Text   `json:"head"` // of the list
	Seated  Text   `json:"seated" args:"n seats"`
	Playing Text   `json:"playing" args:"hand"`
	Closing Text   `json:"closing"`
	Waiting Text   `json:"waiting"`
	Soon    Text   `json:"soon"`
	Paused  Text   `json:"paused"`
	Resting Text   `json:"resting"` // it cannot be read
	More    Plural `json:"more" args:"n"`
	Nobody  Text   `json:"nobody"`
	Unsure  Text   `json:"unsure"` // which other channels the reader may see

	Follows  Text `json:"follows" args:"amount"`
	Unfollow Text `json:"unfollow"`
	Full     Text `json:"full" args:"n"`
	AllIn    Text `json:"all_in" args:"hand amount players"` // what followers are told
	Pot      Text `json:"pot" args:"hand amount players"`
	End      Text `json:"end" args:"players"`

	Mirrored Text `json:"mirrored" args:"channel"`
	Ended    Text `json:"ended" args:"channel"`
	Nowhere  Text `json:"nowhere"` // its own channel was named, and it is shown in no other
	NoText   Text `json:"no_text" args:"channel"`
	NoSend   Text `json:"no_send" args:"channel"`
	HasTable Text `json:"has_table" args:"channel"`
	Taken    Text `json:"taken" args:"channel"` // by the board of another table
	Source   Text `json:"source" args:"channel"`

	DidMirror Text `json:"did_mirror" args:"channel"` // in the log of hosts
	DidEnd    Text `json:"did_end" args:"channel"`
	DidLose   Text `json:"did_lose" args:"channel"`
}

// State is what goes on at a table, in a word for those who are elsewhere.
type State int

// The states of a table.
const (
	StateWaiting State = iota // for players
	StateSoon                 // the next hand is about to start
	StatePlaying
	StateClosing // after the hand that runs
	StatePaused
	StateResting // it cannot be read
)

// Live is a table of a server, in a line of the list of them.
type Live struct {
	Guild, Channel, Board engine.ID // Board is its message; 0 where there is none
	Rules                 engine.Rules
	Seated                int
	Hand                  int64 // that runs, or ran last
	State                 State
}

// Tables lists tables, as many as a message holds, and says how many more there are. Unsure says that the reader may see
// others of which that is not known.
func (l *Lang) Tables(list []Live, unsure bool) string {
	t := &l.Watch
	var after string
	if unsure {
		after = "\n-# " + string(t.Unsure)
	}
	if len(list) == 0 && unsure {
		return string(t.Unsure)
	}
	if len(list) == 0 {
		return string(t.Nobody)
	}
	lines := []string{"**" + string(t.Head) + "**"}
	room := maxText - length(lines[0]+after) - length(l.Count(t.More, int64(len(list)))) - 4 // "-# " and a line break
	for i, table := range list {
		line := l.live(table)
		if room -= length(line) + 1; room < 0 {
			lines = append(lines, "-# "+l.Count(t.More, int64(len(list)-i)))
			break
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + after
}

// live is one line: where the board is, what is played, how many sit there, and what goes on.
func (l *Lang) live(t Live) string {
	words := []string{Channel(t.Channel)}
	if t.Board != 0 {
		words[0] = Link(t.Guild, t.Channel, t.Board)
	}
	if t.State != StateResting {
		seated := l.Watch.Seated.Format("n", strconv.Itoa(t.Seated), "seats", strconv.Itoa(t.Rules.Seats))
		words = append(words, l.Game(t.Rules), seated)
	}
	return strings.Join(append(words, l.state(t)), dot)
}

func (l *Lang) state(t Live) string {
	w := &l.Watch
	switch t.State {
	case StatePlaying:
		return w.Playing.Format("hand", HandNumber(t.Hand))
	case StateClosing:
		return string(w.Closing)
	case StateSoon:
		return string(w.Soon)
	case StatePaused:
		return string(w.Paused)
	case StateResting:
		return string(w.Resting)
	}
	return string(w.Waiting)
}

// Channel is a channel as the platform writes it: "<#id>". Who may not see it is not shown its name.
func Channel(id engine.ID) string { return "<#" + strconv.FormatUint(uint64(id), 10) + ">" }

// Link is the address of a message, for clients of the platform.
func Link(guild, channel, message engine.ID) string {
	address := "https://discord.com/channels"
	for _, id := range []engine.ID{guild, channel, message} {
		address += "/" + strconv.FormatUint(uint64(id), 10)
	}
	return address
}

// NoticeReason is why followers of a table are told of it.
type NoticeReason int

// The reasons: an all-in is called, the pot has passed 50 big blinds, the table is closed.
const (
	WordAllIn NoticeReason = iota + 1
	WordPot
	WordEnd
)

// Tell is the message that followers of a table get: hand is its number, pot its chips, and both are 0 for [WordEnd].
func (l *Lang) Tell(why NoticeReason, hand, pot int64, who []engine.ID) string {
	mentions := make([]string, len(who))
	for i, id := range who {
		mentions[i] = Mention(id)
	}
	text := map[NoticeReason]Text{WordAllIn: l.Watch.AllIn, WordPot: l.Watch.Pot, WordEnd: l.Watch.End}[why]
	return text.Format("hand", HandNumber(hand), "amount", l.Chips(pot), "players", strings.Join(mentions, " "))
}
