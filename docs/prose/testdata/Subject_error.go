package testdata

import "errors"

var err = errors.New("Who presses the button sees the cards.")
