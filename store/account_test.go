package store_test

import (
	"testing"

	"cardroom/engine"
	"cardroom/store"
)

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
