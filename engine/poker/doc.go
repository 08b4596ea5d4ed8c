// Package poker has the games (R1, R43), the betting limits (R20–R27), and the rules of a table with their
// ranges. It knows no player and no hand.
package poker
