// Package gate checks who may register for a tournament (T11). It reads the settings of its gate, and asks an organiser about people
// who want to register. The rules are those of [record.Gate].
package gate
