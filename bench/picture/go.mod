// This module is only for comparing the picture with one drawn in the usual way: what it needs never reaches the go.sum of
// the program.
module cardroom/bench/picture

go 1.26.0

require (
	cardroom v0.0.0
	git.sr.ht/~sbinet/gg v0.8.0
	golang.org/x/image v0.47.0
)

require (
	github.com/golang/freetype v0.0.0-20170609003504-e2365dfdc4a0 // indirect
	github.com/klauspost/compress v1.20.3 // indirect
	golang.org/x/sys v0.49.0 // indirect
	golang.org/x/text v0.43.0 // indirect
)

replace cardroom => ../..
