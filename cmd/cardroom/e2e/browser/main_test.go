package browser_test

import (
	"os"
	"testing"

	"cardroom/cmd/cardroom/e2e/chrome"
	"cardroom/cmd/cardroom/e2e/program"
)

func TestMain(m *testing.M) {
	code := program.Main(m, 12)
	chrome.Close()
	os.Exit(code)
}
