package testdata

import "errors"

var err = errors.New("The table goes on as the house has it.")
