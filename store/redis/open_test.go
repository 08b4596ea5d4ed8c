package redis_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"cardroom/store"
	"cardroom/store/redis"
	"cardroom/store/storetest"
)

// tryRedis opens a store, giving up when the store says that it waits for the server, and returns its warnings. It must
// not take long: a server that refuses is not asked again.
func tryRedis(t *testing.T, url string) (warnings []string, err error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	began := time.Now()
	s, err := redis.Open(ctx, url, store.Options{Warn: func(w string) {
		if warnings = append(warnings, w); isWaiting(w) {
			cancel()
		}
	}})
	if err == nil {
		s.Close()
	}
	if took := time.Since(began); took > 5*time.Second {
		t.Errorf("%s: after %v %v", url, took, err)
	}
	return warnings, err
}

// isWaiting reports whether a warning says that the store waits for a server.
func isWaiting(warning string) bool { return strings.HasPrefix(warning, "waiting for the store: ") }

// unsafe reports whether a server was refused with these words.
func unsafe(err error, words string) bool {
	return errors.Is(err, store.ErrUnsafe) && strings.Contains(err.Error(), words)
}

func TestAServerThatWouldLoseChipsIsRefused(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	for _, c := range []struct {
		name, good string
		bad        map[string]string // value → what the sentence says
	}{
		{"maxmemory-policy", "noeviction", map[string]string{
			"allkeys-lru": "set maxmemory-policy noeviction", "allkeys-random": "set maxmemory-policy noeviction",
		}},
		{"appendonly", "yes", map[string]string{"no": "set appendonly yes"}},
		{"appendfsync", "always", map[string]string{"no": "set appendfsync always"}},
	} {
		for value, want := range c.bad {
			server.Must("CONFIG", "SET", c.name, value)
			_, err := tryRedis(t, server.URL())
			if !unsafe(err, want) || !strings.HasPrefix(err.Error(), "redis://") ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("%s %s: %v", c.name, value, err)
			}
		}
		server.Must("CONFIG", "SET", c.name, c.good)
	}
	if warnings, err := tryRedis(t, server.URL()); err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "it is empty") {
		t.Errorf("set up as it should be, and empty: %v, %q", err, warnings)
	}
	if warnings, err := tryRedis(t, server.URL()); err != nil || len(warnings) != 0 {
		t.Errorf("set up as it should be: %v, %q", err, warnings)
	}
}

// Each server of a cluster that does not fit is named with its fault.
func TestAClusterNamesTheServersThatAreRefused(t *testing.T) {
	t.Parallel()
	c := storetest.StartCluster(t, 3, 0)
	c.Masters[0].Must("CONFIG", "SET", "appendonly", "no")
	c.Masters[2].Must("CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
	_, err := tryRedis(t, c.URL())
	if !unsafe(err, c.Masters[0].Addr+": "+store.ErrUnsafe.Error()+": appendonly is no") ||
		!unsafe(err, c.Masters[2].Addr+": "+store.ErrUnsafe.Error()+": maxmemory-policy is allkeys-lru") ||
		strings.Contains(err.Error(), c.Masters[1].Addr+": ") || strings.Contains(err.Error(), "\n") {
		t.Errorf("two servers that do not fit: %v", err)
	}
}

func TestEverysecIsWarnedOf(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t, "--appendfsync", "everysec")
	openAt(t, server.URL(), store.Options{}) // which is no longer empty then
	warnings, err := tryRedis(t, server.URL())
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "set appendfsync always") ||
		!strings.Contains(warnings[0], server.Addr) {
		t.Errorf("%v, %q", err, warnings)
	}
}

func TestEvictionOfLeasesIsWarnedOf(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t, "--maxmemory-policy", "volatile-ttl")
	openAt(t, server.URL(), store.Options{}) // which is no longer empty then
	warnings, err := tryRedis(t, server.URL())
	if err != nil || len(warnings) != 1 || !strings.Contains(warnings[0], "set maxmemory-policy noeviction") {
		t.Errorf("%v, %q", err, warnings)
	}
}

// In a failover a replica becomes the master, or the name of the master leads to another server.
func TestAReplicaIsWaitedFor(t *testing.T) {
	t.Parallel()
	for name, failover := range map[string]func(replica *storetest.Redis, way *proxy, master string){
		"it becomes the master":    func(replica *storetest.Redis, _ *proxy, _ string) { replica.Must("REPLICAOF", "NO", "ONE") },
		"the name leads elsewhere": func(_ *storetest.Redis, way *proxy, master string) { way.turn(master) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			master := storetest.StartRedis(t, "--repl-diskless-sync-delay", "0")
			host, port, _ := net.SplitHostPort(master.Addr)
			replica := storetest.StartRedis(t, "--replicaof", host+" "+port)
			way := startProxy(t, replica.Addr)
			url := "redis://" + way.addr
			if _, err := tryRedis(t, url); !errors.Is(err, store.ErrUnreachable) || errors.Is(err, store.ErrUnsafe) ||
				!strings.Contains(err.Error(), "name the master") {
				t.Errorf("while it is a replica: %v", err)
			}
			openAt(t, url, store.Options{Warn: func(w string) {
				if isWaiting(w) {
					failover(replica, way, master.Addr)
				}
			}})
		})
	}
}

func TestAClusterAndAURLThatDoNotFitAreRefused(t *testing.T) {
	t.Parallel()
	_, bus, _ := net.SplitHostPort(storetest.FreeAddr(t))
	node := storetest.StartRedis(t, "--cluster-enabled", "yes", "--cluster-port", bus)
	if _, err := tryRedis(t, node.URL()); !unsafe(err, "several of its nodes") {
		t.Errorf("one node of a cluster: %v", err)
	}
	alone := storetest.StartRedis(t)
	if _, err := tryRedis(t, alone.URL()+","+alone.Addr); !unsafe(err, "name a single host") {
		t.Errorf("no cluster: %v", err)
	}
}

func TestAWrongPasswordIsRefusedAtOnceAndNotShown(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	server.Must("CONFIG", "SET", "requirepass", "right")
	for _, login := range []string{"", ":hunter2@", "bot:hunter2@"} {
		start := time.Now()
		_, err := tryRedis(t, "redis://"+login+server.Addr)
		if err == nil || strings.Contains(err.Error(), "hunter2") || errors.Is(err, store.ErrUnreachable) {
			t.Errorf("login %q after %v: %v", login, time.Since(start), err)
		}
	}
	if _, err := tryRedis(t, "redis://:right@"+server.Addr); err != nil {
		t.Error(err)
	}
}

func TestAnOlderSchemaIsTakenUp(t *testing.T) {
	for _, old := range []string{"1", "2", "3", "4", "5"} {
		m := miniredis.RunT(t)
		m.Set("cardroom:schema", old)
		if _, err := tryRedis(t, "redis://"+m.Addr()); err != nil {
			t.Fatal(err)
		}
		if got, _ := m.Get("cardroom:schema"); got != "6" {
			t.Errorf("schema %s is %q now: an older program would not know of free chips or the house's, would name who is forgotten, or trip over gifts or stats of tournaments", old, got)
		}
	}
}

func TestANewerSchemaIsLeftAlone(t *testing.T) {
	m := miniredis.RunT(t)
	m.Set("cardroom:schema", "7")
	if _, err := tryRedis(t, "redis://"+m.Addr()); !errors.Is(err, store.ErrSchema) {
		t.Errorf("%v, want ErrSchema", err)
	}
	if got, _ := m.Get("cardroom:schema"); got != "7" || len(m.Keys()) != 1 {
		t.Errorf("it is not as it was: %q, %q", got, m.Keys())
	}
}

// TestAServerThatComesLaterIsWaitedForAloud has a server that starts some time after it was said that it is waited for.
func TestAServerThatComesLaterIsWaitedForAloud(t *testing.T) {
	t.Parallel()
	addr := storetest.FreeAddr(t)
	m := miniredis.NewMiniRedis()
	m.RequireAuth("hunter2")
	defer m.Close()
	var said []string
	warn := func(w string) {
		if !isWaiting(w) {
			return
		}
		if said = append(said, w); len(said) > 1 {
			return
		}
		time.AfterFunc(400*time.Millisecond, func() { // and at least one try fails meanwhile
			if err := m.StartAddr(addr); err != nil {
				t.Error(err)
			}
		})
	}
	s, err := redis.Open(t.Context(), "redis://:hunter2@"+addr, store.Options{Warn: warn})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if len(said) != 1 || !strings.Contains(said[0], "redis://"+addr) || strings.ContainsAny(said[0], "@\n") {
		t.Errorf("said %q", said)
	}
}

func TestAnUnreachableServerIsNamed(t *testing.T) {
	t.Parallel()
	addr := storetest.FreeAddr(t)
	for _, url := range []string{"redis://bot:hunter2@" + addr, fmt.Sprintf("redis://bot:hunter2@%s,%s", addr, addr)} {
		_, err := tryRedis(t, url)
		if !errors.Is(err, store.ErrUnreachable) || !strings.Contains(err.Error(), addr) ||
			strings.Contains(err.Error(), "hunter2") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v", err)
		}
	}
}

func TestDamagedTablesInRedisAreNamedAndTheOthersRead(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	for channel := storetest.Felt.Channel; channel < storetest.Felt.Channel+5; channel++ {
		storetest.Commit(t, s, storetest.NextChange(store.Key{Guild: storetest.Felt.Guild, Channel: channel}, 1))
	}
	m.HSet("{g:700}:table:10", "data", "other")
	m.HSet("{g:700}:table:11", "version", "none")
	m.Del("{g:700}:table:12")
	m.Set("{g:700}:table:12", "a string")
	m.HSet("{g:700}:table:13", "version", "2") // an older one, given out for a newer
	read := 0
	for r, err := range s.Tables(t.Context()) {
		var damaged *store.DamagedError
		if err == nil && r.Channel == 14 {
			read++
		} else if !errors.As(err, &damaged) || damaged.Key != r.Key {
			t.Errorf("%v: %v", r.Key, err)
		}
	}
	if read != 1 {
		t.Errorf("%d tables could be read, want 1", read)
	}
	c := storetest.NextChange(store.Key{Guild: storetest.Felt.Guild, Channel: 11}, 2)
	var damaged *store.DamagedError
	if _, err := s.Commit(t.Context(), c); !errors.As(err, &damaged) {
		t.Errorf("a commit to the damaged table: %v", err)
	}
}
