package world

import (
	"encoding/json"
	"slices"
	"strings"

	"cardroom/bot/discordtest/object"
)

// FileURL returns the address of a picture in an embed or component: for attachment://name the path of that attachment on
// this server, else the URL itself.
func FileURL(list []object.Attachment, url string) string {
	if a := attached(list, url); a != nil {
		return a.URL
	}
	return url
}

// attached returns the attachment that attachment://name names, or nil.
func attached(list []object.Attachment, url string) *object.Attachment {
	name, ok := strings.CutPrefix(url, "attachment://")
	i := slices.IndexFunc(list, func(a object.Attachment) bool { return a.Filename == name })
	if !ok || i < 0 {
		return nil
	}
	return &list[i]
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
		if a := attached(m.Attachments, c.File.URL); a != nil {
			fields["size"] = a.Size
		}
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
	a := attached(m.Attachments, media.URL)
	if a == nil {
		return map[string]any{
			"id": m.ID, "url": media.URL, "proxy_url": media.URL, "width": nil, "height": nil, "content_type": nil,
		}
	}
	out := map[string]any{
		"id": a.ID, "url": w.URL + a.URL, "proxy_url": w.URL + a.URL, "width": nil, "height": nil,
		"content_type": orNull(a.ContentType), "attachment_id": a.ID,
	}
	if a.Width > 0 {
		out["width"], out["height"] = a.Width, a.Height
	}
	return out
}

// shown returns the names of the files that the message's embeds and components show.
func (m *Message) shown() map[string]bool {
	names := map[string]bool{}
	add := func(url string) {
		if a := attached(m.Attachments, url); a != nil {
			names[a.Filename] = true
		}
	}
	for _, e := range m.Embeds {
		for _, p := range []*object.EmbedMedia{e.Image, e.Thumbnail} {
			if p != nil {
				add(p.URL)
			}
		}
	}
	object.Walk(m.Components, func(c object.Component) {
		for _, media := range []*object.Media{c.Media, c.File} {
			if media != nil {
				add(media.URL)
			}
		}
		for _, item := range c.Items {
			add(item.Media.URL)
		}
	})
	return names
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
