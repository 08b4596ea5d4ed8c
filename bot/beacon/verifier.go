package beacon

import (
	"fmt"

	"cardroom/engine/fair"
)

// NewVerifier returns a verifier of receipts that checks the signatures of quicknet, and of the other chains.
func NewVerifier(others ...*Chain) fair.Verifier {
	known := map[fair.Hash]*Chain{}
	var v fair.Verifier
	for _, c := range others {
		known[c.Hash] = c
		v.Chains = append(v.Chains, c.forReceipts())
	}
	quicknet := Quicknet()
	known[quicknet.Hash] = quicknet // no other chain replaces it
	v.Signature = func(hash fair.Hash, round uint64, signature []byte) error {
		c, ok := known[hash]
		if !ok {
			return fmt.Errorf("the beacon %s is unknown", hash)
		}
		return c.Verify(round, signature)
	}
	return v
}

// forReceipts returns a chain that is not built in, as package fair knows it.
func (c *Chain) forReceipts() fair.Chain {
	return fair.Chain{
		Hash: c.Hash, Key: c.Key, Genesis: uint64(c.Genesis), Period: uint64(c.Period), Signature: c.scheme.size, Relay: c.Relays[0],
		Note: c.Note,
	}
}
