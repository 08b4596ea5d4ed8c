package redis_test

import (
	"fmt"
	"regexp"
	"testing"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/redis"
	"cardroom/store/storetest"
)

// setNote stores a note, which mends the list of guilds now and then.
func setNote(t *testing.T, s store.Store) {
	t.Helper()
	if err := s.SetNote(t.Context(), "alive", "1"); err != nil {
		t.Fatal(err)
	}
}

func TestOnlyOneOfManyNotesWritesTheGuilds(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	list := []any{"SADD", "cardroom:guilds"}
	for guild := range 5000 {
		list = append(list, guild+1)
	}
	server.Must(list...)
	for _, err := range s.Tables(t.Context()) { // as at the start
		t.Fatal(err)
	}
	const notes = 20
	server.Must("CONFIG", "RESETSTAT")
	for range notes {
		setNote(t, s)
	}
	received := 0
	stats := fmt.Sprint(server.Must("INFO", "stats"))
	fmt.Sscan(regexp.MustCompile(`total_net_input_bytes:(\d+)`).FindStringSubmatch(stats)[1], &received)
	if once := 5000 * 30; received == 0 || received > once+notes*1000 {
		t.Errorf("the server received %d bytes for %d notes", received, notes)
	}
}

func TestANoteMendsTheListOfGuilds(t *testing.T) {
	t.Parallel()
	const list = "cardroom:guilds"
	for name, c := range map[string]struct {
		lose [][]any
		lost []engine.ID
	}{
		"deleted":                         {[][]any{{"DEL", list}}, []engine.ID{800, 801, 802}},
		"without one, but longer than 2":  {[][]any{{"SREM", list, 800}}, []engine.ID{800}},
		"without the newest, but another": {[][]any{{"SREM", list, 802}, {"SADD", list, 950}}, []engine.ID{802}},
		"of another process":              {[][]any{{"SREM", list, 904}, {"SADD", list, 950}}, []engine.ID{904}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := storetest.StartRedis(t)
			other := openAt(t, server.URL(), store.Options{})
			for guild := range engine.ID(5) {
				storetest.Commit(t, other, storetest.NextChange(store.Key{Guild: 900 + guild, Channel: 10}, 1))
			}
			s := openAt(t, server.URL(), store.Options{})
			for _, err := range s.Tables(t.Context()) { // as at the start
				if err != nil {
					t.Fatal(err)
				}
			}
			for guild := range engine.ID(2) {
				storetest.Commit(t, s, storetest.NextChange(store.Key{Guild: 800 + guild, Channel: 10}, 1))
			}
			setNote(t, s)
			storetest.Commit(t, s, storetest.NextChange(store.Key{Guild: 802, Channel: 10}, 1))
			for _, command := range c.lose {
				server.Must(command...)
			}
			redis.MendSoon(s)
			setNote(t, s)
			for _, guild := range c.lost {
				if server.Must("SISMEMBER", list, uint64(guild)) != int64(1) {
					t.Errorf("guild %d is missing", guild)
				}
			}
		})
	}
}
