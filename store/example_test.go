package store_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/memory"
)

func Example() {
	ctx := context.Background()
	s, err := memory.Open(ctx, "memory:", store.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer s.Close()

	sit := store.Change{
		Key: store.Key{Guild: 1, Channel: 2}, ID: "the press of a button", Version: 0, Session: 1, At: time.Now(),
		Data:   []byte("the table, with someone in seat 3"),
		Events: []engine.Event{{Kind: engine.SatDown, Player: 42, Seat: 3, Amount: 500}},
		Chips:  500,
	}
	first, _ := s.Commit(ctx, sit)
	repeated, _ := s.Commit(ctx, sit) // the answer was lost
	wallet, _ := s.Wallet(ctx, 1, 42)
	fmt.Println(first, repeated, wallet.Balance)

	sit.ID = "another press of the same button"
	_, err = s.Commit(ctx, sit)
	var stale *store.StaleError
	fmt.Println(errors.As(err, &stale), stale.Have)
	// Output:
	// {1 false} {1 true} 9500
	// true 1
}
