package rendertest

import (
	"testing"

	"cardroom/render/locale"
)

// EachLanguage tries something in every language there is.
func EachLanguage(t *testing.T, try func(t *testing.T, l *locale.Lang)) {
	t.Helper()
	for _, l := range locale.Languages() {
		t.Run(l.Locale, func(t *testing.T) { try(t, l) })
	}
}
