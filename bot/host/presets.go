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
	"cardroom/render/locale"
	"cardroom/render/text"
)

// Preset handles /table preset.
func Preset(t *table.Table, in *interaction.Interaction) {
	name := strings.ToLower(strings.Join(strings.Fields(in.Options["name"]), " "))
	switch n := utf8.RuneCountInString(name); {
	case n < 1 || n > prefs.MaxName || render.Escape(name) == "":
		t.Env.Reply.Text(in, in.Lang.Host.BadName.Format("n", in.Lang.Chips(prefs.MaxName)))
	case in.Options["action"] == "save":
		savePreset(t, in, name)
	default:
		loadPreset(t, in, name)
	}
}

// savePreset stores the options of the table under a name, and replaces a preset of that name.
func savePreset(t *table.Table, in *interaction.Interaction, name string) {
	_, err := t.Env.Prefs.Presets.Update(t.Key.Guild, func(own *prefs.Presets) (bool, error) {
		return own.Save(message.Snowflake(in.ID), name, t.Settings().Planned().Diff())
	})
	if errors.Is(err, prefs.ErrFull) {
		t.Env.Reply.Text(in, in.Lang.Host.Full.Format("n", in.Lang.Chips(prefs.MaxPresets)))
		return
	}
	if err == nil {
		err = t.Update(in, func(r *record.Table, _ *engine.Table) ([]engine.Event, error) {
			audit(r, in, text.AuditEntry{What: text.DidSave, Name: name})
			return nil, nil
		})
	}
	t.Answer(in, err, in.Lang.Host.Saved.Format("preset", render.Bold(name)))
}

// loadPreset sets the options of the table to those of a preset: all of them, or none if one does not fit the game.
func loadPreset(t *table.Table, in *interaction.Interaction, name string) {
	all, err := t.Env.Prefs.Presets.Get(t.Key.Guild)
	set, known := all.Saved[name]
	ended := ""
	switch {
	case err == nil && !known:
		t.Env.Reply.Text(in, in.Lang.Host.NoPreset.Format("preset", render.Bold(name)))
		return
	case err == nil:
		ended, err = countEnded(t, in, func() error { return applyPreset(t, in, name, set) })
	}
	said := locale.Either(len(t.Record().Planned) > 0, in.Lang.Host.LoadedNext, in.Lang.Host.Loaded).Format("preset", render.Bold(name))
	t.Answer(in, err, strings.TrimSpace(locale.Sentences(said, ended)))
}

// applyPreset stores the options of a preset in the table.
func applyPreset(t *table.Table, in *interaction.Interaction, name string, set map[string]string) error {
	next, err := t.Settings().Current().With(set, in.Lang)
	if err != nil {
		return err
	}
	return t.Update(in, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
		audit(r, in, text.AuditEntry{What: text.DidLoad, Name: name})
		return t.Settings().Apply(r, e, next)
	})
}

// PresetChoices completes the names of the server's presets.
func PresetChoices(t *table.Table, in *interaction.Interaction) (list []render.Choice) {
	all, err := t.Env.Prefs.Presets.Get(in.Key.Guild)
	if err != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(all.Saved)) {
		list = append(list, render.Choice{Label: name, Value: name})
	}
	return list
}
