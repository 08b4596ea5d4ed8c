package browser_test

import (
	"os"
	"testing"

	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/cmd/cardroom/e2e/program"
)

func TestMain(m *testing.M) {
	code := program.Main(m, 4)
	chrome.Close()
	os.Exit(code)
}
