package main_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"cardroom/render"
)

// TestHintsReadWhatTheBotSays: the page's hints read a few words of the board, which the bot must go on saying.
func TestHintsReadWhatTheBotSays(t *testing.T) {
	script, err := os.ReadFile("../../bot/discordtest/page/static/board.js")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)\nconst words = \{(.*?)\};`).FindSubmatch(script)
	if list == nil {
		t.Fatal("board.js has no list of words")
	}
	said := fmt.Sprintf("%q", render.For(render.English).Board)
	for _, word := range regexp.MustCompile(`'(.+?)'`).FindAllStringSubmatch(string(list[1]), -1) {
		if !strings.Contains(said, word[1]) {
			t.Errorf("no board says %q", word[1])
		}
	}
}
