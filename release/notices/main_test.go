package main

import (
	"slices"
	"strings"
	"testing"
)

// TestEveryModuleHasItsLicence holds the notices to the modules of which packages are built into the program on this system.
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
	if !slices.Contains(named, "the") { // the Go standard library
		t.Errorf("no licence of Go among %v", named)
	}
	list, err := goTool("", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}}{{end}}{{end}}", "cardroom/cmd/cardroom")
	if err != nil || !strings.Contains(list, "github.com/bwmarrin/discordgo") {
		t.Fatal("the program has no modules", err)
	}
	for module := range strings.FieldsSeq(list) {
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
