package host

import (
	"slices"
	"strings"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// settingsPanel returns the settings panel. The bot does not keep it up to date; every press draws it again.
func settingsPanel(t *table.Table, in *interaction.Interaction, open string, changed bool) message.Content {
	current := t.Settings().Planned()
	var list []text.Setting
	for _, s := range options.All {
		if s.Has(current.Rules) {
			shown := s.Show(current, in.Lang)
			_, shown.Next = t.Record().Planned[s.Name]
			list = append(list, shown)
		}
	}
	content, rows := text.Settings(t.Scene(in.User, in.Lang), list, open, changed)
	asking, answers := requests(in.Lang, t.Record().Requests.Unapproved(), maxRows-len(rows))
	content, rows = strings.Join(append([]string{content}, asking...), "\n"), append(rows, answers...)
	if !t.MayHost(in) {
		rows = nil // read-only for everyone but the host
	}
	return message.Content{Text: content, Rows: rows, IDs: message.CustomID{Table: t.Key.Channel}}
}

// maxRows is how many rows of buttons a message may have.
const maxRows = 5

// ChooseOption shows the values of the option that the host picked in the menu.
func ChooseOption(t *table.Table, in *interaction.Interaction) {
	t.Env.Reply.Send(in, message.Update(settingsPanel(t, in, in.Text, false)))
}

// RequireSettingsPanel reports whether the host pressed their own settings panel, and tells the user if not.
func RequireSettingsPanel(t *table.Table, in *interaction.Interaction) bool {
	if !in.Ephemeral {
		channel.Of(t).RefuseStale(in)
		return false
	}
	return RequireHost(t, in)
}

// SetOption sets an option to the value of its button, or to the one typed into its modal.
func SetOption(t *table.Table, in *interaction.Interaction) {
	current := t.Settings().Planned()
	name, value, given := strings.Cut(in.CustomID.Arg, " ")
	i := slices.IndexFunc(options.All, func(s options.Option) bool { return s.Name == name && s.Has(current.Rules) })
	switch {
	case i < 0 || !given && options.All[i].Want == nil:
		channel.Of(t).RefuseStale(in)
		return
	case in.Kind == interaction.Modal:
		value = in.Text
	case !given:
		b := message.CustomID{Table: t.Key.Channel, Verb: render.VerbSet, Arg: name}
		t.Env.Reply.Modal(in, b, text.SettingModal(in.Lang, options.All[i].Show(current, in.Lang), options.All[i].Want(current.Rules, in.Lang)))
		return
	}
	ended, err := countEnded(t, in, func() error { return setValue(t, in, options.All[i], value) })
	if err != nil {
		t.Refuse(in, err)
		return
	}
	panel := settingsPanel(t, in, name, true)
	panel.Text = strings.TrimSuffix(panel.Text+"\n"+ended, "\n")
	t.Env.Reply.Send(in, message.Update(panel))
}

// setValue stores the options of the table with one of them changed.
func setValue(t *table.Table, in *interaction.Interaction, s options.Option, value string) error {
	was := t.Settings().Planned()
	next, err := s.Apply(was, value, in.Lang)
	if err == nil {
		err = next.Rules.Check()
	}
	if err != nil {
		return s.Explain(was, next, err, in.Lang)
	}
	return t.Update(in, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
		plain := locale.Lookup(locale.English)
		if from, to := s.Write(&was, plain), s.Write(&next, plain); from != to {
			audit(r, in, text.AuditEntry{What: text.DidSet, Name: s.Name, From: from, To: to})
		}
		return t.Settings().Apply(r, e, next)
	})
}
