package club

import (
	"fmt"
	"slices"
	"strings"

	"cardroom/bot/discordtest"
	"cardroom/cmd/cardroom/e2e/board"
	"cardroom/cmd/cardroom/e2e/program"
)

// press is a button that existed once.
type press struct {
	message, id string
}

// delivered is an answered interaction, which may be delivered again.
type delivered struct {
	*discordtest.Interaction
	life int
	what string
}

// choose picks a way to act and does it. acted is false if it had no effect. Ask has the intent before anything is sent.
func (r *Room) choose(me *discordtest.Person, b board.Board) (out outcome, acted bool) {
	switch n := r.rng.IntN(100); {
	case n < 12:
		return r.typeIn(me, b)
	case n < 22 && (b.Has("Raise…") || b.Has("Bet…")):
		return r.fillIn(me, b)
	}
	label := r.pick(b)
	m := r.BoardMessage(b)
	if m == nil {
		return outcome{}, false
	}
	if r.chance(0.15) {
		if panel, ok := r.panelOf(me, board.ButtonOf(m, label)); ok {
			m = panel
			r.Count("presses on a panel")
		}
	}
	r.Mean(b, label)
	out = r.confirm(me, r.PressOn(me, m, label))
	return out, r.actedBy(out, true)
}

// pick returns the label of a button. It picks folds and all-ins less often than the others.
func (r *Room) pick(b board.Board) string {
	var labels []string
	for _, label := range b.Labels {
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

// Mean records the intent behind a label.
func (r *Room) Mean(b board.Board, label string) {
	verb, amount, _ := strings.Cut(label, " ")
	switch verb {
	case "Fold", "Check", "Call":
		r.Ask.Verb = strings.ToLower(verb)
	default:
		r.Ask.Verb, r.Ask.To = "raise", board.ParseChips(amount)
	}
}

// BoardMessage returns the message of a board, or nil if it no longer exists.
func (r *Room) BoardMessage(b board.Board) *discordtest.Message {
	if m, ok := r.Ch.Message(b.ID); ok {
		return &m
	}
	return nil
}

// panelOf returns a person's newest panel, if it has the button. A panel that lags behind may have the label for an earlier
// decision.
func (r *Room) panelOf(p *discordtest.Person, id string) (*discordtest.Message, bool) {
	for _, m := range slices.Backward(p.See(r.Ch)) {
		if m.Ephemeral && len(m.Buttons()) > 0 {
			return &m, slices.ContainsFunc(m.Buttons(), func(c discordtest.Component) bool { return c.CustomID == id })
		}
	}
	return nil, false
}

// PressOn presses a button of a message in a given state.
func (r *Room) PressOn(p *discordtest.Person, m *discordtest.Message, label string) outcome {
	id := board.ButtonOf(m, label)
	if id == "" {
		return outcome{Answer: discordtest.Answer{Err: fmt.Errorf("no button %q", label)}}
	}
	r.pressed = append(r.pressed, press{m.ID, id})
	if len(r.pressed) > 40 {
		r.pressed = r.pressed[1:]
	}
	return r.Do(p, r.Ch, discordtest.Press{Message: m.ID, CustomID: id, Forged: true})
}

// confirm answers yes if the bot asks for confirmation of a call or all-in for nearly the whole stack (R29).
func (r *Room) confirm(me *discordtest.Person, out outcome) outcome {
	if out.lost || out.Type != discordtest.AnswerMessage || out.Message == nil || board.ButtonOf(out.Message, "Confirm") == "" {
		return out
	}
	r.Count("big calls and all-ins confirmed")
	return r.PressOn(me, out.Message, "Confirm")
}

// actedBy reports whether an answer shows that the decision was made, and counts how presses are answered.
func (r *Room) actedBy(out outcome, pressed bool) bool {
	if out.lost {
		return true // perhaps
	}
	if out.Err != nil {
		return false
	}
	done := out.Type == discordtest.AnswerUpdate || out.Type == discordtest.AnswerMessage && (saysDone(out.Text()) || isPanel(out.Message))
	if !done && r.reposted(out) {
		return false
	}
	if strings.HasPrefix(out.Text(), "Not confirmed") {
		r.fail(r.Ask.Before.Hand, "%s to %d is not confirmed after %v", r.Ask.Verb, r.Ask.To, out.Took)
		return true // perhaps
	}
	if !done {
		r.fail(r.See().Hand, "a legal decision (%s to %d) is answered with %v", r.Ask.Verb, r.Ask.To, out.Answer)
		return false
	}
	r.Ask.Answered = true
	r.keep(out, r.Ask.Verb)
	if pressed {
		r.Count("presses that acted")
		if out.Type == discordtest.AnswerUpdate {
			r.Count("presses answered with the board")
		}
	}
	return true
}

// isPanel reports whether an answer is a new panel. It answers a press on one that another panel replaced at that moment.
func isPanel(m *discordtest.Message) bool {
	first, _, _ := strings.Cut(m.Text(), "\n")
	return m.Ephemeral && board.CaptionForm.MatchString(first)
}

// reposted reports whether an answer says that the board was posted again at that moment.
func (r *Room) reposted(out outcome) bool {
	return out.Type == discordtest.AnswerMessage && strings.Contains(out.Text(), "moved on") &&
		program.Within(BoardTime, func() bool { return r.See().ID != r.Ask.Before.ID })
}

func saysDone(text string) bool {
	return slices.ContainsFunc([]string{"You fold", "You check", "You call", "You bet", "You raise", "You're all-in", "Raised to", "Bet "},
		func(begins string) bool { return strings.HasPrefix(text, begins) })
}

// typeIn acts with a slash command.
func (r *Room) typeIn(me *discordtest.Person, b board.Board) (outcome, bool) {
	label := r.pick(b)
	r.Mean(b, label)
	command, options := "/"+r.Ask.Verb, []string(nil)
	if r.Ask.Verb == "raise" {
		command, options = "/raise", []string{"to", fmt.Sprint(r.Ask.To)}
		if b.High() == 0 {
			command, options = "/bet", []string{"amount", fmt.Sprint(r.Ask.To)}
		}
		if strings.HasPrefix(label, "All-in") && r.chance(0.5) {
			command, options = "/allin", nil
		}
	}
	out := r.confirm(me, r.Do(me, r.Ch, discordtest.Slash{Command: command, Options: options}))
	return out, r.actedBy(out, false)
}

// fillIn acts with the modal, after some words that are no amounts.
func (r *Room) fillIn(me *discordtest.Person, b board.Board) (outcome, bool) {
	label := "Raise…"
	if b.Has("Bet…") {
		label = "Bet…"
	}
	opened := r.PressOn(me, r.BoardMessage(b), label)
	if opened.lost || opened.Err != nil || r.reposted(opened) {
		return opened, false // no intent yet
	}
	if opened.Modal == nil {
		r.fail(b.Hand, "%s opens %v", label, opened.Answer)
		return opened, false
	}
	low, high := r.span(b, opened.Modal)
	for r.chance(0.3) {
		wrong := []string{"abc", "-20", "1.5", fmt.Sprint(high + 1), "99999999999999999999", "0x20", "1e3", "٣٠", "half pot", "101%%"}
		out := r.Do(me, r.Ch, discordtest.Submit{Modal: opened.Modal, Values: []string{wrong[r.rng.IntN(len(wrong))]}})
		if out.lost {
			return out, false
		}
		if out.Type != discordtest.AnswerMessage || !out.Message.Ephemeral || saysDone(out.Text()) {
			r.fail(b.Hand, "a wrong amount is answered with %v", out.Answer)
		}
	}
	text, to := r.amount(low, high)
	r.Ask.Verb, r.Ask.To = "raise", to
	out := r.confirm(me, r.Do(me, r.Ch, discordtest.Submit{Modal: opened.Modal, Values: []string{text}}))
	return out, r.actedBy(out, to != low || text == fmt.Sprint(low) || text == "min")
}

// span returns the range in a modal.
func (r *Room) span(b board.Board, m *discordtest.Modal) (low, high int64) {
	caption := m.Caption(m.Inputs()[0].CustomID)
	f := board.SpanForm.FindStringSubmatch(caption)
	if f == nil {
		r.fail(b.Hand, "the modal names no range: %v", m)
		return 0, 0
	}
	low, high = board.ParseChips(f[1]), board.ParseChips(f[1])
	if f[2] != "" {
		high = board.ParseChips(f[2])
	}
	me := b.Seats[b.Actor]
	if least, known := r.cost.Least(b); low > high || high > me.Stack+me.Bet || known && low != min(least, high) {
		r.fail(b.Hand, "%q, and by the book it is from %d to at most %d:\n%s", caption, least, me.Stack+me.Bet, b.Text)
	}
	return low, high
}

// amount returns a legal total in one of its spellings.
func (r *Room) amount(low, high int64) (text string, to int64) {
	to = low + r.rng.Int64N(high-low+1)
	switch r.rng.IntN(6) {
	case 0:
		return "min", low
	case 1:
		return "max", high
	case 2:
		return fmt.Sprint(max(1, low-1)), low // raised to the minimum, with a notice (R22)
	case 3:
		if to >= 1000 {
			return fmt.Sprintf("%d,%03d", to/1000, to%1000), to
		}
	}
	return fmt.Sprint(to), to
}
