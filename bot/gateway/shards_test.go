package gateway

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

// Discord may recommend more shards than the bot runs. That refuses no session.
func TestARecommendationThatIsNotUsedRefusesNothing(t *testing.T) {
	for _, recommended := range []int{1008, 300_000} {
		synctest.Test(t, func(t *testing.T) {
			f := newFake(t)
			f.bot = func(w http.ResponseWriter, _ *http.Request) { f.describe(w, recommended, 1000, 16) }
			cfg := f.config()
			cfg.ShardID, cfg.ShardCount = 1, 2
			start(t, cfg).press(t, recovery)
		})
	}
}

// A large bot gets as many shards as Discord recommends. A number that cannot be ends the program with the name of the setting
// that replaces it.
func TestARecommendationIsUsedAsFarAsItCanBe(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFake(t)
		recommended := 1008
		f.bot = func(w http.ResponseWriter, _ *http.Request) { f.describe(w, recommended, 1000, 16) }
		if n, err := Recommended(t.Context(), f.config()); n != recommended || err != nil {
			t.Errorf("recommended are %d, %v; want %d", n, err, recommended)
		}
		recommended = MostShards + 1
		_, first := Recommended(t.Context(), f.config())
		for _, err := range []error{first, Run(t.Context(), f.config())} {
			if refused, ok := errors.AsType[*FatalError](err); !ok || !strings.Contains(refused.Error(), "set SHARDS") {
				t.Errorf("%d shards give %v, want a FatalError that names SHARDS", recommended, err)
			}
		}
	})
}

// TestAnAddressWithoutDiscordIsNamed has a server that knows no path behind the address of the API.
func TestAnAddressWithoutDiscordIsNamed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		cfg, log := newFake(t).config(), new(safeLog)
		cfg.HTTP, cfg.Log = &http.Client{Transport: http.NewFileTransportFS(fstest.MapFS{})}, slog.New(slog.NewTextHandler(log, nil))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := Recommended(ctx, cfg); err == nil || !strings.Contains(log.String(), "no Discord answers at DISCORD_API_URL: set it to the address without /api") {
			t.Errorf("%v; the log says:\n%s", err, log)
		}
	})
}
