package redis_test

import (
	"os"
	"testing"

	"cardroom/internal/parallel"
)

// TestMain runs many tests at a time: they wait for their Redis, and for leases to run out.
func TestMain(m *testing.M) { os.Exit(parallel.Run(m, 8)) }
