package storetest

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

var reading = map[string]func(*testing.T, Opener){
	"tables lists the open ones":                    testTables,
	"a walk over tables may stop":                   testTablesStop,
	"hands come newest first, page by page":         testHands,
	"the newest hands are kept":                     testHistory,
	"a hand again replaces it":                      testHandAgain,
	"the richest come first":                        testRichest,
	"session lines are in the order of first seats": testSessionOrder,
	"sessions are apart":                            testSessions,
	"a note is what was set":                        testNotes,
	"nothing is there before it is written":         testEmpty,
}

func testTables(t *testing.T, open Opener) {
	b := at(t, open)
	want := map[store.Key]string{}
	for i := range 20 {
		b.key = store.Key{Guild: guild + engine.ID(i%3), Channel: engine.ID(100 + i)}
		b.version = 0
		c := b.change()
		c.Closed, c.Data = i%5 == 4, fmt.Append(nil, "table ", i)
		b.do(c)
		if !c.Closed {
			want[c.Key] = string(c.Data)
		}
	}
	for r, err := range b.Tables(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		if want[r.Key] != string(r.Data) || r.Version != 1 {
			t.Errorf("%v: %q at %d, want %q", r.Key, r.Data, r.Version, want[r.Key])
		}
		delete(want, r.Key)
	}
	if len(want) != 0 {
		t.Errorf("not listed: %v", want)
	}
}

func testTablesStop(t *testing.T, open Opener) {
	b := at(t, open)
	for i := range 5 {
		b.key, b.version = store.Key{Guild: guild, Channel: engine.ID(100 + i)}, 0
		b.do(b.change())
	}
	n := 0
	for range b.Tables(t.Context()) {
		if n++; n == 2 {
			break
		}
	}
	for range b.Tables(t.Context()) {
		b.do(b.change()) // a change in the middle of a walk
	}
}

// numbers returns the numbers of hands, and checks the data of each.
func numbers(t *testing.T, hs []store.Hand) []int64 {
	t.Helper()
	var ns []int64
	for _, h := range hs {
		ns = append(ns, h.Number)
		if string(h.Data) != fmt.Sprint("hand ", h.Number) || !h.At.Equal(noon.Add(time.Duration(h.Number)*time.Second)) {
			t.Errorf("hand %d is %q of %v", h.Number, h.Data, h.At)
		}
	}
	return ns
}

func hand(n int64) store.Hand {
	at := noon.Add(time.Duration(n)*time.Second + 999*time.Nanosecond)
	return store.Hand{Number: n, At: at, Data: fmt.Append(nil, "hand ", n)}
}

func testHands(t *testing.T, open Opener) {
	b := at(t, open)
	for n := int64(1); n <= 7; n++ {
		c := b.change()
		c.Hands = []store.Hand{hand(n)}
		if n == 3 {
			c.Hands = append(c.Hands, hand(4))
			n++
		}
		b.do(c)
	}
	for _, q := range []struct {
		before int64
		n      int
		want   []int64
	}{
		{0, 3, []int64{7, 6, 5}}, {5, 3, []int64{4, 3, 2}}, {2, 3, []int64{1}}, {1, 3, nil}, {0, 0, nil}, {0, -1, nil},
		{99, 99, []int64{7, 6, 5, 4, 3, 2, 1}},
	} {
		got := numbers(t, must[[]store.Hand](t)(b.Hands(t.Context(), felt, q.before, q.n)))
		if !slices.Equal(got, q.want) {
			t.Errorf("Hands(before %d, %d) = %v, want %v", q.before, q.n, got, q.want)
		}
	}
	if hs := must[[]store.Hand](t)(b.Hands(t.Context(), other, 0, 9)); len(hs) != 0 {
		t.Errorf("another table has %v", hs)
	}
}

func testHistory(t *testing.T, open Opener) {
	b := &table{t: t, Store: open(t, store.Options{History: 3}), key: felt, session: 1}
	for n := range int64(8) {
		c := b.change()
		c.Hands = []store.Hand{hand(10 * (n + 1))}
		b.do(c)
	}
	got := numbers(t, must[[]store.Hand](t)(b.Hands(t.Context(), felt, 0, 9)))
	if want := []int64{80, 70, 60}; !slices.Equal(got, want) {
		t.Errorf("kept %v, want %v", got, want)
	}
}

func testHandAgain(t *testing.T, open Opener) {
	b := at(t, open)
	for _, text := range []string{"first", "second"} {
		c := b.change()
		c.Hands = []store.Hand{{Number: 1, At: noon, Data: []byte(text)}}
		b.do(c)
	}
	hs := must[[]store.Hand](t)(b.Hands(t.Context(), felt, 0, 9))
	if len(hs) != 1 || string(hs[0].Data) != "second" {
		t.Errorf("hands = %v", hs)
	}
}

func testRichest(t *testing.T, open Opener) {
	b := at(t, open)
	for i, amount := range []int64{300, 900, 100, 900} {
		person := engine.ID(40 - i)
		b.pays(store.Payment{
			Guild: guild, ID: fmt.Sprint(i), At: noon, To: person, Amount: amount, Reason: store.ReasonDaily,
		})
	}
	b.do(b.change(sat(alice, 500), practice(sat(bob, 500)), house(sat(robot, 500))))
	var got []engine.ID
	for _, w := range must[[]store.Wallet](t)(b.TopWallets(t.Context(), guild, 9)) {
		got = append(got, w.Person)
		if want := must[store.Wallet](t)(b.Wallet(t.Context(), guild, w.Person)); w != want {
			t.Errorf("listed %+v, wallet %+v", w, want)
		}
	}
	if want := []engine.ID{37, 39, 40, 38, alice}; !slices.Equal(got, want) {
		t.Errorf("richest = %v, want %v", got, want)
	}
	ranked(t, b, guild)
	for _, nobody := range []engine.ID{carol, robot} {
		if rank := must[int64](t)(b.Rank(t.Context(), guild, nobody)); rank != 0 {
			t.Errorf("%d, never seen, has rank %d", nobody, rank)
		}
	}
	for n, want := range map[int]int{2: 2, 0: 0, -1: 0} {
		if ws := must[[]store.Wallet](t)(b.TopWallets(t.Context(), guild, n)); len(ws) != want {
			t.Errorf("Richest(%d) gave %d wallets", n, len(ws))
		}
	}
	if ws := must[[]store.Wallet](t)(b.TopWallets(t.Context(), abroad, 9)); len(ws) != 0 {
		t.Errorf("richest abroad = %v", ws)
	}
}

// ranked checks the ranking of a guild, and each player's rank in it, by counting the wallets.
func ranked(t testing.TB, s store.Store, guild engine.ID) {
	t.Helper()
	var want []store.Wallet
	for a, balance := range must[map[store.Account]int64](t)(s.Accounts(t.Context(), guild)) {
		if person, ok := a.Person(); ok {
			want = append(want, store.Wallet{Person: person, Balance: balance})
		}
	}
	slices.SortFunc(want, store.Fuller)
	got := must[[]store.Wallet](t)(s.TopWallets(t.Context(), guild, len(want)+1))
	if len(got) != len(want) {
		t.Fatalf("%d wallets are ranked, there are %d", len(got), len(want))
	}
	for i, w := range want {
		if got[i].Person != w.Person || got[i].Balance != w.Balance {
			t.Errorf("rank %d is %+v, should be %+v", i+1, got[i], w)
		}
		fuller := slices.IndexFunc(want, func(o store.Wallet) bool { return o.Balance == w.Balance }) // equal wallets share a rank
		if rank := must[int64](t)(s.Rank(t.Context(), guild, w.Person)); rank != int64(fuller+1) {
			t.Errorf("%d has rank %d, should have %d", w.Person, rank, fuller+1)
		}
	}
}

func testSessionOrder(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(carol, 300)))
	b.do(b.change(sat(bob, 200), sat(alice, 100)))
	b.do(b.change(stood(carol, 250), sat(carol, 400), topped(carol, 5)))
	got := must[[]store.Line](t)(b.Session(t.Context(), felt, 1))
	want := []store.Line{{Person: carol, In: 705, Out: 250}, {Person: bob, In: 200}, {Person: alice, In: 100}}
	if !slices.Equal(got, want) {
		t.Errorf("lines = %v, want %v", got, want)
	}
}

func testSessions(t *testing.T, open Opener) {
	b := at(t, open)
	b.do(b.change(sat(alice, 300)))
	c := b.change(stood(alice, 300))
	c.Closed = true
	b.do(c)
	b.session, b.version = 2, 0
	b.do(b.change(sat(alice, 50)))
	for session, want := range map[int64][]store.Line{
		1: {{Person: alice, In: 300, Out: 300}}, 2: {{Person: alice, In: 50}}, 3: nil,
	} {
		if got := must[[]store.Line](t)(b.Session(t.Context(), felt, session)); !slices.Equal(got, want) {
			t.Errorf("session %d = %v, want %v", session, got, want)
		}
	}
}

func testNotes(t *testing.T, open Opener) {
	b := at(t, open)
	for _, value := range []string{"one", "two", "", "", "drei ♠\x00", ""} {
		if err := b.SetNote(t.Context(), "commands", value); err != nil {
			t.Fatal(err)
		}
		if got := must[string](t)(b.Note(t.Context(), "commands")); got != value {
			t.Errorf("Note = %q, want %q", got, value)
		}
	}
	if got := must[string](t)(b.Note(t.Context(), "never set")); got != "" {
		t.Errorf("a note never set is %q", got)
	}
}

func testEmpty(t *testing.T, open Opener) {
	b := at(t, open)
	if _, err := b.Load(t.Context(), felt); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("Load = %v", err)
	}
	for r, err := range b.Tables(t.Context()) {
		t.Errorf("Tables gave %v, %v", r, err)
	}
	nothing := fmt.Sprint(store.Record{}, []store.Line{}, []store.Hand{}, map[store.Account]int64{}, []store.Wallet{}, stats.Counts{}.Numbers())
	if got := b.trace(); got != nothing {
		t.Errorf("an empty store holds %s", got)
	}
}
