package history

import (
	"testing"

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
