package main

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// printVersion runs cardroom version.
func printVersion(_ context.Context, term terminal, _ []string) int {
	fmt.Fprintln(term.out, version())
	return exitStopped
}

// release is the version set by the linker (-X main.release=…), for builds without the repository.
var release string

// version returns the program's version, Go's, and its commit.
func version() string {
	v, commit := release, "unknown commit"
	if info, ok := debug.ReadBuildInfo(); ok {
		if v == "" && info.Main.Version != "(devel)" {
			v = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = "commit " + s.Value
			}
		}
	}
	return fmt.Sprintf("cardroom %s, %s, %s", cmp.Or(v, "devel"), runtime.Version(), commit)
}
