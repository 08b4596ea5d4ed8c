package main_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"cardroom/bot/discordtest"
)

// press is a button that was there once.
type press struct {
	message, id string
}

// delivered is an interaction that was answered, and may come again.
type delivered struct {
	*discordtest.Interaction
	life int
	what string
}

// choose picks a way to act and does it; acted is false when it came to nothing, as a slip of the finger does. r.ask
// says what was meant before anything is sent.
func (r *room) choose(me *discordtest.Person, b board) (out outcome, acted bool) {
	switch n := r.rng.IntN(100); {
	case n < 12:
		return r.typeIn(me, b)
	case n < 22 && (b.has("Raise…") || b.has("Bet…")):
		return r.fillIn(me, b)
	}
	label := r.pick(b)
	m := r.boardMessage(b)
	if m == nil {
		return outcome{}, false
	}
	if r.chance(0.15) {
		if panel, ok := r.panelOf(me, buttonOf(m, label)); ok {
			m = panel
			r.count("presses on a panel")
		}
	}
	r.mean(b, label)
	out = r.confirm(me, r.pressOn(me, m, label))
	return out, r.actedBy(out, true)
}

// pick is a label, folds and all-ins less often than they are there.
func (r *room) pick(b board) string {
	var labels []string
	for _, label := range b.labels {
		weight := 0
		switch verb, _, _ := strings.Cut(label, " "); verb {
		case "Fold":
			weight = 4
		case "Check", "Call":
			weight = 24
		case "Bet", "Raise":
			weight = 3
		case "Pot":
			weight = 2
		case "All-in":
			weight = 1
		}
		for range weight {
			labels = append(labels, label)
		}
	}
	return labels[r.rng.IntN(len(labels))]
}

// mean notes what a label says it will do.
func (r *room) mean(b board, label string) {
	verb, amount, _ := strings.Cut(label, " ")
	switch verb {
	case "Fold", "Check", "Call":
		r.ask.verb = strings.ToLower(verb)
	default:
		r.ask.verb, r.ask.to = "raise", chips(amount)
	}
}

func (r *room) boardMessage(b board) *discordtest.Message {
	if m, ok := r.ch.Message(b.id); ok {
		return &m
	}
	return nil
}

// panelOf is a person's newest panel, if it has the button: one that lags behind may have its label, for an earlier
// decision.
func (r *room) panelOf(p *discordtest.Person, id string) (*discordtest.Message, bool) {
	for _, m := range slices.Backward(p.See(r.ch)) {
		if m.Ephemeral && len(m.Buttons()) > 0 {
			return &m, slices.ContainsFunc(m.Buttons(), func(c discordtest.Component) bool { return c.CustomID == id })
		}
	}
	return nil, false
}

// buttonOf is the custom id under a label; "" where there is none.
func buttonOf(m *discordtest.Message, label string) string {
	for _, c := range m.Buttons() {
		if c.Label == label {
			return c.CustomID
		}
	}
	return ""
}

// pressOn presses a button of a message as it was seen.
func (r *room) pressOn(p *discordtest.Person, m *discordtest.Message, label string) outcome {
	id := buttonOf(m, label)
	if id == "" {
		return outcome{Answer: discordtest.Answer{Err: fmt.Errorf("no button %q", label)}}
	}
	r.pressed = append(r.pressed, press{m.ID, id})
	if len(r.pressed) > 40 {
		r.pressed = r.pressed[1:]
	}
	return r.do(p, r.ch, discordtest.Press{Message: m.ID, CustomID: id, Forged: true})
}

// confirm says yes where the bot asks once more about a call or all-in for nearly everything (R29).
func (r *room) confirm(me *discordtest.Person, out outcome) outcome {
	if out.lost || out.Type != discordtest.AnswerMessage || out.Message == nil || buttonOf(out.Message, "Confirm") == "" {
		return out
	}
	r.count("big calls and all-ins confirmed")
	return r.pressOn(me, out.Message, "Confirm")
}

// actedBy says whether an answer tells that the decision was made, and counts how presses are answered.
func (r *room) actedBy(out outcome, pressed bool) bool {
	if out.lost {
		return true // perhaps
	}
	if out.Err != nil {
		return false
	}
	done := out.Type == discordtest.AnswerUpdate || out.Type == discordtest.AnswerMessage && saysDone(out.Text())
	if !done && r.reposted(out) {
		return false
	}
	if strings.HasPrefix(out.Text(), "Not confirmed") {
		r.fail(r.ask.before.hand, "%s to %d is not confirmed after %v", r.ask.verb, r.ask.to, out.Took)
		return true // perhaps
	}
	if !done {
		r.fail(r.see().hand, "a legal decision (%s to %d) is answered with %v", r.ask.verb, r.ask.to, out.Answer)
		return false
	}
	r.ask.answered = true
	r.keep(out, r.ask.verb)
	if pressed {
		r.count("presses that acted")
		if out.Type == discordtest.AnswerUpdate {
			r.count("presses answered with the board")
		}
	}
	return true
}

// reposted says whether an answer tells that the board was posted anew that moment.
func (r *room) reposted(out outcome) bool {
	return out.Type == discordtest.AnswerMessage && strings.Contains(out.Text(), "moved on") &&
		within(6*time.Second, func() bool { return r.see().id != r.ask.before.id })
}

func saysDone(text string) bool {
	return slices.ContainsFunc([]string{"You fold", "You check", "You call", "You bet", "You raise", "You're all-in", "Raised to", "Bet "},
		func(begins string) bool { return strings.HasPrefix(text, begins) })
}

// typeIn acts by a slash command.
func (r *room) typeIn(me *discordtest.Person, b board) (outcome, bool) {
	label := r.pick(b)
	r.mean(b, label)
	command, options := "/"+r.ask.verb, []string(nil)
	if r.ask.verb == "raise" {
		command, options = "/raise", []string{"to", fmt.Sprint(r.ask.to)}
		if b.high() == 0 {
			command, options = "/bet", []string{"amount", fmt.Sprint(r.ask.to)}
		}
		if strings.HasPrefix(label, "All-in") && r.chance(0.5) {
			command, options = "/allin", nil
		}
	}
	out := r.confirm(me, r.do(me, r.ch, discordtest.Slash{Command: command, Options: options}))
	return out, r.actedBy(out, false)
}

// fillIn acts by the modal, after some words that are no amounts.
func (r *room) fillIn(me *discordtest.Person, b board) (outcome, bool) {
	label := "Raise…"
	if b.has("Bet…") {
		label = "Bet…"
	}
	opened := r.pressOn(me, r.boardMessage(b), label)
	if opened.lost || opened.Err != nil || r.reposted(opened) {
		return opened, false // nothing was meant yet
	}
	if opened.Modal == nil {
		r.fail(b.hand, "%s opens %v", label, opened.Answer)
		return opened, false
	}
	low, high := r.span(b, opened.Modal)
	for r.chance(0.3) {
		wrong := []string{"abc", "-20", "1.5", fmt.Sprint(high + 1), "99999999999999999999", "0x20", "1e3", "٣٠", "half pot", "101%%"}
		out := r.do(me, r.ch, discordtest.Submit{Modal: opened.Modal, Values: []string{wrong[r.rng.IntN(len(wrong))]}})
		if out.lost {
			return out, false
		}
		if out.Type != discordtest.AnswerMessage || !out.Message.Ephemeral || saysDone(out.Text()) {
			r.fail(b.hand, "a wrong amount is answered with %v", out.Answer)
		}
	}
	text, to := r.amount(low, high)
	r.ask.verb, r.ask.to = "raise", to
	out := r.confirm(me, r.do(me, r.ch, discordtest.Submit{Modal: opened.Modal, Values: []string{text}}))
	return out, r.actedBy(out, to != low || text == fmt.Sprint(low) || text == "min")
}

// span is the range that a modal names.
func (r *room) span(b board, m *discordtest.Modal) (low, high int64) {
	caption := m.Caption(m.Inputs()[0].CustomID)
	f := spanForm.FindStringSubmatch(caption)
	if f == nil {
		r.fail(b.hand, "the modal names no range: %v", m)
		return 0, 0
	}
	low, high = chips(f[1]), chips(f[1])
	if f[2] != "" {
		high = chips(f[2])
	}
	me := b.seats[b.actor]
	if least, known := r.cost.least(b); low > high || high > me.stack+me.bet || known && low != min(least, high) {
		r.fail(b.hand, "%q, and by the book it is from %d to at most %d:\n%s", caption, least, me.stack+me.bet, b.text)
	}
	return low, high
}

// amount is a legal total and a way to write it.
func (r *room) amount(low, high int64) (text string, to int64) {
	to = low + r.rng.Int64N(high-low+1)
	switch r.rng.IntN(6) {
	case 0:
		return "min", low
	case 1:
		return "max", high
	case 2:
		return fmt.Sprint(max(1, low-1)), low // made the minimum, and told so (R22)
	case 3:
		if to >= 1000 {
			return fmt.Sprintf("%d,%03d", to/1000, to%1000), to
		}
	}
	return fmt.Sprint(to), to
}
