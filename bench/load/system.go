package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"cardroom/bot/discordtest"
)

// system has a Discord, a store, and the program between them.
type system struct {
	srv          *discordtest.Server
	web          *http.Server
	guilds       atomic.Pointer[manyGuilds] // the gateway in place of srv's; nil: srv's own
	globalLimits atomic.Int64               // 429s of the bot's global limit
	panelEdits   atomic.Int64               // requests that edit or post a panel: those by an interaction's webhook
	dir          string
	path         string // the program
	env          []string
	health       string // address
	redis        *exec.Cmd

	bot           *exec.Cmd
	log           bytes.Buffer
	starts        atomic.Int64  // how often the program was started
	earlierCPU    time.Duration // processor time of former lives
	earlierMemory int64         // most memory of former lives, in bytes
}

// open makes a system in a directory of its own, without a running program.
func open(store, path string, g goal) (*system, error) {
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return nil, err
	}
	w := &system{srv: discordtest.New(discordtest.Options{Keep: 1, Rate: g.rate(), AtOnce: g.atOnce, Daily: 10_000}), dir: dir, path: path}
	addr, err := w.serve()
	if err == nil && path == "" {
		w.path = filepath.Join(dir, "cardroom")
		err = command("go", "build", "-o", w.path, "cardroom/cmd/cardroom")
	}
	switch {
	case err == nil && store == "file":
		store = "file:" + filepath.Join(dir, "cardroom.db")
	case err == nil && store == "redis":
		store, err = w.startRedis()
	}
	if err == nil {
		w.health, err = freeAddress()
	}
	w.env = []string{
		"DISCORD_API_URL=" + addr, "DISCORD_TOKEN=" + w.srv.Token(), "STORE_URL=" + store, "HTTP_ADDR=" + w.health, "LOG_LEVEL=warn",
	}
	if g.shards > 0 {
		w.env = append(w.env, fmt.Sprint("SHARDS=", g.shards))
	}
	if rate := g.rate(); rate > 0 {
		w.env = append(w.env, fmt.Sprint("CARDROOM_RATE=", rate))
	}
	if err != nil {
		w.close()
	}
	return w, err
}

func command(name string, args ...string) error {
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %v\n%s", name, err, out)
	}
	return nil
}

// freeAddress returns an address where nothing listens.
func freeAddress() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return l.Addr().String(), nil
}

// serve lets the program reach Discord, and counts the requests that Discord's global limit refuses.
func (w *system) serve() (url string, err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	url = "http://" + l.Addr().String()
	w.srv.SetURL(url)
	w.web = &http.Server{ReadHeaderTimeout: 10 * time.Second, Handler: http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if many := w.guilds.Load(); many != nil && r.Header.Get("Upgrade") == "websocket" {
			many.gateway.Serve(rw, r)
			return
		}
		w.srv.ServeHTTP(rw, r)
		if (r.Method == http.MethodPatch || r.Method == http.MethodPost) && strings.Contains(r.URL.Path, "/webhooks/") {
			w.panelEdits.Add(1)
		}
		if rw.Header().Get("X-RateLimit-Global") != "" {
			w.globalLimits.Add(1)
		}
	})}
	go w.web.Serve(l)
	return url, nil
}

func (w *system) startRedis() (url string, err error) {
	addr, err := freeAddress()
	if err != nil {
		return "", err
	}
	_, port, _ := net.SplitHostPort(addr)
	w.redis = exec.Command("redis-server", "--bind", "127.0.0.1", "--port", port, "--dir", w.dir, "--logfile", "redis.log",
		"--save", "", "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction")
	return "redis://" + addr, w.redis.Start()
}

// startTime is how long a start may take. Discord lets a shard begin every five seconds, or several.
const startTime = 5 * time.Minute

// start launches the program and waits until people can act: connected, and its store answers.
func (w *system) start() error {
	w.bot = exec.Command(w.path)
	w.bot.Dir, w.bot.Env = w.dir, append([]string{"HOME=" + w.dir}, w.env...)
	w.bot.Stdout, w.bot.Stderr = &w.log, &w.log
	if err := w.bot.Start(); err != nil {
		return err
	}
	for end := time.Now().Add(startTime); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		resp, err := http.Get("http://" + w.health + "/readyz")
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode == http.StatusOK {
			ctx, stop := context.WithTimeout(context.Background(), time.Minute)
			defer stop()
			w.starts.Add(1)
			if w.guilds.Load() != nil {
				return nil
			}
			return w.srv.WaitOnline(ctx)
		}
	}
	return errors.Join(fmt.Errorf("the program is not ready after %v", startTime), w.kill(), errors.New(w.log.String()))
}

// kill ends the program as kill -9 does.
func (w *system) kill() error {
	w.earlierMemory = w.peakMemory()
	err := w.bot.Process.Kill()
	w.bot.Wait()
	w.earlierCPU += w.bot.ProcessState.UserTime() + w.bot.ProcessState.SystemTime()
	for w.srv.Online() {
		time.Sleep(time.Millisecond)
	}
	return err
}

// cpu returns the processor time of the program since the first start.
func (w *system) cpu() time.Duration { return w.earlierCPU + cpuOf(w.bot.Process.Pid) }

// ownCPU returns the processor time of this process: Discord and the players.
func ownCPU() time.Duration { return cpuOf(os.Getpid()) }

// cpuOf returns the processor time of a process that runs, 0 of one that has ended. A tick of the kernel is 10 ms.
func cpuOf(pid int) (sum time.Duration) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(stat), ") ")
	for _, field := range strings.Fields(rest)[11:13] { // utime and stime
		n, _ := strconv.ParseInt(field, 10, 64)
		sum += time.Duration(n) * 10 * time.Millisecond
	}
	return sum
}

// memory returns a line of the running program's status, in bytes.
func (w *system) memory(line string) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", w.bot.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := strings.Cut(string(status), line+":")
	var kilobytes int64
	fmt.Sscan(rest, &kilobytes)
	return kilobytes << 10
}

// peakMemory returns the most memory that the program ever took, in bytes.
func (w *system) peakMemory() int64 { return max(w.earlierMemory, w.memory("VmHWM")) }

// doctor returns the report of cardroom doctor on the store.
func (w *system) doctor() (string, error) {
	cmd := exec.Command(w.path, "doctor")
	cmd.Dir, cmd.Env = w.dir, append([]string{"HOME=" + w.dir}, w.env...)
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// close ends all processes and removes the directory.
func (w *system) close() {
	for _, cmd := range []*exec.Cmd{w.bot, w.redis} {
		if cmd != nil && cmd.Process != nil && cmd.ProcessState == nil {
			cmd.Process.Kill()
			cmd.Wait()
		}
	}
	if w.web != nil {
		w.web.Close()
	}
	w.srv.Close()
	os.RemoveAll(w.dir)
}
