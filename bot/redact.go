package bot

import (
	"fmt"
	"io"

	"cardroom/engine/card"
)

// Format implements [fmt.Formatter].
func (Config) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }

// Format implements [fmt.Formatter].
func (*Bot) Format(s fmt.State, _ rune) { io.WriteString(s, card.Hidden) }
