package migrate

import (
	"context"
	"maps"
	"slices"

	"cardroom/engine"
	"cardroom/store"
	"cardroom/store/internal/backend"
	"cardroom/store/internal/ledger"
)

// How many rows are written at once, at most: one script occupies a Redis server.
const (
	handsPage  = 50
	fieldsPage = 1000
)

func copyAll(ctx context.Context, from, to backend.Backend) error {
	guilds, err := from.Guilds(ctx)
	if err != nil {
		return err
	}
	for _, guild := range guilds {
		if err := copyGuild(ctx, from, to, guild); err != nil {
			return err
		}
	}
	if err := copyLedger(ctx, from, to); err != nil {
		return err
	}
	notes, err := from.Notes(ctx)
	if err != nil {
		return err
	}
	for name, value := range notes {
		if err := to.SetNote(ctx, name, value); err != nil {
			return err
		}
	}
	return nil
}

// fillEach writes things to a guild of the second store, at most many in one transaction.
func fillEach[T any](
	ctx context.Context, to backend.Backend, guild engine.ID, things []T, many int, write func(ledger.Tx, T) error,
) error {
	for some := range slices.Chunk(things, many) {
		err := to.Fill(ctx, guild, func(b ledger.Tx) error {
			for _, t := range some {
				if err := write(b, t); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func copyGuild(ctx context.Context, from, to backend.Backend, guild engine.ID) error {
	if err := copyAccounts(ctx, from, to, guild); err != nil {
		return err
	}
	if err := copyPayments(ctx, from, to, guild); err != nil {
		return err
	}
	all, err := from.AllStats(ctx, guild)
	if err != nil {
		return err
	}
	if err := fillEach(ctx, to, guild, all, fieldsPage, func(b ledger.Tx, s store.Stats) error { return b.AddStats(guild, s) }); err != nil {
		return err
	}
	gone, err := from.Forgotten(ctx, guild)
	if err != nil {
		return err
	}
	people := slices.Sorted(maps.Keys(gone))
	err = fillEach(ctx, to, guild, people, fieldsPage, func(b ledger.Tx, who engine.ID) error {
		return b.WriteForgotten(guild, who, gone[who].UnixMilli())
	})
	if err != nil {
		return err
	}
	return copyTables(ctx, from, to, guild)
}

func copyAccounts(ctx context.Context, from, to backend.Backend, guild engine.ID) error {
	accounts, err := from.Accounts(ctx, guild)
	if err != nil {
		return err
	}
	claims, err := from.Claims(ctx, guild)
	if err != nil {
		return err
	}
	gifts, err := from.AllGifts(ctx, guild)
	if err != nil {
		return err
	}
	names := slices.Sorted(maps.Keys(accounts))
	return fillEach(ctx, to, guild, names, fieldsPage, func(b ledger.Tx, a store.Account) error {
		if err := b.WriteBalance(guild, a, accounts[a]); err != nil {
			return err
		}
		person, isWallet := a.Person()
		if !isWallet {
			return nil
		}
		if claims[person] != "" {
			if err := b.WriteClaimed(guild, person, claims[person]); err != nil {
				return err
			}
		}
		if gifts[person] == (store.Gifts{}) {
			return nil
		}
		return b.WriteGifts(guild, person, gifts[person])
	})
}

func copyPayments(ctx context.Context, from, to backend.Backend, guild engine.ID) error {
	payments, err := from.Payments(ctx, guild)
	if err != nil {
		return err
	}
	ids := slices.Sorted(maps.Keys(payments))
	return fillEach(ctx, to, guild, ids, fieldsPage, func(b ledger.Tx, id string) error {
		return b.WritePaid(&store.Payment{Guild: guild, ID: id, At: payments[id]})
	})
}

func copyTables(ctx context.Context, from, to backend.Backend, guild engine.ID) error {
	heads, err := from.Heads(ctx, guild)
	if err != nil {
		return err
	}
	for _, h := range heads {
		c := store.Change{Key: h.Key, ID: movedID, Session: h.Session, At: h.At, Data: h.Data, Closed: !h.Open}
		if err := to.Fill(ctx, guild, func(b ledger.Tx) error { return b.WriteTable(&c, h.Version) }); err != nil {
			return err
		}
		if err := copyHands(ctx, from, to, h.Key); err != nil {
			return err
		}
	}
	return nil
}

func copyHands(ctx context.Context, from, to backend.Backend, k store.Key) error {
	return store.EachHandPage(ctx, from, k, handsPage, func(hands []store.Hand, _ int64) error {
		return fillEach(ctx, to, k.Guild, hands, handsPage, func(b ledger.Tx, h store.Hand) error { return b.WriteHand(k, h) })
	})
}

// copyLedger copies the ledger, and the lines of every session in it.
func copyLedger(ctx context.Context, from, to backend.Backend) error {
	waiting, sessions := map[engine.ID][]ledger.Entry{}, map[backend.SessionKey]bool{}
	flush := func(guild engine.ID) error {
		ps := waiting[guild]
		delete(waiting, guild)
		return fillEach(ctx, to, guild, ps, backend.LedgerPage, func(b ledger.Tx, p ledger.Entry) error {
			return b.WriteEntry(p)
		})
	}
	for p, err := range from.Ledger(ctx) {
		if err != nil {
			return err
		}
		if p.Channel != 0 {
			sessions[backend.SessionKey{Key: p.Key, Session: p.Session}] = true
		}
		waiting[p.Guild] = append(waiting[p.Guild], p)
		if len(waiting[p.Guild]) < backend.LedgerPage {
			continue
		}
		if err := flush(p.Guild); err != nil {
			return err
		}
	}
	for guild := range waiting {
		if err := flush(guild); err != nil {
			return err
		}
	}
	return copySessions(ctx, from, to, sessions)
}

func copySessions(ctx context.Context, from, to backend.Backend, sessions map[backend.SessionKey]bool) error {
	for s := range sessions {
		lines, err := from.Session(ctx, s.Key, s.Session)
		if err != nil {
			return err
		}
		err = fillEach(ctx, to, s.Guild, lines, fieldsPage, func(b ledger.Tx, l store.Line) error { return b.AddLine(s.Key, s.Session, l) })
		if err != nil {
			return err
		}
	}
	return nil
}
