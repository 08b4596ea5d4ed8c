package page

import (
	"encoding/json"
	"errors"
	"mime"
	"net/http"
	"slices"

	"cardroom/bot/discordtest"
)

// largestAct limits the bytes of a request to /act: a modal with five full inputs is below it.
const largestAct = 64 << 10

// action is a person's action, as the page sends it. Kind determines which fields count.
type action struct {
	As   string `json:"as"`   // the acting person
	In   string `json:"in"`   // the channel; "" is the first
	Kind string `json:"kind"` // press, select, modal, command, autocomplete, dismiss, language

	Message  string             `json:"message"`   // press, select, dismiss: the message.
	CustomID string             `json:"custom_id"` // press, select: the control.
	Values   []string           `json:"values"`    // select: the choices; modal: a value for each input
	Modal    *discordtest.Modal `json:"modal"`     // modal: the opened one, unchanged

	Command string            `json:"command"` // command, autocomplete: "table open"
	Options map[string]string `json:"options"` // by name, as typed.
	Option  string            `json:"option"`  // autocomplete: the one being typed.
	Partial string            `json:"partial"` // autocomplete: its text so far

	Locale string `json:"locale"` // language: the chosen one
}

// outcome answers an action. Kind is done, modal, choices or failed.
type outcome struct {
	Kind    string               `json:"kind"`
	Modal   *discordtest.Modal   `json:"modal,omitempty"`
	Choices []discordtest.Choice `json:"choices,omitempty"`
	Error   string               `json:"error,omitempty"` // the name of the page's text for it
}

// act carries out an action and answers when the bot did, after three seconds at the latest. A failed act is an outcome,
// not an HTTP error.
func (p *page) act(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "the body of an act is JSON", http.StatusUnsupportedMediaType)
		return
	}
	var d action
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, largestAct)).Decode(&d); err != nil {
		refuse(w, err)
		return
	}
	me, err := p.as(d.As)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if p.ownClient(me, d) {
		answer(w, outcome{Kind: "done"})
		return
	}
	act, ok := d.act()
	if !ok {
		http.Error(w, "no such act", http.StatusBadRequest)
		return
	}
	answer(w, p.do(r, me, p.in(d.In), act))
}

// ownClient carries out an action that concerns only the person's own client, and reports whether it was one.
func (p *page) ownClient(me Person, d action) bool {
	switch d.Kind {
	case "dismiss":
		me.Dismiss(p.in(d.In), d.Message)
		return true
	case "language":
		_, ok := p.languages[d.Locale]
		if ok {
			me.SetLocale(d.Locale)
			p.localizeGuild(d.Locale) // a browser that names no language has left the guild without one
		}
		return ok
	}
	return false
}

// act returns the action as the server's type, and false for an unknown kind.
func (d action) act() (discordtest.Act, bool) {
	switch d.Kind {
	case "press":
		return discordtest.Press{Message: d.Message, CustomID: d.CustomID}, true
	case "select":
		return discordtest.Press{Message: d.Message, CustomID: d.CustomID, Values: append([]string{}, d.Values...)}, true
	case "modal":
		return discordtest.Submit{Modal: d.Modal, Values: d.Values}, d.Modal != nil
	case "command":
		return discordtest.Slash{Command: d.Command, Options: pairs(d.Options)}, true
	case "autocomplete":
		return discordtest.Autocomplete{Command: d.Command, Option: d.Option, Partial: d.Partial, Options: pairs(d.Options)}, true
	}
	return nil, false
}

// pairs lists options as name, value, name, value, by name.
func pairs(options map[string]string) []string {
	var names []string
	for name := range options {
		names = append(names, name)
	}
	slices.Sort(names)
	var list []string
	for _, name := range names {
		list = append(list, name, options[name])
	}
	return list
}

func (p *page) do(r *http.Request, me Person, ch *discordtest.Channel, act discordtest.Act) outcome {
	i, err := me.Start(ch, act)
	if err != nil {
		return failed(err)
	}
	select {
	case <-i.Done():
	case <-r.Context().Done():
		return failed(r.Context().Err())
	}
	a := i.Answer()
	switch {
	case a.Err != nil:
		return failed(a.Err)
	case a.Modal != nil:
		return outcome{Kind: "modal", Modal: a.Modal}
	case a.Type == discordtest.AnswerChoices:
		return outcome{Kind: "choices", Choices: a.Choices}
	}
	return outcome{Kind: "done"}
}

// failed returns the name of the page's text for an error. A refusal by the client itself has its own text; for all others
// a chat client says that there was no answer.
func failed(err error) outcome {
	switch {
	case errors.Is(err, discordtest.ErrArchived):
		return outcome{Kind: "failed", Error: "archived"}
	case errors.Is(err, discordtest.ErrForbidden):
		return outcome{Kind: "failed", Error: "forbidden"}
	case errors.Is(err, discordtest.ErrInput):
		return outcome{Kind: "failed", Error: "refused"}
	}
	return outcome{Kind: "failed", Error: "failed"}
}

func refuse(w http.ResponseWriter, err error) {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		http.Error(w, "too much", http.StatusRequestEntityTooLarge)
		return
	}
	http.Error(w, "the body of an act is JSON", http.StatusBadRequest)
}

func answer(w http.ResponseWriter, o outcome) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Content-Type-Options", "nosniff")
	_ = json.NewEncoder(w).Encode(o) // the reader has left
}
