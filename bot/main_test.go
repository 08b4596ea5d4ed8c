package bot_test

import (
	"flag"
	"os"
	"runtime/debug"
	"testing"
)

// TestMain collects garbage less often than usual: the tests' live data is small, and they leave much behind. Benchmarks
// measure with the collector as it is, and GOGC overrides it.
func TestMain(m *testing.M) {
	flag.Parse()
	if os.Getenv("GOGC") == "" && flag.Lookup("test.bench").Value.String() == "" {
		debug.SetGCPercent(400)
	}
	os.Exit(m.Run())
}
