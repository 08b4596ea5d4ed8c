package discordtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"cardroom/bot/discordtest/form"
	"cardroom/bot/discordtest/object"
	"cardroom/bot/discordtest/world"
)

func (a Slash) event(s *Server, p *world.Member, ch *world.Channel) (event, error) {
	cmd, path, options, err := s.findCommand(ch.Guild, s.world.LocaleOf(p.User), a.Command)
	if err != nil {
		return event{}, err
	}
	t := typing{srv: s, guild: ch.Guild, who: p, locale: s.world.LocaleOf(p.User), forged: a.Forged}
	given, err := t.fill(options, a.Options)
	if err != nil {
		return event{}, fmt.Errorf("%s: %w", a.Command, err)
	}
	for _, o := range options {
		if o.Required && !slices.ContainsFunc(given, func(g givenOption) bool { return g.Name == o.Name }) {
			return event{}, fmt.Errorf("%w: %s: option %s is required", ErrInput, a.Command, o.Name)
		}
	}
	return event{
		kind: object.InteractionCommand, command: strings.Join(path, " "), data: t.data(cmd, path, given),
	}, nil
}

func (a Autocomplete) event(s *Server, p *world.Member, ch *world.Channel) (event, error) {
	cmd, path, options, err := s.findCommand(ch.Guild, s.world.LocaleOf(p.User), a.Command)
	if err != nil {
		return event{}, err
	}
	t := typing{srv: s, guild: ch.Guild, who: p, locale: s.world.LocaleOf(p.User)}
	i := slices.IndexFunc(options, func(o CommandOption) bool {
		return o.Autocomplete && hasName(a.Option, o.Name, o.NameLocalizations, t.locale)
	})
	if i < 0 {
		return event{}, fmt.Errorf("%w: %s has no option %s with autocompletion", ErrNotThere, a.Command, a.Option)
	}
	given, err := t.fill(options, a.Options)
	if err != nil {
		return event{}, fmt.Errorf("%s: %w", a.Command, err)
	}
	given = append(given, givenOption{Name: options[i].Name, Type: options[i].Type, Value: a.Partial, Focused: true})
	return event{
		kind: object.InteractionComplete, command: strings.Join(path, " "), data: t.data(cmd, path, given),
	}, nil
}

func (a Press) event(s *Server, p *world.Member, ch *world.Channel) (event, error) {
	i := slices.IndexFunc(ch.Messages, func(m *world.Message) bool { return m.ID == a.Message })
	if i < 0 {
		return event{}, fmt.Errorf("%w: message %s", ErrNotThere, a.Message)
	}
	m := ch.Messages[i]
	c, found := findCustomID(m.Components, a.CustomID)
	if !a.Forged && (!found || c.Disabled || !m.VisibleTo(p.User)) {
		return event{}, fmt.Errorf("%w: %q on the message", ErrNotThere, a.CustomID)
	}
	data := map[string]any{"custom_id": a.CustomID, "component_type": object.TypeButton, "id": max(1, c.ID)}
	if found {
		data["component_type"] = c.Type
	}
	if c.IsSelect() || len(a.Values) > 0 {
		values, resolved, err := s.menuValues(ch.Guild, p, c, a)
		if err != nil {
			return event{}, err
		}
		data["values"] = values
		if len(resolved) > 0 {
			data["resolved"] = resolved
		}
	}
	return event{kind: object.InteractionComponent, command: fmt.Sprintf("%q", a.CustomID), data: data, message: m}, nil
}

// menuValues turns labels and names into the values that a client sends.
func (s *Server) menuValues(guild string, p *world.Member, c Component, a Press) ([]string, map[string]any, error) {
	values := slices.Clone(a.Values)
	t := typing{srv: s, guild: guild, who: p}
	if a.Forged {
		return values, t.resolved(), nil
	}
	for i, v := range values {
		value, err := t.option(c, v)
		if err != nil {
			return nil, nil, err
		}
		values[i] = value
	}
	least, most := object.IntOr(c.MinValues, 1), object.IntOr(c.MaxValues, 1)
	if len(values) < least || len(values) > most {
		return nil, nil, fmt.Errorf("%w: %d values in a menu of %d to %d", ErrInput, len(values), least, most)
	}
	return values, t.resolved(), nil
}

func (t *typing) option(c Component, text string) (string, error) {
	switch c.Type {
	case object.TypeSelect:
		i := slices.IndexFunc(c.Options, func(o object.SelectOption) bool { return o.Label == text || o.Value == text })
		if i < 0 {
			return "", fmt.Errorf("%w: no option %q in the menu", ErrNotThere, text)
		}
		return c.Options[i].Value, nil
	case object.TypeChannels:
		return t.channel(text)
	}
	return t.user(text)
}

func (a Submit) event(s *Server, p *world.Member, ch *world.Channel) (event, error) {
	inputs := a.Modal.Inputs()
	if len(a.Values) > len(inputs) {
		return event{}, fmt.Errorf("%w: %d values for %d inputs", ErrInput, len(a.Values), len(inputs))
	}
	values := map[string]string{}
	for i, in := range inputs {
		v := in.Value
		if i < len(a.Values) {
			v = a.Values[i]
		}
		if err := checkInput(in, v); err != nil {
			return event{}, fmt.Errorf("%s: %w", in.CustomID, err)
		}
		values[in.CustomID] = v
	}
	h := event{kind: object.InteractionModal, command: strconv.Quote(a.Modal.CustomID), data: map[string]any{
		"custom_id": a.Modal.CustomID, "components": submitted(a.Modal.Components, values),
	}}
	if a.Modal.MessageID == "" {
		return h, nil
	}
	i := slices.IndexFunc(ch.Messages, func(m *world.Message) bool { return m.ID == a.Modal.MessageID })
	if i >= 0 {
		h.message = ch.Messages[i]
	}
	return h, nil
}

// checkInput checks a text input as the client does before it sends it.
func checkInput(in Component, v string) error {
	n := utf8.RuneCountInString(v)
	if n == 0 {
		if in.Required == nil || *in.Required {
			return fmt.Errorf("%w: this input is required", ErrInput)
		}
		return nil
	}
	if in.Type != object.TypeTextInput {
		return nil
	}
	if least, most := object.IntOr(in.MinLength, 0), object.IntOr(in.MaxLength, form.MaxInput); n < least || n > most {
		return fmt.Errorf("%w: %d characters in an input of %d to %d", ErrInput, n, least, most)
	}
	return nil
}

// submitted returns a modal's components with the values in them.
func submitted(list []Component, values map[string]string) []map[string]any {
	out := make([]map[string]any, 0, len(list))
	for _, c := range list {
		m := map[string]any{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == object.TypeRow:
			m["components"] = submitted(c.Components, values)
		case c.Type == object.TypeLabel && c.Component != nil:
			m["component"] = submitted([]Component{*c.Component}, values)[0]
		case c.Type == object.TypeTextInput:
			m["custom_id"], m["value"] = c.CustomID, values[c.CustomID]
		case c.IsSelect():
			m["custom_id"], m["values"] = c.CustomID, strings.Fields(values[c.CustomID])
		}
		out = append(out, m)
	}
	return out
}

func findCustomID(list []Component, id string) (Component, bool) {
	var found Component
	ok := false
	object.Walk(list, func(c Component) {
		if !ok && c.CustomID == id && id != "" {
			found, ok = c, true
		}
	})
	return found, ok
}
