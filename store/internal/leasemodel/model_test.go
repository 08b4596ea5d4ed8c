package leasemodel

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"strings"
	"sync"
	"testing"
	"time"
)

var commits = flag.Int("commits", 2, "how many commits TestTheProtocolHolds makes at most; every planted fault shows in two")

// TestTheProtocolHolds walks through all states that the limits allow. The long run is
//
//	go test ./store/internal/leasemodel -commits 3
func TestTheProtocolHolds(t *testing.T) {
	var mu sync.Mutex
	taken, most := map[Step]int{}, int8(*commits)
	t.Cleanup(func() { // after all walks
		if testing.Short() {
			return
		}
		world := []Step{Ticks, Cuts, Heals, Sleeps, Wakes, Dies, Late, StoreJumps, ClockJumps}
		for step := range maps.Keys(Steps) {
			world = append(world, step)
		}
		for _, step := range world {
			if taken[step] == 0 {
				t.Errorf("the step %q was never taken", step)
			}
			delete(taken, step)
		}
		for step := range taken {
			t.Errorf("the table of steps does not have %q", step)
		}
	})
	for name, limits := range map[string]Limits{
		"commits, a cut and a jump":                    {Presses: most, Cuts: 1, Jumps: 1},
		"a commit to a new table, a cut and a jump":    {New: true, Presses: 1, Cuts: 1, Jumps: 1},
		"commits to a new table and a cut":             {New: true, Presses: most, Cuts: 1},
		"a commit, a cut and a sleep":                  {Presses: 1, Cuts: 1, Sleeps: 1},
		"a commit, a cut, and a death and a start":     {Presses: 1, Cuts: 1, Deaths: 1, Starts: 1},
		"a commit, a sleep, and a death and a start":   {Presses: 1, Sleeps: 1, Deaths: 1, Starts: 1},
		"a commit, a cut, and a stop and a start":      {Presses: 1, Cuts: 1, Stops: 1, Starts: 1},
		"a commit, a jump, and a stop and a start":     {Presses: 1, Jumps: 1, Stops: 1, Starts: 1},
		"a commit to a new table, a death, two sleeps": {New: true, Presses: 1, Deaths: 1, Sleeps: 2},
		"a commit, a cut, and long fencing":            {Presses: 1, Cuts: 1, Long: LeaseTicks},
		"a commit, a sleep, and long fencing":          {Presses: 1, Sleeps: 1, Long: LeaseTicks + 1},
		"a death, a start, and long fencing":           {Presses: 1, Deaths: 1, Starts: 1, Long: LeaseTicks + 1},
		"commits to a new table, a death, a start":     {New: true, Presses: most, Deaths: 1, Starts: 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if testing.Short() {
				limits.Presses = 1 // the race detector makes it slow
				if limits.Cuts > 0 || limits.Sleeps > 0 {
					limits = Limits{New: limits.New, Presses: 1, Sleeps: 1}
				}
			}
			began := time.Now()
			report := Check(limits, None)
			if report.Broken != "" || report.Full {
				t.Fatalf("too many late requests: %t; %v", report.Full, report)
			}
			t.Logf("%v, in %v", report, time.Since(began).Round(time.Millisecond))
			mu.Lock()
			defer mu.Unlock()
			for step, n := range report.Taken {
				taken[step] += n
			}
		})
	}
}

func TestEachPlantedFaultIsFound(t *testing.T) {
	sound := map[Limits]string{} // the law that breaks without a fault; many faults share limits
	for fault, c := range map[Fault]struct {
		limits Limits
		broken string
	}{
		NoFence:          {Limits{Presses: 1, Cuts: 1}, together},
		NoGuildFence:     {Limits{Presses: 1, Cuts: 1}, together},
		RenewsOvertaken:  {Limits{New: true, Presses: 1, Cuts: 1}, reused},
		NoVersion:        {Limits{Presses: 2, Cuts: 1}, lost},
		RegistersLate:    {Limits{New: true, Presses: 1, Cuts: 1}, together},
		NoCheck:          {Limits{New: true, Presses: 1, Cuts: 1}, together},
		EpochOfClock:     {Limits{Cuts: 1, Jumps: 1}, reused},
		GrantsHeld:       {Limits{}, robbed},
		ReleasesAny:      {Limits{Cuts: 1, Sleeps: 1}, robbed},
		ReleasesByName:   {Limits{Cuts: 1, Sleeps: 1}, robbed},
		Endless:          {Limits{Deaths: 1}, halted},
		ShowsFirst:       {Limits{Presses: 1}, lost},
		AssumesDone:      {Limits{Presses: 1, Cuts: 1}, lost},
		AppliesAgain:     {Limits{Presses: 1, Cuts: 1}, twice},
		TriesForever:     {Limits{Presses: 1, Cuts: 1}, circle},
		RenewsOnceFenced: {Limits{Long: LeaseTicks}, halted},
		NeverLearns:      {Limits{Presses: 1, Cuts: 1}, halted},
	} {
		t.Run(string(fault), func(t *testing.T) {
			if testing.Short() && c.limits.Cuts > 0 {
				t.Skip("takes long")
			}
			report := Check(c.limits, fault)
			if report.Broken != c.broken {
				t.Fatalf("%v; want %q", report, c.broken)
			}
			t.Log(report)
			if _, checked := sound[c.limits]; !checked {
				sound[c.limits] = Check(c.limits, None).Broken
			}
			if broken := sound[c.limits]; broken != "" {
				t.Errorf("without the fault: %v", broken)
			}
		})
	}
}

func TestStepsNameFunctionsOfTheProgram(t *testing.T) {
	functions := map[string]map[string]bool{} // of each package
	for step, s := range Steps {
		for _, name := range append(s.Runs, s.Like...) {
			dir, function, _ := strings.Cut(name, " ")
			if functions[dir] == nil {
				functions[dir] = functionsIn(t, dir)
			}
			if !functions[dir][function] {
				t.Errorf("%q stands for %s, which %s does not have", step, function, dir)
			}
		}
	}
}

// functionsIn returns the functions of a package, methods as Type.Name.
func functionsIn(t *testing.T, dir string) map[string]bool {
	t.Helper()
	root := os.DirFS("../../..")
	names, err := fs.Glob(root, dir+"/*.go")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]bool{}
	for _, name := range names {
		text, err := fs.ReadFile(root, name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				found[receiver(f)+f.Name.Name] = true
			}
		}
	}
	return found
}

// receiver returns the type of a method with a dot, or "".
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if star, ok := of.(*ast.StarExpr); ok {
		of = star.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}
