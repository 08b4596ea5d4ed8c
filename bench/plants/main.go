// Command plants breaks the program on purpose, in one way after the other, and checks that the tests notice. The files
// *.patch have the faults: ways in which chips, cards and commits could go wrong.
//
//	go run ./bench/plants               # all, in some minutes
//	go run ./bench/plants lost-chip     # one
//
// A patch begins with a sentence about the fault. "below:" is the folder of the code, "finds:" a test that has to fail and words of
// its failure. Where the name of the test exists twice, its folder comes first: "finds: ./bot TestName words". After each @@ comes a hunk. Its lines with a space or a minus are in exactly one file below that folder. Those
// with a plus replace those with a minus. A hunk has no line numbers and no file names, so that code may move. A hunk that
// fits nowhere is a failure too.
//
// The working tree is not touched: the go command reads the broken files in an overlay.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	root := flag.String("root", ".", "folder of the module")
	limit := flag.Duration("limit", 5*time.Minute, "of one test, its build included")
	flag.Parse()
	abs, err := filepath.Abs(*root)
	if err == nil {
		err = run(abs, filepath.Join(abs, "bench", "plants"), *limit, flag.Args())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run plants the faults of a folder, or those that are named, and prints a line for each test. Its error counts those that
// noticed nothing.
func run(root, patches string, limit time.Duration, names []string) error {
	files, err := filepath.Glob(filepath.Join(patches, "*.patch"))
	if err != nil {
		return err
	}
	survived, tried := 0, 0
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".patch")
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		tried++
		for _, r := range plant(root, file, limit) {
			fmt.Printf("%-14s %-50s %7.1fs  %s\n", name, r.test, r.took.Seconds(), r.verdict())
			if r.err != nil {
				survived++
			}
		}
	}
	switch {
	case tried == 0 || len(names) > tried:
		return fmt.Errorf("%d patches of %v in %s", tried, names, patches)
	case survived > 0:
		return fmt.Errorf("%d tests did not find what was planted", survived)
	}
	return nil
}

// result is the result of one test for a fault. An error says that the test did not find it.
type result struct {
	test string
	took time.Duration
	err  error
}

func (r result) verdict() string {
	if r.err != nil {
		return "SURVIVED: " + r.err.Error()
	}
	return "found"
}

// plant plants the fault of a patch and runs its tests.
func plant(root, file string, limit time.Duration) (all []result) {
	p, err := readPatch(file)
	if err != nil {
		return []result{{"", 0, err}}
	}
	dir, err := os.MkdirTemp("", "plant")
	if err != nil {
		return []result{{"", 0, err}}
	}
	defer os.RemoveAll(dir)
	overlay, err := p.overlay(root, dir)
	if err != nil {
		return []result{{"", 0, err}}
	}
	for _, f := range p.finders {
		began := time.Now()
		err := f.finds(root, overlay, limit)
		all = append(all, result{f.test, time.Since(began), err})
	}
	return all
}

// patch is a fault.
type patch struct {
	below   string
	finders []finder
	hunks   []hunk
}

// hunk replaces some lines by others.
type hunk struct{ was, is string }

// finder is a test that has to fail, and words of its output.
type finder struct{ folder, test, words string } // the folder is "" where the name of the test says it

func readPatch(file string) (p patch, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return p, err
	}
	for line := range strings.Lines(string(text)) {
		last := len(p.hunks) - 1
		switch kind, rest := line[:1], line[1:]; {
		case strings.HasPrefix(line, "@@"):
			p.hunks = append(p.hunks, hunk{})
		case last < 0:
			p.readHead(strings.TrimSpace(line))
		case kind == " ":
			p.hunks[last].was += rest
			p.hunks[last].is += rest
		case kind == "-":
			p.hunks[last].was += rest
		case kind == "+":
			p.hunks[last].is += rest
		default:
			return p, fmt.Errorf("%s: a line of a hunk begins with %q", file, kind)
		}
	}
	if p.below == "" || len(p.finders) == 0 || len(p.hunks) == 0 {
		return p, fmt.Errorf("%s lacks below:, finds: or a hunk", file)
	}
	return p, nil
}

func (p *patch) readHead(line string) {
	if below, ok := strings.CutPrefix(line, "below: "); ok {
		p.below = below
	}
	if finds, ok := strings.CutPrefix(line, "finds: "); ok {
		var f finder
		if strings.HasPrefix(finds, "./") {
			f.folder, finds, _ = strings.Cut(finds, " ")
		}
		f.test, f.words, _ = strings.Cut(finds, " ")
		p.finders = append(p.finders, f)
	}
}

// overlay writes the broken files into dir, and the list by which the go command reads them instead. It returns the path of that list.
func (p *patch) overlay(root, dir string) (string, error) {
	broken := map[string]string{}
	for _, h := range p.hunks {
		file, text, err := find(filepath.Join(root, filepath.FromSlash(p.below)), h.was, broken)
		if err != nil {
			return "", err
		}
		broken[file] = strings.Replace(text, h.was, h.is, 1)
	}
	replace := map[string]string{}
	for file, text := range broken {
		to := filepath.Join(dir, fmt.Sprintf("%d.go", len(replace)))
		if err := os.WriteFile(to, []byte(text), 0o600); err != nil {
			return "", err
		}
		replace[file] = to
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	to := filepath.Join(dir, "overlay.json")
	return to, os.WriteFile(to, list, 0o600)
}

// find returns the one file below a folder that has the lines, and its text. Those that are broken already are read as they
// are by now.
func find(folder, lines string, broken map[string]string) (file, text string, err error) {
	places := 0
	err = filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return err
		}
		now, ok := broken[name]
		if !ok {
			data, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			now = string(data)
		}
		if n := strings.Count(now, lines); n > 0 {
			places += n
			file, text = name, now
		}
		return nil
	})
	if err == nil && places != 1 {
		err = fmt.Errorf("%d places below %s have these lines, want 1:\n%s", places, folder, lines)
	}
	return file, text, err
}

// finds runs the test on the broken program. It returns an error unless the test fails with its words.
func (f finder) finds(root, overlay string, limit time.Duration) error {
	folder, err := f.in(root)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), limit+30*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "go", "test", "-count=1", "-timeout="+limit.String(), "-overlay="+overlay, "-run=^"+f.test+"$", folder)
	cmd.Dir = root
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	err = cmd.Run()
	said := out.String()
	switch {
	case err == nil:
		return errors.New("the test passes")
	case !strings.Contains(said, "--- FAIL: "+f.test):
		return fmt.Errorf("the test did not run to a failure:\n%s", last(said, 2000))
	case !strings.Contains(said, f.words):
		return fmt.Errorf("the test fails without the words %q:\n%s", f.words, last(said, 2000))
	}
	return nil
}

func last(text string, n int) string { return text[max(0, len(text)-n):] }

// in returns the folder of the test, as go test takes it.
func (f finder) in(root string) (string, error) {
	var folders []string
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_test.go") {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil || !bytes.Contains(data, []byte("\nfunc "+f.test+"(")) {
			return err
		}
		rel, err := filepath.Rel(root, filepath.Dir(name))
		folders = append(folders, "./"+filepath.ToSlash(rel))
		return err
	})
	switch {
	case err != nil:
		return "", err
	case f.folder != "" && !slices.Contains(folders, f.folder), len(folders) == 0:
		return "", fmt.Errorf("there is no test %s", strings.TrimSpace(f.folder+" "+f.test))
	case f.folder != "":
		return f.folder, nil
	case len(folders) > 1:
		return "", fmt.Errorf("the test %s is in each of %s: name one of them before it", f.test, strings.Join(folders, ", "))
	}
	return folders[0], nil
}
