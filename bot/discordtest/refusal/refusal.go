package refusal

import (
	"fmt"
	"net/http"
	"time"
)

// Error is a refusal in Discord's JSON form.
type Error struct {
	Status  int            `json:"-"`
	Message string         `json:"message"`
	Code    int            `json:"code"`
	Errors  map[string]any `json:"errors,omitempty"`
	// RetryAfter is in seconds, for the refusals that are limits.
	RetryAfter float64 `json:"retry_after,omitempty"`
	// Avoidable marks a refusal that a careful bot would not cause. It becomes a complaint.
	Avoidable bool `json:"-"`
}

// Error returns the status, the code and the message in a line.
func (e *Error) Error() string { return fmt.Sprintf("%d %d %s", e.Status, e.Code, e.Message) }

// New returns a refusal that no bot can foresee.
func New(status, code int, message string) *Error {
	return &Error{Status: status, Code: code, Message: message}
}

// Avoidable returns a refusal that a careful bot would not cause.
func Avoidable(status, code int, message string) *Error {
	return &Error{Status: status, Code: code, Message: message, Avoidable: true}
}

// These refuse a request as a whole.

func UnknownRoute() error { return Avoidable(404, 0, "404: Not Found") }
func WrongMethod() error  { return Avoidable(405, 0, "405: Method Not Allowed") }
func InvalidToken() error { return Avoidable(401, 0, "401: Unauthorized") }
func InvalidJSON() error  { return Avoidable(400, 50109, "The request body contains invalid JSON.") }
func ForeignApplication() error {
	return Avoidable(403, 20012, "You are not authorized to perform this action on this application")
}

// These refuse a request about something that does not exist.

func UnknownChannel() error { return New(404, 10003, "Unknown Channel") }
func UnknownGuild() error   { return New(404, 10004, "Unknown Guild") }
func UnknownMember() error  { return New(404, 10007, "Unknown Member") }
func UnknownMessage() error { return New(404, 10008, "Unknown Message") }
func UnknownUser() error    { return New(404, 10013, "Unknown User") }
func UnknownEmoji() error   { return New(404, 10014, "Unknown Emoji") }
func UnknownWebhook() error { return Avoidable(404, 10015, "Unknown Webhook") }
func UnknownCommand() error { return New(404, 10063, "Unknown application command") }
func UnknownEvent() error   { return New(404, 10070, "Unknown Guild Scheduled Event") }

// These refuse answers to interactions.

// UnknownInteraction returns the refusal of a late answer. avoidable means that the bot could have been in time.
func UnknownInteraction(avoidable bool) error {
	e := New(404, 10062, "Unknown interaction")
	e.Avoidable = avoidable
	return e
}

func ExpiredToken() error { return Avoidable(401, 50027, "Invalid Webhook Token") }

// AlreadyAnswered returns the refusal of a second answer. avoidable means that the bot could know of the first one.
func AlreadyAnswered(avoidable bool) error {
	e := New(400, 40060, "Interaction has already been acknowledged.")
	e.Avoidable = avoidable
	return e
}

// These refuse a request because of permissions, or of the message itself.

func MissingAccess() error      { return New(403, 50001, "Missing Access") }
func MissingPermissions() error { return New(403, 50013, "Missing Permissions") }
func EmptyMessage() error       { return Avoidable(400, 50006, "Cannot send an empty message") }
func WrongChannelType() error {
	return Avoidable(400, 50024, "Cannot execute action on this channel type")
}

// NoThreads returns the refusal of a thread in a channel that can have none, such as a voice channel.
func NoThreads() error { return New(400, 50024, "Cannot execute action on this channel type") }

// ThreadArchived returns the refusal of a change in an archived thread.
func ThreadArchived() error { return New(400, 50083, "Thread is archived") }

// ThreadLocked returns the refusal of a change in a locked thread.
func ThreadLocked() error { return New(403, 160005, "Thread is locked") }

func ForeignMessage() error {
	return Avoidable(403, 50005, "Cannot edit a message authored by another user")
}

// TooManyOldEdits returns error 30046. It comes with status 429, as a limit does.
func TooManyOldEdits(retryAfter time.Duration) error {
	e := New(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
	e.RetryAfter = retryAfter.Seconds()
	return e
}

// EmojiNameTaken returns a refusal that is no complaint: another process of the bot may have been faster.
func EmojiNameTaken() error {
	e := New(http.StatusBadRequest, 50035, "Invalid Form Body")
	e.Errors = map[string]any{"name": map[string]any{"_errors": []any{
		map[string]string{"code": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "message": "Emoji name is already taken"},
	}}}
	return e
}

// These refuse an event of a guild.

// FinishedEvent returns the refusal of a change of an event that is over.
func FinishedEvent() error { return New(400, 180000, "Cannot update a finished event") }

// TooManyEvents returns the refusal of one more event.
func TooManyEvents() error {
	return New(400, 30038, "Maximum number of guild scheduled events reached (100)")
}
