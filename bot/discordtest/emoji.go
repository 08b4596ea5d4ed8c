package discordtest

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
)

// AppEmoji is an emoji of the application. Data is the picture.
type AppEmoji struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	Kind string `json:"kind"` // image/png
	Data []byte `json:"data"`
}

// Emojis returns the application's emojis, the oldest first.
func (s *Server) Emojis() []AppEmoji {
	s.mu.Lock()
	defer s.mu.Unlock()
	var list []AppEmoji
	for _, e := range s.st.Emojis {
		list = append(list, *e)
	}
	return list
}

const (
	maxEmojis    = 2000
	maxEmojiSize = 256 << 10
)

var (
	emojiName = regexp.MustCompile(`^\w{2,32}$`)
	dataURI   = regexp.MustCompile(`^data:(image/(?:png|jpeg|gif|webp|avif));base64,(.*)$`)
)

func (s *Server) wireEmoji(e *AppEmoji) map[string]any {
	return map[string]any{
		"id": e.ID, "name": e.Name, "roles": []string{}, "user": s.wireUser(s.st.App.ID), "require_colons": true,
		"managed": false, "animated": e.Kind == "image/gif", "available": true,
	}
}

func (s *Server) getEmojis(*call) (any, error) {
	items := []any{}
	for _, e := range s.st.Emojis {
		items = append(items, s.wireEmoji(e))
	}
	return map[string]any{"items": items}, nil
}

func (s *Server) emoji(c *call) (int, error) {
	i := slices.IndexFunc(s.st.Emojis, func(e *AppEmoji) bool { return e.ID == c.args["emoji"] })
	if i < 0 {
		return 0, errEmoji()
	}
	return i, nil
}

func (s *Server) getEmoji(c *call) (any, error) {
	i, err := s.emoji(c)
	if err != nil {
		return nil, err
	}
	return s.wireEmoji(s.st.Emojis[i]), nil
}

type emojiForm struct {
	Name  string `json:"name"`
	Image string `json:"image"`
}

func (s *Server) createEmoji(c *call) (any, error) {
	var form emojiForm
	if err := c.decode(&form); err != nil {
		return nil, err
	}
	var p problems
	checkEmojiName(&p, form.Name)
	kind, data := picture(&p, form.Image)
	if err := p.err(); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(s.st.Emojis, func(e *AppEmoji) bool { return e.Name == form.Name }) {
		return nil, errEmojiTaken()
	}
	if len(s.st.Emojis) >= maxEmojis {
		return nil, blame(400, 30008, "Maximum number of emojis reached (2000)")
	}
	e := &AppEmoji{ID: s.newID(), Name: form.Name, Kind: kind, Data: data}
	s.st.Emojis = append(s.st.Emojis, e)
	s.changed()
	return created{s.wireEmoji(e)}, nil
}

func checkEmojiName(p *problems, name string) {
	if !emojiName.MatchString(name) {
		p.add("name", "EMOJI_INVALID_NAME", "Emoji name has 2 to 32 letters, digits and underscores.")
	}
}

func picture(p *problems, uri string) (kind string, data []byte) {
	m := dataURI.FindStringSubmatch(strings.TrimSpace(uri))
	if m == nil {
		p.add("image", "IMAGE_INVALID", "Invalid image data")
		return "", nil
	}
	data, err := base64.StdEncoding.DecodeString(m[2])
	if err != nil {
		p.add("image", "IMAGE_INVALID", "Invalid image data")
	}
	if len(data) > maxEmojiSize {
		p.add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	return m[1], data
}

func (s *Server) patchEmoji(c *call) (any, error) {
	i, err := s.emoji(c)
	if err != nil {
		return nil, err
	}
	var form emojiForm
	if err := c.decode(&form); err != nil {
		return nil, err
	}
	var p problems
	checkEmojiName(&p, form.Name)
	if err := p.err(); err != nil {
		return nil, err
	}
	renamed := *s.st.Emojis[i]
	renamed.Name = form.Name
	s.st.Emojis[i] = &renamed
	s.changed()
	return s.wireEmoji(&renamed), nil
}

func (s *Server) removeEmoji(c *call) (any, error) {
	i, err := s.emoji(c)
	if err != nil {
		return nil, err
	}
	s.st.Emojis = slices.Delete(s.st.Emojis, i, i+1)
	s.changed()
	return nil, nil
}
