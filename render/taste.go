package render

// Chosen is what a person has chosen for themselves; the zero value is what somebody has who never chose.
type Chosen struct {
	Muck       string // "on", "off" or ""
	Ping       string // "off", "nudge", "always" or ""
	TwoColours bool   // of cards
	TextOnly   bool
}

// Taste says what a person has chosen for themselves.
func Taste(l *Lang, c Chosen) string {
	t := l.Say.Taste
	words := map[string]Text{"": t.AsHouse, "on": t.On, "off": t.Off, "nudge": t.Nudge, "always": t.Always}
	onOff := map[bool]Text{true: t.On, false: t.Off}
	return t.Line.With("muck", string(words[c.Muck]), "ping", string(words[c.Ping]),
		"colours", string(onOff[!c.TwoColours]), "text", string(onOff[c.TextOnly]))
}
