package rest

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"

	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

const (
	maxEmojis    = 2000
	maxEmojiSize = 256 << 10
)

var (
	emojiName = regexp.MustCompile(`^\w{2,32}$`)
	dataURI   = regexp.MustCompile(`^data:(image/(?:png|jpe?g|gif|webp|avif));base64,(.*)$`)
)

func getEmojis(c *call) (any, error) {
	items := []any{}
	for _, e := range c.world.Emojis {
		items = append(items, c.world.EmojiJSON(e))
	}
	return map[string]any{"items": items}, nil
}

// emojiIndex returns the index of a call's emoji.
func emojiIndex(c *call) (int, error) {
	i := slices.IndexFunc(c.world.Emojis, func(e *world.Emoji) bool { return e.ID == c.args["emoji"] })
	if i < 0 {
		return 0, refusal.UnknownEmoji()
	}
	return i, nil
}

func getEmoji(c *call) (any, error) {
	i, err := emojiIndex(c)
	if err != nil {
		return nil, err
	}
	return c.world.EmojiJSON(c.world.Emojis[i]), nil
}

type emojiForm struct {
	Name  string `json:"name"`
	Image string `json:"image"`
}

func createEmoji(c *call) (any, error) {
	var form emojiForm
	if err := refusal.Decode(c.body, &form, ""); err != nil {
		return nil, err
	}
	var p refusal.Form
	checkEmojiName(&p, form.Name)
	kind, data := picture(&p, form.Image)
	if err := p.Err(); err != nil {
		return nil, err
	}
	if slices.ContainsFunc(c.world.Emojis, func(e *world.Emoji) bool { return e.Name == form.Name }) {
		return nil, refusal.EmojiNameTaken()
	}
	if len(c.world.Emojis) >= maxEmojis {
		return nil, refusal.Avoidable(400, 30008, "Maximum number of emojis reached (2000)")
	}
	e := &world.Emoji{ID: c.world.NewID(), Name: form.Name, Kind: kind, Data: data}
	c.world.Emojis = append(c.world.Emojis, e)
	c.world.Changed()
	return created{c.world.EmojiJSON(e)}, nil
}

func checkEmojiName(p *refusal.Form, name string) {
	if !emojiName.MatchString(name) {
		p.Add("name", "EMOJI_INVALID_NAME", "Emoji name has 2 to 32 letters, digits and underscores.")
	}
}

func picture(p *refusal.Form, uri string) (kind string, data []byte) {
	m := dataURI.FindStringSubmatch(strings.TrimSpace(uri))
	if m == nil {
		p.Add("image", "IMAGE_INVALID", "Invalid image data")
		return "", nil
	}
	data, err := base64.StdEncoding.DecodeString(m[2])
	if err != nil {
		p.Add("image", "IMAGE_INVALID", "Invalid image data")
	}
	if len(data) > maxEmojiSize {
		p.Add("image", "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
	}
	return m[1], data
}

func patchEmoji(c *call) (any, error) {
	i, err := emojiIndex(c)
	if err != nil {
		return nil, err
	}
	var form emojiForm
	if err := refusal.Decode(c.body, &form, ""); err != nil {
		return nil, err
	}
	var p refusal.Form
	checkEmojiName(&p, form.Name)
	if err := p.Err(); err != nil {
		return nil, err
	}
	renamed := *c.world.Emojis[i]
	renamed.Name = form.Name
	c.world.Emojis[i] = &renamed
	c.world.Changed()
	return c.world.EmojiJSON(&renamed), nil
}

func removeEmoji(c *call) (any, error) {
	i, err := emojiIndex(c)
	if err != nil {
		return nil, err
	}
	c.world.Emojis = slices.Delete(c.world.Emojis, i, i+1)
	c.world.Changed()
	return nil, nil
}
