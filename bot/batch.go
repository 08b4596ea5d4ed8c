package bot

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"cardroom/bot/failpoint"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render/text"
	"cardroom/store"

	"github.com/bwmarrin/discordgo"
)

// sealing is how the seals of the coming hands come into the channel: they, or the message that shows them, are made.
type sealing struct {
	attempt
	batch shuffle.Batch // of the record, where it was made or asked for since the actor woke
}

// seals is the batch of the record, for the hand that waits for its message. The actor may not remember it: it is asked
// outside of it.
func (a *actor) seals() func() shuffle.Batch {
	remembered, s := a.sealing.batch, &a.record.Shuffle
	if remembered.Root == s.Root || a.view().Phase != engine.Shuffling {
		return func() shuffle.Batch { return remembered }
	}
	secret, err := a.bot.codec.Keys.BatchSecret(a.key, s)
	if err != nil {
		return func() shuffle.Batch { return remembered }
	}
	k, first := a.key, s.First
	return func() shuffle.Batch { return a.bot.codec.Keys.NewBatch(k, secret, first) }
}

// lacksSeal says that the next hand could start, but that its seal does not stand in the channel.
func (a *actor) lacksSeal() bool {
	return a.version != 0 && a.table.Pending().Need == engine.NeedStart && !a.record.Shuffle.Covers(a.nextHand())
}

// nextHand is the number of the hand that starts next.
func (a *actor) nextHand() int64 { return a.view().Turn.Hand + 1 }

// publish makes the seals of the coming hands and shows their root in the channel: first the secret is stored, then the
// message posted, under a nonce that makes asking twice harmless, and then the message's id is stored. What players cut
// and press counts from there on.
func (a *actor) publish() {
	if a.sealing.waits() || !a.lacksSeal() {
		return
	}
	hand := a.nextHand()
	if a.record.Shuffle.First == hand {
		a.postSeals()
		return
	}
	a.sealing.flying = a.bot.tasks.Go(func() {
		made := a.bot.codec.Keys.NewBatch(a.key, a.bot.codec.Keys.NewSecret(a.key, hand), hand)
		a.must(func() { a.batched(made) })
	})
}

// batched stores the secret of a batch, if it is still wanted.
func (a *actor) batched(made shuffle.Batch) {
	a.sealing.flying = false
	if !a.lacksSeal() || a.nextHand() != made.First {
		return
	}
	r := a.record
	r.Shuffle = r.Shuffle.With(made)
	if err := a.commit(a.once("seals"), a.table, r, nil); err != nil {
		a.notSealed(err)
		return
	}
	a.sealing.batch = made
	a.publish()
}

// sealsNote is where the batch of a table that was closed is kept: its seals stand in the channel, and the next table there
// goes on with the hands that were not played. So no number is left out, and none is sealed twice.
func sealsNote(k store.Key) string { return fmt.Sprintf("seals/%d/%d", k.Guild, k.Channel) }

// sealsSchema names the form of that note in its envelope.
const sealsSchema = "cardroom/seals/1"

// leaveSeals keeps the batch of a table that is about to be closed. Where it has none that stands, the note of the table
// before goes: it was let go of (rollback.go), or is used up.
func (a *actor) leaveSeals(s *shuffle.State) error {
	var note []byte
	if s.Message != 0 {
		body, err := json.Marshal(shuffle.State{Secret: s.Secret, First: s.First, Root: s.Root, Message: s.Message})
		if err != nil {
			return err
		}
		note = a.bot.codec.Envelope.Wrap(sealsSchema, a.key, 0, body)
	}
	ctx, cancel := storage.Within(a.bot.ctx)
	defer cancel()
	return a.bot.hook.Do(failpoint.KeepSeals, func() error { return a.bot.store.SetNote(ctx, sealsNote(a.key), string(note)) })
}

// takeSeals goes on with the batch of the channel's last table, if it covers the next hand. One that cannot be opened any
// more, with another key or changed since, is left where it is, and so is one from which that hand was dealt already, by a table that the store
// has lost: the seals begin anew.
func (a *actor) takeSeals(s *shuffle.State, next int64) error {
	if next <= a.reached {
		a.log.Warn("the store went back: the next hands are sealed anew", "hand", next, "was", a.reached)
		return nil
	}
	ctx, cancel := storage.Within(a.bot.ctx)
	defer cancel()
	note, err := a.bot.store.Note(ctx, sealsNote(a.key))
	if err != nil || note == "" {
		return err
	}
	var was shuffle.State
	body, err := a.bot.codec.Envelope.Unwrap(sealsSchema, a.key, 0, []byte(note))
	if err == nil {
		err = json.Unmarshal(body, &was)
	}
	if err == nil && was.Covers(next) {
		_, err = a.bot.codec.Keys.BatchSecret(a.key, &was)
	}
	if err != nil {
		if u, ok := errors.AsType[*record.UnreadableError](err); ok {
			err = u.Err // what an operator can do about a table is nothing to do here
		}
		a.log.Warn("the seals of the channel's last table cannot be opened: the next hands are sealed anew", "err", err)
		return nil
	}
	if !was.Covers(next) {
		return nil
	}
	s.Secret, s.First, s.Root, s.Message = was.Secret, was.First, was.Root, was.Message
	return nil
}

// postSeals shows the root of the batch.
func (a *actor) postSeals() {
	s := &a.record.Shuffle
	first, nonce := s.First, a.nonce("seal", s.First, int64(binary.BigEndian.Uint64(s.Root[:]))) // after the store went back, another root
	m := &discordgo.MessageSend{Content: text.Commitment(a.public(), first, first+shuffle.BatchSize-1, s.Root.String())}
	a.sealing.flying = a.bot.tasks.Go(func() {
		id, err := a.create(failpoint.PostSeals, m, nonce)
		a.must(func() { a.published(first, id, err) })
	})
}

// published takes over the message with the root. No cut of before it counts: whoever makes secrets could have known it.
func (a *actor) published(first int64, id engine.ID, err error) {
	a.sealing.flying = false
	switch {
	case err != nil:
		a.notSealed(err)
		return
	case a.version == 0 || a.record.Shuffle.First != first || a.record.Shuffle.Message != 0:
		return
	}
	r := a.record
	r.Shuffle.Message = id
	if err := a.commit(a.once("sealed"), a.table, r, nil); err != nil {
		a.notSealed(err)
		return
	}
	a.cuts = shuffle.Cuts{}
	a.sealing.over()
}

// notSealed waits longer after every failure. No hand starts meanwhile.
func (a *actor) notSealed(err error) {
	a.failed(&a.sealing.attempt, err)
	a.log.Warn("the seals of the coming hands could not be posted", "err", err)
}
