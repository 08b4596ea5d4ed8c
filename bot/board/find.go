package board

import (
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
)

// IsBoard reports whether a message of the bot's is a board of the table of a channel: by its heading, or its buttons.
func IsBoard(m *rest.Message, channel engine.ID, me string) bool {
	if m.Author.ID != me || m.Type != discordgo.MessageTypeDefault && m.Type != discordgo.MessageTypeReply || isPosted(m) {
		return false
	}
	own := func(button string) bool {
		id, ok := message.ParseCustomID(button)
		return ok && id.Table == channel && id.Verb != render.VerbYes && id.Verb != render.VerbNo // those are a question to the host
	}
	return IsTransient(m) && len(m.Mentions) == 0 && strings.HasPrefix(m.Text(), "#") || slices.ContainsFunc(m.Buttons(), own)
}

// isPosted reports whether a message is a private answer that a player posted.
func isPosted(m *rest.Message) bool { return strings.Contains(m.Text(), "\n"+render.PostedMark) }

// IsTransient reports whether a message is a board or a mention: these are temporary. All other messages of the bot stay.
func IsTransient(m *rest.Message) bool {
	return !isPosted(m) && (len(m.Components) > 0 || len(m.Mentions) > 0 || strings.Contains(m.Text(), "\n`"))
}

// HandOf returns the hand that a board shows; 0 where it shows none.
func HandOf(m *rest.Message) (hand int64) {
	if number, _, ok := strings.Cut(m.Text(), " "); ok {
		fmt.Sscanf(number, render.HandNumber(0)[:1]+"%d", &hand)
	}
	return hand
}
