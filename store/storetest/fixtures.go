package storetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

// Felt is the table, and Noon the moment, that the tests of the back ends use.
var (
	Felt = felt
	Noon = noon
)

// NextChange returns the n-th commit of a table without players.
func NextChange(k store.Key, n int64) store.Change {
	return store.Change{
		Key: k, ID: fmt.Sprint("change ", n), Version: n - 1, Session: 1, At: noon, Data: fmt.Appendf(nil, "data of %d", n),
	}
}

// TopUp returns the commit that makes a version: each odd one brings 10 chips, each even one takes 9 away.
func TopUp(k store.Key, version int64) store.Change {
	c := NextChange(k, version)
	c.Chips = ChipsAt(version)
	c.Hands = []store.Hand{{Number: version, At: noon, Data: []byte("hand")}}
	c.Events = []engine.Event{{Kind: engine.ToppedUp, Player: 5, Amount: 10, Practice: version%4 == 1}}
	if version%2 == 0 {
		c.Events = []engine.Event{{Kind: engine.StoodUp, Player: 6, Amount: 9, Practice: version%4 == 0}}
	}
	return c
}

// Counting returns the commit that makes a version, and in which a player has played a hand.
func Counting(version int64) store.Change {
	c := TopUp(store.Key{Guild: 1, Channel: 10}, version)
	c.Stats = []store.Stats{{Person: 1<<63 + 1, Counts: stats.Counts{Hands: 1, Net: -7}}}
	return c
}

// ChipsAt returns the chips on a table after the TopUp of a version.
func ChipsAt(version int64) int64 { return (version+1)/2*10 - version/2*9 }

// Commit commits a change that must succeed.
func Commit(t testing.TB, s store.Store, c store.Change) store.Receipt {
	t.Helper()
	r, err := s.Commit(t.Context(), c)
	if err != nil {
		t.Fatalf("Commit(%s): %v", c.ID, err)
	}
	return r
}

// Pay makes a payment that must succeed.
func Pay(t testing.TB, s store.Store, p store.Payment) {
	t.Helper()
	if _, err := s.Pay(t.Context(), p); err != nil {
		t.Fatal(err)
	}
}

// Claim returns the daily claim of a player.
func Claim(guild engine.ID) store.Payment {
	return store.Payment{Guild: guild, ID: "claim", At: noon, To: 5, Amount: store.Daily, Reason: store.ReasonDaily}
}

// Largesse returns a gift of all that a player may give on a day.
func Largesse(guild engine.ID) store.Payment {
	return store.Payment{Guild: guild, ID: "largesse", At: noon, From: 1<<63 + 7, To: 1<<63 + 8, Amount: store.GiveLimit, Reason: store.ReasonGift}
}

// Fund pays the player of TopUp enough for any number of them, in guilds 1 and 2.
func Fund(t testing.TB, s store.Store) {
	t.Helper()
	for guild := engine.ID(1); guild <= 2; guild++ {
		p := store.Payment{Guild: guild, ID: "funds", At: noon, To: 5, Amount: 1_000_000_000, Reason: store.ReasonGrant}
		if _, err := s.Pay(t.Context(), p); err != nil {
			t.Error(err)
		}
	}
}

// Fill fills an empty store with a little of everything.
func Fill(t testing.TB, s store.Store) {
	t.Helper()
	seed := uint64(time.Now().UnixNano())
	if err := Walk(t, s, rand.New(rand.NewPCG(seed, 0)), 100); err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	for guild := engine.ID(1); guild <= 2; guild++ {
		fillGuild(t, s, guild)
	}
	Pay(t, s, Largesse(1))
	for _, person := range []engine.ID{1, 1<<63 + 6} {
		if _, err := s.Forget(t.Context(), store.ErasureRequest{Guild: 2, Person: person, ID: fmt.Sprint(person), At: time.UnixMilli(1_700_000_000_123)}); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"one", "two", "drei ♠"} {
		if err := s.SetNote(t.Context(), name, "value of "+name+"\x00"); err != nil {
			t.Fatal(err)
		}
	}
}

func fillGuild(t testing.TB, s store.Store, guild engine.ID) {
	t.Helper()
	k := store.Key{Guild: guild, Channel: 9_000_000_000_000_000_000}
	for version := int64(1); version <= 60; version++ {
		c := TopUp(k, version)
		c.Data, c.Hands[0].Data = []byte("a\x00 b\xff"), []byte("\x00 hand \xff")
		c.Stats = []store.Stats{{Person: guild, Counts: stats.Counts{Hands: 1, Net: -version}}, {Person: 1<<63 + 5, Counts: stats.Counts{Calls: version}}}
		Commit(t, s, c)
	}
	closed := store.Key{Guild: guild, Channel: 30}
	Commit(t, s, NextChange(closed, 1))
	last := NextChange(closed, 2)
	last.Closed = true
	Commit(t, s, last)
	Pay(t, s, Claim(guild))
}

// ReadAll returns all that can be read of a store that Fill has filled, as text.
func ReadAll(t testing.TB, s store.Store) string {
	t.Helper()
	var all strings.Builder
	write := func(v any, err error) {
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&all, "%v\n", v)
	}
	for r, err := range s.Tables(t.Context()) {
		write(r, err)
	}
	for _, guild := range []engine.ID{1, 2, 700, 701} {
		write(s.Accounts(t.Context(), guild))
		write(s.TopWallets(t.Context(), guild, 100))
		write(s.Forgotten(t.Context(), guild))
		for _, person := range []engine.ID{1, 2, 1<<63 + 5} {
			write(s.Stats(t.Context(), guild, person))
		}
		for _, channel := range []engine.ID{10, 11, 30, 9_000_000_000_000_000_000} {
			k := store.Key{Guild: guild, Channel: channel}
			write(s.Hands(t.Context(), k, 0, 1000))
			write(s.Session(t.Context(), k, 1))
		}
	}
	for _, name := range []string{"one", "two", "drei ♠", "four"} {
		write(s.Note(t.Context(), name))
	}
	return all.String()
}

// Audit returns the differences that the audits of all guilds find.
func Audit(t testing.TB, s store.ReadOnly) string {
	t.Helper()
	guilds, err := s.Guilds(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, g := range guilds {
		differences, err := s.Audit(t.Context(), g)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, differences...)
	}
	return strings.Join(all, "; ")
}

// CheckKept checks a table against the last change that was acknowledged, and returns how many commits it has beyond
// that: 1 where the process ended between the commit and the answer.
func CheckKept(t testing.TB, s store.Store, c store.Change) int {
	t.Helper()
	k, version := c.Key, c.Version+1
	r, err := s.Load(t.Context(), k)
	if err != nil {
		t.Fatalf("%v: %v", k, err)
	}
	if r.Version != version && r.Version != version+1 || string(r.Data) != fmt.Sprint("data of ", r.Version) {
		t.Errorf("%v is at version %d with %q, version %d was acknowledged", k, r.Version, r.Data, version)
	}
	repeated, err := s.Commit(t.Context(), c)
	if err != nil || repeated != (store.Receipt{Version: version, Duplicate: true}) {
		t.Errorf("%v: the acknowledged change again gave %+v, %v", k, repeated, err)
	}
	hands, err := s.Hands(t.Context(), k, 0, 1)
	if err != nil || len(hands) != 1 || hands[0].Number != r.Version {
		t.Errorf("%v at version %d has the hands %v, %v", k, r.Version, hands, err)
	}
	return int(r.Version - version)
}

// CheckBalances checks that the accounts of guilds 1 and 2 add up to zero, and that their tables hold the chips of TopUp.
func CheckBalances(t testing.TB, s store.Store) {
	t.Helper()
	for guild := engine.ID(1); guild <= 2; guild++ {
		accounts, err := s.Accounts(t.Context(), guild)
		if err != nil {
			t.Fatal(err)
		}
		sum := int64(0)
		for _, n := range accounts {
			sum += n
		}
		if sum != 0 {
			t.Errorf("the accounts of guild %d add up to %d", guild, sum)
		}
		for r, err := range s.Tables(t.Context()) {
			if r.Guild == guild && (err != nil || accounts[store.TableAccount(r.Channel)] != ChipsAt(r.Version)) {
				t.Errorf("%v at version %d holds %d chips, %v", r.Key, r.Version, accounts[store.TableAccount(r.Channel)], err)
			}
		}
	}
}
