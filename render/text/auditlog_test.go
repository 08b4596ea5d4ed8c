package text

import (
	"strings"
	"testing"

	"cardroom/engine"
	"cardroom/render/locale"
)

// The log says the latest entries first, keeps to one message in every language, and says how many it leaves out.
func TestTheLogKeepsToOneMessage(t *testing.T) {
	all := []AuditAction{DidOpen, DidPause, DidResume, DidClose, DidReseal, DidSet, DidKick, DidHand, DidSeatBots, DidSendBots, DidSave, DidLoad, DidApprove, DidDecline}
	var entries []AuditEntry
	for i := range 44 {
		entries = append(entries, AuditEntry{
			At: engine.Moment(1_700_000_000_000 + i), By: 1 << 62, What: all[i%len(all)], Player: 1<<62 + 1, N: 9,
			Name: strings.Repeat("*", 32), From: "100,000,000", To: "1,000,000,000",
		})
	}
	for _, l := range locale.Languages() {
		text := Log(l, entries)
		lines := strings.Split(text, "\n")
		left := len(entries) - (len(lines) - 2)
		if locale.Length(text) > locale.MaxText || len(lines) < 12 || !strings.Contains(lines[len(lines)-1], l.Chips(int64(left))) {
			t.Errorf("%s: %d characters, %d lines, the last %q", l.Locale, locale.Length(text), len(lines), lines[len(lines)-1])
		}
		if !strings.Contains(lines[1], auditText(l, entries[len(entries)-1])) {
			t.Errorf("%s: begins with %q", l.Locale, lines[1])
		}
		for _, what := range all {
			if got := auditText(l, AuditEntry{What: what}); got == string(what) {
				t.Errorf("%s: no words for %s", l.Locale, what)
			}
		}
		if short := Log(l, entries[:2]); strings.Count(short, "\n") != 2 {
			t.Errorf("%s: two entries are %q", l.Locale, short)
		}
	}
}
