package table

import (
	"errors"

	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/store"
)

// Wallet returns the wallet of a person in a guild. The error is [storage.ErrUnknown] if the store does not answer.
func (e *Env) Wallet(guild, who engine.ID) (store.Wallet, error) {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	w, err := e.Store.Wallet(ctx, guild, who)
	if err != nil {
		return w, errors.Join(storage.ErrUnknown, err)
	}
	return w, nil
}
