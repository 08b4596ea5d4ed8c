package text

import (
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
)

// PersonSettings is what a person chose for themselves. The zero value has chosen nothing.
type PersonSettings struct {
	Muck       string // "on", "off" or ""
	Ping       string // "off", "nudge", "always" or ""
	TwoColours bool   // of cards
	TextOnly   bool
	Language   string // a locale; "" is the one Discord says
}

// Preferences returns what a person chose for themselves.
func Preferences(l *locale.Lang, c PersonSettings) string {
	t := l.Say.Preferences
	words := map[string]locale.Text{"": t.AsHouse, "on": t.On, "off": t.Off, "nudge": t.Nudge, "always": t.Always}
	onOff := map[bool]locale.Text{true: t.On, false: t.Off}
	return t.Language.Format("language", languageName(l, c.Language)) + "\n" + t.Line.Format("muck", string(words[c.Muck]), "ping", string(words[c.Ping]),
		"colours", string(onOff[!c.TwoColours]), "text", string(onOff[c.TextOnly]))
}

// languageName returns a language's own name, and "same as Discord" in words where none is chosen.
func languageName(l *locale.Lang, code string) string {
	if code == "" {
		return string(l.Say.Preferences.AsDiscord)
	}
	return locale.Lookup(code).Name
}

// ServerSettings is what is chosen for a server. The zero value has chosen nothing.
type ServerSettings struct {
	Language string    // of its boards, a locale; "" is the one Discord says
	Opener   engine.ID // the role that may open tables; 0 for none. Everyone has the role whose id is the server's
	Staked   bool      // house players play for wallet chips
}

// ServerPreferences returns what is chosen for a server.
func ServerPreferences(l *locale.Lang, c ServerSettings, server engine.ID) string {
	t := l.Say.Server
	open := t.Opener.Format("role", render.Role(c.Opener))
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
	return t.Language.Format("language", languageName(l, c.Language)) + "\n" + open + "\n" + string(house)
}

// MayNotOpen reports whether the reader may not open a table, and who may.
func MayNotOpen(l *locale.Lang, opener engine.ID) string {
	if opener == 0 {
		return string(l.Say.NeedManage)
	}
	return l.Say.Server.NeedRole.Format("role", render.Role(opener))
}
