package gateway

import (
	"errors"
	"testing"
)

func TestBadSettingsAreRefused(t *testing.T) {
	var refused *FatalError
	if err := Run(t.Context(), Config{Token: "two words", API: "https://discord.com"}); !errors.As(err, &refused) || refused.Code != 401 {
		t.Errorf("a token of two words gives %v, want a FatalError", err)
	}
	if err := Run(t.Context(), Config{Token: "abc", API: "discord.com"}); err == nil {
		t.Error("an API without a scheme is taken")
	}
	if err := Run(t.Context(), Config{Token: "abc", API: "https://discord.com", ShardID: 2, ShardCount: 2}); err == nil {
		t.Error("shard 2 of 2 is taken")
	}
}
