package options

import "cardroom/render/locale"

// Planned returns the options of t with those set that are planned for the next hand. It leaves out options that do not fit.
func (t Table) Planned(set map[string]string) Table {
	for _, s := range All {
		if value, given := set[s.Name]; given && s.Has(t.Rules) {
			if next, err := s.Apply(t, value, locale.Lookup(locale.English)); err == nil && next.Rules.Check() == nil {
				t = next
			}
		}
	}
	return t
}

// Postpone adds to the options planned for the next hand those in which next differs from t, and removes those in which it does not.
// It returns t with the immediate options of next, and the plan.
func (t Table) Postpone(next Table, set map[string]string) (Table, map[string]string) {
	english, later := locale.Lookup(locale.English), map[string]string{}
	for name, value := range set {
		later[name] = value
	}
	for _, s := range All {
		now, wanted := s.Write(&t, english), s.Write(&next, english)
		switch {
		case now == wanted:
			delete(later, s.Name)
		case !s.Has(t.Rules):
		case s.Immediate():
			if changed, err := s.Apply(t, wanted, english); err == nil {
				t = changed
			}
		default:
			later[s.Name] = wanted
		}
	}
	return t, later
}
