package record

import (
	"testing"

	"cardroom/engine"
	"cardroom/render/text"
)

// TestATableRemembersTheLatestDeedsOfItsHosts checks that the audit log keeps the latest entries. A commit under way keeps
// reading its own copy.
func TestATableRemembersTheLatestDeedsOfItsHosts(t *testing.T) {
	var r Table
	for i := range 3 * maxAudit {
		before := r
		r = r.Clone()
		r.Audit(text.AuditEntry{What: text.DidSet, N: int64(i), By: 7})
		again := before.Clone()
		if again.Audit(text.AuditEntry{What: text.DidKick}); len(again.AuditLog) > maxAudit {
			t.Fatalf("%d entries", len(again.AuditLog))
		}
		if n := len(before.AuditLog); n > 0 && before.AuditLog[n-1].N != int64(i-1) {
			t.Fatal("an entry was written over")
		}
	}
	first, last := r.AuditLog[0], r.AuditLog[maxAudit-1]
	if len(r.AuditLog) != maxAudit || first.N != 2*maxAudit || last.N != 3*maxAudit-1 || last.By != 7 || last.At == 0 {
		t.Errorf("%d entries, from %+v to %+v", len(r.AuditLog), first, last)
	}
}

func TestTheGenerationRisesWithTheSchemas(t *testing.T) {
	const known = "cardroom/record/2 cardroom/record/tournament/1 cardroom/hand/2 cardroom/table/2" // of Generation 11
	if now := TableSchema + " " + TournamentSchema + " " + HandSchema + " " + engine.Schema; now != known || Generation != 11 {
		t.Errorf("the schemas are %s in generation %d: raise Generation with each change, and write both here", now, Generation)
	}
}
