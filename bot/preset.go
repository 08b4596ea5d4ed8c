package bot

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/prefs"
	"cardroom/render"
	"cardroom/render/text"
)

// preset is /table preset.
func (a *actor) preset(k *interaction.Interaction) {
	name := strings.ToLower(strings.Join(strings.Fields(k.Options["name"]), " "))
	switch n := utf8.RuneCountInString(name); {
	case n < 1 || n > prefs.MaxName || render.Escape(name) == "":
		a.bot.reply.Text(k, k.Lang.Host.BadName.Format("n", k.Lang.Chips(prefs.MaxName)))
	case k.Options["action"] == "save":
		a.savePreset(k, name)
	default:
		a.loadPreset(k, name)
	}
}

// savePreset keeps the options of the table as they are. A name that is taken is given anew.
func (a *actor) savePreset(k *interaction.Interaction, name string) {
	_, err := a.bot.prefs.Presets.Update(a.key.Guild, func(own *prefs.Presets) (bool, error) {
		return own.Save(message.Snowflake(k.ID), name, a.terms().Diff())
	})
	if errors.Is(err, prefs.ErrFull) {
		a.bot.reply.Text(k, k.Lang.Host.Full.Format("n", k.Lang.Chips(prefs.MaxPresets)))
		return
	}
	if err == nil {
		r := a.record
		r.AuditLog = a.noted(k, text.AuditEntry{What: text.DidSave, Name: name})
		err = a.commit(k.ID, a.table, r, nil)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, k.Lang.Host.Saved.Format("preset", render.Bold(name)))
}

// loadPreset makes the options of the table those of a preset: all of them, or none where one does not fit the game.
func (a *actor) loadPreset(k *interaction.Interaction, name string) {
	all, err := a.bot.prefs.Presets.Get(a.key.Guild)
	set, known := all.Saved[name]
	switch {
	case err == nil && !known:
		a.bot.reply.Text(k, k.Lang.Host.NoPreset.Format("preset", render.Bold(name)))
		return
	case err == nil:
		err = a.loadOptions(k, name, set)
	}
	if err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Text(k, k.Lang.Host.Loaded.Format("preset", render.Bold(name)))
}

func (a *actor) loadOptions(k *interaction.Interaction, name string, set map[string]string) error {
	t, err := a.terms().With(set, k.Lang)
	if err != nil {
		return err
	}
	next, events, err := a.table.Apply(a.setRules(t), nil)
	if err != nil {
		return err
	}
	r := a.record
	if err := a.behave(&r, t.Extras); err != nil {
		return err
	}
	r.AuditLog = a.noted(k, text.AuditEntry{What: text.DidLoad, Name: name})
	return a.commit(k.ID, next, r, events)
}

// presetChoices is the names of the server's presets.
func (a *actor) presetChoices(k *interaction.Interaction) (list []render.Choice) {
	all, err := a.bot.prefs.Presets.Get(k.Key.Guild)
	if err != nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(all.Saved)) {
		list = append(list, render.Choice{Label: name, Value: name})
	}
	return list
}
