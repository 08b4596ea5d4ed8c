package table_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
)

// pressed lets a table receive an answered press of a user, by their id, and returns it.
func pressed(a *table.Table, who engine.ID, ephemeral bool, at time.Time) *interaction.Interaction {
	in := pressAt(a, who, ephemeral, at)
	a.Receive(in)
	in.MarkDelivered()
	return in
}

// pressAt returns a press of a user, by their id.
func pressAt(a *table.Table, who engine.ID, ephemeral bool, at time.Time) *interaction.Interaction {
	return &interaction.Interaction{
		Kind:  interaction.Press,
		Asker: interaction.Asker{Name: render.DisplayName{Name: fmt.Sprint("Ann ", who)}},
		Origin: &interaction.Origin{
			Ref: rest.Ref{ID: fmt.Sprint(int64(who) << 40), Application: "1", Token: fmt.Sprint("token ", who)}, Arrived: at,
			Key: a.Key, Message: 6, Ephemeral: ephemeral, User: who,
		},
	}
}

// A press on the board whose token the record has is not in memory twice. One on a panel is: the record does not say on which.
func TestAStoredPressIsKeptOnce(t *testing.T) {
	b := sleeper(t)
	a := idle(t, b, 7)
	const board, panel, watcher = 100, 101, 900
	for _, who := range []engine.ID{board, panel, watcher} {
		b.Prefs.People.Remember(who, prefs.Person{})
		pressed(a, who, who == panel, time.Now())
	}
	for i, want := range [][]engine.ID{{board, panel, watcher}, {panel, watcher}} {
		if err := a.Store(fmt.Sprint(i), func(*record.Table) {}); err != nil {
			t.Fatal(err)
		}
		if kept := a.Presses(); !slices.Equal(kept, want) {
			t.Errorf("after commit %d the presses of %v are kept, want %v", i, kept, want)
		}
	}
	for _, who := range []engine.ID{board, panel, watcher} {
		in := a.Private().Reach(who)
		if in == nil || !in.Delivered() || in.ID != fmt.Sprint(int64(who)<<40) || in.Token != fmt.Sprint("token ", who) || in.Ephemeral != (who == panel) {
			t.Errorf("player %d is reached by %v", who, in)
		}
	}
}

// Discord takes no message that follows a modal, so one that follows the player's press before it.
func TestAPressThatOpensAModalKeepsTheOneBefore(t *testing.T) {
	b := sleeper(t)
	a := idle(t, b, 7)
	const who = 900
	b.Prefs.People.Remember(who, prefs.Person{})
	answers := map[string]func(*interaction.Interaction){
		"a message": func(in *interaction.Interaction) { in.MarkDelivered() },
		"a modal":   func(in *interaction.Interaction) { in.MarkOpened() },
		"nothing":   func(*interaction.Interaction) {},
	}
	for n, c := range []struct{ answer, reached string }{
		{"a modal", ""}, {"a message", "1"}, {"a modal", "1"}, {"a modal", "1"}, {"a message", "4"}, {"nothing", ""}, {"a message", "6"},
	} {
		in := pressAt(a, who, true, time.Now())
		in.ID, in.Token = fmt.Sprint(1<<50+n), fmt.Sprint(n)
		b.Handle = func(a *table.Table, in *interaction.Interaction) {
			a.Receive(in)
			answers[c.answer](in)
		}
		handled := make(chan string)
		a.Enqueue(in)
		a.Must(func() {
			if by := a.Private().Reach(who); by != nil {
				handled <- by.Token
			}
			close(handled)
		})
		if reached := <-handled; reached != c.reached {
			t.Errorf("after press %d, answered by %s, press %q reaches the player, want %q", n, c.answer, reached, c.reached)
		}
	}
}

// The presses of people who never sit down do not stay in memory either.
func TestACommitForgetsOldPresses(t *testing.T) {
	b := sleeper(t)
	a := idle(t, b, 7)
	for who, age := range map[engine.ID]time.Duration{900: record.PressLife + time.Second, 901: 0} {
		b.Prefs.People.Remember(who, prefs.Person{})
		pressed(a, who, true, time.Now().Add(-age))
	}
	if err := a.Store("x", func(*record.Table) {}); err != nil {
		t.Fatal(err)
	}
	if kept := a.Presses(); !slices.Equal(kept, []engine.ID{901}) {
		t.Errorf("the presses of %v are kept, want that of 901", kept)
	}
}

// A table that sleeps for hours keeps no token that Discord refuses by then.
func TestASleepingTableForgetsOldPresses(t *testing.T) {
	b := sleeper(t)
	a := idle(t, b, 7)
	const old, fresh = 900, 901
	for who, at := range map[engine.ID]time.Time{old: time.Now().Add(-record.PressLife - time.Second), fresh: time.Now()} {
		b.Prefs.People.Remember(who, prefs.Person{})
		pressed(a, who, false, at)
	}
	a.Sleep()
	if kept := a.Presses(); !a.Asleep() || !slices.Equal(kept, []engine.ID{fresh}) {
		t.Errorf("asleep %t, the presses of %v are kept, want that of %d", a.Asleep(), kept, fresh)
	}
}

// The names of the players are in memory once. The stored record has them, for the next run of the program and after a sleep.
func TestTheNamesOfPlayersAreKeptOnce(t *testing.T) {
	b := sleeper(t)
	a := idle(t, b, 7)
	pressed(a, 100, false, time.Now())
	for range 2 {
		if err := a.Store("x", func(*record.Table) {}); err != nil {
			t.Fatal(err)
		}
		stored, _, err := b.Codec.DecodeTable(b.Store.(*vault).record)
		if err != nil {
			t.Fatal(err)
		}
		if stored.People[100].Name != "Ann 100" || a.Record().People != nil {
			t.Errorf("the store has %v, and the table's record %v", stored.People, a.Record().People)
		}
		a.Sleep()
		if !a.Asleep() || a.Summary().Names[100].Name != "Ann 100" || !a.Wake() {
			t.Errorf("asleep %t, with the names %v", a.Asleep(), a.Summary().Names)
		}
	}
}

// A closed table keeps the newest press alone: the next one may open a table. No commit and no sleep would drop the others.
func TestAClosedTableKeepsOnePress(t *testing.T) {
	a := idle(t, sleeper(t), 7)
	a.Install(record.Table{}, engine.Table{}, 0)
	for who := engine.ID(901); who <= 1900; who++ {
		pressed(a, who, false, time.Now())
	}
	if kept := a.Presses(); !slices.Equal(kept, []engine.ID{1900}) {
		t.Errorf("the presses of %d users are kept, want that of 1900", len(kept))
	}
}
