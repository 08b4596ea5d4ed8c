package main

import (
	"fmt"
	"io"

	"cardroom/engine/phh"
)

// replay plays the hands of files through the engine and prints the stacks at their end. It stops at the first
// disagreement.
func replay(files []string, stdout, stderr io.Writer) int {
	for _, file := range files {
		hands, decisions, reshuffled := 0, 0, 0
		for h, err := range phh.Read(file) {
			if err != nil {
				return refuse(stderr, err)
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
				fmt.Fprintf(stderr, "cardroom: %s: %s: %v\n", file, name, err)
				return exitFailed
			}
			decisions += result.Decisions
			fmt.Fprintln(stdout, name, result.Stacks)
		}
		fmt.Fprintf(stdout, "%s: %d hands, %d decisions", file, hands, decisions)
		if reshuffled > 0 {
			fmt.Fprintf(stdout, "; %d hands with reshuffled cards left out", reshuffled)
		}
		fmt.Fprintln(stdout)
	}
	return exitStopped
}
