package store_test

import (
	"math/rand/v2"
	"testing"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/storetest"
)

func FuzzMemoryAgreesWithTheModel(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed, seed*7919)
	}
	f.Fuzz(func(t *testing.T, hi, lo uint64) {
		if err := storetest.Walk(t, openMemory(t, store.Options{}), rand.New(rand.NewPCG(hi, lo)), 300); err != nil {
			t.Fatal(err)
		}
	})
}

func FuzzAccountsNameTheirPerson(f *testing.F) {
	f.Add("user/12", uint64(12))
	f.Add("user/", uint64(0))
	f.Add("user/-1", uint64(1<<64-1))
	f.Add("mint", uint64(5))
	f.Fuzz(func(t *testing.T, name string, person uint64) {
		if got, ok := store.WalletAccount(engine.ID(person)).Person(); !ok || uint64(got) != person {
			t.Errorf("the wallet of %d is of %d, %t", person, got, ok)
		}
		if _, ok := store.TableAccount(engine.ID(person)).Person(); ok {
			t.Errorf("the table in %d is somebody's wallet", person)
		}
		store.Account(name).Person()
	})
}
