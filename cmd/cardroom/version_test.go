package main

import (
	"strings"
	"testing"
)

// TestVersionIsWhatTheLinkerWasTold is for images and archives, whose builds may not see the repository.
func TestVersionIsWhatTheLinkerWasTold(t *testing.T) {
	defer func(was string) { release = was }(release)
	release = "v1.2.3"
	if v := version(); !strings.HasPrefix(v, "cardroom v1.2.3, go") {
		t.Errorf("version says %q", v)
	}
	release = ""
	if v := version(); !strings.HasPrefix(v, "cardroom ") || strings.Contains(v, "v1.2.3") {
		t.Errorf("version says %q", v)
	}
}
