package ai

import "cardroom/engine"

// style has the numbers in which levels differ. Pots are as they are at the decision.
type style struct {
	loose  float64 // points on the chart that a hand may be weaker than it should be, to call before the flop
	eager  float64 // the same, to raise
	looks  int     // number of ends of the hand in a sample; the hands that rivals may hold go with them
	reads  float64 // the weight of rivals' bets: 0 none, 1 as much as they usually mean
	folds  float64 // how often rivals are thought to fold, as a part of how often they should
	tight  float64 // the same, of the hands that they do not call with
	care   float64 // the cost of raising with the whole stack while cards are to come, in stacks
	timid  float64 // how much better than a call a raise has to be, in pots
	bluff  float64 // how often rivals are thought to fold as often as they should, and one bluffs
	wobble float64 // how far off the judgement is, in pots
}

// styles are by level. Easy is loose and passive, Hard aggressive.
var styles = [...]style{
	engine.Easy:   {loose: 3, eager: -3, looks: 10, reads: 0, folds: 0, tight: 0, care: 0.3, timid: 0.5, wobble: 0.15, bluff: 0.01},
	engine.Normal: {loose: 0, eager: -1, looks: 16, reads: 0.4, folds: 0.4, tight: 0.4, care: 0.2, timid: 0.04, wobble: 0.1, bluff: 0.08},
	engine.Hard:   {loose: 0, eager: 1, looks: 46, reads: 1.2, folds: 0.5, tight: 0.6, care: 0.2, timid: 0, wobble: 0.03, bluff: 0.15},
}

// styleOf returns the style of a level, or of Normal for no level.
func styleOf(l engine.Level) style {
	if l == engine.Person || int(l) >= len(styles) {
		l = engine.Normal
	}
	return styles[l]
}
