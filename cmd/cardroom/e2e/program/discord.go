package program

import (
	"context"
	"io"
	"net/http"
	"path/filepath"
	"testing"
	"time"

	"cardroom/bot/discordtest"
)

// ListenDiscord starts a Discord on the loopback interface. It ends with the test.
func ListenDiscord(t *testing.T, o discordtest.Options) *discordtest.Server {
	t.Helper()
	srv := discordtest.New(o)
	t.Cleanup(func() { srv.Close() })
	if _, err := srv.Listen("127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	return srv
}

// Environ returns the environment of a bot that connects to srv and has its store in dir. The variables in more take
// precedence.
func Environ(srv *discordtest.Server, dir string, more ...string) []string {
	return append([]string{
		"DISCORD_API_URL=" + srv.URL(), "DISCORD_TOKEN=" + srv.Token(),
		"STORE_URL=file:" + filepath.Join(dir, "cardroom.db"), "LOG_LEVEL=debug",
	}, more...)
}

// startTime is how long a bot may take to come online: a hundred times the usual time.
const startTime = 30 * time.Second

// WaitOnline waits until the bot is connected to srv.
func WaitOnline(t *testing.T, srv *discordtest.Server, p *Process) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	if err := srv.WaitOnline(ctx); err != nil {
		p.Kill()
		t.Fatalf("the bot did not come online: %v\n%s", err, p.Output)
	}
}

// Get requests a page from a web server.
func Get(t *testing.T, url string) (status int, body string) {
	t.Helper()
	resp, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(text)
}
