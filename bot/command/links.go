package command

import (
	"regexp"
	"strings"
	"sync/atomic"

	"github.com/bwmarrin/discordgo"
)

// Links makes the names of commands in texts clickable: "/table open" becomes a mention of that command with the id that
// Discord gave it. Until Learn has the ids, names stay plain. Links is safe for concurrent use.
type Links struct {
	ids atomic.Pointer[map[string]string]
}

// Learn stores the ids of the registered commands.
func (l *Links) Learn(registered []*discordgo.ApplicationCommand) {
	ids := map[string]string{}
	for _, c := range registered {
		if c.ID != "" {
			addPaths(ids, c.Name, c.ID, c.Options)
		}
	}
	l.ids.Store(&ids)
}

// Known reports whether the ids are known.
func (l *Links) Known() bool { return l.ids.Load() != nil }

// addPaths adds the paths of a command that a user can send: a group is none.
func addPaths(ids map[string]string, path, id string, options []*discordgo.ApplicationCommandOption) {
	group := false
	for _, o := range options {
		if o.Type == discordgo.ApplicationCommandOptionSubCommand || o.Type == discordgo.ApplicationCommandOptionSubCommandGroup {
			group = true
			addPaths(ids, path+" "+o.Name, id, o.Options)
		}
	}
	if !group {
		ids[path] = id
	}
}

// namedCommand finds code, in which Discord shows no mentions, and possible names of commands. A name begins after a space
// or a mark, never inside a word, an address or another mention.
var namedCommand = regexp.MustCompile("(?s)```.*?```|`[^`]*`|(^|[^\\pL\\pN/<\\\\_.])/([a-z]+(?: [a-z]+){0,2})")

// In returns a text with its commands as mentions. Code stays as it is.
func (l *Links) In(text string) string {
	known := l.ids.Load()
	if known == nil || !mayNameCommand(text) {
		return text
	}
	var linked strings.Builder
	from := 0
	for _, at := range namedCommand.FindAllStringSubmatchIndex(text, -1) {
		if at[4] < 0 {
			continue
		}
		path, id := longest(*known, text[at[4]:at[5]])
		if id == "" {
			continue
		}
		linked.WriteString(text[from : at[4]-1])
		linked.WriteString("</" + path + ":" + id + ">")
		from = at[4] + len(path)
	}
	return linked.String() + text[from:]
}

// mayNameCommand reports whether a text has a slash before a letter. The text of most boards has none.
func mayNameCommand(text string) bool {
	for i := range len(text) - 1 {
		if text[i] == '/' && 'a' <= text[i+1] && text[i+1] <= 'z' {
			return true
		}
	}
	return false
}

// longest returns the longest path that words begin with, and its id. The id is empty where they begin with none.
func longest(ids map[string]string, words string) (path, id string) {
	for path = words; ; {
		if id = ids[path]; id != "" {
			return path, id
		}
		end := strings.LastIndexByte(path, ' ')
		if end < 0 {
			return "", ""
		}
		path = path[:end]
	}
}
