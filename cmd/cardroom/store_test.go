package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// TestAStoreThatDoesNotComeIsAFailureAndNoMisuse gives up after a second instead of half a minute.
func TestAStoreThatDoesNotComeIsAFailureAndNoMisuse(t *testing.T) {
	t.Chdir(t.TempDir()) // where there is no .env
	for name, value := range map[string]string{
		"DISCORD_TOKEN": "x.y.z", "DISCORD_API_URL": "http://127.0.0.1:1", "STORE_URL": "redis://:hunter2@127.0.0.1:1",
	} {
		t.Setenv(name, value)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	var said strings.Builder
	code := run(ctx, nil, terminal{io.Discard, &said})
	text := said.String()
	if code != 1 || !strings.Contains(text, "\ncardroom: STORE_URL redis://127.0.0.1:1: the server cannot be reached") {
		t.Errorf("exit code %d, want 1:\n%s", code, text)
	}
	if strings.Contains(text, "hunter2") {
		t.Errorf("the password is printed:\n%s", text)
	}
}
