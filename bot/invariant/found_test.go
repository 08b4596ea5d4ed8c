package invariant

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"cardroom/store"
)

// inClear is the stored record of a hand on the flop, without its encrypted parts.
const inClear = `cardroom/record/2 key tag
{"shuffle":{"first":1,"root":"aa","message":9,"seal":"bb","entropy":{"cuts":[]}},
"log":[{"kind":10,"hand":4,"seat":0},{"kind":12,"hand":4,"seat":-1},{"kind":15,"hand":4,"seat":-1,"cards":["J♦","A♠","7♠","",""]}],
"table":{"table":{"hand":4,"action":5,"phase":2,"toAct":1,"seats":[{"player":3,"stack":20,"total":5,"inHand":true,"folded":true},{"player":1,"bet":2,"total":7,"inHand":true}]}}}`

// Two successive records of a table must be consistent. Each case breaks one law, which Found must report.
func TestWhatIsFoundInAStoreHasToFitWhatWasFoundBefore(t *testing.T) {
	for _, tt := range []struct {
		version   int64
		old, new  string // of the second record
		law, name string
	}{
		{4, "", "", "", "nothing happened"},
		{6, `"action":5`, `"action":6`, "", "somebody acted"},
		{3, "", "", "I3", "an older version"},
		{4, `"action":5`, `"action":6`, "I3", "one version in two forms"},
		{5, `{"kind":10,"hand":4,"seat":0},`, ``, "I3", "something logged is gone"},
		{5, `"hand":4`, `"hand":3`, "I3", "an older hand"},
		{5, `"root":"aa"`, `"root":"ab"`, "I4", "other seals"},
		{5, `"seal":"bb"`, `"seal":"bc"`, "I4", "another seal"},
		{5, `"cuts":[]`, `"cuts":[1]`, "I4", "another shuffle"},
		{5, `"",""]}]`, `"",""]},{"kind":12,"hand":4,"seat":-1}]`, "I4", "a second deal"},
		{5, `"",""]}]`, `"",""]},{"kind":16,"hand":4,"seat":1,"player":1,"cards":["J♦","2♣","","",""]}]`, "I4", "a card twice"},
		{5, `"stack":20`, `"stack":-20`, "I2", "less than nothing"},
		{5, `"toAct":1`, `"toAct":-1`, "I5", "nobody to act"},
		{5, `"toAct":1`, `"toAct":0`, "I5", "somebody who folded is to act"},
		{5, `"phase":2`, `"phase":1`, "I5", "somebody is to act before the deal"},
		{5, `{"shuffle"`, `"shuffle"`, "I3", "no record"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var laws []string
			w := &Watch{Fail: func(law, format string, args ...any) { laws = append(laws, law+": "+fmt.Sprintf(format, args...)) }}
			w.Found(store.Record{Version: 4, Data: []byte(inClear)})
			if len(laws) > 0 {
				t.Fatal(laws)
			}
			text := strings.ReplaceAll(inClear, tt.old, tt.new)
			if tt.old == "" {
				text = inClear
			}
			w.Found(store.Record{Version: tt.version, Data: []byte(text)})
			if tt.law == "" && len(laws) > 0 || tt.law != "" && !slices.ContainsFunc(laws, func(l string) bool { return strings.HasPrefix(l, tt.law) }) {
				t.Errorf("said is %q, want %q", laws, tt.law)
			}
		})
	}
}
