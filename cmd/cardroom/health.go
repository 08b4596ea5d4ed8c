package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"cardroom/bot"
	"cardroom/store"
)

// checkAddress returns an error for a value of HTTP_ADDR that is no address. The host may be missing, and so may the value.
func checkAddress(addr string) error {
	if addr == "" {
		return nil
	}
	_, port, err := net.SplitHostPort(addr)
	if n, wrong := strconv.ParseUint(port, 10, 16); err != nil || wrong != nil || n == 0 {
		return fmt.Errorf("HTTP_ADDR is %q: set it to an address with a port, such as 127.0.0.1:9090", addr)
	}
	return nil
}

// listenHealth opens HTTP_ADDR before any other work. It returns nil if HTTP_ADDR is not set.
func listenHealth(addr string) (net.Listener, error) {
	if addr == "" {
		return nil, nil
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, refuseAddress(addr, err)
	}
	return l, nil
}

// windowsInUse is the error of Windows for a port in use, where [syscall.EADDRINUSE] is a number of Go's own.
const windowsInUse = syscall.Errno(10048)

// refuseAddress returns the error of an address at which the program cannot listen.
func refuseAddress(addr string, err error) error {
	remedy := "set it to a free address, such as 127.0.0.1:9090"
	if errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, windowsInUse) {
		remedy = "is the bot running already? If not, " + remedy
	}
	return fmt.Errorf("HTTP_ADDR %s cannot be used: %v; %s", addr, err, remedy)
}

// health answers /readyz and /metrics for the running bots of this process.
type health struct {
	process atomic.Pointer[bot.Process]

	mu    sync.Mutex
	bots  map[*bot.Bot]bool
	share time.Time // when this process last saw that it plays all shards that it should; zero outside a fleet
	stale error     // why it takes no shards; nil: it does
}

// add adds a running bot, and returns a function that removes it.
func (h *health) add(b *bot.Bot) (remove func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.bots == nil {
		h.bots = map[*bot.Bot]bool{}
	}
	h.bots[b] = true
	return func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		delete(h.bots, b)
	}
}

// fleetSeen notes that this process plays all shards that it should, or why it takes none.
func (h *health) fleetSeen(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.stale = err
	if err == nil {
		h.share = time.Now()
	}
}

// serve answers /healthz (the program runs), /readyz (it is connected, and no table waits for its store) and /metrics until
// the listener is closed.
func (h *health) serve(l net.Listener, log *slog.Logger) {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "ok") })
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, r *http.Request) {
		if err := h.ready(r.Context()); err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		fmt.Fprintln(w, "ready")
	})
	mux.HandleFunc("GET /metrics", func(w http.ResponseWriter, _ *http.Request) {
		if p := h.process.Load(); p != nil {
			p.WriteMetrics(w)
		} else { // a scrape fails, too
			http.Error(w, "waiting for the store", http.StatusServiceUnavailable)
		}
	})
	web := &http.Server{
		Handler: mux, ReadTimeout: 5 * time.Second, WriteTimeout: 10 * time.Second, IdleTimeout: 30 * time.Second,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	web.Serve(l)
}

func (h *health) ready(ctx context.Context) error {
	h.mu.Lock()
	bots, shared, stale := slices.Collect(maps.Keys(h.bots)), time.Since(h.share) < store.LeaseTime, h.stale
	h.mu.Unlock()
	switch {
	case stale != nil && len(bots) == 0:
		return stale
	case h.process.Load() == nil || len(bots) == 0 && !shared:
		return errors.New("waiting for the store, or for the lease that another process has")
	case len(bots) == 0:
		return nil // there are more processes than shards
	}
	for _, b := range bots {
		if err := b.Ready(ctx); err != nil {
			return err
		}
	}
	return nil
}

// askHealth runs cardroom health: it asks the running bot whether it is ready. Containers, which have no curl, use it.
func askHealth(ctx context.Context, term terminal, _ []string) int {
	env, err := environment(ctx, os.Environ())
	if err != nil {
		return term.exitUsageError(err)
	}
	if env["HTTP_ADDR"] == "" {
		return term.exitUsageError(errors.New("HTTP_ADDR is not set: set it to the address at which the bot serves /readyz, for example 127.0.0.1:9090"))
	}
	if err := checkAddress(env["HTTP_ADDR"]); err != nil {
		return term.exitUsageError(err)
	}
	if err := askReady(ctx, env["HTTP_ADDR"]); err != nil {
		return term.exitFailure(err)
	}
	fmt.Fprintln(term.out, "ready")
	return exitStopped
}

// askReady requests /readyz from addr, which may omit the host.
func askReady(ctx context.Context, addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return err
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	direct := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // a proxy's answer is not the bot's
	resp, err := direct.Do(r)
	if err != nil {
		return fmt.Errorf("the bot does not answer on HTTP_ADDR: %v", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		why, _ := io.ReadAll(io.LimitReader(resp.Body, 2000)) // the part that was read is enough
		return fmt.Errorf("not ready: %s", bytes.TrimSpace(why))
	}
	return nil
}
