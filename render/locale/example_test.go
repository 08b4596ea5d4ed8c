package locale_test

import (
	"fmt"

	"cardroom/render/locale"
)

func ExampleText_Format() {
	lang := locale.Lookup("en-US")
	fmt.Println(lang.Say.Seated.Format("seat", "3", "amount", lang.Chips(1000)))
	// Output: You have seat 3 with 1,000.
}
