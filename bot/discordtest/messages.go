package discordtest

import (
	"slices"
	"strconv"
	"time"
)

// channelFor returns the call's channel if the bot may see it.
func (s *Server) channelFor(c *call) (*channel, error) {
	ch := s.st.Channels[c.args["channel"]]
	if ch == nil || ch.Deleted {
		return nil, errChannel()
	}
	if s.botMay(ch)&permViewChannel == 0 {
		return nil, errAccess()
	}
	return ch, nil
}

// messageFor returns the call's message as the channel routes know it: an
// ephemeral one is unknown to them.
func (s *Server) messageFor(c *call) (*channel, *Message, error) {
	ch, err := s.channelFor(c)
	if err != nil {
		return nil, nil, err
	}
	m := s.message(ch.ID, c.args["message"])
	if m == nil || m.Ephemeral {
		return ch, nil, errMessage()
	}
	return ch, m, nil
}

func (s *Server) getMessages(c *call) (any, error) {
	ch, err := s.channelFor(c)
	if err != nil {
		return nil, err
	}
	limit := 50
	if text := c.query.Get("limit"); text != "" {
		var p problems
		limit, err = strconv.Atoi(text)
		if err != nil || limit < 1 || limit > 100 {
			p.add("limit", "NUMBER_TYPE_RANGE", "int value should be between 1 and 100.")
			return nil, p.err()
		}
	}
	list := []any{}
	for _, m := range slices.Backward(ch.Messages) {
		if m.visibleTo("") && len(list) < limit {
			list = append(list, s.wireMessage(m))
		}
	}
	return list, nil
}

func (s *Server) getMessage(c *call) (any, error) {
	_, m, err := s.messageFor(c)
	if err != nil {
		return nil, err
	}
	return s.wireMessage(m), nil
}

func (s *Server) removeMessage(c *call) (any, error) {
	_, m, err := s.messageFor(c)
	if err != nil {
		return nil, err
	}
	if m.AuthorID != s.st.App.ID {
		return nil, errPermission()
	}
	s.deleteMessage(m)
	return nil, nil
}

func (s *Server) typing(c *call) (any, error) {
	_, err := s.channelFor(c)
	return nil, err
}

// createMessage is the bot's own message in a channel.
func (s *Server) createMessage(c *call) (any, error) {
	ch, err := s.channelFor(c)
	if err != nil {
		return nil, err
	}
	if err := s.maySend(ch, c); err != nil {
		return nil, err
	}
	f, err := readMessage(c.body, "")
	if err != nil {
		return nil, err
	}
	if err := f.check(c, "", f.Flags&FlagComponents != 0); err != nil {
		return nil, err
	}
	if err := checkFlags(f.Flags, 1<<2|FlagSilent|FlagComponents, "flags"); err != nil {
		return nil, err
	}
	if m := sameNonce(ch, f); m != nil {
		return s.wireMessage(m), nil
	}
	if s.botMay(ch)&permEmbedLinks == 0 {
		f.Embeds = nil
	}
	m, err := s.newMessage(c, ch, f)
	if err != nil {
		return nil, err
	}
	s.post(ch, m)
	return s.wireMessage(m), nil
}

func (s *Server) maySend(ch *channel, c *call) error {
	need := int64(permSend)
	if ch.Parent != "" {
		need = permSendInThreads
	}
	if len(c.files) > 0 {
		need |= permAttachFiles
	}
	if s.botMay(ch)&need != need {
		return errPermission()
	}
	return nil
}

// sameNonce returns the message that an enforced nonce was used for in the
// last few minutes.
func sameNonce(ch *channel, f *messageForm) *Message {
	const remembered = 5 * time.Minute
	if !f.EnforceNonce || f.nonce() == "" {
		return nil
	}
	for _, m := range slices.Backward(ch.Messages) {
		if m.Nonce == f.nonce() && time.Since(m.Created) < remembered {
			return m
		}
	}
	return nil
}

func checkFlags(flags, allowed int, path string) error {
	var p problems
	if flags&^allowed != 0 {
		p.add(path, "BASE_TYPE_CHOICES", "The flags %d cannot be set here.", flags&^allowed)
	}
	return p.err()
}

// newMessage builds a message from a checked form; the caller posts it.
func (s *Server) newMessage(c *call, ch *channel, f *messageForm) (*Message, error) {
	next := 0
	m := &Message{
		ID: s.newID(), ChannelID: ch.ID, AuthorID: s.st.App.ID, Content: f.content(), Embeds: rich(f.Embeds),
		Components: number(f.Components, &next), Flags: f.Flags, Nonce: f.nonce(), Created: time.Now(),
	}
	m.Ephemeral = f.Flags&FlagEphemeral != 0
	m.Attachments = s.attach(c, m, f)
	if m.empty() {
		return nil, errEmpty()
	}
	s.wantAllowed(c, f, m)
	m.Mentions = s.mentions(f, m.Text(), ch)
	if f.Flags&FlagSilent == 0 && !m.Ephemeral {
		m.Notified = m.Mentions
	}
	return m, nil
}

func rich(list []Embed) []Embed {
	list = slices.Clone(list)
	for i := range list {
		list[i].Type = "rich"
	}
	return list
}

func (m *Message) empty() bool {
	return m.Content == "" && len(m.Embeds) == 0 && len(m.Components) == 0 && len(m.Attachments) == 0
}

// wantAllowed complains of a mention that leaves it to Discord's defaults whom it notifies.
func (s *Server) wantAllowed(c *call, f *messageForm, m *Message) {
	if !f.present("allowed_mentions") && anyMention.MatchString(m.Text()) {
		s.complain("%s %s: a text with mentions and no allowed_mentions", c.method, mask(c.path))
	}
}

// patchMessage is an edit with the bot's token.
func (s *Server) patchMessage(c *call) (any, error) {
	ch, m, err := s.messageFor(c)
	if err != nil {
		return nil, err
	}
	if m.AuthorID != s.st.App.ID {
		return nil, errForeign()
	}
	f, err := readMessage(c.body, "")
	if err != nil {
		return nil, err
	}
	if err := s.checkEdit(c, "", m, f); err != nil {
		return nil, err
	}
	if s.oldEdit(m) {
		return nil, errTooOld()
	}
	if s.botMay(ch)&permEmbedLinks == 0 {
		f.Embeds = nil
	}
	if err := s.edit(c, m, f); err != nil {
		return nil, err
	}
	return s.wireMessage(m), nil
}

// checkEdit checks a form that changes m. A message of components stays one.
func (s *Server) checkEdit(c *call, prefix string, m *Message, f *messageForm) error {
	if err := checkFlags(f.Flags, 1<<2|FlagComponents|FlagEphemeral, at(prefix, "flags")); err != nil {
		return err
	}
	v2 := (m.Flags|f.Flags)&FlagComponents != 0
	if v2 && m.Flags&FlagComponents == 0 && !m.Loading {
		old := m.Content != "" && !f.present("content") || len(m.Embeds) > 0 && !f.present("embeds")
		if old {
			var p problems
			p.add(at(prefix, "flags"), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", "The old content and embeds must be cleared.")
			return p.err()
		}
	}
	return f.check(c, prefix, v2)
}

// edit changes the fields that the form has. Nobody is notified.
func (s *Server) edit(c *call, m *Message, f *messageForm) error {
	now := *m
	if f.present("content") {
		now.Content = f.content()
	}
	if f.present("embeds") {
		now.Embeds = rich(f.Embeds)
	}
	if f.present("components") {
		next := 0
		now.Components = number(f.Components, &next)
	}
	if f.present("attachments") || len(c.files) > 0 {
		now.Attachments = s.attach(c, m, f)
	}
	if now.empty() {
		return errEmpty()
	}
	if f.present("content") || f.present("components") || f.present("embeds") {
		s.wantAllowed(c, f, &now)
	}
	s.dropLost(m.Attachments, now.Attachments)
	m.remember(time.Now())
	m.Content, m.Embeds, m.Components, m.Attachments = now.Content, now.Embeds, now.Components, now.Attachments
	m.Flags |= f.Flags & (FlagComponents | 1<<2)
	m.Mentions = s.mentions(f, m.Text(), s.st.Channels[m.ChannelID])
	m.Loading, m.Flags = false, m.Flags&^FlagLoading
	s.changed()
	s.tell(UpdateEdit, m)
	return nil
}
