package form

import (
	"regexp"
	"slices"
	"strings"

	"cardroom/bot/discordtest/object"
)

var (
	userMention = regexp.MustCompile(`<@!?(\d+)>`)
	anyMention  = regexp.MustCompile(`<@[!&]?\d+>|@everyone|@here`)
)

// MentionedUsers returns the ids in a text's mentions, each once.
func MentionedUsers(text string) []string {
	if !strings.Contains(text, "<@") {
		return nil
	}
	var ids []string
	for _, m := range userMention.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(ids, m[1]) {
			ids = append(ids, m[1])
		}
	}
	return ids
}

// MayMention returns the users that a text may mention under the form's allowed_mentions: known ones, and everyone if the
// bot may mention everyone. Without allowed_mentions, a channel message may mention all.
func (f *Message) MayMention(text string, known func(user string) bool, everyone []string) []string {
	allowed := func(string) bool { return true }
	if a := f.AllowedMentions; a != nil {
		allowed = func(id string) bool { return slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id) }
		if !slices.Contains(a.Parse, "everyone") {
			everyone = nil
		}
	}
	var ids []string
	for _, id := range MentionedUsers(text) {
		if known(id) && allowed(id) {
			ids = append(ids, id)
		}
	}
	if len(everyone) == 0 || !strings.Contains(text, "@everyone") {
		return ids
	}
	for _, id := range everyone {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, object.CompareIDs)
	return ids
}

// Mentions reports whether a text mentions a user, a role or everyone.
func Mentions(text string) bool {
	return strings.Contains(text, "@") && anyMention.MatchString(text)
}
