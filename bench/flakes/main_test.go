package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test's own program be a busy loop, as the command is one of its own.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == busyName {
		beBusy()
	}
	os.Exit(m.Run())
}

// TestTheFirstFailureStops runs a package of which the second run fails.
func TestTheFirstFailureStops(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "go.mod", "module sample\n\ngo 1.26\n")
	write(t, "good/good_test.go", "package good\n\nimport \"testing\"\n\nfunc TestGood(*testing.T) {}\n")
	write(t, "flaky/flaky_test.go", `package flaky

import (
	"os"
	"testing"
	"time"
)

func TestNowAndThen(t *testing.T) {
	time.Sleep(time.Millisecond)
	if _, err := os.Stat("ran"); err == nil {
		t.Error("this time")
	}
	os.WriteFile("ran", nil, 0o600)
}
`)
	r := runner{ctx: t.Context(), only: []string{"./..."}, patience: time.Minute}
	packages, err := r.realTime()
	if err != nil || strings.Join(packages, " ") != "sample/flaky" {
		t.Fatalf("%v, %v", packages, err)
	}
	if err := r.run(1, 0, 1); err != nil {
		t.Errorf("the first run: %v", err)
	}
	os.Remove("flaky/ran")
	err = r.run(0, 4, 2)
	for _, want := range []string{"sample/flaky (1 of 1), 2 times, part 1 of 2", "--- FAIL: TestNowAndThen", "this time"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
	if err := r.run(1, 0, 1); err == nil || !strings.Contains(err.Error(), "the suite, 1 of 1") || strings.Contains(err.Error(), "sample/good") {
		t.Errorf("the suite: %v", err)
	}
}

// TestARunWithoutATestIsAnError asks for runs of which none would run a test.
func TestARunWithoutATestIsAnError(t *testing.T) {
	t.Chdir(t.TempDir())
	write(t, "go.mod", "module sample\n\ngo 1.26\n")
	write(t, "quick/quick_test.go", "package quick\n\nimport \"testing\"\n\nfunc TestQuick(*testing.T) {}\n")
	write(t, "bare/bare.go", "package bare\n")
	for _, tt := range []struct {
		only         string
		suite, count int
		want         string
	}{
		{"./quick", 0, 20, "no test would run"},
		{"./quick", 0, 0, "no test would run"},
		{"./quick", -1, -1, "no test would run"},
		{"./bare", 3, 20, "./bare has no tests"},
	} {
		r := runner{ctx: t.Context(), only: []string{tt.only}, patience: time.Minute}
		if err := r.run(tt.suite, tt.count, 1); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("-only %s -suite %d -count %d: %v, want that %s", tt.only, tt.suite, tt.count, err, tt.want)
		}
	}
}

func TestBusyLoopsEnd(t *testing.T) {
	loops, err := startBusy(2)
	if err != nil {
		t.Fatal(err)
	}
	if err := loops.alive.Close(); err != nil { // as when the program that started them was killed
		t.Fatal(err)
	}
	for _, cmd := range loops.all {
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		select {
		case <-ended:
		case <-time.After(20 * time.Second):
			cmd.Process.Kill()
			t.Error("a busy loop goes on")
		}
	}
}

func TestWhatIsStoppedSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := runner{ctx: ctx, only: []string{"./..."}}
	if _, err := r.goTool("version"); err == nil || !strings.HasPrefix(err.Error(), "stopped") {
		t.Errorf("%v, want that it was stopped", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
