package fair

import _ "embed"

//go:embed verify.html
var page string

// Page returns a web page that checks receipts as Verify does, in a language and with a SHA-256 that are not ours: the second
// opinion. It is whole in itself and is allowed no network. A test holds the two to the same findings.
func Page() string { return page }
