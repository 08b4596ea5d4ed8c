// Package stranger has tests act as another user of the machine, to whom the files of this one are closed. It works on Linux.
package stranger
