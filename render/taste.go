package render

// Taste says what a person has chosen for themselves: muck is "on", "off" or "", ping "off", "nudge", "always" or "".
func Taste(l *Lang, muck, ping string) string {
	t := l.Say.Taste
	words := map[string]Text{"": t.AsHouse, "on": t.On, "off": t.Off, "nudge": t.Nudge, "always": t.Always}
	return t.Line.With("muck", string(words[muck]), "ping", string(words[ping]))
}
