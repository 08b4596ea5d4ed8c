package bot

import (
	"fmt"
	"io"

	"cardroom/engine/card"
)

// What holds cards, a key or the token prints as hidden, whole: of a field that is not exported fmt shows what is in it,
// whatever its own type would rather have shown.

// Format implements [fmt.Formatter].
func (Config) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }

// Format implements [fmt.Formatter].
func (*Bot) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }

func (*actor) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
func (held) Format(s fmt.State, _ rune)   { io.WriteString(s, card.Hidden) }
