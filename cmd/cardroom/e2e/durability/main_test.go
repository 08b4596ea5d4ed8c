package durability_test

import (
	"os"
	"testing"

	"cardroom/cmd/cardroom/e2e/program"
)

func TestMain(m *testing.M) { os.Exit(program.Main(m, 20)) }
