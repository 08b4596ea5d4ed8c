package options

import (
	"fmt"
	"maps"
	"slices"

	"cardroom/engine"
	"cardroom/render/locale"
)

// NotApplicableError is an option of a preset that the table's game does not have.
type NotApplicableError struct{ option, value string }

func (e *NotApplicableError) Error() string {
	return fmt.Sprintf("option %s: %s in a game without it", e.option, e.value)
}

// Defaults is the options of the house for the game of a table as nobody has set them.
func (t Table) Defaults() Table {
	r := engine.DefaultRules()
	r.Variant, r.Limit, r.SmallBlind, r.BigBlind = t.Rules.Variant, t.Rules.Limit, t.Rules.SmallBlind, t.Rules.BigBlind
	r.MinBuyIn, r.MaxBuyIn, r.Seats, r.Rebuy = t.Rules.MinBuyIn, t.Rules.MaxBuyIn, t.Rules.Seats, t.Rules.Rebuy
	r.Staked = t.Rules.Staked // the server's
	return Table{Rules: r}
}

// Diff is the options that somebody has set, as one types them.
func (t Table) Diff() map[string]string {
	plain, defaults, set := locale.Lookup(locale.English), t.Defaults(), map[string]string{}
	for _, s := range All {
		if value := s.Write(&t, plain); s.Has(t.Rules) && value != s.Write(&defaults, plain) {
			set[s.Name] = value
		}
	}
	return set
}

// With is the usual options with some set. The error says what the game has against it.
func (t Table) With(set map[string]string, l *locale.Lang) (Table, error) {
	t = t.Defaults()
	for _, option := range slices.Sorted(maps.Keys(set)) {
		if !slices.ContainsFunc(All, func(s Option) bool { return s.Name == option && s.Has(t.Rules) }) {
			return t, &NotApplicableError{option, set[option]}
		}
	}
	for _, s := range All {
		value, given := set[s.Name]
		if !given {
			continue
		}
		next, err := s.Apply(t, value, l)
		if err == nil {
			err = next.Rules.Check()
		}
		if err != nil {
			return t, s.Explain(t, next, err, l)
		}
		t = next
	}
	return t, nil
}
