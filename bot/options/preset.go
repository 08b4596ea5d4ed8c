package options

import (
	"fmt"
	"maps"
	"slices"

	"cardroom/engine/poker"
	"cardroom/render/locale"
)

// NotApplicableError reports that the game of the table does not have an option of the preset.
type NotApplicableError struct{ option, value string }

func (e *NotApplicableError) Error() string {
	return fmt.Sprintf("option %s: %s in a game without it", e.option, e.value)
}

// Defaults returns the default options for the table's game.
func (t Table) Defaults() Table {
	r := poker.DefaultRules()
	r.Variant, r.Limit, r.SmallBlind, r.BigBlind = t.Rules.Variant, t.Rules.Limit, t.Rules.SmallBlind, t.Rules.BigBlind
	r.MinBuyIn, r.MaxBuyIn, r.Seats, r.Rebuy = t.Rules.MinBuyIn, t.Rules.MaxBuyIn, t.Rules.Seats, t.Rules.Rebuy
	r.Staked = t.Rules.Staked // a setting of the server
	return Table{Rules: r}
}

// Diff returns the options that differ from their defaults, as a host types them.
func (t Table) Diff() map[string]string {
	plain, defaults, set := locale.Lookup(locale.English), t.Defaults(), map[string]string{}
	for _, s := range All {
		if value := s.Write(&t, plain); s.Has(t.Rules) && value != s.Write(&defaults, plain) {
			set[s.Name] = value
		}
	}
	return set
}

// With returns the default options with some of them set. The error says why the game refuses one.
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
