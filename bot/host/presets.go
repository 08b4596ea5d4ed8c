package host

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/text"
)

// Preset is /table preset.
func Preset(a *table.Table, k *interaction.Interaction) {
	name := strings.ToLower(strings.Join(strings.Fields(k.Options["name"]), " "))
	switch n := utf8.RuneCountInString(name); {
	case n < 1 || n > prefs.MaxName || render.Escape(name) == "":
		a.Env.Reply.Text(k, k.Lang.Host.BadName.Format("n", k.Lang.Chips(prefs.MaxName)))
	case k.Options["action"] == "save":
		savePreset(a, k, name)
	default:
		loadPreset(a, k, name)
	}
}

// savePreset keeps the options of the table as they are. A name that is taken is given anew.
func savePreset(a *table.Table, k *interaction.Interaction, name string) {
	_, err := a.Env.Prefs.Presets.Update(a.Key.Guild, func(own *prefs.Presets) (bool, error) {
		return own.Save(message.Snowflake(k.ID), name, a.Options().Diff())
	})
	if errors.Is(err, prefs.ErrFull) {
		a.Env.Reply.Text(k, k.Lang.Host.Full.Format("n", k.Lang.Chips(prefs.MaxPresets)))
		return
	}
	if err == nil {
		err = a.Update(k, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
			audit(r, k, text.AuditEntry{What: text.DidSave, Name: name})
			return nil, nil
		})
	}
	if err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Text(k, k.Lang.Host.Saved.Format("preset", render.Bold(name)))
}

// loadPreset makes the options of the table those of a preset: all of them, or none where one does not fit the game.
func loadPreset(a *table.Table, k *interaction.Interaction, name string) {
	all, err := a.Env.Prefs.Presets.Get(a.Key.Guild)
	set, known := all.Saved[name]
	switch {
	case err == nil && !known:
		a.Env.Reply.Text(k, k.Lang.Host.NoPreset.Format("preset", render.Bold(name)))
		return
	case err == nil:
		err = loadOptions(a, k, name, set)
	}
	if err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Text(k, k.Lang.Host.Loaded.Format("preset", render.Bold(name)))
}

func loadOptions(a *table.Table, k *interaction.Interaction, name string, set map[string]string) error {
	t, err := a.Options().With(set, k.Lang)
	if err != nil {
		return err
	}
	return a.Update(k, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
		audit(r, k, text.AuditEntry{What: text.DidLoad, Name: name})
		return a.SetOptions(r, e, t)
	})
}

// PresetChoices is the names of the server's presets.
func PresetChoices(a *table.Table, k *interaction.Interaction) (list []render.Choice) {
	all, err := a.Env.Prefs.Presets.Get(k.Key.Guild)
	if err != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(all.Saved)) {
		list = append(list, render.Choice{Label: name, Value: name})
	}
	return list
}
