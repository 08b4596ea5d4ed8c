package phh

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"cardroom/engine/card"
)

// Write writes the hand as a .phh file: TOML, a field a line, an action a line. Fields that only the other forms have — what
// was legal, pots, what was not called — are left out. The error is the writer's.
func (h *Hand) Write(w io.Writer) error {
	var b bytes.Buffer
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s = %s\n", name, value)
		}
	}
	line("variant", quote(h.Variant))
	if h.Trim != nil {
		line("ante_trimming_status", fmt.Sprint(*h.Trim))
	}
	line("antes", list(h.Antes))
	line("blinds_or_straddles", list(h.Blinds))
	line("min_bet", number(h.MinBet))
	line("small_bet", number(h.SmallBet))
	line("big_bet", number(h.BigBet))
	line("starting_stacks", list(h.Stacks))
	line("actions", lines(h.Actions))
	line("hand", name(h.ID))
	line("table", name(h.Table))
	line("seats", list(h.Seats))
	line("seat_count", number(int64(h.SeatCount)))
	line("players", list(h.Players))
	line("finishing_stacks", list(h.Finish))
	line("_dead", list(h.Dead))
	line("_first", number(int64(h.First)))
	line("_runs", number(int64(h.Runs)))
	line("_held", list(h.Held))
	line("_chip_unit", number(h.Unit))
	if h.UnitPots {
		line("_unit_pots", "true")
	}
	_, err := w.Write(b.Bytes())
	return err
}

// WriteAll writes hands as a .phhs file: one table of TOML for each, numbered from 1. The error is the writer's.
func WriteAll(w io.Writer, hands []*Hand) error {
	for i, h := range hands {
		if _, err := fmt.Fprintf(w, "[%d]\n", i+1); err != nil {
			return err
		}
		if err := h.Write(w); err != nil {
			return err
		}
	}
	return nil
}

// number returns a number as text, and no text for 0.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(n)
}

// name returns a number or a text.
func name(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case string:
		return quote(v)
	}
	return fmt.Sprint(v)
}

// list returns an array on one line; nothing for none.
func list[T int | int64 | string](values []T) string {
	if values == nil {
		return ""
	}
	var out []string
	for _, v := range values {
		out = append(out, name(v))
	}
	return "[" + strings.Join(out, ", ") + "]"
}

// lines returns an array of a line each; nothing for none.
func lines(values []string) string {
	if len(values) == 0 {
		return list(values)
	}
	var b strings.Builder
	for _, v := range values {
		fmt.Fprintf(&b, "  %s,\n", quote(v))
	}
	return "[\n" + b.String() + "]"
}

// quote returns a TOML string. TOML escapes the same characters as JSON, and one more.
func quote(s string) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	_ = e.Encode(s) // of a string: it has no error
	return strings.ReplaceAll(strings.TrimSuffix(b.String(), "\n"), "\x7f", `\u007f`)
}

// text returns a card as the format writes it.
func text(c card.Card) string {
	if c == card.None {
		return unknown
	}
	return string("23456789TJQKA"[c.Rank()]) + string("cdhs"[c.Suit()])
}
