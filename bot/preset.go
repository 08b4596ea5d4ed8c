package bot

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// presets are options of the house that hosts of a server have saved under names: for each name the options that are not
// as they are unless somebody sets them, as one types them.
type presets struct {
	Saved map[string]map[string]string `json:"saved,omitempty"`
	Given map[string]engine.ID         `json:"given,omitempty"` // the interaction that gave a name last
}

// The most presets that a server may have, and characters of a name.
const (
	mostPresets    = 20
	mostPresetName = 32
)

// misfit is an option of a preset that the table's game does not have.
type misfit struct{ option, value string }

func (e *misfit) Error() string {
	return fmt.Sprintf("option %s: %s in a game without it", e.option, e.value)
}

// preset is /table preset.
func (a *actor) preset(k *ask) {
	name := strings.ToLower(strings.Join(strings.Fields(k.options["name"]), " "))
	switch n := utf8.RuneCountInString(name); {
	case n < 1 || n > mostPresetName || render.Escape(name) == "":
		a.bot.tell(k, k.lang.Host.BadName.Format("n", k.lang.Chips(mostPresetName)))
	case k.options["action"] == "save":
		a.savePreset(k, name)
	default:
		a.loadPreset(k, name)
	}
}

// usual is the options of the house for the game of a table as nobody has set them.
func (t terms) usual() terms {
	r := engine.DefaultRules()
	r.Variant, r.Limit, r.SmallBlind, r.BigBlind = t.rules.Variant, t.rules.Limit, t.rules.SmallBlind, t.rules.BigBlind
	r.MinBuyIn, r.MaxBuyIn, r.Seats, r.Rebuy = t.rules.MinBuyIn, t.rules.MaxBuyIn, t.rules.Seats, t.rules.Rebuy
	r.Staked = t.rules.Staked // the server's
	return terms{rules: r}
}

// unusual is the options that somebody has set, as one types them.
func (t terms) unusual() map[string]string {
	plain, usual, set := locale.Lookup(locale.English), t.usual(), map[string]string{}
	for _, s := range settings {
		if value := s.write(&t, plain); s.belongs(t.rules) && value != s.write(&usual, plain) {
			set[s.name] = value
		}
	}
	return set
}

// savePreset keeps the options of the table as they are. A name that is taken is given anew.
func (a *actor) savePreset(k *ask, name string) {
	_, err := a.bot.presets.change(a.bot, a.key.Guild, func(own *presets) (bool, error) {
		return own.save(snowflake(k.id), name, a.terms().unusual())
	})
	if errors.Is(err, errFull) {
		a.bot.tell(k, k.lang.Host.Full.Format("n", k.lang.Chips(mostPresets)))
		return
	}
	if err == nil {
		r := a.record
		r.Deeds = a.noted(k, text.AuditEntry{What: text.DidSave, Name: name})
		err = a.commit(k.id, a.table, r, nil)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.tell(k, k.lang.Host.Saved.Format("preset", render.Bold(name)))
}

var errFull = errors.New("no room for another preset")

// save keeps options under a name, for the interaction by.
func (p *presets) save(by engine.ID, name string, set map[string]string) (changed bool, err error) {
	if by <= p.Given[name] { // it comes again, or the name was given anew since, at another table
		return false, nil
	}
	if _, taken := p.Saved[name]; !taken && len(p.Saved) >= mostPresets {
		return false, errFull
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

// loadPreset makes the options of the table those of a preset: all of them, or none where one does not fit the game.
func (a *actor) loadPreset(k *ask, name string) {
	all, err := a.bot.presets.get(a.bot, a.key.Guild)
	set, known := all.Saved[name]
	switch {
	case err == nil && !known:
		a.bot.tell(k, k.lang.Host.NoPreset.Format("preset", render.Bold(name)))
		return
	case err == nil:
		err = a.loadOptions(k, name, set)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.tell(k, k.lang.Host.Loaded.Format("preset", render.Bold(name)))
}

func (a *actor) loadOptions(k *ask, name string, set map[string]string) error {
	t, err := a.terms().with(set, k.lang)
	if err != nil {
		return err
	}
	next, events, err := a.table.Apply(a.setRules(t), nil)
	if err != nil {
		return err
	}
	r := a.record
	if err := a.behave(&r, t.manners); err != nil {
		return err
	}
	r.Deeds = a.noted(k, text.AuditEntry{What: text.DidLoad, Name: name})
	return a.commit(k.id, next, r, events)
}

// with is the usual options with some set. The error says what the game has against it.
func (t terms) with(set map[string]string, l *locale.Lang) (terms, error) {
	t = t.usual()
	for _, option := range slices.Sorted(maps.Keys(set)) {
		if !slices.ContainsFunc(settings, func(s setting) bool { return s.name == option && s.belongs(t.rules) }) {
			return t, &misfit{option, set[option]}
		}
	}
	for _, s := range settings {
		value, given := set[s.name]
		if !given {
			continue
		}
		next, err := s.set(t, value, l)
		if err == nil {
			err = next.rules.Check()
		}
		if err != nil {
			return t, s.wrong(t, next, err, l)
		}
		t = next
	}
	return t, nil
}

// presetChoices is the names of the server's presets.
func (a *actor) presetChoices(k *ask) (list []render.Choice) {
	all, err := a.bot.presets.get(a.bot, k.key.Guild)
	if err != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(all.Saved)) {
		list = append(list, render.Choice{Label: name, Value: name})
	}
	return list
}
