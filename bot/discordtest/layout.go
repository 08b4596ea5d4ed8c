package discordtest

import (
	"encoding/json"
	"strings"
)

// FileURL returns where a picture named in an embed or component is: for
// attachment://name the path of that attachment on this server, else the URL itself.
func (m Message) FileURL(url string) string {
	name, ok := strings.CutPrefix(url, "attachment://")
	if !ok {
		return url
	}
	for _, a := range m.Attachments {
		if a.Filename == name {
			return a.URL
		}
	}
	return url
}

// wireComponents are a message's components as Discord returns them. Those of
// the layout kind have fields that nobody sends but everybody gets.
func (s *Server) wireComponents(m *Message) any {
	if m.Flags&FlagComponents == 0 {
		return nonNil(m.Components)
	}
	return s.wireLayout(m, m.Components)
}

func (s *Server) wireLayout(m *Message, list []Component) []map[string]any {
	out := make([]map[string]any, 0, len(list))
	for _, c := range list {
		w := map[string]any{}
		data, _ := json.Marshal(c)
		_ = json.Unmarshal(data, &w)
		if c.Components != nil {
			w["components"] = s.wireLayout(m, c.Components)
		}
		if c.Accessory != nil {
			w["accessory"] = s.wireLayout(m, []Component{*c.Accessory})[0]
		}
		s.layoutDefaults(m, c, w)
		out = append(out, w)
	}
	return out
}

func (s *Server) layoutDefaults(m *Message, c Component, w map[string]any) {
	switch c.Type {
	case TypeContainer:
		w["accent_color"], w["spoiler"] = c.AccentColor, c.Spoiler
	case TypeSeparator:
		w["spacing"], w["divider"] = max(1, c.Spacing), c.Divider == nil || *c.Divider
	case TypeThumbnail:
		w["description"], w["spoiler"] = nullUnless(c.Description != "", c.Description), c.Spoiler
		w["media"] = s.wireMedia(m, c.Media)
	case TypeFile:
		w["spoiler"], w["file"] = c.Spoiler, s.wireMedia(m, c.File)
		w["name"], w["size"] = strings.TrimPrefix(c.File.URL, "attachment://"), 0
	case TypeGallery:
		items := []any{}
		for _, i := range c.Items {
			items = append(items, map[string]any{
				"media": s.wireMedia(m, &i.Media), "description": nullUnless(i.Description != "", i.Description),
				"spoiler": i.Spoiler,
			})
		}
		w["items"] = items
	}
}

func (s *Server) wireMedia(m *Message, media *Media) map[string]any {
	url := m.FileURL(media.URL)
	if strings.HasPrefix(url, "/") {
		url = s.url + url
	}
	return map[string]any{"id": m.ID, "url": url, "proxy_url": url, "width": nil, "height": nil, "content_type": nil}
}

// wireEmbeds are a message's embeds with their pictures' real addresses.
func (s *Server) wireEmbeds(m *Message) []Embed {
	list := append([]Embed{}, m.Embeds...)
	resolve := func(p *EmbedMedia) *EmbedMedia {
		if p == nil || !strings.HasPrefix(p.URL, "attachment://") {
			return p
		}
		return &EmbedMedia{s.url + m.FileURL(p.URL)}
	}
	for i := range list {
		list[i].Image, list[i].Thumbnail = resolve(list[i].Image), resolve(list[i].Thumbnail)
	}
	return list
}
