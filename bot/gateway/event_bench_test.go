package gateway

import (
	"encoding/json"
	"strings"
	"sync/atomic"
	"testing"
)

// BenchmarkPress reads a press on a board of six, as Discord sends it.
func BenchmarkPress(b *testing.B) {
	data, err := json.Marshal(pressOnABoard())
	if err != nil {
		b.Fatal(err)
	}
	c := &conn{shard: &shard{bot: &bot{Config: Config{Handle: func(any) {}}}}, ready: true}
	c.session.seq = new(atomic.Int64)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		c.dispatch(frame{Type: "INTERACTION_CREATE", Data: data})
	}
}

// pressOnABoard returns a press on a board of six.
func pressOnABoard() map[string]any {
	button := map[string]any{"type": 2, "label": "Raise 20", "style": 1, "custom_id": "v1:1573898111049269361:12:34:raise:20"}
	user := map[string]any{"id": "1573898111049269361", "username": "alice", "global_name": "Alice", "avatar": nil, "bot": false}
	return map[string]any{
		"id": "1573898111049269362", "application_id": "1573898111049269363", "type": 3, "token": strings.Repeat("t", 120), "version": 1,
		"guild_id": "1573898111049269364", "channel_id": "1573898111049269365", "locale": "en-US", "guild_locale": "en-US",
		"channel": map[string]any{"id": "1573898111049269365", "type": 0, "guild_id": "1573898111049269364", "name": "poker"},
		"member":  map[string]any{"user": user, "roles": []string{}, "permissions": "562949953421311"},
		"data":    map[string]any{"custom_id": button["custom_id"], "component_type": 2, "id": 3},
		"message": map[string]any{
			"id": "1573898111049269366", "channel_id": "1573898111049269365", "author": user, "content": strings.Repeat("`1` <@1573898111049269361> 1,000 · bet 20\n", 8),
			"timestamp": "2026-01-01T12:00:00.000000+00:00", "embeds": []any{}, "attachments": []any{}, "mentions": []any{user, user, user, user, user, user},
			"components": []any{
				map[string]any{"type": 1, "components": []any{button, button}},
				map[string]any{"type": 1, "components": []any{button, button, button, button, button}},
				map[string]any{"type": 1, "components": []any{button}},
			},
		},
	}
}
