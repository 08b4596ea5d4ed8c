package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A store whose hands were sealed with its key file cannot be read with another key.
func TestAMoveRefusesAnotherKeyThanTheFiles(t *testing.T) {
	db := filepath.Join(t.TempDir(), "cardroom.db")
	of := strings.Repeat("ab", 32)
	for name, text := range map[string]string{db: "data", db + ".key": of + "\n"} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for key, refused := range map[string]bool{of: false, strings.ToUpper(of): false, strings.Repeat("cd", 32): true} {
		_, err := keyAlong(t.Context(), map[string]string{"CARDROOM_SEAL_KEY": key}, "file:"+db, "redis://127.0.0.1:1")
		if refused != (err != nil) || refused && !strings.Contains(err.Error(), db+".key") {
			t.Errorf("with the key %.4s…: %v", key, err)
		}
	}
}
