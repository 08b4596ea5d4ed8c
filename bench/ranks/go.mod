// This module is only for comparing ranking and odds with others: what it needs never reaches the go.sum of the program.
module cardroom/bench/ranks

go 1.26.0

require (
	cardroom v0.0.0
	github.com/cardrank/cardrank v0.16.5
	github.com/paulhankin/poker/v2 v2.0.8
)

replace cardroom => ../..
