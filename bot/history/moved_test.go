package history

import (
	"testing"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/table"
	"cardroom/store"
	"cardroom/store/memory"
)

// TestAMoveIsFollowedBesideTheWatchdog reads the server of an interaction while AfterMove changes its table: the race detector sees it.
func TestAMoveIsFollowedBesideTheWatchdog(t *testing.T) {
	st := memory.New(store.Options{})
	defer st.Close()
	e := &table.Env{Ctx: t.Context(), Store: st}
	e.Tables.Env = e
	from, to := store.Key{Guild: 1, Channel: 2}, store.Key{Guild: 1, Channel: 3}
	if err := Moved(e, from, to.Channel, 4); err != nil {
		t.Fatal(err)
	}
	in := &interaction.Interaction{Origin: &interaction.Origin{Key: to}, CustomID: message.CustomID{Table: from.Channel}}
	in.Channel = to.Channel
	handled := make(chan store.Key)
	go AfterMove(func(_ *table.Env, in *interaction.Interaction) { handled <- in.Key })(e, in)
	if guild := in.Key.Guild; guild != from.Guild {
		t.Errorf("the server is %d", guild)
	}
	if k := <-handled; k != from {
		t.Errorf("hands of %v, want those of the table that moved here, %v", k, from)
	}
}

// TestAHandOfAChannelIsThatOfTheTableThatHasIt names hands in a channel where two tables played. The one that played last has hands 3 and
// 4, the one that had moved there hands 2 and 3.
func TestAHandOfAChannelIsThatOfTheTableThatHasIt(t *testing.T) {
	st := memory.New(store.Options{})
	defer st.Close()
	e := &table.Env{Ctx: t.Context(), Store: st}
	e.Tables.Env = e
	latest, moved := store.Key{Guild: 1, Channel: 3}, store.Key{Guild: 1, Channel: 2}
	began := time.Now()
	for k, hands := range map[store.Key][]store.Hand{
		moved:  {{Number: 2, At: began}, {Number: 3, At: began}},
		latest: {{Number: 3, At: began.Add(time.Hour)}, {Number: 4, At: began.Add(time.Hour)}},
	} {
		if _, err := st.Commit(t.Context(), store.Change{Key: k, ID: "x", Hands: hands, Closed: true}); err != nil {
			t.Fatal(err)
		}
	}
	if err := Moved(e, moved, latest.Channel, 4); err != nil {
		t.Fatal(err)
	}
	for typed, want := range map[string]store.Key{"1": latest, "2": moved, "3": latest, "4": latest, "5": latest, "": latest} {
		for option, text := range map[string]string{"hand": typed, "hands": typed + "-4"} {
			in := &interaction.Interaction{Origin: &interaction.Origin{Key: latest}}
			in.Channel, in.Options = latest.Channel, map[string]string{option: text}
			if AfterMove(func(*table.Env, *interaction.Interaction) {})(e, in); in.Key != want {
				t.Errorf("%s %q is that of %v, want %v", option, text, in.Key, want)
			}
		}
	}
}
