package docs

import (
	"os/exec"
	"testing"
)

// python returns the path of a Python 3, and skips the test where there is none.
func python(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is missing: the verifier in docs/fair is not checked here")
	}
	return path
}

// The verifier in Python reproduces every test vector of the shuffle and judges their receipts.
func TestTheVectorsOfTheShuffle(t *testing.T) {
	if out, err := exec.CommandContext(t.Context(), python(t), "fair/test_verify.py").CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
