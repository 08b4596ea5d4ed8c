package rest

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"time"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/limits"
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/refusal"
	"cardroom/bot/discordtest/world"
)

// channelFor returns the call's channel if the bot may see it.
func channelFor(c *call) (*world.Channel, error) {
	ch := c.world.Channels[c.args["channel"]]
	if ch == nil || ch.Deleted {
		return nil, refusal.UnknownChannel()
	}
	if !ch.BotSees(c.world) {
		return nil, refusal.MissingAccess()
	}
	return ch, nil
}

// messageFor returns the call's message for the channel routes, which do not know ephemeral ones.
func messageFor(c *call) (*world.Channel, *world.Message, error) {
	ch, err := channelFor(c)
	if err != nil {
		return nil, nil, err
	}
	m := c.world.Message(ch.ID, c.args["message"])
	if m == nil || m.Ephemeral {
		return ch, nil, refusal.UnknownMessage()
	}
	return ch, m, nil
}

func getMessages(c *call) (any, error) {
	ch, err := channelFor(c)
	if err != nil {
		return nil, err
	}
	limit := 50
	if text := c.query.Get("limit"); text != "" {
		var p refusal.Form
		limit, err = strconv.Atoi(text)
		if err != nil || limit < 1 || limit > 100 {
			p.Add("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
			return nil, p.Err()
		}
	}
	before, err := beforeOf(c)
	if err != nil {
		return nil, err
	}
	list := []any{}
	if c.world.BotPermissions(ch)&object.ReadMessageHistory == 0 {
		return list, nil // which Discord documents: no error, and no messages
	}
	for _, m := range slices.Backward(ch.Messages) {
		if id, _ := strconv.ParseUint(m.ID, 10, 64); m.VisibleTo("") && id < before && len(list) < limit {
			list = append(list, c.world.MessageJSON(m))
		}
	}
	return list, nil
}

// beforeOf returns the id that bounds the requested messages from above.
func beforeOf(c *call) (uint64, error) {
	text := c.query.Get("before")
	if text == "" {
		return math.MaxUint64, nil
	}
	before, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		var p refusal.Form
		p.Add("before", "NUMBER_TYPE_COERCE", "Value %q is not snowflake.", text)
		return 0, p.Err()
	}
	return before, nil
}

func getMessage(c *call) (any, error) {
	_, m, err := messageFor(c)
	if err != nil {
		return nil, err
	}
	return c.world.MessageJSON(m), nil
}

func removeMessage(c *call) (any, error) {
	ch, m, err := messageFor(c)
	if err != nil {
		return nil, err
	}
	if m.AuthorID != c.world.App.ID {
		return nil, refusal.MissingPermissions()
	}
	if ch.Archived {
		return nil, refusal.ThreadArchived()
	}
	c.world.Delete(m)
	return nil, nil
}

func sendTyping(c *call) (any, error) {
	_, err := channelFor(c)
	return nil, err
}

// createMessage posts the bot's own message in a channel.
func createMessage(c *call) (any, error) {
	ch, err := channelFor(c)
	if err != nil {
		return nil, err
	}
	if err := checkSend(c, ch); err != nil {
		return nil, err
	}
	f, err := form.Read(c.body, "")
	if err != nil {
		return nil, err
	}
	if err := f.Check(c.source("", nil), f.Flags&object.FlagComponents != 0); err != nil {
		return nil, err
	}
	if err := checkFlags(f.Flags, 1<<2|object.FlagSilent|object.FlagComponents, "flags"); err != nil {
		return nil, err
	}
	if m := sameNonce(ch, f, c.api.config.NonceLife); m != nil {
		return c.world.MessageJSON(m), nil
	}
	if c.world.BotPermissions(ch)&object.EmbedLinks == 0 {
		f.Embeds = nil
	}
	m, err := newMessage(c, ch, f)
	if err != nil {
		return nil, err
	}
	c.world.Post(ch, m)
	return c.world.MessageJSON(m), nil
}

// checkSend refuses a message that the bot may not send in the channel.
func checkSend(c *call, ch *world.Channel) error {
	need := int64(object.SendMessages)
	if ch.Parent != "" {
		need = object.SendMessagesInThreads
	}
	if len(c.files) > 0 {
		need |= object.AttachFiles
	}
	if c.world.BotPermissions(ch)&need != need {
		return refusal.MissingPermissions()
	}
	return checkLock(c, ch)
}

// checkLock refuses a message or an edit in a locked thread where the bot may not manage threads.
func checkLock(c *call, ch *world.Channel) error {
	switch {
	case !ch.LockedOut(c.world):
		return nil
	case ch.Archived:
		return refusal.ThreadArchived()
	}
	return refusal.ThreadLocked()
}

// sameNonce returns the message with the same enforced nonce that is not older than remembered.
func sameNonce(ch *world.Channel, f *form.Message, remembered time.Duration) *world.Message {
	if !f.EnforceNonce || f.NonceText() == "" {
		return nil
	}
	for _, m := range slices.Backward(ch.Messages) {
		if m.Nonce == f.NonceText() && time.Since(m.Created) < remembered {
			return m
		}
	}
	return nil
}

func checkFlags(flags, allowed int, path string) error {
	var p refusal.Form
	if flags&^allowed != 0 {
		p.Add(path, "BASE_TYPE_CHOICES", "The flags %d cannot be set here.", flags&^allowed)
	}
	return p.Err()
}

// newMessage builds a message from a checked form; the caller posts it.
func newMessage(c *call, ch *world.Channel, f *form.Message) (*world.Message, error) {
	next := 0
	m := &world.Message{
		ID: c.world.NewID(), ChannelID: ch.ID, AuthorID: c.world.App.ID, Content: f.Body(), Embeds: rich(f.Embeds),
		Components: object.Number(f.Components, &next), Flags: f.Flags, Nonce: f.NonceText(), Created: time.Now(),
	}
	m.Ephemeral = f.Flags&object.FlagEphemeral != 0
	m.Attachments = attach(c, m, f)
	if m.Empty() {
		return nil, refusal.EmptyMessage()
	}
	ch.Archive(c.world, ch.Archived && m.Ephemeral) // a message that all see opens the thread again
	checkAllowed(c, f, m)
	m.Mentions = mentions(c, f, m, ch)
	if f.Flags&object.FlagSilent == 0 && !m.Ephemeral {
		m.Notified = m.Mentions
	}
	return m, nil
}

func rich(list []object.Embed) []object.Embed {
	list = slices.Clone(list)
	for i := range list {
		list[i].Type = "rich"
	}
	return list
}

// checkAllowed records a complaint about a mention without allowed_mentions: Discord's defaults then decide whom it
// notifies.
func checkAllowed(c *call, f *form.Message, m *world.Message) {
	if !f.Has("allowed_mentions") && form.Mentions(text(m)) {
		c.world.Complain("%s %s: a text with mentions and no allowed_mentions", c.method, mask(c.path))
	}
}

// patchMessage edits a message with the bot's token.
func patchMessage(c *call) (any, error) {
	ch, m, err := messageFor(c)
	if err != nil {
		return nil, err
	}
	if m.AuthorID != c.world.App.ID {
		return nil, refusal.ForeignMessage()
	}
	if ch.Archived {
		return nil, refusal.ThreadArchived()
	}
	if err := checkLock(c, ch); err != nil {
		return nil, err
	}
	f, err := form.Read(c.body, "")
	if err != nil {
		return nil, err
	}
	if err := checkEdit(c, "", m, f); err != nil {
		return nil, err
	}
	if !c.api.config.NoLimits && c.api.limiter.OldEdit(m.ChannelID, m.Created, time.Now()) {
		return nil, refusal.TooManyOldEdits(limits.OldEditWindow)
	}
	if c.world.BotPermissions(ch)&object.EmbedLinks == 0 {
		f.Embeds = nil
	}
	if err := edit(c, m, f); err != nil {
		return nil, err
	}
	return c.world.MessageJSON(m), nil
}

// checkEdit checks a form that changes m. A components message must stay one.
func checkEdit(c *call, prefix string, m *world.Message, f *form.Message) error {
	if err := checkFlags(f.Flags, 1<<2|object.FlagComponents|object.FlagEphemeral, refusal.Path(prefix, "flags")); err != nil {
		return err
	}
	v2 := (m.Flags|f.Flags)&object.FlagComponents != 0
	if v2 && m.Flags&object.FlagComponents == 0 && !m.Loading {
		old := m.Content != "" && !f.Has("content") || len(m.Embeds) > 0 && !f.Has("embeds")
		if old {
			var p refusal.Form
			p.Add(refusal.Path(prefix, "flags"), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The old content and embeds must be cleared.")
			return p.Err()
		}
	}
	return f.Check(c.source(prefix, m), v2)
}

// edit changes the fields in the form. An edit notifies no user.
func edit(c *call, m *world.Message, f *form.Message) error {
	now := *m
	if f.Has("content") {
		now.Content = f.Body()
	}
	if f.Has("embeds") {
		now.Embeds = rich(f.Embeds)
	}
	if f.Has("components") {
		next := 0
		now.Components = object.Number(f.Components, &next)
	}
	if f.Has("attachments") || len(c.files) > 0 {
		now.Attachments = attach(c, m, f)
	}
	now.Flags |= f.Flags & (object.FlagComponents | 1<<2)
	if now.Empty() {
		return refusal.EmptyMessage()
	}
	if f.Has("content") || f.Has("components") || f.Has("embeds") {
		checkAllowed(c, f, &now)
	}
	before := m.Attachments
	m.Archive(time.Now())
	m.Content, m.Embeds, m.Components, m.Attachments = now.Content, now.Embeds, now.Components, now.Attachments
	m.Flags = now.Flags
	m.Mentions = mentions(c, f, m, c.world.Channels[m.ChannelID])
	m.Loading, m.Flags = false, m.Flags&^object.FlagLoading
	c.world.Edited(m, before)
	return nil
}

// attach returns a message's attachments after the form: the old ones that the form keeps (all, if it lists none) and the
// new ones.
func attach(c *call, m *world.Message, f *form.Message) []object.Attachment {
	var list []object.Attachment
	for _, a := range m.Attachments {
		kept := func(sent form.Attachment) bool { return sent.Key() == a.ID }
		if !f.Has("attachments") || slices.ContainsFunc(f.Attachments, kept) {
			list = append(list, a)
		}
	}
	for _, u := range c.files {
		i := slices.IndexFunc(f.Attachments, func(sent form.Attachment) bool { return sent.Key() == u.Index })
		if f.Has("attachments") && i < 0 {
			continue
		}
		a := c.world.Store(m.ChannelID, u)
		if i >= 0 {
			a.Description = f.Attachments[i].Description
		}
		list = append(list, a)
	}
	return list
}

// text returns all text of a message.
func text(m *world.Message) string { return object.Text(m.Content, m.Embeds, m.Components) }

// mentions returns the users that a message may mention under the form's allowed_mentions.
func mentions(c *call, f *form.Message, m *world.Message, ch *world.Channel) []string {
	var everyone []string
	if c.world.BotPermissions(ch)&object.MentionEveryone != 0 {
		everyone = slices.Collect(maps.Keys(c.world.Guild(ch.Guild).Members))
	}
	known := func(user string) bool { return c.world.Users[user] != nil }
	return f.MayMention(text(m), known, everyone)
}
