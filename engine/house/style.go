package house

import "cardroom/engine"

// style is what tells the levels apart.
type style struct {
	loose float64 // points on the chart that a hand may be weaker than it should be, to call before the flop
	eager float64 // the same, to raise
	value float64 // chance of winning against one rival that is worth a bet
	again float64 // the same, to raise a bet
	trust float64 // how much better than the price a hand must be to call a bet the size of the pot: bets mean something
	bluff float64 // how often a hand that is nothing bets
	semi  float64 // how often a hand that may become something bets
}

// styles are by level. Easy is loose and passive, Hard aggressive.
var styles = [...]style{
	engine.Easy:   {loose: 3, eager: -3, value: 0.70, again: 0.90, trust: 0, bluff: 0.02, semi: 0.05},
	engine.Normal: {loose: 0, eager: 0, value: 0.60, again: 0.82, trust: 0.10, bluff: 0.07, semi: 0.25},
	engine.Hard:   {loose: 0, eager: 1, value: 0.56, again: 0.78, trust: 0.08, bluff: 0.14, semi: 0.40},
}

// styleOf is the style of a level; Normal for what is none.
func styleOf(l engine.Level) style {
	if l == engine.Person || int(l) >= len(styles) {
		l = engine.Normal
	}
	return styles[l]
}
