package redis

import (
	"context"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"
	"time"

	"cardroom/store"
)

// fit has the answers of a server as it should be.
var fit = map[string]string{
	"redis_version": "7.0.15", "role": "master", "loading": "0", "aof_enabled": "1", "aof_last_write_status": "ok",
	"maxmemory_policy": "noeviction", "cluster_enabled": "0",
}

func TestAServerIsJudgedByWhatItSays(t *testing.T) {
	for _, c := range []struct {
		field, value string
		refusal      string // "" for none
		temporary    bool   // it may be fit later
	}{
		{"redis_version", "7.0.15", "", false},
		{"redis_version", "6.2.0", "", false},
		{"redis_version", "10.1.0", "", false},
		{"redis_version", "6.0.16", "6.2 or newer", false},
		{"redis_version", "5.0.14", "6.2 or newer", false},
		{"role", "slave", "name the master", true},
		{"aof_enabled", "0", "set appendonly yes", false},
		{"aof_last_write_status", "err", "aof_last_write_status", true},
		{"maxmemory_policy", "allkeys-lru", "set maxmemory-policy noeviction", false},
		{"maxmemory_policy", "allkeys-lfu", "set maxmemory-policy noeviction", false},
		{"maxmemory_policy", "allkeys-random", "set maxmemory-policy noeviction", false},
		{"cluster_enabled", "1", "several of its nodes", false},
	} {
		fields := maps.Clone(fit)
		fields[c.field] = c.value
		warnings, err := serverInfo{fields: fields, fsync: "always", single: true}.check()
		if c.refusal == "" && (err != nil || len(warnings) > 0) {
			t.Errorf("%s %s: %v, %q", c.field, c.value, err, warnings)
		}
		_, temporary := errors.AsType[notReady](err)
		if c.refusal != "" && (temporary != c.temporary || errors.Is(err, store.ErrUnsafe) == c.temporary || !strings.Contains(err.Error(), c.refusal)) {
			t.Errorf("%s %s: %v, want %q", c.field, c.value, err, c.refusal)
		}
	}
}

func TestAServerIsWarnedOf(t *testing.T) {
	for fsync, want := range map[string]string{"always": "", "everysec": "last second", "": "appendfsync cannot be read"} {
		warnings, err := serverInfo{fields: fit, fsync: fsync}.check()
		if got := strings.Join(warnings, "\n"); err != nil || !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("appendfsync %q: %q, %v", fsync, got, err)
		}
	}
	if _, err := (serverInfo{fields: fit, fsync: "no"}).check(); !errors.Is(err, store.ErrUnsafe) {
		t.Errorf("appendfsync no: %v", err)
	}
	evicts := maps.Clone(fit)
	for policy, want := range map[string]int{"volatile-lru": 1, "volatile-lfu": 1, "volatile-random": 1, "volatile-ttl": 1, "noeviction": 0} {
		evicts["maxmemory_policy"] = policy
		warnings, err := serverInfo{fields: evicts, fsync: "always"}.check()
		if err != nil || len(warnings) != want || want == 1 && !strings.Contains(warnings[0], policy) {
			t.Errorf("maxmemory-policy %s: %q, %v", policy, warnings, err)
		}
	}
	if warnings, err := (serverInfo{fsync: "always"}).check(); err != nil || len(warnings) != 1 {
		t.Errorf("a server that says nothing: %q, %v", warnings, err)
	}
}

func TestInfoIsRead(t *testing.T) {
	got := readInfo("# Server\r\nredis_version:7.0.15\r\n\r\n" +
		"# Memory\r\nmaxmemory_policy:noeviction\r\nexecutable:C:\\redis\r\n")
	want := map[string]string{"redis_version": "7.0.15", "maxmemory_policy": "noeviction", "executable": `C:\redis`}
	if !maps.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// timed is a context with a deadline whose timer has not run yet.
type timed struct {
	context.Context
	deadline time.Time
}

func (t timed) Deadline() (time.Time, bool) { return t.deadline, true }

// TestAConnectionThatEndsAtTheDeadlineIsTheDeadline has the connection end before the timer of the context runs.
func TestAConnectionThatEndsAtTheDeadlineIsTheDeadline(t *testing.T) {
	for in, want := range map[time.Duration]bool{-time.Second: true, time.Hour: false} {
		err := new(Store).wrap(timed{t.Context(), time.Now().Add(in)}, os.ErrDeadlineExceeded)
		if errors.Is(err, context.DeadlineExceeded) != want || !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("a deadline in %v gives %v", in, err)
		}
	}
}
