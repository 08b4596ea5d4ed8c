package main

import (
	"context"
	"errors"
	"fmt"

	"cardroom/engine/phh"
)

// replay runs cardroom replay: it plays the hands of files through the engine and prints the stacks at their end. It stops
// at the first difference.
func replay(_ context.Context, term terminal, files []string) int {
	for _, file := range files {
		hands, decisions, reshuffled := 0, 0, 0
		for h, err := range phh.Read(file) {
			if err != nil {
				return term.exitUsageError(errors.New(oneLine(err.Error())))
			}
			switch {
			case h.Actions == nil: // not a hand
				continue
			case h.Reshuffled():
				reshuffled++
				continue
			}
			hands++
			name := h.Name()
			if name == "" {
				name = fmt.Sprint("hand ", hands)
			}
			result, err := h.Replay()
			if err != nil {
				return term.exitFailure(errors.New(oneLine(fmt.Sprintf("%s: %s: %v", file, name, err))))
			}
			decisions += result.Decisions
			fmt.Fprintln(term.out, oneLine(name), result.Stacks)
		}
		if hands+reshuffled == 0 {
			return term.exitUsageError(fmt.Errorf("%s: there is no hand in this file; cardroom verify checks a receipt of a shuffle", oneLine(file)))
		}
		fmt.Fprintf(term.out, "%s: %d hands, %d decisions", oneLine(file), hands, decisions)
		if reshuffled > 0 {
			fmt.Fprintf(term.out, "; %d hands with reshuffled cards left out", reshuffled)
		}
		fmt.Fprintln(term.out)
	}
	return exitStopped
}
