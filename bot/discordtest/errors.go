package discordtest

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"unicode/utf8"
)

// apiError is a refusal in Discord's JSON form.
type apiError struct {
	Status  int            `json:"-"`
	Message string         `json:"message"`
	Code    int            `json:"code"`
	Errors  map[string]any `json:"errors,omitempty"`
	// RetryAfter is in seconds, for the refusals that are limits.
	RetryAfter float64 `json:"retry_after,omitempty"`
	// fault says that a careful bot would not have asked, so that it is a complaint.
	fault bool
}

func (e *apiError) Error() string { return fmt.Sprintf("%d %d %s", e.Status, e.Code, e.Message) }

func refuse(status, code int, message string) *apiError {
	return &apiError{Status: status, Code: code, Message: message}
}

func blame(status, code int, message string) *apiError {
	return &apiError{Status: status, Code: code, Message: message, fault: true}
}

// The refusals, by Discord's codes.
func errRoute() error        { return blame(404, 0, "404: Not Found") }
func errMethod() error       { return blame(405, 0, "405: Method Not Allowed") }
func errToken() error        { return blame(401, 0, "401: Unauthorized") }
func errChannel() error      { return refuse(404, 10003, "Unknown Channel") }
func errGuild() error        { return refuse(404, 10004, "Unknown Guild") }
func errMember() error       { return refuse(404, 10007, "Unknown Member") }
func errMessage() error      { return refuse(404, 10008, "Unknown Message") }
func errUser() error         { return refuse(404, 10013, "Unknown User") }
func errEmoji() error        { return refuse(404, 10014, "Unknown Emoji") }
func errWebhook() error      { return blame(404, 10015, "Unknown Webhook") }
func errLate() error         { return blame(404, 10062, "Unknown interaction") }
func errCommand() error      { return refuse(404, 10063, "Unknown application command") }
func errAnswered() error     { return blame(400, 40060, "Interaction has already been acknowledged.") }
func errAccess() error       { return refuse(403, 50001, "Missing Access") }
func errForeign() error      { return blame(403, 50005, "Cannot edit a message authored by another user") }
func errEmpty() error        { return blame(400, 50006, "Cannot send an empty message") }
func errPermission() error   { return refuse(403, 50013, "Missing Permissions") }
func errTokenExpired() error { return blame(401, 50027, "Invalid Webhook Token") }
func errJSON() error         { return blame(400, 50109, "The request body contains invalid JSON.") }
func errApplication() error {
	return blame(403, 20012, "You are not authorized to perform this action on this application")
}

// errTooOld comes with status 429, as a limit does.
func errTooOld() error {
	e := refuse(429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later")
	e.RetryAfter = oldWindow.Seconds()
	return e
}

// errEmojiTaken is no complaint: another process of the bot may have been a moment earlier.
func errEmojiTaken() error {
	e := refuse(http.StatusBadRequest, 50035, "Invalid Form Body")
	e.Errors = map[string]any{"name": map[string]any{"_errors": []any{
		map[string]string{"code": "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "message": "Emoji name is already taken"},
	}}}
	return e
}

// problems collects what is wrong with a form, field by field.
type problems struct {
	list []problem
}

type problem struct{ path, code, message string }

func (p *problems) add(path, code, format string, args ...any) {
	p.list = append(p.list, problem{path, code, fmt.Sprintf(format, args...)})
}

// length objects to a text that is shorter or longer than allowed, in characters.
func (p *problems) length(path, text string, least, most int) {
	switch n := runes(text); {
	case n == 0 && least > 0:
		p.add(path, "BASE_TYPE_REQUIRED", "This field is required")
	case n > most && least == 0:
		p.add(path, "BASE_TYPE_MAX_LENGTH", "Must be %d or fewer in length.", most)
	case n < least || n > most:
		p.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

// count objects to a list that is shorter or longer than allowed.
func (p *problems) count(path string, n, least, most int) {
	if n < least || n > most {
		p.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between %d and %d in length.", least, most)
	}
}

func (p *problems) between(path string, n, least, most int) {
	if n < least || n > most {
		p.add(path, "NUMBER_TYPE_RANGE", "int value should be between %d and %d.", least, most)
	}
}

// err returns error 50035 with the tree of fields, or nil.
func (p *problems) err() error {
	if len(p.list) == 0 {
		return nil
	}
	tree := map[string]any{}
	for _, pr := range p.list {
		node := tree
		for _, key := range strings.Split(cmp.Or(pr.path, "_"), ".") {
			next, ok := node[key].(map[string]any)
			if !ok {
				next = map[string]any{}
				node[key] = next
			}
			node = next
		}
		list, _ := node["_errors"].([]any)
		node["_errors"] = append(list, map[string]string{"code": pr.code, "message": pr.message})
	}
	return &apiError{
		Status: http.StatusBadRequest, Code: 50035, Message: "Invalid Form Body", Errors: tree, fault: true,
	}
}

// runes counts characters as Discord's limits do.
func runes(s string) int { return utf8.RuneCountInString(s) }

// at joins a path of fields: at("options", 3, "name") is options.3.name.
func at(parts ...any) string {
	var b strings.Builder
	for _, p := range parts {
		text := ""
		switch v := p.(type) {
		case int:
			text = strconv.Itoa(v)
		case string:
			text = v
		}
		if b.Len() > 0 && text != "" {
			b.WriteByte('.')
		}
		b.WriteString(text)
	}
	return b.String()
}
