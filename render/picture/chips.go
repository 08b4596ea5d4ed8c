package picture

// amount returns a number of chips: every digit where there is room, else as many as fit. It never shows more than there
// are.
func (p *layout) amount(n int64, s style, room int) string {
	exact := p.lang.Chips(n)
	if p.width(s, exact) <= room {
		return exact
	}
	for decimals := 2; decimals > 0; decimals-- {
		if short := p.lang.ShortChips(n, decimals); p.width(s, short) <= room {
			return short
		}
	}
	return p.lang.ShortChips(n, 0)
}
