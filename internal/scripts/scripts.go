// Package scripts plays the scripts of tests: files of commands, and below each command its results. Only tests and
// packages for tests import it.
//
//	# A line in the first column is a command, unless it begins with #.
//	wait 45s
//	  the indented lines below it are its results
//
// With -update a test writes the indented lines. Read the difference before you commit it.
package scripts

import (
	"bytes"
	"fmt"
	"iter"
	"math/bits"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"cardroom/engine/card"
	"cardroom/internal/golden"
)

// Say adds a line to the results of a command.
type Say func(format string, args ...any)

// Play plays the scripts of testdata whose names match a pattern, each as a test of its own. begin returns the function that
// carries out a command, given as words.
func Play(t *testing.T, pattern string, begin func(t *testing.T, say Say) func(words []string)) {
	t.Helper()
	files, err := filepath.Glob(golden.File(pattern))
	if err != nil || len(files) == 0 {
		t.Fatalf("there are no scripts %s: %v", pattern, err)
	}
	for _, file := range files {
		name, _ := filepath.Rel(golden.File(""), file)
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			do := begin(t, func(format string, args ...any) { fmt.Fprintf(&out, "  "+format+"\n", args...) })
			for line, words := range Commands(string(text)) {
				if fmt.Fprintln(&out, line); len(words) > 0 {
					do(words)
				}
			}
			golden.Equal(t, filepath.ToSlash(name), out.Bytes())
		})
	}
}

// Commands goes through the lines in the first column, with the words of each. A comment and an empty line have none.
func Commands(text string) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for line := range strings.Lines(text) {
			line = strings.TrimRight(line, "\n")
			words := strings.Fields(line)
			if strings.HasPrefix(line, "#") {
				words = nil
			}
			if !strings.HasPrefix(line, "  ") && !yield(line, words) {
				return
			}
		}
	}
}

// Duration reads a duration.
func Duration(tb testing.TB, word string) time.Duration {
	tb.Helper()
	d, err := time.ParseDuration(word)
	if err != nil {
		tb.Fatal(err)
	}
	return d
}

// JSON returns the document of words like runIt=2 and pause=8s. A duration is a number of nanoseconds.
func JSON(words []string) []byte {
	var fields []string
	for _, word := range words {
		name, value, _ := strings.Cut(word, "=")
		if d, err := time.ParseDuration(value); err == nil && value != "0" {
			value = strconv.FormatInt(int64(d), 10)
		}
		fields = append(fields, fmt.Sprintf("%q:%s", name, value))
	}
	return []byte("{" + strings.Join(fields, ",") + "}")
}

// Bits returns a set that has a bit for each place named, from 1. Other words make it meaningless.
func Bits(places []string) (set uint8) {
	for _, place := range places {
		n, _ := strconv.Atoi(place)
		set |= bits.RotateLeft8(1, n-1)
	}
	return set
}

// Deck returns a deck that begins with the cards named. The others follow in order.
func Deck(tb testing.TB, names []string) (d card.Deck) {
	tb.Helper()
	taken, n := map[card.Card]bool{}, 0
	for _, name := range names {
		c, err := card.Parse(name)
		if err != nil || taken[c] {
			tb.Fatalf("%q is not a card, or is there twice: %v", name, err)
		}
		d[n], taken[c] = c, true
		n++
	}
	for _, c := range card.Ordered() {
		if !taken[c] {
			d[n] = c
			n++
		}
	}
	return d
}
