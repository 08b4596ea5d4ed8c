// This module is only for comparing the engine with others: what it needs never reaches the go.sum of the program.
//
// Its path is below that of one of the others, for Go lets nobody else import an internal package. It is published nowhere.
module github.com/lox/pokerforbots/v2/cardroom

go 1.26.0

require (
	cardroom v0.0.0
	github.com/lox/pokerforbots/v2 v2.11.0
	github.com/notnil/joker v0.0.0
)

replace cardroom => ../..

// The repository was renamed after its last version that the module proxy has; its packages import each other by the new name.
replace github.com/notnil/joker => github.com/loganjspears/joker v0.0.0-20180219043703-3f2f69a75914
