package testdata

import "errors"

var err = errors.New("The dealer gives two cards to each of the players at the table and then waits for the first of them to say whether they want to play on")
