package form

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
)

// Message is a bot's request to create or change a message. An absent field changes nothing, a null field clears the value:
// see Has.
type Message struct {
	Content         *string            `json:"content"`
	Embeds          []object.Embed     `json:"embeds"`
	Components      []object.Component `json:"components"`
	Flags           int                `json:"flags"`
	Attachments     []Attachment       `json:"attachments"`
	AllowedMentions *AllowedMentions   `json:"allowed_mentions"`
	Nonce           json.RawMessage    `json:"nonce"`
	EnforceNonce    bool               `json:"enforce_nonce"`
	StickerIDs      []string           `json:"sticker_ids"`
	Poll            json.RawMessage    `json:"poll"`
	Reference       *Reference         `json:"message_reference"`

	sent map[string]json.RawMessage
}

// Reference is the message that a message replies to.
type Reference struct {
	MessageID       string `json:"message_id"`
	ChannelID       string `json:"channel_id"`
	FailIfNotExists *bool  `json:"fail_if_not_exists"`
}

// Attachment lists a new file by its n, or one to keep by its id.
type Attachment struct {
	ID          json.RawMessage `json:"id"`
	Filename    string          `json:"filename"`
	Description string          `json:"description"`
}

// Key returns the n of a new file, or the id of one to keep.
func (a Attachment) Key() string { return strings.Trim(string(a.ID), `"`) }

// AllowedMentions limits which users and roles a text may notify.
type AllowedMentions struct {
	Parse       []string `json:"parse"`
	Users       []string `json:"users"`
	Roles       []string `json:"roles"`
	RepliedUser bool     `json:"replied_user"`
}

// Read decodes a form; prefix is where it is in the body ("data" in callbacks).
func Read(data []byte, prefix string) (*Message, error) {
	f := &Message{}
	if err := refusal.Decode(data, f, prefix); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, &f.sent); err != nil {
		return nil, refusal.InvalidJSON()
	}
	return f, nil
}

// Has reports whether the bot sent the field, even as null.
func (f *Message) Has(field string) bool {
	_, sent := f.sent[field]
	return sent
}

// Body returns the content as Discord stores it: trimmed.
func (f *Message) Body() string {
	if f.Content == nil {
		return ""
	}
	return strings.TrimSpace(*f.Content)
}

// NonceText returns the nonce, which may be sent as a number, as text.
func (f *Message) NonceText() string {
	n := strings.Trim(string(f.Nonce), `"`)
	if n == "null" {
		return ""
	}
	return n
}

// Source describes how a form reached the server.
type Source struct {
	Prefix  string   // where the form is in the body: "data" in callbacks
	Uploads []Upload // the files sent along
	Editing bool     // the request is a PATCH
}

// Check refuses every error in a form that Discord refuses. v2 tells whether the message consists of components.
func (f *Message) Check(in Source, v2 bool) error {
	prefix := in.Prefix
	var p refusal.Form
	p.Text(refusal.Path(prefix, "content"), f.Body(), 0, MaxContent)
	p.Text(refusal.Path(prefix, "nonce"), f.NonceText(), 0, 25)
	checkEmbeds(&p, refusal.Path(prefix, "embeds"), f.Embeds)
	if v2 {
		f.checkV2(&p, prefix)
	}
	checkComponents(&p, refusal.Path(prefix, "components"), f.Components, v2)
	f.AllowedMentions.check(&p, refusal.Path(prefix, "allowed_mentions"))
	f.checkFiles(&p, in)
	f.checkReferences(&p, in)
	return p.Err()
}

// checkV2 refuses the old fields in a message whose text is in its components.
func (f *Message) checkV2(p *refusal.Form, prefix string) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	if f.Body() != "" {
		p.Add(refusal.Path(prefix, "content"), code, "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(f.Embeds) > 0 {
		p.Add(refusal.Path(prefix, "embeds"), code, "The 'embeds' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(f.StickerIDs) > 0 {
		p.Add(refusal.Path(prefix, "sticker_ids"), code, "The 'sticker_ids' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
	if len(f.Poll) > 0 && string(f.Poll) != "null" {
		p.Add(refusal.Path(prefix, "poll"), code, "The 'poll' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
	}
}

func (f *Message) checkFiles(p *refusal.Form, in Source) {
	prefix := in.Prefix
	p.Count(refusal.Path(prefix, "attachments"), max(len(f.Attachments), len(in.Uploads)), 0, 10)
	for i, a := range f.Attachments {
		p.Text(refusal.Path(prefix, "attachments", i, "description"), a.Description, 0, 1024)
		p.Text(refusal.Path(prefix, "attachments", i, "filename"), a.Filename, 0, 1024)
		if !hasUpload(in.Uploads, a.Key()) && len(a.Key()) < 15 {
			p.Add(refusal.Path(prefix, "attachments", i, "id"), "ATTACHMENT_NOT_FOUND", "No file files[%s] was sent.", a.Key())
		}
	}
	for _, u := range in.Uploads {
		if len(u.Data) > MaxFile {
			p.Add(refusal.Path("files", u.Index), "FILE_TOO_LARGE", "The file is larger than %d bytes.", MaxFile)
		}
	}
}

// MaxFile is the size limit of a file, in bytes.
const MaxFile = 10 << 20

// Upload is a file of a multipart request.
type Upload struct {
	Index       string // the n of files[n]
	Name        string
	ContentType string
	Data        []byte
}

func hasUpload(list []Upload, index string) bool {
	return slices.ContainsFunc(list, func(u Upload) bool { return u.Index == index })
}

var attachmentURL = regexp.MustCompile(`^attachment://(.+)$`)

// checkReferences refuses attachment://name without such a file.
func (f *Message) checkReferences(p *refusal.Form, in Source) {
	prefix := in.Prefix
	names := map[string]bool{}
	for _, u := range in.Uploads {
		names[u.Name] = true
	}
	for _, a := range f.Attachments {
		names[a.Filename] = true
	}
	keepsOld := len(f.Attachments) > 0 || !f.Has("attachments")
	missing := func(path, url string) {
		m := attachmentURL.FindStringSubmatch(url)
		if m != nil && !names[m[1]] && !(keepsOld && in.Editing) {
			p.Add(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", "The referenced attachment was not found")
		}
	}
	for i, e := range f.Embeds {
		if e.Image != nil {
			missing(refusal.Path(prefix, "embeds", i, "image", "url"), e.Image.URL)
		}
		if e.Thumbnail != nil {
			missing(refusal.Path(prefix, "embeds", i, "thumbnail", "url"), e.Thumbnail.URL)
		}
	}
	object.Walk(f.Components, func(comp object.Component) {
		for _, item := range comp.Items {
			missing(refusal.Path(prefix, "components"), item.Media.URL)
		}
		if comp.Media != nil {
			missing(refusal.Path(prefix, "components"), comp.Media.URL)
		}
		if comp.File != nil {
			missing(refusal.Path(prefix, "components"), comp.File.URL)
		}
	})
}

func (a *AllowedMentions) check(p *refusal.Form, path string) {
	if a == nil {
		return
	}
	for i, kind := range a.Parse {
		if !slices.Contains([]string{"users", "roles", "everyone"}, kind) {
			p.Add(refusal.Path(path, "parse", i), "BASE_TYPE_CHOICES", "Value must be one of ('everyone', 'roles', 'users').")
		}
	}
	p.Count(refusal.Path(path, "users"), len(a.Users), 0, 100)
	p.Count(refusal.Path(path, "roles"), len(a.Roles), 0, 100)
	if len(a.Users) > 0 && slices.Contains(a.Parse, "users") {
		p.Add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["users"] and users: [ids...] are mutually exclusive.`)
	}
	if len(a.Roles) > 0 && slices.Contains(a.Parse, "roles") {
		p.Add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", `parse:["roles"] and roles: [ids...] are mutually exclusive.`)
	}
}
