// Package vector turns outlines into masks: how much of each pixel a letter or a shape covers.
//
// A [Path] is made of lines and curves, as a font has them, and [Path.Mask] measures it. All arithmetic is in whole numbers,
// so that a picture is the same on every machine. With floating-point numbers, as golang.org/x/image/vector has them, it would
// not be.
package vector
