package discordtest

import (
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/world"
)

// These are Discord's objects from package object.
type (
	Attachment    = object.Attachment
	Choice        = object.Choice
	Command       = object.Command
	CommandChoice = object.CommandChoice
	CommandOption = object.CommandOption
	Component     = object.Component
	Embed         = object.Embed
	Modal         = object.Modal
)

// These are the types of an Answer.
const (
	AnswerMessage      = object.AnswerMessage      // a new message
	AnswerDeferred     = object.AnswerDeferred     // "thinking…", the message comes later
	AnswerAcknowledged = object.AnswerAcknowledged // nothing visible; the message may be edited later
	AnswerUpdate       = object.AnswerUpdate       // the pressed message, changed
	AnswerChoices      = object.AnswerChoices      // autocompletion
	AnswerModal        = object.AnswerModal
)

// These are Discord's numbers that tests use. Package object has the others.
const (
	FlagEphemeral = object.FlagEphemeral
	FlagLoading   = object.FlagLoading
	OptionGroup   = object.OptionGroup
	TypeLabel     = object.TypeLabel
	TypeTextInput = object.TypeTextInput
)

// MemberPermissions holds the permissions of a new member: see, read, write, attach, use commands.
const MemberPermissions = object.MemberPermissions

// AppEmoji is an emoji of the application. Data is the picture.
type AppEmoji = world.Emoji

// Emojis returns the application's emojis, the oldest first.
func (s *Server) Emojis() []AppEmoji {
	s.world.Lock()
	defer s.world.Unlock()
	var list []AppEmoji
	for _, e := range s.world.Emojis {
		list = append(list, *e)
	}
	return list
}
