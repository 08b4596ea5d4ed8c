package table

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/engine/card"
	"cardroom/internal/retry"
	"cardroom/render/text"
	"cardroom/store"
)

// commitments is how the seals of the coming hands come into the channel: they, or the message that shows them, are made.
type commitments struct {
	retry.Attempt
	Batch shuffle.Batch // of the record, where it was made or asked for since the actor woke
}

// Commitments is the batch of the record, for the hand that waits for its message. The actor may not remember it: it is asked
// outside of it.
func (a *Table) Commitments() func() shuffle.Batch {
	remembered, s := a.Dealer.Sealing.Batch, &a.State.Record.Shuffle
	if remembered.Root == s.Root || a.View().Phase != engine.Shuffling {
		return func() shuffle.Batch { return remembered }
	}
	secret, err := a.Env.Codec.Keys.BatchSecret(a.Key, s)
	if err != nil {
		return func() shuffle.Batch { return remembered }
	}
	k, first := a.Key, s.First
	return func() shuffle.Batch { return a.Env.Codec.Keys.NewBatch(k, secret, first) }
}

// NeedsCommitment says that the next hand could start, but that its seal does not stand in the channel.
func (a *Table) NeedsCommitment() bool {
	return a.Version != 0 && a.State.Table.Pending().Need == engine.NeedStart && !a.State.Record.Shuffle.Covers(a.NextHand())
}

// NextHand is the number of the hand that starts next.
func (a *Table) NextHand() int64 { return a.View().Turn.Hand + 1 }

// Publish makes the seals of the coming hands and shows their root in the channel: first the secret is stored, then the
// message posted, under a nonce that makes asking twice harmless, and then the message's id is stored. What players cut
// and press counts from there on.
func (a *Table) Publish() {
	if a.Dealer.Sealing.Blocked() || !a.NeedsCommitment() {
		return
	}
	hand := a.NextHand()
	if a.State.Record.Shuffle.First == hand {
		a.postSeals()
		return
	}
	a.Dealer.Sealing.InFlight = a.Env.Tasks.Go(func() {
		made := a.Env.Codec.Keys.NewBatch(a.Key, a.Env.Codec.Keys.NewSecret(a.Key, hand), hand)
		a.Must(func() { a.batched(made) })
	})
}

// batched stores the secret of a batch, if it is still wanted.
func (a *Table) batched(made shuffle.Batch) {
	a.Dealer.Sealing.InFlight = false
	if !a.NeedsCommitment() || a.NextHand() != made.First {
		return
	}
	r := a.State.Record
	r.Shuffle = r.Shuffle.With(made)
	if err := a.Commit(a.Once("seals"), a.State.Table, r, nil, nil); err != nil {
		a.notSealed(err)
		return
	}
	a.Dealer.Sealing.Batch = made
	a.Publish()
}

// sealsNote is where the batch of a table that was closed is kept: its seals stand in the channel, and the next table there
// goes on with the hands that were not played. So no number is left out, and none is sealed twice.
func sealsNote(k store.Key) string { return fmt.Sprintf("seals/%d/%d", k.Guild, k.Channel) }

// sealsSchema names the form of that note in its envelope.
const sealsSchema = "cardroom/seals/1"

// leaveSeals keeps the batch of a table that is about to be closed. Where it has none that stands, the note of the table
// before goes: it was let go of (rollback.go), or is used up.
func (a *Table) leaveSeals(s *shuffle.State) error {
	var note []byte
	if s.Message != 0 {
		body, err := json.Marshal(shuffle.State{Secret: s.Secret, First: s.First, Root: s.Root, Message: s.Message})
		if err != nil {
			return err
		}
		note = a.Env.Codec.Envelope.Wrap(sealsSchema, a.Key, 0, body)
	}
	ctx, cancel := storage.Within(a.Env.Ctx)
	defer cancel()
	return a.Env.Hook.Do(failpoint.KeepSeals, func() error { return a.Env.Store.SetNote(ctx, sealsNote(a.Key), string(note)) })
}

// takeSeals goes on with the batch of the channel's last table, if it covers the next hand. One that cannot be opened any
// more, with another key or changed since, is left where it is, and so is one from which that hand was dealt already, by a table that the store
// has lost: the seals begin anew.
func (a *Table) takeSeals(s *shuffle.State, next int64) error {
	if next <= a.Recovery.reached {
		a.Log.Warn("the store went back: the next hands are sealed anew", "hand", next, "was", a.Recovery.reached)
		return nil
	}
	ctx, cancel := storage.Within(a.Env.Ctx)
	defer cancel()
	note, err := a.Env.Store.Note(ctx, sealsNote(a.Key))
	if err != nil || note == "" {
		return err
	}
	var was shuffle.State
	body, err := a.Env.Codec.Envelope.Unwrap(sealsSchema, a.Key, 0, []byte(note))
	if err == nil {
		err = json.Unmarshal(body, &was)
	}
	if err == nil && was.Covers(next) {
		_, err = a.Env.Codec.Keys.BatchSecret(a.Key, &was)
	}
	if err != nil {
		if u, ok := errors.AsType[*record.UnreadableError](err); ok {
			err = u.Err // what an operator can do about a table is nothing to do here
		}
		a.Log.Warn("the seals of the channel's last table cannot be opened: the next hands are sealed anew", "err", err)
		return nil
	}
	if !was.Covers(next) {
		return nil
	}
	s.Secret, s.First, s.Root, s.Message = was.Secret, was.First, was.Root, was.Message
	return nil
}

// postSeals shows the root of the batch.
func (a *Table) postSeals() {
	s := &a.State.Record.Shuffle
	first, nonce := s.First, a.Nonce("seal", s.First, int64(binary.BigEndian.Uint64(s.Root[:]))) // after the store went back, another root
	m := &discordgo.MessageSend{Content: text.Commitment(a.Locale(), first, first+shuffle.BatchSize-1, s.Root.String())}
	a.Dealer.Sealing.InFlight = a.Env.Tasks.Go(func() {
		id, err := a.Send(failpoint.PostSeals, m, nonce)
		a.Must(func() { a.published(first, id, err) })
	})
}

// published takes over the message with the root. No cut of before it counts: whoever makes secrets could have known it.
func (a *Table) published(first int64, id engine.ID, err error) {
	a.Dealer.Sealing.InFlight = false
	switch {
	case err != nil:
		a.notSealed(err)
		return
	case a.Version == 0 || a.State.Record.Shuffle.First != first || a.State.Record.Shuffle.Message != 0:
		return
	}
	r := a.State.Record
	r.Shuffle.Message = id
	if err := a.Commit(a.Once("sealed"), a.State.Table, r, nil, nil); err != nil {
		a.notSealed(err)
		return
	}
	a.Dealer.Cuts = shuffle.Cuts{}
	a.Dealer.Sealing.Reset()
}

// notSealed waits longer after every failure. No hand starts meanwhile.
func (a *Table) notSealed(err error) {
	a.Failed(&a.Dealer.Sealing.Attempt, err)
	a.Log.Warn("the seals of the coming hands could not be posted", "err", err)
}

// noteImplicitCut notes the interaction of a player: where they type nothing, it is their cut.
func (a *Table) noteImplicitCut(k *interaction.Interaction) {
	if a.Version == 0 || k.Kind == interaction.Completion {
		return
	}
	v := a.View()
	if _, seated := v.SeatOf(k.User); seated && a.State.Record.Shuffle.Covers(a.NextHand()) {
		a.Dealer.Cuts.AddImplicit(k.User, k.ID)
	}
}

// startHand closes the cuts and starts the next hand. Whatever becomes of it, they are used up.
func (a *Table) startHand(now time.Time) error {
	next, events, err := a.State.Table.Apply(engine.Start{Lot: a.Env.Random(), At: engine.At(now)}, nil)
	if err != nil {
		return err
	}
	r := a.State.Record
	r.Shuffle = r.Shuffle.WithCuts(a.Dealer.Cuts.Close(next.View(0)))
	a.Dealer.Cuts = shuffle.Cuts{}
	a.Display.HandStarts()
	return a.Commit(a.Once("due"), next, r, events, nil)
}

// DeckOf is the deck of the hand that waits for its message, and the shuffle with all that was mixed in.
func (a *Table) DeckOf(hand int64, board engine.ID) (card.Deck, shuffle.State, error) {
	return a.Env.Codec.Keys.Deal(a.Key, a.State.Record.Shuffle, a.Commitments()(), hand, board, shuffle.DealtIn(a.View()))
}

// PlaceBoard makes a message the table's board. A hand that waits for it is dealt in the same commit. The time since frozen, in
// which the table stood still without a board, is given back; zero: none.
func (a *Table) PlaceBoard(hand int64, board engine.ID, frozen time.Time) error {
	next, r, events, now := a.State.Table, a.State.Record.Clone(), []engine.Event(nil), engine.At(time.Now())
	var err error
	if !frozen.IsZero() {
		if next, events, err = next.Apply(engine.CreditDowntime{Last: engine.At(frozen), At: now}, nil); err != nil {
			a.Log.Error("the clocks were not set again", "err", err)
		}
	}
	if v := a.View(); v.Phase == engine.Shuffling && v.Hand == hand {
		var deck card.Deck
		if deck, r.Shuffle, err = a.DeckOf(hand, board); err == nil {
			next, events, err = next.Apply(engine.Deal{Deck: deck, Message: board, At: now}, events)
		}
		if err != nil {
			return fmt.Errorf("the deal was refused: %w", err)
		}
	}
	r.SetBoard(record.BoardRef{Message: board, Hand: hand, Posted: now})
	return a.Commit(a.Once("board"), next, r, events, nil)
}

// KeepBatch keeps the batch of the record, which was made again, until the table falls asleep.
func (a *Table) KeepBatch(made shuffle.Batch) {
	if made.Root == a.State.Record.Shuffle.Root {
		a.Dealer.Sealing.Batch = made
	}
}

// Unblock lets the table post again at once, after Discord has refused the bot.
func (a *Table) Unblock() {
	a.forbidden = false
	a.Dealer.Sealing.Reset()
}

// AwaitsCommitments reports whether the seals of the next hand are missing, or on their way.
func (a *Table) AwaitsCommitments() bool { return a.Dealer.Sealing.InFlight || a.NeedsCommitment() }

// AddCut notes words of a player that are mixed into the next shuffle.
func (a *Table) AddCut(who engine.ID, words string) { a.Dealer.Cuts.Add(who, words) }

// Pending returns what the table needs next, and when.
func (a *Table) Pending() engine.Pending { return a.State.Table.Pending() }

// NumberHands goes on counting hands where the channel's last table stopped: a hand is known by its channel and number. So
// do the transcripts go on, the count of void hands, and the seals.
func (a *Table) NumberHands(t engine.Table) (engine.Table, shuffle.State, error) {
	ctx, cancel := storage.Within(a.Env.Ctx)
	defer cancel()
	last, err := a.Env.Store.Hands(ctx, a.Key, 0, 1)
	if err != nil {
		return t, shuffle.State{}, errors.Join(storage.ErrUnknown, err)
	}
	var s shuffle.State
	if len(last) > 0 {
		f, err := a.Env.Codec.DecodeHand(a.Key, last[0])
		if err != nil { // a channel does not lose its table to a hand that was damaged, or to a new key
			a.Log.Error("the transcripts of the channel begin anew", "err", err)
		}
		t, s.Last, s.Voids = t.Following(last[0].Number), f.Last, f.Voids
	}
	if err := a.takeSeals(&s, t.View(0).Turn.Hand+1); err != nil {
		return t, shuffle.State{}, errors.Join(storage.ErrUnknown, err)
	}
	return t, s, nil
}
