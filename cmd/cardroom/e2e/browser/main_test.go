package browser_test

import (
	"os"
	"testing"

	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/cmd/cardroom/e2e/program"
)

func TestMain(m *testing.M) {
	code := program.Main(m, 8)
	chrome.Close()
	os.Exit(code)
}
