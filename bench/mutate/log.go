package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// verdicts remembers the verdicts on the mutants of earlier runs, in a file of a line each. Without a file it remembers nothing.
type verdicts struct {
	file  *os.File
	known map[string]verdict
}

// openVerdicts reads the file, and makes it where there is none.
func openVerdicts(name string) (*verdicts, error) {
	l := &verdicts{known: map[string]verdict{}}
	if name == "" {
		return l, nil
	}
	text, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return nil, err
	}
	for line := range strings.Lines(string(text)) {
		if v, mutant, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t"); ok && strings.HasSuffix(line, "\n") {
			l.known[mutant] = verdict(v)
		}
	}
	l.file, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	return l, err
}

// key names a mutant. Two on one line may look the same, so their number is a part of it.
func key(n int, m mutant) string { return strconv.Itoa(n) + "\t" + m.String() }

// of returns the verdict of an earlier run, unless the mutant survived then: a new test may kill it.
func (l *verdicts) of(n int, m mutant) (v verdict, ok bool) {
	v, ok = l.known[key(n, m)]
	return v, ok && v != survives
}

// add remembers a verdict.
func (l *verdicts) add(n int, m mutant, v verdict) error {
	if l.file == nil {
		return nil
	}
	_, err := fmt.Fprintf(l.file, "%s\t%s\n", v, key(n, m))
	return err
}

// close closes the file.
func (l *verdicts) close() error {
	if l.file == nil {
		return nil
	}
	return l.file.Close()
}
