package testdata

import "errors"

var err = errors.New("The player is told about it.")
