package prefs

import (
	"errors"
	"maps"

	"cardroom/engine"
)

// Presets holds table options that hosts of a server saved under names. A preset has the options that differ from their
// defaults, as a host types them.
type Presets struct {
	Saved map[string]map[string]string `json:"saved,omitempty"`
	Given map[string]engine.ID         `json:"given,omitempty"` // the interaction that saved a name last
}

// MaxPresets and MaxName limit the presets of a server and the characters of a name.
const (
	MaxPresets = 20
	MaxName    = 32
)

// ErrFull says that the server has no room for another preset.
var ErrFull = errors.New("no room for another preset")

// Save stores options under a name for the interaction by. It does nothing for an interaction that was delivered twice or
// is older than the saved preset.
func (p *Presets) Save(by engine.ID, name string, set map[string]string) (changed bool, err error) {
	if by <= p.Given[name] { // delivered twice, or saved again since at another table
		return false, nil
	}
	if _, taken := p.Saved[name]; !taken && len(p.Saved) >= MaxPresets {
		return false, ErrFull
	}
	saved, given := maps.Clone(p.Saved), maps.Clone(p.Given) // other goroutines may be reading them
	if saved == nil {
		saved = map[string]map[string]string{}
	}
	if given == nil {
		given = map[string]engine.ID{}
	}
	saved[name], given[name] = set, by
	p.Saved, p.Given = saved, given
	return true, nil
}
