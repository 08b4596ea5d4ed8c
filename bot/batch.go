package bot

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render/text"
	"cardroom/store"
)

// batchSize is how many hands are sealed by one message.
const batchSize = 64

// shuffle is what a record keeps of how its hands are dealt (package fair), and all that it keeps of the cards of the hand
// that runs or ran last. All of it but the secrets is for everyone to know.
type shuffle struct {
	Secret  []byte        `json:"secret,omitempty"`  // of the hands of the batch, under the bot's key
	First   int64         `json:"first,omitempty"`   // number of the first of them
	Root    fair.Hash     `json:"root,omitzero"`     // over their seals
	Message engine.ID     `json:"message,omitempty"` // shows the root; 0 until it stands
	Seal    fair.Hash     `json:"seal,omitzero"`     // of the hand that runs or ran last, once it is dealt
	Entropy *fair.Entropy `json:"entropy,omitempty"` // of that hand: from its start on the cuts, from the deal on its message
	Path    []fair.Hash   `json:"path,omitempty"`    // from the seal to the root, from the deal on
	Dealt   []engine.ID   `json:"dealt,omitempty"`   // who was dealt in, in dealing order
	Prev    fair.Hash     `json:"prev,omitzero"`     // transcript of the hand before
	Last    fair.Hash     `json:"last,omitzero"`     // transcript of the hand that ended last
	Proof   *proof        `json:"proof,omitempty"`   // of that hand, until the next: the seals of the next batch may stand when its cards are shown
	Voids   int64         `json:"voids,omitempty"`   // hands of the channel that were void (R65)
}

// covers says that the seal of a hand stands in the channel.
func (s *shuffle) covers(hand int64) bool {
	return s.Message != 0 && hand >= s.First && hand < s.First+batchSize
}

// secretSeal hides the secret of a batch, or of one hand in the history, by its place.
func (b *Bot) secretSeal(k store.Key, of string, hand int64) seal {
	return seal{aead: b.aead, of: fmt.Sprintf("%d/%d/%s/%d\n", k.Guild, k.Channel, of, hand)}
}

// newSecret is 32 bytes that nobody can guess, but for the tests that fix the seed.
func (b *Bot) newSecret(k store.Key, first int64) (secret fair.Secret) {
	if b.config.Seed != nil {
		return fair.Mac(fair.U64(*b.config.Seed), "cardroom/seed", fair.U64(uint64(k.Channel)), fair.U64(uint64(first)))
	}
	rand.Read(secret[:])
	return secret
}

// handSecret is the secret of one hand of a batch: it tells nothing of the others.
func handSecret(batch fair.Secret, hand int64) fair.Secret {
	return fair.Mac(batch[:], "cardroom/hand", fair.U64(uint64(hand)))
}

// handAt is what a hand at a table is sealed for.
func handAt(k store.Key, hand int64) fair.Hand {
	return fair.Hand{Table: fair.ID(k.Channel), Number: uint64(hand)}
}

// sealOf is the seal of a hand at a table.
func sealOf(k store.Key, secret fair.Secret, hand int64) *fair.Seal {
	return fair.NewSeal(secret, handAt(k, hand))
}

// sealing is how the seals of the coming hands come into the channel: they, or the message that shows them, are made.
type sealing struct {
	attempt
	batch batch // of the record, where it was made or asked for since the actor woke
}

// batch is hands that are sealed together.
type batch struct {
	first  int64
	secret []byte // under the bot's key
	seals  []fair.Hash
	root   fair.Hash
}

// newBatch makes the seals of the hands from first on: about 40 ms of work, which no press has to wait for.
func (b *Bot) newBatch(k store.Key, secret fair.Secret, first int64) batch {
	made := batch{first: first, seals: make([]fair.Hash, batchSize)}
	for i := range made.seals {
		hand := first + int64(i)
		made.seals[i] = sealOf(k, handSecret(secret, hand), hand).Hash()
	}
	made.secret, made.root = b.secretSeal(k, "batch", first).Seal(secret[:], nil), fair.BatchRoot(made.seals)
	return made
}

// openSecret is a secret that secretSeal has hidden.
func openSecret(s seal, hidden []byte) (secret fair.Secret, err error) {
	clear, err := s.Open(hidden, nil)
	if err == nil && copy(secret[:], clear) != len(secret) {
		err = errSeal
	}
	return secret, err
}

// batchSecret is the secret of the batch of a shuffle.
func (b *Bot) batchSecret(k store.Key, s *shuffle) (fair.Secret, error) {
	return openSecret(b.secretSeal(k, "batch", s.First), s.Secret)
}

// seals is the batch of the record, for the hand that waits for its message. The actor may not remember it: it is asked
// outside of it.
func (a *actor) seals() func() batch {
	remembered, s := a.sealing.batch, &a.record.Shuffle
	if remembered.root == s.Root || a.view().Phase != engine.Shuffling {
		return func() batch { return remembered }
	}
	secret, err := a.bot.batchSecret(a.key, s)
	if err != nil {
		return func() batch { return remembered }
	}
	k, first := a.key, s.First
	return func() batch { return a.bot.newBatch(k, secret, first) }
}

// lacksSeal says that the next hand could start, but that its seal does not stand in the channel.
func (a *actor) lacksSeal() bool {
	return a.version != 0 && a.table.Pending().Need == engine.NeedStart && !a.record.Shuffle.covers(a.nextHand())
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
	a.sealing.flying = a.bot.start(func() {
		made := a.bot.newBatch(a.key, a.bot.newSecret(a.key, hand), hand)
		a.must(func() { a.batched(made) })
	})
}

// batched stores the secret of a batch, if it is still wanted.
func (a *actor) batched(made batch) {
	a.sealing.flying = false
	if !a.lacksSeal() || a.nextHand() != made.first {
		return
	}
	r := a.record
	r.Shuffle = r.Shuffle.with(made)
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
func (a *actor) leaveSeals(s *shuffle) error {
	var note []byte
	if s.Message != 0 {
		body, err := json.Marshal(shuffle{Secret: s.Secret, First: s.First, Root: s.Root, Message: s.Message})
		if err != nil {
			return err
		}
		note = a.bot.envelope.wrap(sealsSchema, a.key, 0, body)
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	return a.bot.effect(KeepSeals, func() error { return a.bot.store.SetNote(ctx, sealsNote(a.key), string(note)) })
}

// takeSeals goes on with the batch of the channel's last table, if it covers the next hand. One that cannot be opened any
// more, with another key or changed since, is left where it is, and so is one from which that hand was dealt already, by a table that the store
// has lost: the seals begin anew.
func (a *actor) takeSeals(s *shuffle, next int64) error {
	if next <= a.reached {
		a.log.Warn("the store went back: the next hands are sealed anew", "hand", next, "was", a.reached)
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	note, err := a.bot.store.Note(ctx, sealsNote(a.key))
	if err != nil || note == "" {
		return err
	}
	var was shuffle
	body, err := a.bot.envelope.unwrap(sealsSchema, a.key, 0, []byte(note))
	if err == nil {
		err = json.Unmarshal(body, &was)
	}
	if err == nil && was.covers(next) {
		_, err = a.bot.batchSecret(a.key, &was)
	}
	if err != nil {
		if u, ok := errors.AsType[*unreadable](err); ok {
			err = u.err // what an operator can do about a table is nothing to do here
		}
		a.log.Warn("the seals of the channel's last table cannot be opened: the next hands are sealed anew", "err", err)
		return nil
	}
	if !was.covers(next) {
		return nil
	}
	s.Secret, s.First, s.Root, s.Message = was.Secret, was.First, was.Root, was.Message
	return nil
}

// with is the shuffle with a new batch, whose root nobody has seen yet.
func (s shuffle) with(made batch) shuffle {
	s.First, s.Message, s.Root, s.Secret = made.first, 0, made.root, made.secret
	return s
}

// postSeals shows the root of the batch.
func (a *actor) postSeals() {
	s := &a.record.Shuffle
	first, nonce := s.First, a.nonce("seal", s.First, int64(binary.BigEndian.Uint64(s.Root[:]))) // after the store went back, another root
	m := &discordgo.MessageSend{Content: text.Commitment(a.public(), first, first+batchSize-1, s.Root.String())}
	a.sealing.flying = a.bot.start(func() {
		id, err := a.create(PostSeals, m, nonce)
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
	a.cuts = cuts{}
	a.sealing.over()
}

// notSealed waits longer after every failure. No hand starts meanwhile.
func (a *actor) notSealed(err error) {
	a.failed(&a.sealing.attempt, err)
	a.log.Warn("the seals of the coming hands could not be posted", "err", err)
}
