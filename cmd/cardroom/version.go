package main

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
)

// printVersion is cardroom version.
func printVersion(_ context.Context, term terminal, _ []string) int {
	fmt.Fprintln(term.out, version())
	return exitStopped
}

// version returns the module's version, Go's, and the commit it was built from.
func version() string {
	v, commit := "devel", "unknown commit"
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" && info.Main.Version != "(devel)" {
			v = info.Main.Version
		}
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				commit = "commit " + s.Value
			}
		}
	}
	return fmt.Sprintf("cardroom %s, %s, %s", v, runtime.Version(), commit)
}
