package object

// Types of an interaction, as Discord numbers them.
const (
	InteractionCommand   = 2
	InteractionComponent = 3
	InteractionComplete  = 4
	InteractionModal     = 5
)

// Types of an answer to an interaction, as Discord numbers callbacks.
const (
	AnswerMessage      = 4 // a new message
	AnswerDeferred     = 5 // "thinking…", the message comes later
	AnswerAcknowledged = 6 // nothing to be seen; the message may be edited later
	AnswerUpdate       = 7 // the message that was pressed, changed
	AnswerChoices      = 8 // autocompletion
	AnswerModal        = 9
)

// Choice is an entry of an autocompletion.
type Choice struct {
	Name  string `json:"name"`
	Value any    `json:"value"` // string, or float64 for numbers
}
