package render

import (
	"strconv"

	"cardroom/engine"
)

// Chosen is what a person has chosen for themselves; the zero value is what somebody has who never chose.
type Chosen struct {
	Muck       string // "on", "off" or ""
	Ping       string // "off", "nudge", "always" or ""
	TwoColours bool   // of cards
	TextOnly   bool
	Language   string // a locale; "" is the one Discord says
}

// Preferences says what a person has chosen for themselves.
func Preferences(l *Lang, c Chosen) string {
	t := l.Say.Taste
	words := map[string]Text{"": t.AsHouse, "on": t.On, "off": t.Off, "nudge": t.Nudge, "always": t.Always}
	onOff := map[bool]Text{true: t.On, false: t.Off}
	return t.Language.Format("language", l.named(c.Language)) + "\n" + t.Line.Format("muck", string(words[c.Muck]), "ping", string(words[c.Ping]),
		"colours", string(onOff[!c.TwoColours]), "text", string(onOff[c.TextOnly]))
}

// named is what a language is called by those who speak it; where none is chosen it is as Discord says.
func (l *Lang) named(locale string) string {
	if locale == "" {
		return string(l.Say.Taste.AsDiscord)
	}
	return Lookup(locale).Name
}

// ServerChosen is what is chosen for a server; the zero value is one where nobody ever chose.
type ServerChosen struct {
	Language string    // of its boards, a locale; "" is the one Discord says
	Opener   engine.ID // the role that may open tables; 0 for none. Everyone has the role whose id is the server's
	Staked   bool      // house players play for wallet chips
}

// Server says what is chosen for a server.
func Server(l *Lang, c ServerChosen, server engine.ID) string {
	t := l.Say.Server
	open := t.Opener.Format("role", role(c.Opener))
	switch c.Opener {
	case 0:
		open = string(t.Managers)
	case server:
		open = string(t.Everyone)
	}
	house := t.Practice
	if c.Staked {
		house = t.Staked
	}
	return t.Language.Format("language", l.named(c.Language)) + "\n" + open + "\n" + string(house)
}

// MayNotOpen tells somebody that they may not open a table, and who may.
func MayNotOpen(l *Lang, opener engine.ID) string {
	if opener == 0 {
		return string(l.Say.NeedManage)
	}
	return l.Say.Server.NeedRole.Format("role", role(opener))
}

// role is how a role is written in a message.
func role(id engine.ID) string { return "<@&" + strconv.FormatUint(uint64(id), 10) + ">" }
