package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

	"cardroom/bot/beacon"
	"cardroom/engine/fair"
)

// grades describes each grade for a player.
var grades = map[fair.Grade]string{
	fair.GradeA: "a beacon that nobody at the table controls had a say in the cards",
	fair.GradeB: "players had a say in the cards, and so had a message that did not exist when they were sealed",
	fair.GradeC: "a message that did not exist when the cards were sealed had a say in them",
	fair.GradeD: "the cards did not change after they were sealed, and no more than that",
}

// defineVerify defines cardroom verify. Its flag may stand behind the files, too.
func defineVerify(flags *flag.FlagSet) runner {
	chain := flags.String("chain", "", "a file that describes a beacon beside quicknet")
	return func(_ context.Context, term terminal, args []string) int {
		var files []string
		for len(args) > 0 {
			files = append(files, args[0])
			if err := flags.Parse(args[1:]); err != nil {
				return exitUsage
			}
			args = flags.Args()
		}
		if len(files) < 1 || len(files) > 2 {
			return term.showUsage()
		}
		v, err := newVerifier(*chain)
		if err != nil {
			return term.exitUsageError(err)
		}
		return verify(term, v, files)
	}
}

// newVerifier returns a verifier that knows quicknet, and the beacon of a file.
func newVerifier(file string) (fair.Verifier, error) {
	if file == "" {
		return beacon.NewVerifier(), nil
	}
	c, err := beacon.ReadChain(file)
	if err != nil {
		return fair.Verifier{}, errors.New(oneLine("--chain " + err.Error()))
	}
	return beacon.NewVerifier(c), nil
}

// verify checks the shuffle proof of a hand, and a player's own cards with it. It prints what the proof shows and what it
// does not.
func verify(term terminal, v fair.Verifier, files []string) int {
	receipt, err := readProof(files[0], fair.ReadProof)
	if err != nil {
		return term.exitUsageError(err)
	}
	var own []*fair.OwnProof
	for _, file := range files[1:] {
		o, err := readProof(file, fair.ReadOwn)
		if err != nil {
			return term.exitUsageError(err)
		}
		own = append(own, o)
	}
	report, hand := v.Verify(receipt, own...), receipt.Facts()
	if !report.OK() {
		fmt.Fprintf(term.out, "Hand %d of table %d: the proof does not fit.\n", hand.Hand, hand.Table)
		printFindings(term.out, "Does not fit", report.Faults)
		printFindings(term.out, "Fits", report.Proven)
		return exitFailed
	}
	fmt.Fprintf(term.out, "Hand %d of table %d: the proof fits. Grade %s: %s.\n", hand.Hand, hand.Table, report.Grade, grades[report.Grade])
	printFindings(term.out, "Proven", report.Proven)
	printFindings(term.out, "Not proven", report.Limits)
	return exitStopped
}

// mostProof limits how much of a file is read. Package fair refuses a proof above a smaller limit of its own.
const mostProof = 1 << 20

// readProof reads a file from an untrusted source.
func readProof[T any](name string, read func([]byte) (T, error)) (proof T, err error) {
	f, err := os.Open(name)
	if err != nil {
		return proof, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostProof))
	if err != nil {
		return proof, err
	}
	if proof, err = read(text); err != nil {
		return proof, errors.New(oneLine(name + ": " + err.Error()))
	}
	return proof, nil
}

// printable returns a text without terminal commands and without changes of writing direction.
func printable(text string) string {
	var b strings.Builder
	for _, r := range text {
		if unicode.Is(unicode.C, r) && r != '\n' {
			fmt.Fprintf(&b, "\\u%04x", r)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

// oneLine returns a text that contains part of a file, on one line and printable.
func oneLine(text string) string { return printable(strings.ReplaceAll(text, "\n", `\n`)) }

func printFindings(w io.Writer, title string, findings []fair.Finding) {
	if len(findings) > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
	}
	for _, f := range findings {
		fmt.Fprintln(w, "-", oneLine(f.Text))
	}
}
