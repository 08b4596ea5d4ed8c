package tournament

import (
	"iter"

	"cardroom/engine"
	"cardroom/engine/tournament/setup"
	"cardroom/engine/tournament/state"
)

// View, Entry and Table are the public views of a tournament, of one bought stack and of one table. Nothing in them is secret.
type (
	View  = state.View
	Entry = state.EntryView
	Table = state.TableView
)

// View returns the public view.
func (t *Tournament) View() View { return t.s.View() }

// Escrow returns the prize chips that the tournament holds (T124).
func (t *Tournament) Escrow() int64 { return t.s.Money.Escrow }

// Options returns the options of the tournament.
func (t *Tournament) Options() setup.Options { return t.s.Options.Clone() }

// Entry returns an entry by its number, from 1. Before the start, numbers change when an entry is taken back.
func (t *Tournament) Entry(n int) Entry { return t.s.EntryView(n) }

// Entries returns all entries by their numbers, in order.
func (t *Tournament) Entries() iter.Seq2[int, Entry] { return t.s.EntryViews() }

// EntryOf returns the number of the last entry of a person, 0 if there is none.
func (t *Tournament) EntryOf(person engine.ID) int { return t.s.Latest(person) }

// Table returns a table by its number, from 1.
func (t *Tournament) Table(n int) Table { return t.s.TableView(n) }
