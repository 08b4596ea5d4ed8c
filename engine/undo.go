package engine

// Undo restores a table whose cards are lost, from the parts that a snapshot has in clear. It undoes the hand that runs, as Void does:
// every chip goes back to where it was when the hand began (R65). The deck is not opened, because it is not known. A table
// where no hand runs comes back without cards and without an event. The error is a *SchemaError or a *DamageError.
func Undo(b []byte, at Moment, events []Event) (Table, []Event, error) {
	var t Table
	if _, err := readPublic(b, &t.g.public); err != nil {
		return Table{}, events, err
	}
	if err := t.g.check(openChecks); err != nil {
		return Table{}, events, &DamageError{"table", err}
	}
	if t.g.running() {
		var err error
		if events, err = t.Do(Void{At: at}, events); err != nil {
			return Table{}, events, err
		}
	}
	t.g.loseCards()
	if err := t.Check(); err != nil {
		return Table{}, events, &DamageError{"table", err}
	}
	return t, events, nil
}

// loseCards removes the cards and everything that depends on them. Events of shown cards stay in the log.
func (g *game) loseCards() {
	g.hidden, g.Dealt = hidden{}, 0
	g.Board, g.Again, g.Runs, g.Run, g.Common = board{}, [2]board{}, 0, 0, 0
	for i := range g.Seats {
		g.Seats[i].Showed, g.Seats[i].AllShown = 0, false
	}
}
