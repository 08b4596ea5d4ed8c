package ledger

import "cardroom/store"

// Forget erases a person's stats in a guild and keeps when.
func Forget(b Tx, o *store.ErasureRequest) (store.Receipt, error) {
	if o.ID == "" || o.Person == 0 {
		return store.Receipt{}, &store.LedgerError{Account: store.WalletAccount(o.Person), Why: "the request has no ID or no person"}
	}
	if err := CheckEpoch(b, o.Guild, o.Epoch); err != nil {
		return store.Receipt{}, err
	}
	done, err := b.Paid(o.Guild, o.ID)
	if err != nil || done {
		return store.Receipt{Duplicate: done}, err
	}
	last, err := b.Forgotten(o.Guild, o.Person)
	if err != nil {
		return store.Receipt{}, err
	}
	if err := b.WritePaid(&store.Payment{Guild: o.Guild, ID: o.ID, At: o.At}); err != nil {
		return store.Receipt{}, err
	}
	if err := b.DropStats(o.Guild, o.Person); err != nil {
		return store.Receipt{}, err
	}
	return store.Receipt{}, b.WriteForgotten(o.Guild, o.Person, max(last, o.At.UnixMilli()))
}
