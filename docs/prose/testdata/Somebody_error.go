package testdata

import "errors"

var err = errors.New("The table waits for somebody.")
