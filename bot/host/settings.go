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

// settingsFrame is the panel of the house's options. Unlike a panel of cards it is not kept up to date: nobody plays by
// it, and a press on it draws it anew.
func settingsFrame(a *table.Table, k *interaction.Interaction, open string, changed bool) message.Content {
	t := a.Options()
	var list []text.Setting
	for _, s := range options.All {
		if s.Has(t.Rules) {
			list = append(list, s.Show(t, k.Lang))
		}
	}
	content, rows := text.Settings(a.Scene(k.User, k.Lang), list, open, changed)
	asking, answers := render.Requests(k.Lang, a.Approvals(), mostRows-len(rows))
	content, rows = strings.Join(append([]string{content}, asking...), "\n"), append(rows, answers...)
	if !a.MayHost(k) {
		rows = nil // to read, not to change
	}
	return message.Content{Text: content, Rows: rows, IDs: message.CustomID{Table: a.Key.Channel}}
}

// mostRows is how many rows of buttons a message may have.
const mostRows = 5

// ChooseOption shows the values of the option that was chosen of the panel's menu.
func ChooseOption(a *table.Table, k *interaction.Interaction) {
	a.Env.Reply.Send(k, message.Update(settingsFrame(a, k, k.Text, false)))
}

// MaySet says whether a press on the options is the host's and comes from a panel of theirs; if not, they are told.
func MaySet(a *table.Table, k *interaction.Interaction) bool {
	if !k.Ephemeral {
		channel.Of(a).RefuseStale(k)
		return false
	}
	return Hosts(a, k)
}

// SetOption sets an option of the house to what its button says, or what was typed into its modal.
func SetOption(a *table.Table, k *interaction.Interaction) {
	t := a.Options()
	name, value, named := strings.Cut(k.CustomID.Arg, " ")
	i := slices.IndexFunc(options.All, func(s options.Option) bool { return s.Name == name && s.Has(t.Rules) })
	switch {
	case i < 0 || !named && options.All[i].Want == nil:
		channel.Of(a).RefuseStale(k)
		return
	case a.View().Phase != engine.Idle: // said before anyone types in vain
		a.Refuse(k, engine.Refusal{Reason: engine.HandRuns})
		return
	case k.Kind == interaction.Modal:
		value = k.Text
	case !named:
		b := message.CustomID{Table: a.Key.Channel, Verb: render.VerbSet, Arg: name}
		a.Env.Reply.Modal(k, b, text.SettingModal(k.Lang, options.All[i].Show(t, k.Lang), options.All[i].Want(t.Rules, k.Lang)))
		return
	}
	if err := setValue(a, k, options.All[i], value); err != nil {
		a.Refuse(k, err)
		return
	}
	a.Env.Reply.Send(k, message.Update(settingsFrame(a, k, name, true)))
}

// setValue stores the terms with an option at another value.
func setValue(a *table.Table, k *interaction.Interaction, s options.Option, value string) error {
	was := a.Options()
	t, err := s.Set(was, value, k.Lang)
	if err == nil {
		err = t.Rules.Check()
	}
	if err != nil {
		return s.Explain(was, t, err, k.Lang)
	}
	return a.Update(k, func(r *record.Table, e *engine.Table) ([]engine.Event, error) {
		plain := locale.Lookup(locale.English)
		if from, to := s.Write(&was, plain), s.Write(&t, plain); from != to {
			audit(r, k, text.AuditEntry{What: text.DidSet, Name: s.Name, From: from, To: to})
		}
		return a.SetOptions(r, e, t)
	})
}
