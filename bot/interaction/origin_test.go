package interaction

import (
	"bytes"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"cardroom/bot/rest"
)

// An interaction and its origin print as the id of the interaction, whatever the verb, and in logs.
func TestAnInteractionPrintsWithoutItsToken(t *testing.T) {
	in := &Interaction{Origin: &Origin{Ref: rest.Ref{ID: "77", Token: "a secret", Application: "42"}}}
	var log bytes.Buffer
	slog.New(slog.NewTextHandler(&log, nil)).Info("press", "in", in, "origin", in.Origin)
	slog.New(slog.NewJSONHandler(&log, nil)).Info("press", "in", in, "origin", in.Origin)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q"} {
		fmt.Fprintf(&log, verb+" "+verb+"\n", in, in.Origin)
	}
	if text := log.String(); strings.Contains(text, "secret") || strings.Count(text, "interaction 77") != 2*7 {
		t.Errorf("printed:\n%s", text)
	}
}
