package form

import (
	"encoding/json"
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
	Edits   *Edited  // the message that the form changes; nil: a new one
}

// Edited is a message before a change.
type Edited struct {
	V2         bool // it consists of components
	Components []object.Component
	Files      []object.Attachment
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
	if in.Edits != nil && in.Edits.V2 && f.clearsV2() {
		p.Add(refusal.Path(prefix, "flags"), "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG", "The IS_COMPONENTS_V2 flag cannot be removed once set.")
	}
	checkComponents(&p, refusal.Path(prefix, "components"), f.Components, v2)
	f.AllowedMentions.check(&p, refusal.Path(prefix, "allowed_mentions"))
	f.checkFiles(&p, in)
	f.checkReferences(&p, in, v2)
	return p.Err()
}

// clearsV2 reports whether the form sends flags without that of a message of components.
func (f *Message) clearsV2() bool {
	sent, ok := f.sent["flags"]
	return ok && string(sent) != "null" && f.Flags&object.FlagComponents == 0
}

// checkV2 refuses the old fields in a message whose text is in its components.
func (f *Message) checkV2(p *refusal.Form, prefix string) {
	const code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
	if f.Content != nil { // even an empty one
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
		if !hasUpload(in.Uploads, a.Key()) && !in.Edits.has(a.Key()) {
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

// has reports whether the message has a file with the id.
func (e *Edited) has(id string) bool {
	return e != nil && slices.ContainsFunc(e.Files, func(a object.Attachment) bool { return a.ID == id })
}

// attachmentName returns the name in attachment://name, or "" for another address.
func attachmentName(url string) string {
	name, _ := strings.CutPrefix(url, "attachment://")
	if name == url {
		return ""
	}
	return name
}

// names returns the names that attachment:// may use: those of the files that the message has after the form. An edit of
// a message of components has to list every file with its name, also one that it keeps.
func (f *Message) names(in Source, v2 bool) map[string]bool {
	names := map[string]bool{}
	listed := f.Has("attachments")
	for _, a := range f.Attachments {
		names[a.Filename] = true
	}
	for _, u := range in.Uploads {
		sent := func(a Attachment) bool { return a.Key() == u.Index }
		if slices.ContainsFunc(f.Attachments, sent) || !listed && (in.Edits == nil || !v2) {
			names[u.Name] = true
		}
	}
	if in.Edits == nil || v2 {
		return names
	}
	for _, a := range in.Edits.Files {
		kept := func(sent Attachment) bool { return sent.Key() == a.ID }
		if !listed || slices.ContainsFunc(f.Attachments, kept) {
			names[a.Filename] = true
		}
	}
	return names
}

// checkReferences refuses attachment://name without such a file.
func (f *Message) checkReferences(p *refusal.Form, in Source, v2 bool) {
	prefix, names := in.Prefix, f.names(in, v2)
	missing := func(path, url string) {
		if name := attachmentName(url); name != "" && !names[name] {
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
	shown := f.Components
	if in.Edits != nil && !f.Has("components") && f.Has("attachments") {
		shown = in.Edits.Components
	}
	object.Walk(shown, func(comp object.Component) {
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
