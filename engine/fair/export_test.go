package fair

// SaltsOf returns the salts of all cards of the deck that was played, in dealing order.
func SaltsOf(d *Deal) (salts []Hash) {
	for k := range d.choice.slot {
		salts = append(salts, d.open(k).Salt)
	}
	return salts
}

// HiddenOf returns the values that no receipt of a hand that was played may hold, by name.
func HiddenOf(d *Deal) map[string]Hash {
	return map[string]Hash{"the secret": Hash(d.seal.secret), "the seed of the deck that was played": d.seal.seeds[d.choice.deck]}
}

// Fits reports whether an opening fits its leaf.
func Fits(r *Receipt1, o Opening) bool {
	ctx := r.sealed().context()
	c := ctx.choice(r.Seal, r.Entropy1.tuple())
	i := int(c.slot[o.K])
	return ctx.leaf(c.deck, i, numberOf(o.Card), o.Salt) == r.Leaves[i]
}
