package bot

import (
	"errors"
	"log/slog"
	"strings"
	"testing"

	"cardroom/bot/shuffle"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// TestBotsOfAProcessShareTheLogOfOutages makes the bots of two shards lose the store.
func TestBotsOfAProcessShareTheLogOfOutages(t *testing.T) {
	st, err := storeopen.Open(t.Context(), "memory:", store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	var text strings.Builder
	log := slog.New(slog.NewTextHandler(&text, nil))
	p := NewProcess(nil, nil, log)
	for shard := range 2 {
		b, err := New(Config{Key: make([]byte, shuffle.KeySize), Log: log, Process: p, ShardID: shard, ShardCount: 2}, st)
		if err != nil {
			t.Fatal(err)
		}
		b.Outage.Begin(aliveNote, errors.New("away"))
	}
	if strings.Count(text.String(), "\n") != 1 {
		t.Errorf("the log of one outage:\n%s", &text)
	}
}
