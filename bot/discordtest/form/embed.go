package form

import (
	"unicode/utf8"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
)

func checkEmbeds(p *refusal.Form, path string, list []object.Embed) {
	p.Count(path, len(list), 0, maxEmbeds)
	sum := 0
	for i, e := range list {
		field := func(parts ...any) string { return refusal.Path(append([]any{path, i}, parts...)...) }
		p.Text(field("title"), e.Title, 0, 256)
		p.Text(field("description"), e.Description, 0, 4096)
		p.Count(field("fields"), len(e.Fields), 0, 25)
		p.Between(field("color"), e.Color, 0, 0xFFFFFF)
		sum += utf8.RuneCountInString(e.Title) + utf8.RuneCountInString(e.Description)
		for j, f := range e.Fields {
			p.Text(field("fields", j, "name"), f.Name, 1, 256)
			p.Text(field("fields", j, "value"), f.Value, 1, 1024)
			sum += utf8.RuneCountInString(f.Name) + utf8.RuneCountInString(f.Value)
		}
		if e.Footer != nil {
			p.Text(field("footer", "text"), e.Footer.Text, 1, 2048)
			sum += utf8.RuneCountInString(e.Footer.Text)
		}
		if e.Author != nil {
			p.Text(field("author", "name"), e.Author.Name, 1, 256)
			sum += utf8.RuneCountInString(e.Author.Name)
		}
	}
	if sum > maxEmbedSum {
		p.Add(path, "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of %d", maxEmbedSum)
	}
}
