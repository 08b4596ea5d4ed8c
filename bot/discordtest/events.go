package discordtest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

func (a Slash) event(s *Server, p *person, ch *channel) (happening, error) {
	cmd, path, options, err := s.findCommand(ch.Guild, localeOr(s.st.Users[p.User].Locale), a.Command)
	if err != nil {
		return happening{}, err
	}
	t := typing{srv: s, guild: ch.Guild, who: p, locale: localeOr(s.st.Users[p.User].Locale)}
	given, err := t.fill(options, a.Options)
	if err != nil {
		return happening{}, fmt.Errorf("%s: %w", a.Command, err)
	}
	for _, o := range options {
		if o.Required && !slices.ContainsFunc(given, func(g givenOption) bool { return g.Name == o.Name }) {
			return happening{}, fmt.Errorf("%w: %s: option %s is required", ErrInput, a.Command, o.Name)
		}
	}
	return happening{
		kind: kindCommand, command: strings.Join(path, " "), data: t.data(cmd, path, given),
	}, nil
}

func (a Complete) event(s *Server, p *person, ch *channel) (happening, error) {
	cmd, path, options, err := s.findCommand(ch.Guild, localeOr(s.st.Users[p.User].Locale), a.Command)
	if err != nil {
		return happening{}, err
	}
	t := typing{srv: s, guild: ch.Guild, who: p, locale: localeOr(s.st.Users[p.User].Locale)}
	i := slices.IndexFunc(options, func(o CommandOption) bool {
		return o.Autocomplete && goesBy(a.Option, o.Name, o.NameLocalizations, t.locale)
	})
	if i < 0 {
		return happening{}, fmt.Errorf("%w: %s has no option %s with autocompletion", ErrNotThere, a.Command, a.Option)
	}
	given, err := t.fill(options, a.Options)
	if err != nil {
		return happening{}, fmt.Errorf("%s: %w", a.Command, err)
	}
	given = append(given, givenOption{Name: options[i].Name, Type: options[i].Type, Value: a.Partial, Focused: true})
	return happening{
		kind: kindComplete, command: strings.Join(path, " "), data: t.data(cmd, path, given),
	}, nil
}

func (a Press) event(s *Server, p *person, ch *channel) (happening, error) {
	i := slices.IndexFunc(ch.Messages, func(m *Message) bool { return m.ID == a.Message })
	if i < 0 {
		return happening{}, fmt.Errorf("%w: message %s", ErrNotThere, a.Message)
	}
	m := ch.Messages[i]
	c, found := findCustomID(m.Components, a.CustomID)
	if !a.Forged && (!found || c.Disabled || !m.visibleTo(p.User)) {
		return happening{}, fmt.Errorf("%w: %q on the message", ErrNotThere, a.CustomID)
	}
	data := map[string]any{"custom_id": a.CustomID, "component_type": TypeButton, "id": max(1, c.ID)}
	if found {
		data["component_type"] = c.Type
	}
	if c.isSelect() || len(a.Values) > 0 {
		values, resolved, err := s.chosen(ch.Guild, p, c, a)
		if err != nil {
			return happening{}, err
		}
		data["values"] = values
		data["resolved"] = resolved
	}
	return happening{kind: kindComponent, command: fmt.Sprintf("%q", a.CustomID), data: data, message: m}, nil
}

// chosen turns labels and names into the values a client sends.
func (s *Server) chosen(guild string, p *person, c Component, a Press) ([]string, map[string]any, error) {
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
	least, most := orInt(c.MinValues, 1), orInt(c.MaxValues, 1)
	if len(values) < least || len(values) > most {
		return nil, nil, fmt.Errorf("%w: %d values in a menu of %d to %d", ErrInput, len(values), least, most)
	}
	return values, t.resolved(), nil
}

func (t *typing) option(c Component, text string) (string, error) {
	switch c.Type {
	case TypeSelect:
		i := slices.IndexFunc(c.Options, func(o SelectOption) bool { return o.Label == text || o.Value == text })
		if i < 0 {
			return "", fmt.Errorf("%w: no option %q in the menu", ErrNotThere, text)
		}
		return c.Options[i].Value, nil
	case TypeChannels:
		return t.channel(text)
	}
	return t.user(text)
}

func (a Submit) event(s *Server, p *person, ch *channel) (happening, error) {
	inputs := a.Modal.Inputs()
	if len(a.Values) > len(inputs) {
		return happening{}, fmt.Errorf("%w: %d values for %d inputs", ErrInput, len(a.Values), len(inputs))
	}
	values := map[string]string{}
	for i, in := range inputs {
		v := in.Value
		if i < len(a.Values) {
			v = a.Values[i]
		}
		if err := fits(in, v); err != nil {
			return happening{}, fmt.Errorf("%s: %w", in.CustomID, err)
		}
		values[in.CustomID] = v
	}
	h := happening{kind: kindModal, command: strconv.Quote(a.Modal.CustomID), data: map[string]any{
		"custom_id": a.Modal.CustomID, "components": submitted(a.Modal.Components, values), "resolved": map[string]any{},
	}}
	if a.Modal.MessageID == "" {
		return h, nil
	}
	i := slices.IndexFunc(ch.Messages, func(m *Message) bool { return m.ID == a.Modal.MessageID })
	if i >= 0 {
		h.message = ch.Messages[i]
	}
	return h, nil
}

// fits checks a text input as the client does before it sends it.
func fits(in Component, v string) error {
	n := runes(v)
	if n == 0 {
		if in.Required == nil || *in.Required {
			return fmt.Errorf("%w: this input is required", ErrInput)
		}
		return nil
	}
	if in.Type != TypeTextInput {
		return nil
	}
	if least, most := orInt(in.MinLength, 0), orInt(in.MaxLength, maxInput); n < least || n > most {
		return fmt.Errorf("%w: %d characters in an input of %d to %d", ErrInput, n, least, most)
	}
	return nil
}

// submitted mirrors a modal's components with the values in them.
func submitted(list []Component, values map[string]string) []map[string]any {
	out := make([]map[string]any, 0, len(list))
	for _, c := range list {
		m := map[string]any{"type": c.Type, "id": c.ID}
		switch {
		case c.Type == TypeRow:
			m["components"] = submitted(c.Components, values)
		case c.Type == TypeLabel && c.Component != nil:
			m["component"] = submitted([]Component{*c.Component}, values)[0]
		case c.Type == TypeTextInput:
			m["custom_id"], m["value"] = c.CustomID, values[c.CustomID]
		case c.isSelect():
			m["custom_id"], m["values"] = c.CustomID, strings.Fields(values[c.CustomID])
		}
		out = append(out, m)
	}
	return out
}

func findCustomID(list []Component, id string) (Component, bool) {
	var found Component
	ok := false
	walk(list, func(c Component) {
		if !ok && c.CustomID == id && id != "" {
			found, ok = c, true
		}
	})
	return found, ok
}

func orInt(p *int, or int) int {
	if p == nil {
		return or
	}
	return *p
}
