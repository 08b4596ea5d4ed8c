package bot

import (
	"slices"
	"strings"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// terms are the options of the house as they are.
func (a *actor) terms() options.Table {
	return options.Table{Rules: a.view().Rules, Extras: a.record.Manners}
}

// settingsFrame is the panel of the house's options. Unlike a panel of cards it is not kept up to date: nobody plays by
// it, and a press on it draws it anew.
func (a *actor) settingsFrame(k *interaction.Interaction, open string, changed bool) message.Content {
	t := a.terms()
	var list []text.Setting
	for _, s := range options.All {
		if s.Has(t.Rules) {
			list = append(list, s.Show(t, k.Lang))
		}
	}
	content, rows := text.Settings(a.scene(k.User, k.Lang), list, open, changed)
	asking, answers := render.Requests(k.Lang, a.requested(), mostRows-len(rows))
	content, rows = strings.Join(append([]string{content}, asking...), "\n"), append(rows, answers...)
	if !a.mayHost(k) {
		rows = nil // to read, not to change
	}
	return message.Content{Text: content, Rows: rows, IDs: message.CustomID{Table: a.key.Channel}}
}

// mostRows is how many rows of buttons a message may have.
const mostRows = 5

// chooseOption shows the values of the option that was chosen of the panel's menu.
func (a *actor) chooseOption(k *interaction.Interaction) {
	if a.maySet(k) {
		a.bot.reply.Send(k, message.Update(a.settingsFrame(k, k.Text, false)))
	}
}

// maySet says whether a press on the options is the host's and comes from a panel of theirs; if not, they are told.
func (a *actor) maySet(k *interaction.Interaction) bool {
	if !k.Ephemeral {
		a.refuseStale(k)
		return false
	}
	return a.hosts(k)
}

// setOption sets an option of the house to what its button says, or what was typed into its modal.
func (a *actor) setOption(k *interaction.Interaction) {
	if !a.maySet(k) {
		return
	}
	t := a.terms()
	name, value, named := strings.Cut(k.CustomID.Arg, " ")
	i := slices.IndexFunc(options.All, func(s options.Option) bool { return s.Name == name && s.Has(t.Rules) })
	switch {
	case i < 0 || !named && options.All[i].Want == nil:
		a.refuseStale(k)
		return
	case a.view().Phase != engine.Idle: // said before anyone types in vain
		a.refuse(k, engine.Refusal{Reason: engine.HandRuns})
		return
	case k.Kind == interaction.Modal:
		value = k.Text
	case !named:
		b := message.CustomID{Table: a.key.Channel, Verb: render.VerbSet, Arg: name}
		a.bot.reply.Modal(k, b, text.SettingModal(k.Lang, options.All[i].Show(t, k.Lang), options.All[i].Want(t.Rules, k.Lang)))
		return
	}
	if err := a.settle(k, options.All[i], value); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.reply.Send(k, message.Update(a.settingsFrame(k, name, true)))
}

// settle stores the terms with an option at another value.
func (a *actor) settle(k *interaction.Interaction, s options.Option, value string) error {
	was := a.terms()
	t, err := s.Set(was, value, k.Lang)
	if err == nil {
		err = t.Rules.Check()
	}
	if err != nil {
		return s.Explain(was, t, err, k.Lang)
	}
	next, events, err := a.table.Apply(a.setRules(t), nil)
	if err != nil {
		return err
	}
	plain, r := locale.Lookup(locale.English), a.record
	if err := a.behave(&r, t.Extras); err != nil {
		return err
	}
	if from, to := s.Write(&was, plain), s.Write(&t, plain); from != to {
		r.AuditLog = a.noted(k, text.AuditEntry{What: text.DidSet, Name: s.Name, From: from, To: to})
	}
	return a.commit(k.ID, next, r, events)
}
