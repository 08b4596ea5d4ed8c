package prefs

import (
	"errors"
	"maps"

	"cardroom/engine"
)

// Presets are options of the house that hosts of a server have saved under names: for each name the options that are not
// as they are unless somebody sets them, as one types them.
type Presets struct {
	Saved map[string]map[string]string `json:"saved,omitempty"`
	Given map[string]engine.ID         `json:"given,omitempty"` // the interaction that gave a name last
}

// The most presets that a server may have, and characters of a name.
const (
	MaxPresets = 20
	MaxName    = 32
)

var ErrFull = errors.New("no room for another preset")

// Save keeps options under a name, for the interaction by.
func (p *Presets) Save(by engine.ID, name string, set map[string]string) (changed bool, err error) {
	if by <= p.Given[name] { // it comes again, or the name was given anew since, at another table
		return false, nil
	}
	if _, taken := p.Saved[name]; !taken && len(p.Saved) >= MaxPresets {
		return false, ErrFull
	}
	saved, given := maps.Clone(p.Saved), maps.Clone(p.Given) // others may be reading
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
