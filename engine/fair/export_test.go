package fair

// SaltsOf returns the salts of all cards of the deck that was played, in dealing order.
func SaltsOf(d *Deal) (salts []Hash) {
	for k := range d.choice.slot {
		salts = append(salts, d.open(k).Salt)
	}
	return salts
}

// HiddenOf returns what no receipt of a hand that was played may hold, by name.
func HiddenOf(d *Deal) map[string]Hash {
	return map[string]Hash{"the secret": Hash(d.seal.secret), "the seed of the deck that was played": d.seal.seeds[d.choice.deck]}
}

// Fits reports whether an opening is what was sealed.
func Fits(r *Receipt, o Opening) bool {
	c := choose(r.Seal, &r.Entropy)
	i := int(c.slot[o.K])
	return leaf(r.sealed().context(), c.deck, i, numberOf(o.Card), o.Salt) == r.Leaves[i]
}
