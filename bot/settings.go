package bot

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// terms are the options of the house as they are.
func (a *actor) terms() terms { return terms{a.view().Rules, a.record.Manners} }

// settingsFrame is the panel of the house's options. Unlike a panel of cards it is not kept up to date: nobody plays by
// it, and a press on it draws it anew.
func (a *actor) settingsFrame(k *ask, open string, changed bool) frame {
	t := a.terms()
	var list []text.Setting
	for _, s := range settings {
		if s.belongs(t.rules) {
			list = append(list, s.shown(t, k.lang))
		}
	}
	content, rows := text.Settings(a.scene(k.user, k.lang), list, open, changed)
	asking, answers := render.Requests(k.lang, a.requested(), mostRows-len(rows))
	content, rows = strings.Join(append([]string{content}, asking...), "\n"), append(rows, answers...)
	if !a.mayHost(k) {
		rows = nil // to read, not to change
	}
	return frame{text: content, rows: rows, ids: button{table: a.key.Channel}}
}

// mostRows is how many rows of buttons a message may have.
const mostRows = 5

func (s setting) belongs(r engine.Rules) bool { return s.has == nil || s.has(r) }

// shown is an option as the panel shows it. Of the usual values only those are offered that the table can have.
func (s setting) shown(t terms, l *locale.Lang) text.Setting {
	offer := s.offer(t.rules, l)
	if s.want != nil {
		offer = slices.DeleteFunc(slices.Clone(offer), func(value string) bool {
			with, err := s.set(t, value, l)
			return err != nil || with.rules.Check() != nil
		})
	}
	o := text.Setting{Name: s.name, Value: s.write(&t, l), Offer: offer, Typed: s.want != nil}
	if s.says != nil {
		o.Says = s.says()
	}
	return o
}

// set is the terms with the option at a value as typed.
func (s setting) set(t terms, value string, l *locale.Lang) (terms, error) {
	o := options{lang: l, values: map[string]string{s.name: strings.TrimSpace(value)}}
	s.read(&o, &t)
	return t, o.err
}

// chooseOption shows the values of the option that was chosen of the panel's menu.
func (a *actor) chooseOption(k *ask) {
	if a.maySet(k) {
		a.bot.answerLater(k, inPlace(a.settingsFrame(k, k.text, false)))
	}
}

// maySet says whether a press on the options is the host's and comes from a panel of theirs; if not, they are told.
func (a *actor) maySet(k *ask) bool {
	if !k.panel {
		a.refuseStale(k)
		return false
	}
	return a.hosts(k)
}

// setOption sets an option of the house to what its button says, or what was typed into its modal.
func (a *actor) setOption(k *ask) {
	if !a.maySet(k) {
		return
	}
	t := a.terms()
	name, value, named := strings.Cut(k.button.what, " ")
	i := slices.IndexFunc(settings, func(s setting) bool { return s.name == name && s.belongs(t.rules) })
	switch {
	case i < 0 || !named && settings[i].want == nil:
		a.refuseStale(k)
		return
	case a.view().Phase != engine.Idle: // said before anyone types in vain
		a.refuse(k, engine.Refusal{Reason: engine.HandRuns})
		return
	case k.kind == asksModal:
		value = k.text
	case !named:
		b := button{table: a.key.Channel, verb: render.VerbSet, what: name}
		a.bot.ask(k, b, text.SettingModal(k.lang, settings[i].shown(t, k.lang), settings[i].want(t.rules, k.lang)))
		return
	}
	if err := a.settle(k, settings[i], value); err != nil {
		a.refuse(k, err)
		return
	}
	a.bot.answerLater(k, inPlace(a.settingsFrame(k, name, true)))
}

// settle stores the terms with an option at another value.
func (a *actor) settle(k *ask, s setting, value string) error {
	was := a.terms()
	t, err := s.set(was, value, k.lang)
	if err == nil {
		err = t.rules.Check()
	}
	if err != nil {
		return s.wrong(was, t, err, k.lang)
	}
	next, events, err := a.table.Apply(a.setRules(t), nil)
	if err != nil {
		return err
	}
	plain, r := locale.Lookup(locale.English), a.record
	if err := a.behave(&r, t.manners); err != nil {
		return err
	}
	if from, to := s.write(&was, plain), s.write(&t, plain); from != to {
		r.Deeds = a.noted(k, text.AuditEntry{What: text.DidSet, Name: s.name, From: from, To: to})
	}
	return a.commit(k.id, next, r, events)
}

// wrong says what an option has to be, or what another has to be for it.
func (s setting) wrong(was, t terms, err error, l *locale.Lang) error {
	rules, bad := errors.AsType[engine.RulesError](err)
	other, rule := bad && ruleOptions[rules.Field] != s.name, rules.Rule
	if read, ok := errors.AsType[*optionError](err); ok {
		rule = read.rule
	}
	switch {
	case other && rules.Field == "ChipUnit":
		return &optionError{s.name, l.Settings.Multiple.Format("n", l.Chips(was.rules.ChipUnit)), rule}
	case other:
		return &conflict{s.name, s.write(&t, l), rules}
	case s.want != nil:
		return &optionError{s.name, s.want(was.rules, l), rule}
	}
	return err
}

// conflict is a value of an option that another does not go with.
type conflict struct {
	option, value string
	rules         engine.RulesError // the other
}

func (e *conflict) Error() string {
	return fmt.Sprintf("option %s: %s does not go with %s", e.option, e.value, ruleOptions[e.rules.Field])
}
