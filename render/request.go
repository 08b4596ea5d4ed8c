package render

import (
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/render/locale"
)

// Request is a buy-in that waits for the host's approval, or for a seat after it.
type Request struct {
	ID     engine.ID // names it to the buttons that answer it
	Player engine.ID
	Chips  int64
	TopUp  bool // of a seated player

	Approved bool      // it waits for a seat
	Message  engine.ID // asks the host; 0 where there is none yet
	Asked    engine.ID // whom Message asks; 0: the host
}

// mostAsking is how many requests a board lists, each in a line.
const mostAsking = 4

// asking returns the requests, for everyone: first those that wait for the host.
func (b board) asking() (lines []string) {
	approved := slices.DeleteFunc(slices.Clone(b.Asking), func(q Request) bool { return !q.Approved })
	open := slices.DeleteFunc(slices.Clone(b.Asking), func(q Request) bool { return q.Approved })
	for _, q := range open[:min(len(open), mostAsking)] {
		lines = append(lines, "-# "+RequestLine(b.lang, q))
	}
	if more := int64(len(open) - mostAsking); more > 0 {
		lines = append(lines, "-# "+b.lang.Say.LedgerMore.Format("n", b.lang.Chips(more)))
	}
	if len(lines) > 0 {
		lines = append(lines, "-# "+string(b.lang.Money.Answers))
	}
	for _, q := range approved[:min(len(approved), mostAsking)] {
		lines = append(lines, "-# "+b.lang.Money.MaySit.Format("player", Mention(q.Player), "amount", b.lang.Chips(q.Chips)))
	}
	return lines
}

// RequestLine returns one request in words.
func RequestLine(l *locale.Lang, q Request) string {
	return locale.Either(q.TopUp, l.Money.WantsMore, l.Money.WantsSeat).Format("player", Mention(q.Player), "amount", l.Chips(q.Chips))
}

// Asked returns the reader's own buy-in that waits for the host, in a sentence; "" where none does, or the table closes.
func (s Scene) Asked() string {
	i := slices.IndexFunc(s.Asking, func(q Request) bool { return q.Player == s.View.Viewer && !q.Approved })
	if i < 0 || s.View.Closing { // the host can approve none
		return ""
	}
	l, q := s.Language(), s.Asking[i]
	return locale.Either(q.TopUp, l.Money.AskedTop, l.Money.AskedSit).Format("amount", l.Chips(q.Chips))
}

// Approval returns a request as the message that mentions the host, with the buttons that answer it.
func Approval(l *locale.Lang, q Request, host engine.ID) (text string, rows [][]Button) {
	what := strconv.FormatUint(uint64(q.ID), 10)
	return Mention(host) + locale.Dot + RequestLine(l, q), [][]Button{{
		{Label: string(l.Money.Approve), Verb: VerbYes, What: what, Style: Success},
		{Label: string(l.Money.Decline), Verb: VerbNo, What: what, Style: Danger},
	}}
}
