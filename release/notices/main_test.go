package main

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryModuleHasItsLicence holds the notices to what is built into the program on some system.
func TestEveryModuleHasItsLicence(t *testing.T) {
	var text strings.Builder
	if err := write(&text, "cardroom/cmd/cardroom"); err != nil {
		t.Fatal(err)
	}
	var named []string
	for part := range strings.SplitSeq(text.String(), strings.Repeat("=", 80)+"\n") {
		name, _, _ := strings.Cut(part, ",")
		named = append(named, strings.Fields(name)[0])
	}
	for _, module := range []string{"the", "github.com/bwmarrin/discordgo", "modernc.org/sqlite", "golang.org/x/image"} {
		if !slices.Contains(named, module) {
			t.Errorf("no licence of %s among %v", module, named)
		}
	}
	for _, words := range []string{"Permission is hereby granted", "Redistribution and use", "The Go Authors", "MIT"} {
		if !strings.Contains(text.String(), words) {
			t.Errorf("the notices do not say %q", words)
		}
	}
}

func TestAModuleWithoutALicenceIsRefused(t *testing.T) {
	dir := t.TempDir()
	if texts, err := licences(dir); err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("%v, %v", texts, err)
	}
}
