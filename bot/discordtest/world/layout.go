package world

import (
	"encoding/json"
	"strings"

	"cardroom/bot/discordtest/object"
)

// FileURL returns the address of a picture in an embed or component: for attachment://name the path of that attachment on
// this server, else the URL itself.
func FileURL(list []object.Attachment, url string) string {
	name, ok := strings.CutPrefix(url, "attachment://")
	if !ok {
		return url
	}
	for _, a := range list {
		if a.Filename == name {
			return a.URL
		}
	}
	return url
}

// componentsJSON returns a message's components in Discord's form. Layout components have fields that a bot never sends but
// always gets.
func (w *World) componentsJSON(m *Message) any {
	switch {
	case m.Flags&object.FlagComponents != 0:
		return w.layoutJSON(m, m.Components)
	case m.Components == nil:
		return []object.Component{}
	}
	return m.Components
}

func (w *World) layoutJSON(m *Message, list []object.Component) []map[string]any {
	out := make([]map[string]any, 0, len(list))
	for _, c := range list {
		fields := map[string]any{}
		data, _ := json.Marshal(c)
		_ = json.Unmarshal(data, &fields)
		if c.Components != nil {
			fields["components"] = w.layoutJSON(m, c.Components)
		}
		if c.Accessory != nil {
			fields["accessory"] = w.layoutJSON(m, []object.Component{*c.Accessory})[0]
		}
		w.layoutDefaults(m, c, fields)
		out = append(out, fields)
	}
	return out
}

func (w *World) layoutDefaults(m *Message, c object.Component, fields map[string]any) {
	switch c.Type {
	case object.TypeContainer:
		fields["accent_color"], fields["spoiler"] = c.AccentColor, c.Spoiler
	case object.TypeSeparator:
		fields["spacing"], fields["divider"] = max(1, c.Spacing), c.Divider == nil || *c.Divider
	case object.TypeThumbnail:
		fields["description"], fields["spoiler"] = orNull(c.Description), c.Spoiler
		fields["media"] = w.mediaJSON(m, c.Media)
	case object.TypeFile:
		fields["spoiler"], fields["file"] = c.Spoiler, w.mediaJSON(m, c.File)
		fields["name"], fields["size"] = strings.TrimPrefix(c.File.URL, "attachment://"), 0
	case object.TypeGallery:
		items := []any{}
		for _, i := range c.Items {
			items = append(items, map[string]any{
				"media": w.mediaJSON(m, &i.Media), "description": orNull(i.Description), "spoiler": i.Spoiler,
			})
		}
		fields["items"] = items
	}
}

func (w *World) mediaJSON(m *Message, media *object.Media) map[string]any {
	url := FileURL(m.Attachments, media.URL)
	if strings.HasPrefix(url, "/") {
		url = w.URL + url
	}
	return map[string]any{"id": m.ID, "url": url, "proxy_url": url, "width": nil, "height": nil, "content_type": nil}
}

// embedsJSON returns a message's embeds with their pictures' real addresses.
func (w *World) embedsJSON(m *Message) []object.Embed {
	list := append([]object.Embed{}, m.Embeds...)
	resolve := func(p *object.EmbedMedia) *object.EmbedMedia {
		if p == nil || !strings.HasPrefix(p.URL, "attachment://") {
			return p
		}
		return &object.EmbedMedia{URL: w.URL + FileURL(m.Attachments, p.URL)}
	}
	for i := range list {
		list[i].Image, list[i].Thumbnail = resolve(list[i].Image), resolve(list[i].Thumbnail)
	}
	return list
}
