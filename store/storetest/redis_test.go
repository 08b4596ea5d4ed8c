package storetest

import (
	"sync"
	"testing"
)

// TestAFreeAddressIsReturnedOnce asks for so many at a time that two would be the same without a mark.
func TestAFreeAddressIsReturnedOnce(t *testing.T) {
	var wg sync.WaitGroup
	var of sync.Map
	for range 400 {
		wg.Go(func() {
			addr := FreeAddr(t)
			if _, twice := of.LoadOrStore(addr, true); twice {
				t.Errorf("%s is returned twice", addr)
			}
		})
	}
	wg.Wait()
}
