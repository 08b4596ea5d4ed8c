package text

import (
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// NoticeReason is why followers of a table get a message.
type NoticeReason int

// The reasons: an all-in is called, the pot has passed 50 big blinds, the table is closed.
const (
	NoticeAllIn NoticeReason = iota + 1
	NoticePot
	NoticeClosed
)

// Notice returns the message to followers of a table. Hand is its number, pot its chips, and both are 0 for [NoticeClosed].
func Notice(l *locale.Lang, why NoticeReason, hand, pot int64, who []engine.ID) string {
	mentions := make([]string, len(who))
	for i, id := range who {
		mentions[i] = render.Mention(id)
	}
	text := map[NoticeReason]locale.Text{NoticeAllIn: l.Watch.AllIn, NoticePot: l.Watch.Pot, NoticeClosed: l.Watch.End}[why]
	return text.Format("hand", render.HandNumber(hand), "amount", l.Chips(pot), "players", strings.Join(mentions, " "))
}
