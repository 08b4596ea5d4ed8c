// Command mutate changes package engine in small ways, one at a time, and counts how many of the changes its tests notice.
//
//	go run ./bench/mutate                      # 400 mutants, an hour or two of one core
//	go run ./bench/mutate -seed 2 -n 50        # others
//	go run ./bench/mutate -only 17,203         # those of an earlier run, by their numbers
//	go run ./bench/mutate -log FILE            # go on where a run with this file stopped
//
// The mutants are drawn by a seed from all that the operators make:
//
//	negate    the condition of an if or a for, or a case of a switch without a tag, is negated
//	shift     < is <=, <= is <, > is >=, >= is >, && is ||, || is &&
//	drop      a call, an assignment, an increment or a decrement is left out
//	constant  a whole number is one more or one less
//	swap      two arguments of a call that stand side by side change places, but not those of min and max
//
// A change that does not compile is no mutant: the next one takes its place. "go test -short ./engine" tries each mutant. One
// that takes much longer than the tests do is noticed, too. The command prints a line for each mutant, and at the end the share
// that was killed. survivors.md says which mutants cannot be noticed, and why. Package engine/sidepot has the arithmetic of
// pots: the command changes it, too, and the tests of engine try it.
//
// A log has a line for each verdict. A run that finds a mutant in it that was killed counts it and does not try it again. It does
// try those again that survived. Where tests have gone, begin another log.
//
// The working tree is not touched: the go command reads the changed files in an overlay. It needs a Unix shell, which limits
// the memory of a mutant.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

func main() {
	o := options{}
	flag.StringVar(&o.root, "root", ".", "folder of the module")
	flag.StringVar(&o.folder, "package", "engine", "folder of the package, whose tests try the mutants")
	flag.StringVar(&o.parts, "parts", "engine/sidepot", "folders of packages to change besides, with commas")
	flag.Uint64Var(&o.seed, "seed", 1, "of the draw")
	flag.IntVar(&o.count, "n", 400, "mutants to try")
	flag.IntVar(&o.from, "from", 0, "number of the first mutant")
	flag.StringVar(&o.only, "only", "", "numbers of the mutants to try, instead of -n and -from")
	flag.StringVar(&o.log, "log", "", "file of verdicts, to go on from and to add to")
	flag.Parse()
	survived, err := o.run()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
	if err != nil || survived > 0 {
		os.Exit(1)
	}
}

// options say which mutants of which package to try.
type options struct {
	root, folder, parts, only, log string
	seed                           uint64
	count, from                    int
}

// run tries the mutants and returns how many survived.
func (o options) run() (survived int, err error) {
	root, err := filepath.Abs(o.root)
	if err != nil {
		return 0, err
	}
	mutants, err := o.find(root)
	if err != nil {
		return 0, err
	}
	numbers, err := o.draw(mutants)
	if err != nil {
		return 0, err
	}
	dir, err := os.MkdirTemp("", "mutate")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	log, err := openVerdicts(o.log)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, log.close()) }()
	b := bench{root: root, folder: o.folder, dir: dir, log: log}
	if err := b.measure(); err != nil {
		return 0, err
	}
	fmt.Printf("%d mutants can be made of %s; each has %s of processor time\n", len(mutants), o.folder, b.limit)
	became := map[verdict]int{}
	for _, n := range numbers {
		if o.only == "" && tried(became) == o.count {
			break
		}
		v, err := b.judge(n, mutants[n])
		if err != nil {
			return became[survives], err
		}
		became[v]++
	}
	if tried(became) == 0 {
		return 0, errors.New("no mutant was tried: choose others with -n, -from or -only")
	}
	failed := became[killed] + became[tooLong]
	fmt.Printf("%d of %d mutants killed, %.1f %%, %d of them by taking too long; %d more did not compile\n",
		failed, tried(became), 100*float64(failed)/float64(tried(became)), became[tooLong], became[doesNotCompile])
	return became[survives], nil
}

// tried returns how many mutants compiled.
func tried(became map[verdict]int) int { return became[killed] + became[survives] + became[tooLong] }

// find returns the mutants of the package and of its parts.
func (o options) find(root string) (all []mutant, err error) {
	for folder := range strings.SplitSeq(strings.TrimSuffix(o.folder+","+o.parts, ","), ",") {
		some, err := find(filepath.Join(root, folder))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// draw returns the numbers of the mutants to try, in order.
func (o options) draw(mutants []mutant) (numbers []int, err error) {
	if o.from < 0 || o.count < 0 {
		return nil, fmt.Errorf("-from is %d and -n %d: neither may be below 0", o.from, o.count)
	}
	if o.only == "" {
		numbers = rand.New(rand.NewPCG(o.seed, 0)).Perm(len(mutants))
		return numbers[min(o.from, len(numbers)):], nil
	}
	for word := range strings.SplitSeq(o.only, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || n < 0 || n >= len(mutants) {
			return nil, fmt.Errorf("-only: %q is no number of a mutant, want 0 to %d", word, len(mutants)-1)
		}
		numbers = append(numbers, n)
	}
	return numbers, nil
}

// verdict is the result of a mutant.
type verdict string

const (
	killed         verdict = "killed"
	survives       verdict = "SURVIVES"
	tooLong        verdict = "too long"
	doesNotCompile verdict = ""
)

// patience is how many times longer than the tests a mutant may take.
const patience = 8

// mostMemory is the memory that a mutant may allocate, in KiB of addresses.
const mostMemory = 4 << 20

// longest is how long tests may take on the busiest machine.
const longest = 10 * time.Minute

// bench tries mutants.
type bench struct {
	root, folder, dir string
	log               *verdicts
	limit             time.Duration // of processor time, which a busy machine does not lengthen
}

// measure runs the tests of the package as it is. They have to pass.
func (b *bench) measure() error {
	b.limit = longest
	built, output, err := b.build("")
	switch {
	case err != nil:
		return fmt.Errorf("building %s: %w\n%s", b.folder, err, output)
	case !built:
		return fmt.Errorf("%s does not build; mend it first\n%s", b.folder, output)
	}
	v, took, output := b.test()
	if v != survives {
		return fmt.Errorf("the tests of %s fail without a mutant; mend them first\n%s", b.folder, output)
	}
	b.limit = max(patience*took, 10*time.Second).Truncate(time.Second)
	return nil
}

// judge returns the verdict on a mutant from an earlier run, or tries it and prints the new one.
func (b *bench) judge(n int, m mutant) (verdict, error) {
	if v, ok := b.log.of(n, m); ok {
		return v, nil
	}
	start := time.Now()
	v, err := b.try(m)
	if err != nil {
		return "", err
	}
	if v != doesNotCompile {
		fmt.Printf("%5d %-8s %5.1fs  %s\n", n, v, time.Since(start).Seconds(), m)
	}
	return v, b.log.add(n, m, v)
}

// try builds a mutant and runs the tests.
func (b *bench) try(m mutant) (verdict, error) {
	source, err := m.apply()
	if err != nil {
		return "", err
	}
	changed, list := filepath.Join(b.dir, "mutant.go"), filepath.Join(b.dir, "overlay.json")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {m.file: changed}})
	if err == nil {
		err = errors.Join(os.WriteFile(changed, source, 0o600), os.WriteFile(list, overlay, 0o600))
	}
	if err != nil {
		return "", err
	}
	if built, _, err := b.build(list); err != nil || !built {
		return doesNotCompile, err
	}
	v, _, _ := b.test()
	return v, nil
}

// build builds the tests of the package. It reports whether they compile.
func (b *bench) build(overlay string) (built bool, output []byte, err error) {
	args := []string{"test", "-c", "-vet=off", "-ldflags=-s -w", "-o", filepath.Join(b.dir, "tests"), "./" + b.folder}
	if overlay != "" {
		args = slices.Insert(args, 2, "-overlay", overlay)
	}
	c := exec.Command("go", args...)
	c.Dir = b.root
	output, err = c.CombinedOutput()
	if failed := (*exec.ExitError)(nil); errors.As(err, &failed) {
		return false, output, nil
	}
	return err == nil, output, err
}

// test runs the tests that were built last. It returns the processor time that they took.
func (b *bench) test() (v verdict, took time.Duration, output []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), longest)
	defer cancel()
	c := exec.CommandContext(ctx, "sh", "-c", fmt.Sprintf("ulimit -v %d && ulimit -t %d && exec %s -test.short -test.failfast -test.timeout 0",
		mostMemory, int(b.limit.Seconds()), filepath.Join(b.dir, "tests")))
	c.Dir = filepath.Join(b.root, b.folder)
	var text bytes.Buffer
	c.Stdout, c.Stderr, c.WaitDelay = &text, &text, time.Second
	err := c.Run()
	took = c.ProcessState.UserTime() + c.ProcessState.SystemTime()
	switch {
	case err == nil:
		return survives, took, text.Bytes()
	case took > b.limit-time.Second || ctx.Err() != nil:
		return tooLong, took, text.Bytes()
	}
	return killed, took, text.Bytes()
}
