package lookback

import (
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// LatestHand returns the highest number of a hand that the bot's messages newer than since show; 0 where they show none. Such a
// message is a board, with buttons or without, or the message of a hand under a beacon. Seals other than those with root are
// of a lost state, and show the hand before their first one. The bot's user is me.
func LatestHand(list []rest.Message, me string, since engine.ID, root string) (latest int64) {
	for i := range list {
		m := &list[i]
		ours := m.Author.ID == me && (m.Type == discordgo.MessageTypeDefault || m.Type == discordgo.MessageTypeReply)
		if ours && message.Snowflake(m.ID) > since {
			latest = max(latest, handOf(m, root))
		}
	}
	return latest
}

// handOf returns the number of the hand that a message of the bot shows; 0: none.
func handOf(m *rest.Message, root string) int64 {
	if h, ok := text.ParseHandMessage(m.Content); ok {
		return h.Hand
	}
	if first, posted, ok := text.ParseCommitment(m.Content); ok {
		if posted == root {
			return 0
		}
		return first - 1
	}
	number, _, _ := strings.Cut(m.Text(), locale.Dot)
	hand, err := strconv.ParseInt(strings.TrimPrefix(number, "#"), 10, 64)
	if err != nil || number != render.HandNumber(hand) {
		return 0
	}
	return hand
}
