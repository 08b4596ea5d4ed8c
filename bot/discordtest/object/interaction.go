package object

// These are Discord's types of interaction.
const (
	InteractionCommand   = 2
	InteractionComponent = 3
	InteractionComplete  = 4
	InteractionModal     = 5
)

// These are Discord's types of answer to an interaction (callbacks).
const (
	AnswerMessage      = 4 // a new message
	AnswerDeferred     = 5 // "thinking…", the message comes later
	AnswerAcknowledged = 6 // nothing visible; the message may be edited later
	AnswerUpdate       = 7 // the pressed message, changed
	AnswerChoices      = 8 // autocompletion
	AnswerModal        = 9
)

// Choice is an entry of an autocompletion.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // string, or float64 for numbers
}
