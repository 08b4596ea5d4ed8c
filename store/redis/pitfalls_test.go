package redis_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	goredis "github.com/redis/go-redis/v9"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/escrowtest"
	"cardroom/store/storetest"
)

// TestTheScriptIsSentAgainWhereTheServerForgotIt is a test of P3.
func TestTheScriptIsSentAgainWhereTheServerForgotIt(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	for version := int64(1); version <= 3; version++ {
		server.Must("SCRIPT", "FLUSH")
		if r := storetest.Commit(t, s, storetest.TopUp(storetest.Felt, version)); r != (store.Receipt{Version: version}) {
			t.Errorf("%+v, want version %d", r, version)
		}
	}
}

// TestAFailoverIsNoticedWithinSeconds is a test of P3.
func TestAFailoverIsNoticedWithinSeconds(t *testing.T) {
	t.Parallel()
	c := storetest.StartCluster(t, 3, 1)
	k := store.Key{Guild: guildOfFirst(t, c), Channel: 10}
	s := openAt(t, c.URL(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(k, 1))
	storetest.Until(t, "the replica has it", func() error {
		return has(c.Replicas[0], fmt.Sprintf("{g:%d}:ledger", k.Guild))
	})
	c.Masters[0].Kill()
	killed := time.Now()
	c.Replicas[0].Must("CLUSTER", "FAILOVER", "TAKEOVER")
	storetest.Until(t, "the store finds the new master", func() error { // which does not know the script
		_, err := s.Commit(t.Context(), storetest.TopUp(k, 2))
		return err
	})
	took := time.Since(killed)
	t.Logf("after %v", took)
	if took > 5*time.Second {
		t.Errorf("it took %v", took)
	}
	if r, err := s.Load(t.Context(), k); err != nil || r.Version != 2 {
		t.Errorf("version %d, %v", r.Version, err)
	}
}

// guildOfFirst returns a guild that lies on the first master.
func guildOfFirst(t *testing.T, c *storetest.Cluster) engine.ID {
	guild := engine.ID(1)
	for c.Owner(t, fmt.Sprintf("{g:%d}", guild)) != c.Masters[0] {
		guild++
	}
	return guild
}

// has reports whether a server has a key.
func has(s *storetest.Redis, key string) error {
	keys, err := s.Keys(context.Background(), key).Result()
	if err == nil && len(keys) == 0 {
		err = errors.New("it is not there")
	}
	return err
}

func TestNumbersStayWhatTheyAre(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	pay := store.Payment{
		Guild: storetest.Felt.Guild, ID: "all", At: storetest.Noon, From: 5, To: 6, Amount: store.Opening, Reason: store.ReasonGift,
	}
	if _, err := s.Pay(t.Context(), pay); err != nil {
		t.Fatal(err)
	}
	c := storetest.NextChange(storetest.Felt, 1)
	const much = 100_000_000_000_000 // Lua would print 1e+14
	c.Events = []engine.Event{
		{Kind: engine.SatDown, Player: 5, Amount: 0}, // −0 to a wallet that holds 0
		{Kind: engine.SatDown, Player: 7, Amount: much, Practice: true},
		{Kind: engine.SatDown, Player: 8, Amount: 1<<53 - 1 - much, Practice: true},
	}
	c.Chips = 1<<53 - 1
	storetest.Commit(t, s, c)
	c = storetest.NextChange(storetest.Felt, 2)
	c.Chips, c.Events = 1<<53-2, []engine.Event{{Kind: engine.StoodUp, Player: 8, Amount: 1, Practice: true}}
	storetest.Commit(t, s, c)
	got, err := s.Accounts(t.Context(), storetest.Felt.Guild)
	want := map[store.Account]int64{
		store.Mint: -2 * store.Opening, store.WalletAccount(5): 0, store.WalletAccount(6): 2 * store.Opening,
		store.Practice: 2 - 1<<53, store.TableAccount(storetest.Felt.Channel): 1<<53 - 2,
	}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("accounts = %v, %v\nwant       %v", got, err, want)
	}
	for _, words := range everything(t, server.Client) {
		if strings.Contains(words, "e+") || strings.Contains(words, ":-0") {
			t.Errorf("stored: %s", words)
		}
	}
	if ws, err := s.TopWallets(t.Context(), storetest.Felt.Guild, 5); err != nil || len(ws) != 2 || ws[1].Person != 5 || ws[1].Balance != 0 {
		t.Errorf("richest = %v, %v", ws, err)
	}
}

func TestAKeyOfTheWrongTypeLeavesNothing(t *testing.T) {
	t.Parallel()
	keys := []string{"tables", "table:10", "changes:10", "hands:10", "session:10:1", "accounts", "richest", "ledger"}
	for name, start := range map[string]func(*testing.T) string{
		"redis":     func(t *testing.T) string { return storetest.StartRedis(t).Addr },
		"miniredis": func(t *testing.T) string { return miniredis.RunT(t).Addr() },
	} {
		t.Run(name, func(t *testing.T) {
			raw := goredis.NewClient(&goredis.Options{Addr: start(t)})
			defer raw.Close()
			for _, key := range keys {
				raw.FlushAll(t.Context())
				s := openAt(t, "redis://"+raw.Options().Addr, store.Options{})
				raw.Set(t.Context(), "{g:700}:"+key, "surprise", 0)
				raw.SAdd(t.Context(), "cardroom:guilds", 700)
				before := everything(t, raw)
				c := storetest.TopUp(storetest.Felt, 3)
				c.Version, c.Events, c.Chips = 0, []engine.Event{{Kind: engine.SatDown, Player: 5, Amount: 20}}, 20
				if _, err := s.Commit(t.Context(), c); err == nil || !strings.Contains(err.Error(), "WRONGTYPE") {
					t.Errorf("%s: %v, want WRONGTYPE", key, err)
				}
				if after := everything(t, raw); !maps.Equal(before, after) {
					t.Errorf("%s: before %v\nafter %v", key, before, after)
				}
			}
		})
	}
}

// everything returns all values of a server, by key.
func everything(t testing.TB, c *goredis.Client) map[string]string {
	t.Helper()
	ctx, all := context.Background(), map[string]string{}
	keys, err := c.Keys(ctx, "*").Result()
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		var v any
		switch c.Type(ctx, key).Val() {
		case "string":
			v = c.Get(ctx, key).Val()
		case "hash":
			v = c.HGetAll(ctx, key).Val()
		case "set":
			v = c.SMembersMap(ctx, key).Val()
		case "zset":
			v = c.Do(ctx, "ZRANGE", key, 0, -1, "WITHSCORES").Val()
		case "stream":
			v = c.XRange(ctx, key, "-", "+").Val()
		}
		all[key] = fmt.Sprint(v)
	}
	return all
}

// TestMemoryThatRunsOutLeavesNothing is a test of P3.
func TestMemoryThatRunsOutLeavesNothing(t *testing.T) {
	t.Parallel()
	server := storetest.StartRedis(t)
	s := openAt(t, server.URL(), store.Options{})
	storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 1))
	before := everything(t, server.Client)
	server.Must("CONFIG", "SET", "maxmemory", "1")
	if _, err := s.Commit(t.Context(), storetest.TopUp(storetest.Felt, 2)); !errors.Is(err, store.ErrUnable) ||
		!strings.Contains(err.Error(), "no memory left") || strings.Contains(err.Error(), "script") {
		t.Errorf("%v, want a server without memory", err)
	}
	server.Must("CONFIG", "SET", "maxmemory", "0")
	if after := everything(t, server.Client); !maps.Equal(before, after) {
		t.Errorf("before %v\nafter %v", before, after)
	}
	if r := storetest.Commit(t, s, storetest.TopUp(storetest.Felt, 2)); r != (store.Receipt{Version: 2}) {
		t.Errorf("%+v", r)
	}
}

// TestALostReplyIsNotALostOrDoubledCommit is a test of P4, also for the prices and prizes of tournaments.
func TestALostReplyIsNotALostOrDoubledCommit(t *testing.T) {
	t.Parallel()
	const commits = 24
	calm := openMini(t, store.Options{})
	m := miniredis.RunT(t)
	p := startProxy(t, m.Addr())
	s := openAt(t, "redis://"+p.addr, store.Options{})
	failed, lost := 0, int32(0)
	for version := int64(1); version <= commits; version++ {
		storetest.Commit(t, calm, escrowtest.Step(storetest.Felt, version))
		p.lose.Store(int32(version % 4)) // one is retried by the client itself, two reach the caller
		lost += int32(version % 4)
		r, err := s.Commit(t.Context(), escrowtest.Step(storetest.Felt, version))
		for ; err != nil; failed++ {
			if failed > commits {
				t.Fatalf("commit %d: %v", version, err)
			}
			r, err = s.Commit(t.Context(), escrowtest.Step(storetest.Felt, version))
		}
		if r.Version != version {
			t.Fatalf("commit %d gave %+v", version, r)
		}
	}
	if got := p.lost.Load(); failed == 0 || got != lost {
		t.Errorf("%d commits failed, %d replies were lost, want %d", failed, got, lost)
	}
	if got, want := seen(t, s), seen(t, calm); got != want {
		t.Errorf("with lost replies %s\nundisturbed       %s", got, want)
	}
	escrowtest.CheckEscrows(t, s, storetest.Felt.Guild)
}

// seen returns the readable data of the table and its guild.
func seen(t testing.TB, s store.Store) string {
	t.Helper()
	r, err1 := s.Load(t.Context(), storetest.Felt)
	lines, err2 := s.Session(t.Context(), storetest.Felt, 1)
	hands, err3 := s.Hands(t.Context(), storetest.Felt, 0, 100)
	accounts, err4 := s.Accounts(t.Context(), storetest.Felt.Guild)
	if err := errors.Join(err1, err2, err3, err4); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprint(r, lines, hands, accounts)
}

func TestAnAccountMayComeTwiceInAChange(t *testing.T) {
	s := openMini(t, store.Options{})
	c := storetest.NextChange(storetest.Felt, 1)
	c.Events = []engine.Event{
		{Kind: engine.SatDown, Player: 5, Amount: 6000}, {Kind: engine.ToppedUp, Player: 5, Amount: 3000},
		{Kind: engine.StoodUp, Player: 5, Amount: 8999},
	}
	c.Chips = 1
	storetest.Commit(t, s, c)
	if w, err := s.Wallet(t.Context(), storetest.Felt.Guild, 5); err != nil || w.Balance != store.Opening-1 {
		t.Errorf("%+v, %v", w, err)
	}
	lines, err := s.Session(t.Context(), storetest.Felt, c.Session)
	if err != nil || !slices.Equal(lines, []store.Line{{Person: 5, In: 9000, Out: 8999}}) {
		t.Errorf("%v, %v", lines, err)
	}
}

const loudChild = "STORE_LOUD_CHILD" // set in the child alone: an address without a listener

func TestNothingIsPrintedWhenTheServerIsGone(t *testing.T) {
	if addr := os.Getenv(loudChild); addr != "" {
		if _, err := tryRedis(t, "redis://"+addr); !errors.Is(err, store.ErrUnreachable) {
			t.Errorf("%v, want ErrUnreachable", err)
		}
		return
	}
	child := exec.Command(os.Args[0], "-test.run=^TestNothingIsPrintedWhenTheServerIsGone$", "-test.count=1")
	child.Env = append(os.Environ(), loudChild+"="+storetest.FreeAddr(t))
	var stderr strings.Builder
	child.Stderr = &stderr
	if out, err := child.Output(); err != nil || stderr.Len() > 0 {
		t.Errorf("%v, printed %q\n%s", err, stderr.String(), out)
	}
}
