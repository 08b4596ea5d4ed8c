package durability_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"cardroom/cmd/cardroom/e2e/club"
	"cardroom/cmd/cardroom/e2e/program"
	"cardroom/engine"
	"cardroom/engine/tournament/proof"
	"cardroom/store"
	storeopen "cardroom/store/open"
)

// proven checks the files of the result: the draws fit their seal, and every hand plays to the same stacks.
func (u *cup) proven() {
	r, err := proof.Read(u.file("cardroom-tournament.json"))
	if err != nil {
		u.T.Fatal(err)
	}
	if report := proof.Verify(r, proof.Seen{}); len(report.Faults) > 0 {
		u.T.Errorf("seed %d: the file of the result has faults: %q", u.Seed, report.Faults)
	}
	dir := u.T.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hands.phhs"), u.file("cardroom-tournament.phhs"), 0o600); err != nil {
		u.T.Fatal(err)
	}
	program.Expect(u.T, program.Start(u.T, dir, nil, "replay", "hands.phhs"), 0)
	if u.Redis == nil {
		u.refuses(u.file("cardroom-tournament.json"))
	}
}

// file returns a file of the result.
func (u *cup) file(name string) []byte {
	u.T.Helper()
	for _, m := range u.table.Messages() {
		for _, a := range m.Attachments {
			if !strings.Contains(m.Content, "The seal is open") || a.Filename != name {
				continue
			}
			resp, err := u.Discord.Client().Get(a.URL)
			if err != nil {
				u.T.Fatal(err)
			}
			defer resp.Body.Close()
			data, err := io.ReadAll(resp.Body)
			if err != nil {
				u.T.Fatal(err)
			}
			return data
		}
	}
	u.T.Fatalf("seed %d: no result has the file %s", u.Seed, name)
	return nil
}

// cheats has the six ways to cheat with draws, as in the file of a result, and the verdict of cardroom verify on each.
var cheats = map[string]struct {
	change func(*proof.Result)
	want   string
}{
	"honest":                         {func(*proof.Result) {}, "the proof fits"},
	"seed chosen after registration": {func(r *proof.Result) { r.Seed[0] ^= 1 }, "the seed was exchanged"},
	"start posted again":             {func(r *proof.Result) { r.Started += 5 }, "announced the start before message"},
	"order of entries changed":       {func(r *proof.Result) { slices.Reverse(r.Entries) }, "by the file, and"},
	"use left out":                   {func(r *proof.Result) { r.Uses = r.Uses[1:] }, "was left out"},
	"use taken twice":                {func(r *proof.Result) { r.Uses = append(r.Uses, r.Uses[0]) }, "was taken twice"},
	"another range":                  {func(r *proof.Result) { r.Uses[0].Of++ }, "by the rules"},
}

// refuses has the program verify the posted file of a result, as it is and after each way to cheat. A player saw the message of the
// start.
func (u *cup) refuses(data []byte) {
	u.T.Helper()
	for name, cheat := range cheats {
		r, err := proof.Read(data)
		if err != nil {
			u.T.Fatal(err)
		}
		seen := fmt.Sprint(uint64(r.Started))
		cheat.change(r)
		text, err := r.JSON()
		if err != nil {
			u.T.Fatal(err)
		}
		dir := u.T.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "result.json"), text, 0o600); err != nil {
			u.T.Fatal(err)
		}
		p := program.Start(u.T, dir, nil, "verify", "result.json", "--start", seen)
		if code := p.ExitCode(program.EndTime); (code == 0) != (name == "honest") || !strings.Contains(p.Output.String(), cheat.want) {
			u.T.Errorf("seed %d: %s: exit code %d, want %q in\n%s", u.Seed, name, code, cheat.want, p.Output)
		}
	}
}

// paid checks that so many tournaments left no chip in an escrow, and none but the opening chips in the wallets.
func (u *cup) paid(cups int) {
	url := "file:" + u.Dir + "/cardroom.db"
	if u.Redis != nil {
		url = u.Redis.URL()
	}
	ctx, cancel := context.WithTimeout(context.Background(), club.BoardTime)
	defer cancel()
	s, err := storeopen.Inspect(ctx, url, store.Options{})
	if err != nil {
		u.T.Fatal(err)
	}
	defer s.Close()
	guild, _ := strconv.ParseUint(u.Guild.ID(), 10, 64)
	accounts, err := s.Accounts(ctx, engine.ID(guild))
	if err != nil {
		u.T.Fatal(err)
	}
	sum := int64(0)
	for a, chips := range accounts {
		switch _, person := a.Person(); {
		case person:
			sum += chips
			if lost := store.Opening - chips; lost > int64(cups)*cupPrice {
				u.T.Errorf("seed %d: %s paid %d for %d tournaments", u.Seed, a, lost, cups)
			}
		case a != store.Mint && chips != 0:
			u.T.Errorf("seed %d: %s holds %d", u.Seed, a, chips)
		}
	}
	if want := int64(len(u.people)) * store.Opening; sum != want {
		u.T.Errorf("seed %d: wallets have %d, want %d: %v", u.Seed, sum, want, accounts)
	}
}
