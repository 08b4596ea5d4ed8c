//go:build !unix

package enginetest

import (
	"testing"
	"time"
)

var began = time.Now()

// CPUTime returns the time since the process began: this system does not tell how much of it a processor worked.
func CPUTime(testing.TB) time.Duration { return time.Since(began) }
