package storetest

import (
	"maps"
	"testing"
	"time"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

var forgetting = map[string]func(*testing.T, Opener){
	"who is forgotten has no stats, and chips as before": testForgets,
	"a wish is one, however often it comes":              testForgetsOnce,
	"the last moment of all is kept":                     testForgetsLast,
	"whoever is not told of is not told of in one guild": testForgetsApart,
	"nobody is forgotten by a process that was fenced":   testForgetsFenced,
	"nobody cannot be forgotten":                         testForgetsNobody,
}

func wish(person engine.ID, id string, at time.Time) store.ErasureRequest {
	return store.ErasureRequest{Guild: guild, ID: id, Person: person, At: at}
}

// gone returns the persons whom a guild has forgotten.
func (b *table) gone(guild engine.ID) map[engine.ID]time.Time {
	b.t.Helper()
	return must[map[engine.ID]time.Time](b.t)(b.Forgotten(b.t.Context(), guild))
}

func (b *table) forgets(o store.ErasureRequest) store.Receipt {
	b.t.Helper()
	return must[store.Receipt](b.t)(b.Forget(b.t.Context(), o))
}

func testForgets(t *testing.T, open Opener) {
	b := at(t, open)
	c := b.change(sat(alice, 500), sat(bob, 700))
	c.Stats = []store.Stats{{Person: alice, Counts: stats.Counts{Hands: 3}}, {Person: bob, Counts: stats.Counts{Hands: 4}}}
	c.Hands = []store.Hand{{Number: 1, At: noon, Data: []byte("x")}}
	b.do(c)
	before := b.trace()
	if got := b.gone(guild); len(got) != 0 {
		t.Fatalf("forgotten before anybody wanted it: %v", got)
	}
	if r := b.forgets(wish(carol, "a", noon)); r != (store.Receipt{}) {
		t.Errorf("%+v", r)
	}
	if b.trace() != before || b.stats(guild, alice).Hands != 3 {
		t.Errorf("somebody else is forgotten, and now there is\n%s\nbefore\n%s", b.trace(), before)
	}
	b.forgets(wish(alice, "b", noon.Add(1500*time.Microsecond)))
	want := map[engine.ID]time.Time{carol: noon, alice: noon.Add(time.Millisecond)}
	if got := b.gone(guild); !maps.EqualFunc(got, want, time.Time.Equal) {
		t.Errorf("forgotten: %v, want %v", got, want)
	}
	if b.stats(guild, alice) != (stats.Counts{}) || b.stats(guild, bob).Hands != 4 {
		t.Errorf("alice has %+v, bob %+v", b.stats(guild, alice), b.stats(guild, bob))
	}
	if b.wallet(alice) != store.Opening-500 {
		t.Errorf("her wallet holds %d", b.wallet(alice))
	}
	balanced(t, b, guild)
	c = b.change()
	c.Stats = []store.Stats{{Person: alice, Counts: stats.Counts{Hands: 1}}}
	b.do(c)
	if got := b.stats(guild, alice); got != (stats.Counts{Hands: 1}) {
		t.Errorf("played since: %+v", got)
	}
}

func testForgetsOnce(t *testing.T, open Opener) {
	b := at(t, open)
	b.forgets(wish(alice, "a", noon))
	c := b.change()
	c.Stats = []store.Stats{{Person: alice, Counts: stats.Counts{Hands: 1}}}
	b.do(c)
	if r := b.forgets(wish(alice, "a", noon.Add(time.Hour))); !r.Duplicate {
		t.Errorf("%+v", r)
	}
	if b.stats(guild, alice).Hands != 1 || !b.gone(guild)[alice].Equal(noon) {
		t.Errorf("what she did since is forgotten: %+v, %v", b.stats(guild, alice), b.gone(guild))
	}
	if r := b.pays(store.Payment{Guild: guild, ID: "a", At: noon, To: bob, Amount: 1, Reason: store.ReasonGrant}); !r.Duplicate {
		t.Error("the same ID pays")
	}
}

func testForgetsLast(t *testing.T, open Opener) {
	b := at(t, open)
	b.forgets(wish(alice, "a", noon))
	b.forgets(wish(alice, "b", noon.Add(-time.Hour)))
	if got := b.gone(guild)[alice]; !got.Equal(noon) {
		t.Errorf("since %v", got)
	}
	b.forgets(wish(alice, "c", noon.Add(time.Hour)))
	if got := b.gone(guild)[alice]; !got.Equal(noon.Add(time.Hour)) {
		t.Errorf("since %v", got)
	}
}

func testForgetsApart(t *testing.T, open Opener) {
	b := at(t, open)
	b.key = store.Key{Guild: abroad, Channel: 10}
	c := b.change()
	c.Stats = []store.Stats{{Person: 1<<63 + 1, Counts: stats.Counts{Hands: 1}}}
	b.do(c)
	b.forgets(wish(1<<63+1, "a", noon))
	if _, here := b.gone(guild)[1<<63+1]; !here || len(b.gone(abroad)) != 0 || b.stats(abroad, 1<<63+1).Hands != 1 {
		t.Errorf("here %v, abroad %v with %+v", b.gone(guild), b.gone(abroad), b.stats(abroad, 1<<63+1))
	}
}

func testForgetsFenced(t *testing.T, open Opener) {
	b := at(t, open)
	l := b.acquires(lease("a", all))
	if err := b.Release(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	next := b.acquires(lease("b", all))
	old := wish(alice, "a", noon)
	old.Epoch = next.Epoch
	b.forgets(old)
	old.ID, old.Epoch = "b", l.Epoch
	_, err := b.Forget(t.Context(), old)
	as[*store.FencedError](t, err)
}

func testForgetsNobody(t *testing.T, open Opener) {
	b := at(t, open)
	for _, o := range []store.ErasureRequest{wish(0, "a", noon), wish(alice, "", noon)} {
		_, err := b.Forget(t.Context(), o)
		as[*store.LedgerError](t, err)
	}
	if len(b.gone(guild)) != 0 {
		t.Error(b.gone(guild))
	}
}
