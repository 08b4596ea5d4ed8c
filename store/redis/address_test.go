package redis

import (
	"errors"
	"strings"
	"testing"

	"cardroom/store"
)

func TestABadRedisURLIsRefusedWithoutItsPassword(t *testing.T) {
	for _, text := range []string{
		"redis:", "redis:hunter2", "redis://", "redis:///0", "redis://:hunter2@", "redis://:hunter2@/0",
		"redis://:hunter2@h:port", "redis://:hunter2@h:0", "redis://:hunter2@h:6379:6380", "redis://h1,h2:6379:6380",
		"redis://:hunter2@h/x", "redis://:hunter2@h/-1", "redis://:hunter2@h/1/2", "redis://:hunter2@h?db=1",
		"redis://:hunter2@h/0?db=1", "redis://:hunter2%zz@h", "redis://:hunter2@h1,", "redis://:hunter2@h1,,h2",
		"redis://:hunter2@h1:1,h2:2/3", "redis://:hunter2#@h",
		"redis://:hunter2@h1:1,h2:99999999999999", "redis://:hunter2@h#0", "rediss://:hunter2@ h",
	} {
		_, err := Open(t.Context(), text, store.Options{})
		if err == nil {
			t.Errorf("%s was taken", text)
		} else if s := err.Error(); strings.Contains(s, "hunter2") || !strings.HasPrefix(s, "redis") ||
			strings.Contains(s, "\n") || errors.Is(err, store.ErrUnreachable) {
			t.Errorf("%s: %s", text, s)
		}
	}
}
