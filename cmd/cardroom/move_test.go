package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A store that may not be looked at is not one that is missing.
func TestTheDoctorTellsAnUnseenStoreFromAMissingOne(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "file"), []byte("data"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, missing := range map[string]bool{filepath.Join(dir, "none.db"): true, filepath.Join(dir, "file", "x.db"): false} {
		_, _, said := runHere(t, "file:"+path, "doctor", "--void", "12345678901234567")
		if strings.Contains(said, "there is no store") != missing {
			t.Errorf("%s: the doctor says %s", path, said)
		}
	}
}
