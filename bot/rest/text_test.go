package rest

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"
)

// linking returns a client that links one word.
func linking() *Client {
	return &Client{link: func(text string) string { return strings.ReplaceAll(text, "/sit", "</sit:1234567890>") }}
}

func TestTextsOfMessagesGetLinks(t *testing.T) {
	c := linking()
	button := discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{Label: "/sit", CustomID: "a"}}}
	gallery := discordgo.MediaGallery{Items: []discordgo.MediaGalleryItem{{Media: discordgo.UnfurledMediaItem{URL: "attachment:///sit"}}}}
	sent := []discordgo.MessageComponent{discordgo.Container{Components: []discordgo.MessageComponent{
		gallery, discordgo.TextDisplay{Content: "use /sit"}, discordgo.Section{Components: []discordgo.MessageComponent{discordgo.TextDisplay{Content: "or /sit"}}, Accessory: gallery}, button,
	}}}
	content, components := c.linked("now /sit", sent)
	if content != "now </sit:1234567890>" {
		t.Errorf("the content is %q", content)
	}
	got, err := json.Marshal(components)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]int{`\u003c/sit:1234567890\u003e`: 2, `"label":"/sit"`: 1, `attachment:///sit`: 2} {
		if n := strings.Count(string(got), text); n != want {
			t.Errorf("%s is there %d times, want %d: %s", text, n, want, got)
		}
	}
	if kept, _ := json.Marshal(sent); strings.Contains(string(kept), "1234567890") {
		t.Errorf("the caller's components changed: %s", kept)
	}
}

// Discord refuses a message that is too long, so links give way to the text.
func TestLinksGiveWayToTheText(t *testing.T) {
	c := linking()
	long := strings.Repeat("x", maxContent-6) + " /sit"
	displays := []discordgo.MessageComponent{discordgo.TextDisplay{Content: strings.Repeat("y", maxDisplays-20) + " /sit"}, discordgo.TextDisplay{Content: "/sit"}}
	content, components := c.linked(long, displays)
	if content != long {
		t.Errorf("the content has %d characters, want %d", len(content), len(long))
	}
	if got := components[1].(discordgo.TextDisplay).Content; got != "/sit" {
		t.Errorf("a display beside a long one is %q", got)
	}
	if c.link = nil; true {
		if content, _ := c.linked("/sit", nil); content != "/sit" {
			t.Errorf("a client without links sends %q", content)
		}
	}
}
