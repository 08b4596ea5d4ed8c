package main

import (
	"fmt"
	"io"
	"os"

	"cardroom/engine/fair"
)

// grades is what a grade means, in the words of somebody who plays.
var grades = map[fair.Grade]string{
	fair.GradeA: "a beacon that nobody at the table controls had a say in the cards",
	fair.GradeB: "players had a say in the cards, and so had a message that did not exist when they were sealed",
	fair.GradeC: "a message that did not exist when the cards were sealed had a say in them",
	fair.GradeD: "the cards did not change after they were sealed, and no more than that",
}

// verify checks the shuffle proof of a hand, and a player's own cards with it, and says what it proves and what not.
func verify(files []string, stdout, stderr io.Writer) int {
	text, err := os.ReadFile(files[0])
	if err != nil {
		return refuse(stderr, err)
	}
	receipt, err := fair.ReadReceipt(text)
	if err != nil {
		return refuse(stderr, fmt.Errorf("%s: %w", files[0], err))
	}
	var own []*fair.Own
	for _, file := range files[1:] {
		text, err := os.ReadFile(file)
		if err != nil {
			return refuse(stderr, err)
		}
		o, err := fair.ReadOwn(text)
		if err != nil {
			return refuse(stderr, fmt.Errorf("%s: %w", file, err))
		}
		own = append(own, o)
	}
	report := fair.Verify(receipt, own...)
	if !report.OK() {
		fmt.Fprintf(stdout, "Hand %d of table %d: the proof does not fit.\n", receipt.Hand, receipt.Table)
		tell(stdout, "Does not fit", report.Faults)
		tell(stdout, "Fits", report.Proven)
		return exitFailed
	}
	fmt.Fprintf(stdout, "Hand %d of table %d: the proof fits. Grade %s: %s.\n", receipt.Hand, receipt.Table, report.Grade, grades[report.Grade])
	tell(stdout, "Proven", report.Proven)
	tell(stdout, "Not proven", report.Limits)
	return exitStopped
}

func tell(w io.Writer, title string, findings []fair.Finding) {
	if len(findings) > 0 {
		fmt.Fprintf(w, "\n%s\n", title)
	}
	for _, f := range findings {
		fmt.Fprintln(w, "-", f.Text)
	}
}
