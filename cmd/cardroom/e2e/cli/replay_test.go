package cli_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"cardroom/cmd/cardroom/e2e/program"
)

func TestReplayPlaysFilesAndNamesTheFirstDisagreement(t *testing.T) {
	t.Parallel()
	const split = "engine/phh/testdata/split.phh"
	good, text := filepath.Join(program.Root(t), split), program.File(t, split)
	golden := filepath.Join(filepath.Dir(good), "golden") + string(filepath.Separator) // written by this program
	dir := t.TempDir()
	wrong := filepath.Join(dir, "wrong.phh")
	if err := os.WriteFile(wrong, []byte(strings.Replace(text, "p2 cbr 40", "p2 cbr 9", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		files []string
		code  int
		says  []string
	}{
		{[]string{good}, 0, []string{"7 [195 303 402]\n", "split.phh: 1 hands, 9 decisions\n"}},
		{[]string{golden + "PO.phh", golden + "four-cards-drawn.phh"}, 0, []string{"1 [98 673 0 1384]\n", "PO.phh: 1 hands", "four-cards-drawn.phh: 1 hands"}},
		{[]string{good, wrong, good}, 1, []string{"7 [195 303 402]\n", "wrong.phh: 7: action 14, decision 8 (p2 cbr 9): it is not legal (R20)"}},
		{[]string{filepath.Join(dir, "absent.phh")}, 2, []string{"absent.phh"}},
		{nil, 2, []string{"usage:"}},
	} {
		p := program.Start(t, dir, nil, append([]string{"replay"}, tt.files...)...)
		if code := p.ExitCode(program.EndTime); code != tt.code {
			t.Errorf("%v: exit code %d, want %d", tt.files, code, tt.code)
		}
		for _, want := range tt.says {
			if !strings.Contains(p.Output.String(), want) {
				t.Errorf("%v says\n%swant %q", tt.files, p.Output.String(), want)
			}
		}
	}
}
