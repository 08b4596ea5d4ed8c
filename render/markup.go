package render

import (
	"strconv"

	"cardroom/engine"
)

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

// Mention is a person as the platform writes them: "<@id>".
func Mention(id engine.ID) string { return "<@" + strconv.FormatUint(uint64(id), 10) + ">" }

// HandNumber is "#12", in every language.
func HandNumber(n int64) string { return "#" + strconv.FormatInt(n, 10) }

// RelativeTime is a moment as the reader's client counts down to it.
func RelativeTime(m engine.Moment) string {
	return "<t:" + strconv.FormatInt(m.Time().Unix(), 10) + ":R>"
}

// SeatNumber is a seat as people count: from 1.
func SeatNumber(seat int) string { return strconv.Itoa(seat + 1) }

// Code is a name that one types, as the platform sets it apart.
func Code(name string) string { return "`" + name + "`" }

// Role is how a role is written in a message.
func Role(id engine.ID) string { return "<@&" + strconv.FormatUint(uint64(id), 10) + ">" }
