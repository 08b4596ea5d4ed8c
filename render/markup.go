package render

import (
	"fmt"
	"strconv"
	"strings"

	"cardroom/engine"
)

// Channel returns a channel as the platform writes it: "<#id>". Discord hides its name from a reader who may not see it.
func Channel(id engine.ID) string { return "<#" + strconv.FormatUint(uint64(id), 10) + ">" }

// PostedMark begins the last line of a message that a player posted, in every language. Such a message stays: it is no board.
const PostedMark = "-# ↪ "

// Link returns the address of a message, for clients of the platform.
func Link(guild, channel, message engine.ID) string {
	return fmt.Sprintf("https://discord.com/channels/%d/%d/%d", guild, channel, message)
}

// Mention returns a person as the platform writes them: "<@id>".
func Mention(id engine.ID) string { return "<@" + strconv.FormatUint(uint64(id), 10) + ">" }

// HandNumber returns "#12", in every language.
func HandNumber(n int64) string { return "#" + strconv.FormatInt(n, 10) }

// RelativeTime returns a moment that the reader's client shows as a countdown.
func RelativeTime(m engine.Moment) string {
	return "<t:" + strconv.FormatInt(m.Time().Unix(), 10) + ":R>"
}

// SeatNumber returns a seat as people count: from 1.
func SeatNumber(seat int) string { return strconv.Itoa(seat + 1) }

// Code returns a name to type, in the platform's markup for code, which a backtick in it does not end.
func Code(name string) string { return "`" + strings.ReplaceAll(name, "`", "'") + "`" }

// Role returns a role as the platform writes it in a message.
func Role(id engine.ID) string { return "<@&" + strconv.FormatUint(uint64(id), 10) + ">" }
