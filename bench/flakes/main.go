// Command flakes looks for tests that fail now and then. It runs all of them beside twice as many busy loops as there are
// cores: the whole suite three times in a row, and every package with real time or processes twenty times.
//
//	go run ./bench/flakes              # some hours
//	go run ./bench/flakes -count 0     # the suite alone
//	go run ./bench/flakes -suite 0 -only ./bot/gateway
//
// It stops at the first failure, names the tests and prints what they said. The busy loops end with it, however it ends.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"
)

// busyName is the argument with which the program is one of its own busy loops.
const busyName = "busy-loop"

func main() {
	if len(os.Args) == 2 && os.Args[1] == busyName {
		beBusy()
	}
	suite := flag.Int("suite", 3, "runs of the whole suite")
	count := flag.Int("count", 20, "runs of each package with real time or processes")
	parts := flag.Int("parts", 4, "the parts that these runs are made in")
	only := flag.String("only", "./...", "the packages, as go test takes them")
	patience := flag.Duration("timeout", 30*time.Minute, "of one part, or of one run of the suite")
	limit := flag.Duration("limit", 12*time.Hour, "of everything")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	r := runner{ctx: ctx, only: strings.Fields(*only), patience: *patience}
	if err := r.run(*suite, *count, max(*parts, 1)); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println("nothing failed")
}

// beBusy takes a core until its standard input ends, as it does when the program that started it has ended.
func beBusy() {
	go func() {
		io.Copy(io.Discard, os.Stdin)
		os.Exit(0)
	}()
	for n := uint64(1); ; n++ {
		n *= 6364136223846793005
	}
}

type runner struct {
	ctx      context.Context
	only     []string
	patience time.Duration
}

func (r *runner) run(suite, count, parts int) error {
	packages, err := r.realTime()
	if err != nil {
		return err
	}
	if suite < 1 && (count < 1 || len(packages) == 0) {
		return fmt.Errorf("no test would run: -suite is %d, and -count %d for %d packages with real time or processes; give more of one of them", suite, count, len(packages))
	}
	if err := r.build(); err != nil {
		return err
	}
	loops, err := startBusy(2 * runtime.NumCPU())
	if err != nil {
		return err
	}
	defer loops.stop()
	for i := range suite {
		if err := r.test(fmt.Sprintf("the suite, %d of %d", i+1, suite), 1, r.only...); err != nil {
			return err
		}
	}
	for i, p := range packages {
		for part := range parts {
			times := count*(part+1)/parts - count*part/parts
			if times == 0 {
				continue
			}
			what := fmt.Sprintf("%s (%d of %d), %d times, part %d of %d", p, i+1, len(packages), times, part+1, parts)
			if err := r.test(what, times, p); err != nil {
				return err
			}
		}
	}
	return nil
}

// outside are the imports of tests that deal with real time, processes or the network. A package that tests with the clock
// and has no bubble of virtual time is one of them too.
var outside = []string{"os/exec", "net", "net/http", "net/http/httptest", "cardroom/store/storetest", "cardroom/cmd/cardroom/e2e/"}

// realTime returns the packages whose tests depend on the machine that they run on.
func (r *runner) realTime() (packages []string, err error) {
	out, err := r.goTool(append([]string{"list", "-f", `{{.ImportPath}}{{range .TestImports}} {{.}}{{end}}{{range .XTestImports}} {{.}}{{end}}`}, r.only...)...)
	if err != nil {
		return nil, err
	}
	tested := false
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		tested = tested || len(words) > 1
		if len(words) > 1 && touchesOutside(words[1:]) {
			packages = append(packages, words[0])
		}
	}
	if !tested {
		return nil, fmt.Errorf("%s has no tests: give other packages with -only", strings.Join(r.only, " "))
	}
	return packages, nil
}

func touchesOutside(imports []string) bool {
	clock, bubble := false, false
	for _, name := range imports {
		for _, o := range outside {
			if name == o || strings.HasSuffix(o, "/") && strings.HasPrefix(name, o) {
				return true
			}
		}
		clock = clock || name == "time"
		bubble = bubble || name == "testing/synctest"
	}
	return clock && !bubble
}

// build fills the build cache, so that the compiler does not run beside the busy loops.
func (r *runner) build() error {
	_, err := r.goTool(append([]string{"test", "-count=1", "-run", "^$"}, r.only...)...)
	return err
}

// test runs the tests of packages so many times, and returns an error with the failures.
func (r *runner) test(what string, times int, packages ...string) error {
	fmt.Printf("%s  %s\n", time.Now().Format(time.TimeOnly), what)
	args := []string{"test", fmt.Sprintf("-count=%d", times), fmt.Sprintf("-timeout=%s", r.patience)}
	if _, err := r.goTool(append(args, packages...)...); err != nil {
		return fmt.Errorf("failed: %s: %w", what, err)
	}
	return nil
}

// goTool runs the go command. Its error has the output of the command.
func (r *runner) goTool(args ...string) (string, error) {
	cmd := exec.CommandContext(r.ctx, "go", args...)
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = time.Minute
	var out, diag bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &diag
	err := cmd.Run()
	if r.ctx.Err() != nil {
		return "", fmt.Errorf("stopped: %w", r.ctx.Err())
	}
	if err != nil {
		return "", fmt.Errorf("go %s: %w\n%s%s", strings.Join(args, " "), err, failures(out.String()), diag.String())
	}
	return out.String(), nil
}

// failures returns the output of go test on packages that failed.
func failures(out string) string {
	var b strings.Builder
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "ok ") && !strings.Contains(line, "[no test files]") {
			b.WriteString(line)
		}
	}
	return b.String()
}

// busyLoops are processes that each take a core.
type busyLoops struct {
	all   []*exec.Cmd
	alive io.Closer // of their standard input
}

func startBusy(n int) (*busyLoops, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	in, alive, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	loops := &busyLoops{alive: alive}
	for range n {
		cmd := exec.Command(self, busyName)
		cmd.Stdin = in
		if err := cmd.Start(); err != nil {
			return nil, errors.Join(fmt.Errorf("cannot start a busy loop: %w", err), loops.stop())
		}
		loops.all = append(loops.all, cmd)
	}
	return loops, nil
}

func (l *busyLoops) stop() error {
	err := l.alive.Close()
	for _, cmd := range l.all {
		cmd.Process.Kill()
		cmd.Wait()
	}
	return err
}
