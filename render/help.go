package render

import (
	"slices"
	"strings"

	"cardroom/engine"
)

// Help begins with what the view's reader can do now. Open is false where the channel has no table; then the view does
// not matter.
func Help(s Scene, open bool) string {
	t := s.lang().Help
	now := string(t.NoTable)
	if open {
		now = s.now()
	}
	lines := []string{now}
	for _, text := range []Text{t.Cards, t.Amounts, t.Seats, t.Chips, t.Play, t.Fair, t.Host, t.Rules} {
		lines = append(lines, "- "+string(text))
	}
	if s.View.Practice {
		lines = append(lines, "-# "+string(t.Practice))
	}
	if s.Free {
		lines = append(lines, "-# "+string(s.lang().Money.FreeHelp))
	}
	return strings.Join(lines, "\n")
}

// now is the one thing to do at this moment.
func (s Scene) now() string {
	t, v := s.lang().Help, s.View
	seat, seated := s.own()
	switch {
	case v.Closed:
		return string(t.NoTable)
	case slices.Contains(v.Line, v.Viewer):
		return panel{Scene: s, lang: s.lang()}.noSeat()
	case !seated && len(v.Seats) >= v.Rules.Seats:
		return string(t.Full)
	case !seated:
		return string(t.Sit)
	case seat.RebuyBy != 0:
		return string(t.Busted)
	case seat.Out:
		return string(t.Out)
	case v.ToAct == seat.Seat, v.Phase == engine.Asking && hasSay(seat):
		return string(t.Turn)
	case v.ToAct >= 0 && seat.InHand && !seat.Folded:
		return t.InHand.With("player", s.who(v.ToAct))
	case v.Phase != engine.Idle:
		return string(t.Watch)
	}
	return string(t.Wait)
}

// Nudge is the short message to the player to act, whose name is a mention; hand is its number.
func (l *Lang) Nudge(name string, hand int64) string {
	return l.Say.Nudge.With("player", name, "hand", HandNumber(hand))
}

// Reminder is the same at a slow table, halfway to the deadline.
func (l *Lang) Reminder(name string, hand int64, until engine.Moment) string {
	return l.Say.Reminder.With("player", name, "hand", HandNumber(hand), "when", Ago(until))
}

// ClockCalled is the same when somebody has called the clock (R31).
func (l *Lang) ClockCalled(name string, hand int64) string {
	return l.Say.CalledClock.With("player", name, "hand", HandNumber(hand))
}

// Warning is the same shortly before the time is up (R30).
func (l *Lang) Warning(name string, hand int64) string {
	return l.Say.Warning.With("player", name, "hand", HandNumber(hand))
}

// Choice is an entry of an autocompletion list: what is shown, and what is typed for it.
type Choice struct{ Label, Value string }

// Wagers are the amounts worth offering to the player to act, as "pot · 260", all legal; none where there is no raise.
func Wagers(s Scene) []Choice {
	l, legal := s.lang(), s.View.Legal
	var choices []Choice
	for _, word := range []string{l.Amount.Min, l.Amount.Half, l.Amount.Pot, l.Amount.Max} {
		to, adjusted, err := ParseAmount(l, word, s.View)
		if err != nil || adjusted || to == legal.Max && word != l.Amount.Max {
			continue
		}
		choices = append(choices, Choice{Label: word + dot + l.Chips(to), Value: word})
	}
	return choices
}
