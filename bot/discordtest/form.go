package discordtest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
)

// messageForm is what a bot sends to make or change a message. A field that is
// absent leaves things as they are, one that is null clears them; has tells.
type messageForm struct {
	Content         *string           `json:"content"`
	Embeds          []Embed           `json:"embeds"`
	Components      []Component       `json:"components"`
	Flags           int               `json:"flags"`
	Attachments     []attachmentForm  `json:"attachments"`
	AllowedMentions *allowedMentions  `json:"allowed_mentions"`
	Nonce           json.RawMessage   `json:"nonce"`
	EnforceNonce    bool              `json:"enforce_nonce"`
	StickerIDs      []string          `json:"sticker_ids"`
	Poll            json.RawMessage   `json:"poll"`
	Reference       *messageReference `json:"message_reference"`

	has map[string]json.RawMessage
}

type messageReference struct {
	MessageID       string `json:"message_id"`
	ChannelID       string `json:"channel_id"`
	FailIfNotExists *bool  `json:"fail_if_not_exists"`
}

// attachmentForm lists a new file by its n, or one to keep by its id.
type attachmentForm struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description string          `json:"description"`
}

func (a attachmentForm) id() string { return strings.Trim(string(a.ID), `"`) }

type allowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// readMessage decodes a form; prefix is where it is in the body ("data" in callbacks).
func readMessage(data []byte, prefix string) (*messageForm, error) {
	f := &messageForm{}
	if err := decode(data, f, prefix); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &f.has); err != nil {
		return nil, errJSON()
	}
	return f, nil
}

func (f *messageForm) present(field string) bool {
	_, ok := f.has[field]
	return ok
}

func (f *messageForm) content() string {
	if f.Content == nil {
		return ""
	}
	return strings.TrimSpace(*f.Content)
}

func (f *messageForm) nonce() string {
	n := strings.Trim(string(f.Nonce), `"`)
	if n == "null" {
		return ""
	}
	return n
}

// check objects to everything that Discord refuses in a form, given whether the
// message is one of components.
func (f *messageForm) check(c *call, prefix string, v2 bool) error {
	var p problems
	p.length(at(prefix, "content"), f.content(), 0, maxContent)
	p.length(at(prefix, "nonce"), f.nonce(), 0, 25)
	checkEmbeds(&p, at(prefix, "embeds"), f.Embeds)
	if v2 {
		f.checkV2(&p, prefix)
	}
	checkComponents(&p, at(prefix, "components"), f.Components, v2)
	f.AllowedMentions.check(&p, at(prefix, "allowed_mentions"))
	f.checkFiles(&p, c, prefix)
	f.checkReferences(&p, prefix, c)
	return p.err()
}

// checkV2 objects to the old fields beside components that carry the text.
func (f *messageForm) checkV2(p *problems, prefix string) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	if f.content() != "" {
		p.add(at(prefix, "content"), code, "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(f.Embeds) > 0 {
		p.add(at(prefix, "embeds"), code, "The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(f.StickerIDs) > 0 {
		p.add(at(prefix, "sticker_ids"), code, "The 'sticker_ids' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(f.Poll) > 0 && string(f.Poll) != "null" {
		p.add(at(prefix, "poll"), code, "The 'poll' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
}

func (f *messageForm) checkFiles(p *problems, c *call, prefix string) {
	p.count(at(prefix, "attachments"), max(len(f.Attachments), len(c.files)), 0, 10)
	for i, a := range f.Attachments {
		p.length(at(prefix, "attachments", i, "description"), a.Description, 0, 1024)
		p.length(at(prefix, "attachments", i, "filename"), a.Filename, 0, 1024)
		if _, ok := c.file(a.id()); !ok && len(a.id()) < 15 {
			p.add(at(prefix, "attachments", i, "id"), "ATTACHMENT_NOT_FOUND", "No file files[%s] was sent.", a.id())
		}
	}
	for _, u := range c.files {
		if len(u.data) > maxFile {
			p.add(at("files", u.index), "FILE_TOO_LARGE", "The file is larger than %d bytes.", maxFile)
		}
	}
}

var attachmentURL = regexp.MustCompile(`^attachment://(.+)$`)

// checkReferences objects to attachment://name without such a file.
func (f *messageForm) checkReferences(p *problems, prefix string, c *call) {
	names := map[string]bool{}
	for _, u := range c.files {
		names[u.name] = true
	}
	for _, a := range f.Attachments {
		names[a.Filename] = true
	}
	keepsOld := len(f.Attachments) > 0 || !f.present("attachments")
	missing := func(path, url string) {
		m := attachmentURL.FindStringSubmatch(url)
		if m != nil && !names[m[1]] && !(keepsOld && c.method == "PATCH") {
			p.add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found")
		}
	}
	for i, e := range f.Embeds {
		if e.Image != nil {
			missing(at(prefix, "embeds", i, "image", "url"), e.Image.URL)
		}
		if e.Thumbnail != nil {
			missing(at(prefix, "embeds", i, "thumbnail", "url"), e.Thumbnail.URL)
		}
	}
	walk(f.Components, func(comp Component) {
		for _, item := range comp.Items {
			missing(at(prefix, "components"), item.Media.URL)
		}
		if comp.Media != nil {
			missing(at(prefix, "components"), comp.Media.URL)
		}
		if comp.File != nil {
			missing(at(prefix, "components"), comp.File.URL)
		}
	})
}

func (a *allowedMentions) check(p *problems, path string) {
	if a == nil {
		return
	}
	for i, kind := range a.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			p.add(at(path, "parse", i), "BASE_TYPE_CHOICES", "Value must be one of ('everyone', 'roles', 'users').")
		}
	}
	p.count(at(path, "users"), len(a.Users), 0, 100)
	p.count(at(path, "roles"), len(a.Roles), 0, 100)
	if len(a.Users) > 0 && slices.Contains(a.Parse, "users") {
		p.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	if len(a.Roles) > 0 && slices.Contains(a.Parse, "roles") {
		p.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["roles"] and roles: [ids...] are mutually exclusive.`)
	}
}

var (
	userMention = regexp.MustCompile(`<@!?(\d+)>`)
	anyMention  = regexp.MustCompile(`<@[!&]?\d+>|@everyone|@here`)
)

// mentionedUsers returns the ids in a text's mentions, each once.
func mentionedUsers(text string) []string {
	var ids []string
	for _, m := range userMention.FindAllStringSubmatch(text, -1) {
		if !slices.Contains(ids, m[1]) {
			ids = append(ids, m[1])
		}
	}
	return ids
}

// mentions returns whom a text may mention under the form's allowed_mentions.
// Without any, a channel message may mention all, an interaction's its users.
func (s *Server) mentions(f *messageForm, text string, ch *channel) []string {
	all := func(string) bool { return true }
	allowed := all
	everyone := s.botMay(ch)&permEveryone != 0
	if a := f.AllowedMentions; a != nil {
		allowed = func(id string) bool { return slices.Contains(a.Parse, "users") || slices.Contains(a.Users, id) }
		everyone = everyone && slices.Contains(a.Parse, "everyone")
	}
	var ids []string
	for _, id := range mentionedUsers(text) {
		if s.st.Users[id] != nil && allowed(id) {
			ids = append(ids, id)
		}
	}
	if !everyone || !strings.Contains(text, "@everyone") {
		return ids
	}
	for id := range s.guild(ch.Guild).Members {
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	slices.SortFunc(ids, compareIDs)
	return ids
}

// joinText puts together everything a message says.
func joinText(content string, embeds []Embed, components []Component) string {
	var lines []string
	add := func(texts ...string) {
		for _, t := range texts {
			if t != "" {
				lines = append(lines, t)
			}
		}
	}
	add(content)
	walk(components, func(c Component) { add(c.Content) })
	for _, e := range embeds {
		if e.Author != nil {
			add(e.Author.Name)
		}
		add(e.Title, e.Description)
		for _, f := range e.Fields {
			add(f.Name, f.Value)
		}
		if e.Footer != nil {
			add(e.Footer.Text)
		}
	}
	return strings.Join(lines, "\n")
}
