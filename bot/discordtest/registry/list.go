package registry

import (
	"encoding/json"

	"cardroom/bot/discordtest/object"
	"cardroom/internal/fastjson"
)

// List holds commands together with their JSON, which is made once a change. Each life of a bot reads all of it, and a stored
// world writes it with each of its own changes.
type List struct {
	commands []object.Command
	text     json.RawMessage // nil for no commands
}

// listOf returns the list of commands, which the caller must not change any more.
func listOf(commands []object.Command) List {
	if len(commands) == 0 {
		return List{}
	}
	text, err := fastjson.Marshal(commands)
	if err != nil {
		panic(err) // texts, numbers, and values that were JSON: cannot happen
	}
	return List{commands, text}
}

// AppendJSON appends the commands as an array.
func (l List) AppendJSON(b []byte) ([]byte, error) {
	if l.text == nil {
		return append(b, "[]"...), nil
	}
	return append(b, l.text...), nil
}

// MarshalJSON returns the commands as an array.
func (l List) MarshalJSON() ([]byte, error) { return l.AppendJSON(nil) }

// UnmarshalJSON reads the commands from an array.
func (l *List) UnmarshalJSON(data []byte) error {
	var commands []object.Command
	if err := json.Unmarshal(data, &commands); err != nil {
		return err
	}
	*l = listOf(commands)
	return nil
}
