package options

import (
	"maps"
	"slices"

	"cardroom/render/locale"
)

// Planned returns the options of t with those set that are planned for the next hand. It leaves out options that check refuses, and
// returns them too. An option may need another one first, so Planned tries those that are left until none of them fits.
func (t Table) Planned(set map[string]string, check func(Table) error) (next Table, left []Option) {
	left = slices.DeleteFunc(slices.Clone(All), func(s Option) bool { return set[s.Name] == "" })
	for n := -1; n != len(left); {
		n = len(left)
		left = slices.DeleteFunc(left, func(s Option) bool {
			changed, err := s.Apply(t, set[s.Name], locale.Lookup(locale.English))
			if err != nil || !s.Has(t.Rules) || check(changed) != nil {
				return false
			}
			t = changed
			return true
		})
	}
	return t, left
}

// Postpone adds to the options planned for the next hand those in which next differs from t, and removes those in which it does not.
// It returns t with the immediate options of next, and the plan.
func (t Table) Postpone(next Table, set map[string]string) (Table, map[string]string) {
	english, later := locale.Lookup(locale.English), map[string]string{}
	maps.Copy(later, set)
	for _, s := range All {
		now, wanted := s.Write(&t, english), s.Write(&next, english)
		switch {
		case now == wanted:
			delete(later, s.Name)
		case !s.Has(t.Rules):
		case s.immediate:
			if changed, err := s.Apply(t, wanted, english); err == nil {
				t = changed
			}
		default:
			later[s.Name] = wanted
		}
	}
	return t, later
}
