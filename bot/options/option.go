package options

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine/poker"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// Has reports whether the game of r has the option.
func (s Option) Has(r poker.Rules) bool { return s.applies == nil || s.applies(r) }

// Show returns the option as the settings panel shows it. It leaves out choices that the table cannot have.
func (s Option) Show(t Table, l *locale.Lang) text.Setting {
	choices := s.choices(t.Rules, l)
	if s.Want != nil {
		choices = slices.DeleteFunc(slices.Clone(choices), func(value string) bool {
			with, err := s.Apply(t, value, l)
			return err != nil || with.Rules.Check() != nil
		})
	}
	defaults, value := t.Defaults(), s.Write(&t, l)
	o := text.Setting{Name: s.Name, Value: value, Offer: choices, Typed: s.Want != nil, Default: value == s.Write(&defaults, l)}
	if s.labels != nil {
		o.Says = s.labels()
	}
	if s.Name == "draw" {
		o.Seats = t.Rules.Seats
	}
	return o
}

// Apply returns the options of t with this one set to a value as typed.
func (s Option) Apply(t Table, value string, l *locale.Lang) (Table, error) {
	o := Reader{lang: l, Values: map[string]string{s.Name: strings.TrimSpace(value)}}
	s.read(&o, &t)
	return t, o.Err
}

// Explain returns the error that tells a host which value this option accepts, or which other option has to change first.
func (s Option) Explain(was, t Table, err error, l *locale.Lang) error {
	rules, bad := errors.AsType[poker.RulesError](err)
	other, rule := bad && ruleOptions[rules.Field] != s.Name, rules.Rule
	if read, ok := errors.AsType[*Error](err); ok {
		rule = read.Rule
	}
	switch {
	case other:
		return &ConflictError{s.Name, s.Write(&t, l), rules}
	case s.Want != nil:
		return &Error{s.Name, s.Want(was.Rules, l), rule, Range}
	}
	return err
}

// ConflictError says that a value of one option conflicts with another option.
type ConflictError struct {
	option, value string
	rules         poker.RulesError // of the other option
}

func (e *ConflictError) Error() string {
	return fmt.Sprintf("option %s: %s does not go with %s", e.option, e.value, ruleOptions[e.rules.Field])
}
