package redis_test

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/alicebob/miniredis/v2/server"

	"cardroom/store"
	"cardroom/store/open"
	"cardroom/store/redis"
	"cardroom/store/storetest"
)

// refusesAtOnce checks that a URL is refused without trying on, and gives what is said, one line without the password.
func refusesAtOnce(t *testing.T, url string) (string, error) {
	t.Helper()
	_, err := tryRedis(t, url)
	if err == nil {
		t.Errorf("%s was taken", url)
		return "", nil
	}
	text := err.Error()
	if errors.Is(err, store.ErrUnreachable) || strings.ContainsAny(text, "\n\r") || strings.Contains(text, "hunter2") ||
		!strings.Contains(text, "redis://") {
		t.Errorf("%s: %s", url, text)
	}
	return text, err
}

func TestARightThatIsMissingIsNamedAtTheStart(t *testing.T) {
	t.Parallel()
	s := storetest.StartRedis(t)
	for _, missing := range []string{
		"xadd", "zadd", "zremrangebyrank", "zremrangebyscore", "hset", "hget", "zscore", "type", "eval", "evalsha", "sadd",
		"hgetall", "hmget", "exists", "sscan", "zrange", "zrevrangebyscore", "set", "get", "info",
	} {
		url := employ(s.URL(), s)
		s.Must("ACL", "SETUSER", "bot", "-"+missing)
		text, err := refusesAtOnce(t, url)
		if !unsafe(err, `"bot" of its URL`) || !strings.Contains(text, missing) {
			t.Errorf("without %s: %v", missing, err)
		}
		if got := s.Keys(t.Context(), "{*").Val(); len(got) > 0 {
			t.Errorf("without %s it left %v", missing, got)
		}
		if s.Exists(t.Context(), "cardroom:schema").Val() != 0 {
			t.Errorf("without %s it marked the server as a store", missing)
			s.Must("DEL", "cardroom:schema")
		}
	}
	if warnings, err := tryRedis(t, employ(s.URL(), s)); err != nil || len(warnings) == 0 || !strings.Contains(strings.Join(warnings, "\n"), "it is empty") {
		t.Errorf("with all rights: %v, it warns %q", err, warnings)
	}
}

func TestARightTakenAwayLaterLeavesNoHalfCommit(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, employ(server.URL(), server), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	for _, missing := range []string{"xadd", "zadd", "zremrangebyrank", "zremrangebyscore", "hset", "type"} {
		before := everything(t, server.Client)
		server.Must("ACL", "SETUSER", "bot", "-"+missing)
		if _, err := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, 2)); err == nil || !strings.Contains(err.Error(), missing) {
			t.Errorf("without %s: %v", missing, err)
		}
		server.Must("ACL", "SETUSER", "bot", "+"+missing)
		if after := everything(t, server.Client); !maps.Equal(before, after) {
			t.Errorf("without %s\nbefore %v\nafter  %v", missing, before, after)
		}
	}
	if r := storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 2)); r != (store.Receipt{Version: 2}) {
		t.Errorf("%+v", r)
	}
}

func TestALedgerThatIsFullLeavesNoHalfCommit(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	server.Must("XADD", "{g:700}:ledger", "18446744073709551615-18446744073709551615", "no", "room")
	before := everything(t, server.Client)
	if _, err := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, 2)); err == nil {
		t.Error("the store accepted it")
	}
	if after := everything(t, server.Client); !maps.Equal(before, after) {
		t.Errorf("before %v\nafter  %v", before, after)
	}
}

func TestAServerThatSaysNoIsExplained(t *testing.T) {
	t.Parallel()
	locked := storetest.StartRedis(t, "--requirepass", "right")
	open := storetest.StartRedis(t, "--databases", "4")
	for url, want := range map[string]string{
		"redis://:hunter2@" + locked.Addr:    "put the right ones into its URL",
		"redis://bot:hunter2@" + locked.Addr: "put the right ones into its URL",
		"redis://" + locked.Addr:             "it asks for a password",
		"redis://" + open.Addr + "/4":        "it has no database 4",
	} {
		if text, _ := refusesAtOnce(t, url); !strings.Contains(text, want) {
			t.Errorf("%s: %s, want %q", url, text, want)
		}
	}
}

// TestAServerThatRefusesLaterIsExplained lets a server answer every command of an open store with an error.
func TestAServerThatRefusesLaterIsExplained(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://:hunter2@"+withPassword(m, "hunter2"), store.Options{})
	for said, want := range map[string]string{
		"OOM command not allowed when used memory > 'maxmemory'. script: bea008ce, on @user_script:22.":              "larger maxmemory",
		"MISCONF Errors writing to the AOF file: No space left on device":                                            "make room there",
		"READONLY You can't write against a read only replica.":                                                      "name the master in its URL",
		"NOREPLICAS Not enough good replicas to write.":                                                              "too few replicas",
		"MASTERDOWN Link with MASTER is down":                                                                        "a master of it is missing",
		"NOPERM this user has no permissions, says hunter2":                                                          "lacks a right",
		"NOAUTH Authentication required.":                                                                            "it asks for a password",
		"ERR something new":                                                                                          "something new",
		"ERR Error running script (call to f_bea008ce): @user_script:22: @user_script: 22: -OOM command not allowed": "larger maxmemory", // Redis 6.2
	} {
		m.Server().SetPreHook(func(c *server.Peer, _ string, _ ...string) bool {
			c.WriteError(said)
			return true
		})
		_, read := s.Note(t.Context(), "any")
		_, commit := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, 1))
		for what, err := range map[string]error{"a note": read, "a commit": commit, "to set a note": s.SetNote(t.Context(), "any", "1")} {
			if !errors.Is(err, store.ErrUnable) || store.Refused(err) {
				t.Errorf("%s, %s: %v, want an ErrUnable", said, what, err)
				continue
			}
			text := err.Error()
			if strings.Count(text, want) != 1 || strings.Contains(text, "hunter2") || strings.Contains(text, "bea008ce") {
				t.Errorf("%s, %s: %v, want %q", said, what, err, want)
			}
		}
	}
	m.Server().SetPreHook(nil)
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	m.HSet("{g:700}:accounts", "table/10", "ten")
	if _, err := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, 2)); !errors.Is(err, store.ErrUnable) || !strings.Contains(err.Error(), "restore a backup") {
		t.Errorf("a number that cannot be read: %v", err)
	}
	m.Close()
	if _, err := s.Note(t.Context(), "any"); err == nil || errors.Is(err, store.ErrUnable) {
		t.Errorf("a server that is gone: %v", err)
	}
}

// withPassword sets the password of a server, and returns its address.
func withPassword(m *miniredis.Miniredis, password string) string {
	m.RequireAuth(password)
	return m.Addr()
}

func TestAServerWithoutINFOIsRefused(t *testing.T) {
	m := miniredis.RunT(t)
	m.Server().SetPreHook(func(c *server.Peer, cmd string, _ ...string) bool {
		if cmd == "INFO" {
			c.WriteError("ERR unknown command 'info', with args beginning with: ")
		}
		return cmd == "INFO"
	})
	if _, err := refusesAtOnce(t, "redis://"+m.Addr()); !unsafe(err, "allow INFO") {
		t.Error(err)
	}
}

// A server whose AUTH is renamed quotes what it was called with.
func TestAQuotedPasswordIsNotShown(t *testing.T) {
	m := miniredis.RunT(t)
	m.Server().SetPreHook(func(c *server.Peer, cmd string, args ...string) bool {
		if cmd == "AUTH" || cmd == "HELLO" {
			quoted := strings.Join(args, "' '")
			c.WriteError(fmt.Sprintf("ERR unknown command 'auth', with args beginning with: '%s", quoted[:len(quoted)-3]))
		}
		return cmd == "AUTH" || cmd == "HELLO"
	})
	for _, login := range []string{"joe:hunter2hunter2", ":hunter2hunter2"} {
		if text, _ := refusesAtOnce(t, "redis://"+login+"@"+m.Addr()); strings.Contains(text, "hunt") || !strings.Contains(text, "allow AUTH") {
			t.Error(text)
		}
	}
	m.Server().SetPreHook(nil)
	m.RequireUserAuth("joe", "hunter2")
	s := openAt(t, "redis://joe:hunter2@"+m.Addr(), store.Options{})
	m.Server().SetPreHook(func(c *server.Peer, _ string, _ ...string) bool {
		c.WriteError("ERR no hunter2 here")
		return true
	})
	if _, err := s.Note(t.Context(), "any"); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("while it runs: %v", err)
	}
}

func TestAServerThatIsNotReadyIsNotCalledUnreachable(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t, "--min-replicas-to-write", "1")
	_, err := tryRedis(t, server.URL())
	if !errors.Is(err, store.ErrUnreachable) || strings.Contains(err.Error(), "cannot be reached") ||
		!strings.Contains(err.Error(), "replicas") {
		t.Error(err)
	}
}

func TestTLSToAPlainPortIsExplained(t *testing.T) {
	t.Parallel()
	silent, err := net.Listen("tcp", "127.0.0.1:0") // as Redis, which waits for the end of a line
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	_, err = tryRedis(t, "rediss://"+silent.Addr().String())
	const words = "if its port has no TLS, the URL is redis://"
	if !errors.Is(err, store.ErrUnreachable) || !strings.Contains(err.Error(), words) ||
		strings.Count(err.Error(), "deadline exceeded") > 1 {
		t.Error(err)
	}
}

// A server of another protocol, as behind a mistyped port, will never be a Redis.
func TestAServerThatIsNoRedisIsRefusedAtOnce(t *testing.T) {
	t.Parallel()
	for _, greeting := range []string{"HTTP/1.1 400 Bad Request\r\n\r\n", "SSH-2.0-OpenSSH_9.9\r\n", "ERROR\r\n", "220 mail ESMTP\r\n"} {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer l.Close()
		go func() {
			for {
				conn, err := l.Accept()
				if err != nil {
					return
				}
				_, _ = io.WriteString(conn, greeting) // the client has left
				go func() {
					_, _ = io.Copy(io.Discard, conn) // until it leaves
					conn.Close()
				}()
			}
		}()
		for _, url := range []string{"redis://:hunter2@" + l.Addr().String(), "redis://" + l.Addr().String() + "," + l.Addr().String()} {
			text, err := refusesAtOnce(t, url)
			if !errors.Is(err, store.ErrForeign) || !strings.Contains(text, "the server that answers is no Redis; correct the host and port in its URL") {
				t.Errorf("%q: %v", greeting, err)
			}
		}
	}
}

func TestASchemaThatIsNotOursIsNamedAtTheStart(t *testing.T) {
	for words, harm := range map[string]func(*miniredis.Miniredis){
		"cardroom:schema is no string": func(m *miniredis.Miniredis) { m.HSet("cardroom:schema", "a", "b") },
		"cardroom:schema is no number": func(m *miniredis.Miniredis) { m.Set("cardroom:schema", "hello") },
	} {
		m := miniredis.RunT(t)
		harm(m)
		text, err := refusesAtOnce(t, "redis://"+m.Addr())
		if !errors.Is(err, store.ErrForeign) || !strings.Contains(text, words) || !strings.Contains(text, "name another server or database") {
			t.Errorf("%s: %v", words, err)
		}
	}
}

// A store with a damaged key is no other program's: another server or database would begin a new one.
func TestADamagedKeyIsNamedAtTheStart(t *testing.T) {
	for _, key := range []string{"cardroom:guilds", "cardroom:notes", "cardroom:{leases}:store"} {
		m := miniredis.RunT(t)
		storetest.Commit(t, openAt(t, "redis://"+m.Addr(), store.Options{}), storetest.TopUp(storetest.Felt, 1))
		m.Del(key)
		m.Set(key, "x")
		text, err := refusesAtOnce(t, "redis://"+m.Addr())
		if errors.Is(err, store.ErrForeign) || strings.Contains(text, "name another") || strings.Count(text, key) != 1 ||
			strings.Count(text, "a key is damaged: stop the bot and restore a backup") != 1 {
			t.Errorf("%s: %v", key, err)
		}
	}
}

// A key of another type that the bot meets later is damaged, too: in a commit, a note, a lease and the list of the fleet.
func TestADamagedKeyIsNamedLater(t *testing.T) {
	lease := store.Lease{Shard: store.Shard{Count: 1}, Owner: "me", For: time.Minute}
	for key, act := range map[string]func(store.Store) error{
		"{g:700}:richest": func(s store.Store) error {
			_, err := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, 2))
			return err
		},
		"{g:700}:accounts":        func(s store.Store) error { _, err := s.Wallet(t.Context(), 700, 5); return err },
		"cardroom:{leases}:store": func(s store.Store) error { return s.SetNote(t.Context(), "alive", "1") },
		"cardroom:{leases}":       func(s store.Store) error { _, err := s.Acquire(t.Context(), lease); return err },
		"cardroom:{leases}:0/1":   func(s store.Store) error { _, err := s.Acquire(t.Context(), lease); return err },
		"cardroom:{leases}:fleet": func(s store.Store) error { _, err := s.(*redis.Store).Fleet(t.Context()); return err },
	} {
		m := miniredis.RunT(t)
		s := openAt(t, "redis://"+m.Addr(), store.Options{})
		storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
		m.Del(key)
		m.Set(key, "x")
		err := act(s)
		if err == nil || !errors.Is(err, store.ErrUnable) || strings.Count(err.Error(), key) < 1 ||
			strings.Count(err.Error(), "a key is damaged: stop the bot and restore a backup; cardroom doctor names it") != 1 {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestADamagedListDoesNotHideTheOtherGuilds(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	for guild := storetest.Felt.Guild; guild < storetest.Felt.Guild+3; guild++ {
		storetest.Commit(t, s, storetest.NextChange(store.Key{Guild: guild, Channel: 10}, 1))
	}
	m.SAdd("cardroom:guilds", "garbage")
	m.HSet("{g:700}:tables", "garbage", "open")
	m.Del("{g:701}:tables")
	m.Set("{g:701}:tables", "garbage")
	found, damaged := map[store.Key]bool{}, map[store.Key]string{}
	for r, err := range s.Tables(t.Context()) {
		if err == nil {
			found[r.Key] = true
		} else if e, ok := errors.AsType[*store.DamagedError](err); ok && e.Key == r.Key {
			damaged[r.Key] = err.Error()
		} else {
			t.Errorf("%v: %v", r.Key, err)
		}
	}
	if want := map[store.Key]bool{storetest.Felt: true, {Guild: 702, Channel: 10}: true}; !maps.Equal(found, want) {
		t.Errorf("found %v, want %v", found, want)
	}
	for guild, key := range map[store.Key]string{
		{}: "cardroom:guilds", {Guild: 700}: "{g:700}:tables", {Guild: 701}: "{g:701}:tables",
	} {
		if !strings.Contains(damaged[guild], key) {
			t.Errorf("of %v it is said %q, want %s", guild, damaged[guild], key)
		}
	}
	if len(damaged) != 3 {
		t.Errorf("damaged: %v", damaged)
	}
	err := open.Move(t.Context(), open.Named{Name: "FROM", URL: "redis://" + m.Addr()}, open.Named{Name: "TO", URL: "file:" + t.TempDir() + "/to.db"}, "mover", nil)
	if _, ok := errors.AsType[*store.DamagedError](err); !ok {
		t.Errorf("a move: %v", err)
	}
}

func TestAGuildThatWasLostIsRegisteredAgain(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	other := store.Key{Guild: 701, Channel: 10}
	storetest.Commit(t, s, storetest.TopUp(other, 1))
	s.Close()
	s = openAt(t, "redis://"+m.Addr(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	guilds := func() string {
		members, _ := m.SMembers("cardroom:guilds")
		return strings.Join(members, " ")
	}
	m.Del("cardroom:guilds")
	storetest.Commit(t, s, storetest.NextChange(store.Key{Guild: storetest.Felt.Guild, Channel: 11}, 1))
	if got := guilds(); got != "700" {
		t.Errorf("after a table was opened: %q", got)
	}
	m.SAdd("cardroom:guilds", "701")
	for _, err := range s.Tables(t.Context()) { // as at the start
		if err != nil {
			t.Fatal(err)
		}
	}
	m.Del("cardroom:guilds")
	if err := s.SetNote(t.Context(), "alive", "1"); err != nil {
		t.Fatal(err)
	}
	if got := guilds(); got != "700 701" {
		t.Errorf("after a note was set: %q", got)
	}
}

func TestAnEmptiedServerIsNoticed(t *testing.T) {
	m := miniredis.RunT(t)
	s := openAt(t, "redis://"+m.Addr(), store.Options{})
	if err := s.SetNote(t.Context(), "alive", "1"); err != nil {
		t.Fatal(err)
	}
	m.FlushAll()
	_, err := s.Note(t.Context(), "alive")
	for what, err := range map[string]error{"Note": err, "SetNote": s.SetNote(t.Context(), "alive", "2")} {
		if !errors.Is(err, store.ErrReplaced) || !strings.Contains(err.Error(), m.Addr()) ||
			!strings.Contains(err.Error(), "cardroom:schema") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if keys := m.Keys(); len(keys) > 0 {
		t.Errorf("it was written to: %v", keys)
	}
}
