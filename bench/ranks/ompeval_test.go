package ranks

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/engine/rank"
)

// ompeval is a running program of ompeval/ompeval.cpp: the C++ library OMPEval ranks the same hands.
type ompeval struct {
	in  io.Writer
	out *bufio.Reader
}

// startOMPEval compiles OMPEval from the folder that the variable OMPEVAL names, and starts it. It skips the test where the variable
// is not set.
func startOMPEval(t *testing.T) *ompeval {
	t.Helper()
	source := os.Getenv("OMPEVAL")
	if source == "" {
		t.Skip("OMPEVAL names no folder with the source of OMPEval: see README.md")
	}
	program := filepath.Join(t.TempDir(), "ompeval")
	build := exec.Command("g++", "-O3", "-march=native", "-std=c++11", "-I", source, "-o", program,
		"ompeval/ompeval.cpp", filepath.Join(source, "omp", "HandEvaluator.cpp"))
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	run := exec.Command(program)
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := run.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = run.Wait()
	})
	for _, seven := range random(func(c card.Card) byte { return byte(c - 1) }).seven {
		if _, err := in.Write(seven[:]); err != nil {
			t.Fatal(err)
		}
	}
	return &ompeval{in, bufio.NewReader(out)}
}

// ask sends a letter and returns the answer.
func (o *ompeval) ask(t *testing.T, what string) string {
	t.Helper()
	if _, err := io.WriteString(o.in, what); err != nil {
		t.Fatal(err)
	}
	line, err := o.out.ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(line, "\n")
}

// took returns how long OMPEval needs for the task of the letter.
func (o *ompeval) took(t *testing.T, what string) time.Duration {
	t.Helper()
	var ns time.Duration
	var sum uint64
	if _, err := fmt.Sscan(o.ask(t, what), &ns, &sum); err != nil {
		t.Fatal(err)
	}
	return ns
}

func TestOMPEvalRanksAlike(t *testing.T) {
	var order strings.Builder
	for i, seven := range ours.seven[1:] {
		a, b := rank.Of(ours.seven[i][:]), rank.Of(seven[:])
		switch {
		case b < a:
			order.WriteByte('<')
		case b > a:
			order.WriteByte('>')
		default:
			order.WriteByte('=')
		}
	}
	if got := startOMPEval(t).ask(t, "o"); got != order.String() {
		t.Error("OMPEval orders the hands in another way")
	}
}

// TestBesideOMPEval measures ours and OMPEval in turn. Boards are compared with the fastest way for OMPEval.
func TestBesideOMPEval(t *testing.T) {
	o := startOMPEval(t)
	for _, c := range []struct {
		what, letters string
		most          float64 // of OMPEval's time that ours should take; zero where that was never said
		times         int
		run           func() int
	}{
		{"seven random cards", "s", 1.2, len(ours.seven), ourSevens},
		{"five random cards", "f", 0, len(ours.five), ourFives},
		{"all boards of A♥ K♥", "bpqr", 1, 2_118_760, ourBoards},
	} {
		took := make([][]time.Duration, 1+len(c.letters)) // ours first
		for range 5 * rounds {
			took[0] = append(took[0], measure(4*time.Millisecond, c.run))
			for i, letter := range c.letters {
				took[i+1] = append(took[i+1], o.took(t, string(letter)))
			}
		}
		for i, letter := range c.letters {
			own, theirs := took[0], took[i+1]
			t.Logf("%s (%c): cardroom %.2f ns, OMPEval %.2f ns, medians: %.2f×; least %.2f and %.2f ns: %.2f×; wanted %v", c.what, letter,
				each(median(own), c.times), each(median(theirs), c.times), float64(median(own))/float64(median(theirs)),
				each(slices.Min(own), c.times), each(slices.Min(theirs), c.times), float64(slices.Min(own))/float64(slices.Min(theirs)), c.most)
		}
	}
}

// each returns the nanoseconds of one of so many.
func each(d time.Duration, times int) float64 { return float64(d) / float64(times) }
