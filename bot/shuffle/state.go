package shuffle

import (
	"crypto/rand"
	"fmt"

	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// BatchSize is how many hands one published commitment covers. That of a tournament covers TournamentSize: most Sit & Gos end
// after fewer than BatchSize hands, and making commitments takes a quarter of a dealer's time.
const (
	BatchSize      = 64
	TournamentSize = 32
)

// HandsFor returns how many hands a new batch covers.
func HandsFor(tournament bool) int {
	if tournament {
		return TournamentSize
	}
	return BatchSize
}

// State is the part of a record about dealing its hands (see package fair). Everything in it but Secret is public.
type State struct {
	Seals
	Former Former `json:"former,omitzero"` // the batch that it replaces
	Used   int64  `json:"used,omitempty"`  // the store has lost hands up to this number, which is not given again
	Plain  bool   `json:"plain,omitempty"` // the host wants the next batch without a beacon

	Commitment fair.Hash   `json:"seal,omitzero"`   // to the latest hand, once it is dealt
	Setup      *fair.Setup `json:"setup,omitempty"` // of that hand, from its start on; nil: it is of fair/1
	Start      fair.Hash   `json:"start,omitzero"`  // of the setup; the hand's message shows it
	Earlier                // of a hand of fair/1
	Last       fair.Hash   `json:"last,omitzero"`   // transcript of the last hand with a receipt
	Cuts       []Cut       `json:"cuts,omitempty"`  // of the next hand, the latest last
	Proof      *Proof      `json:"proof,omitempty"` // of that hand, until the next one starts: the next batch may be posted before its cards are shown
	Voids      int64       `json:"voids,omitempty"` // void hands of the channel (R65); -1: unknown, for an earlier hand cannot be read
}

// Seals is a batch of commitments with its message, as the record keeps it. A channel's next table takes it over.
type Seals struct {
	Scheme        fair.Scheme `json:"scheme,omitempty"`  // of the batch; "" is fair/1, of earlier releases
	Secret        []byte      `json:"secret,omitempty"`  // of the batch, encrypted
	First         int64       `json:"first,omitempty"`   // number of its first hand
	Size          int         `json:"size,omitempty"`    // how many hands it covers; 0 is BatchSize
	Root          fair.Hash   `json:"root,omitzero"`     // stands for its commitments; its message shows it
	Chain         *fair.Hash  `json:"chain,omitempty"`   // of its beacon; nil: it has none
	Message       engine.ID   `json:"message,omitempty"` // shows the root; 0 until it is posted
	BeaconTimeout bool        `json:"late,omitempty"`    // the beacon gave no value in time for the latest hand: the next one waits for it

	Checked engine.Moment `json:"checked,omitempty"` // the last time that the store was not in use, after which no hand of the batch was found to be lost
}

// Former is a batch of which hands were left when the next one replaced it.
type Former struct {
	Message engine.ID `json:"message"` // 0: it is not known to have been published
	Reason  Reason    `json:"why"`
}

// Reason says why a batch was replaced.
type Reason string

// The reasons. The store keeps them.
const (
	OldScheme      Reason = "scheme"  // an earlier release made it
	StoreLost      Reason = "store"   // hands may have been dealt from it that the store has lost
	Unseen         Reason = "unseen"  // hands may have been dealt from it that the store has lost; the channel does not say
	NoBeacon       Reason = "beacon"  // the table no longer uses its beacon
	ChannelDeleted Reason = "channel" // the channel with its message was deleted
	KeyLost        Reason = "key"     // another key encrypted its secret
)

// Covers reports whether the commitment to a hand is published in the channel.
func (s *State) Covers(hand int64) bool { return s.Message != 0 && s.has(hand) }

// continues reports whether the batch is that of the hand before next, which has a proof, or begins with next. Otherwise another
// batch has replaced it.
func (s *State) continues(before *Proof, next int64) bool {
	switch {
	case s.First == next:
		return true
	case before == nil:
		return false
	case before.Setup == nil:
		return before.Batch.Root == s.Root
	}
	return before.Setup.Batch.Published == s.Root
}

// IsReady reports whether a batch that begins with a hand is made, for a chain or for none, and not known to be posted.
func (s *State) IsReady(hand int64, chain *fair.Hash) bool {
	same := s.Chain == chain || s.Chain != nil && chain != nil && *s.Chain == *chain
	return s.First == hand && s.Message == 0 && same
}

// MayBePosted reports whether the latest batch may have been posted though the record lacks the id of its message.
func (s *State) MayBePosted() bool { return s.Message == 0 && s.Root != (fair.Hash{}) }

// Newest returns the newest message in the channel that the record knows from the shuffle: that of a batch, or of the latest hand. The
// messages of all later hands are newer.
func (s *State) Newest() engine.ID {
	newest := max(s.Message, s.Former.Message)
	if s.Setup != nil {
		newest = max(newest, engine.ID(s.Setup.Message))
	}
	if s.Proof != nil && s.Proof.Setup != nil {
		newest = max(newest, engine.ID(s.Proof.Setup.Message))
	}
	return newest
}

// BeaconName returns the name of the batch's beacon in the message of the batch; "": it has none.
func (s *State) BeaconName() string {
	switch {
	case s.Chain == nil:
		return ""
	case *s.Chain == fair.Quicknet().Hash:
		return "quicknet"
	}
	return s.Chain.Half() + "…"
}

// MayStart reports whether a hand may start under the published batch: a batch of fair/1 deals no further hand.
func (s *State) MayStart(hand int64) bool { return s.Covers(hand) && s.Scheme == fair.Fair2 }

// Hands returns how many hands the batch covers.
func (s *Seals) Hands() int {
	if s.Size == 0 {
		return BatchSize
	}
	return s.Size
}

// has reports whether a hand is one of the batch's.
func (s *State) has(hand int64) bool { return hand >= s.First && hand < s.First+int64(s.Hands()) }

// Drop returns the shuffle without its batch: the next hand needs a new one.
func (s State) Drop(why Reason) State {
	if s.Message != 0 || s.Former.Message == 0 {
		s.Former = Former{s.Message, why}
	}
	if s.Message != 0 {
		s.Root = fair.Hash{}
	}
	s.First, s.Size, s.Message, s.Chain = 0, 0, 0, nil
	return s
}

// Replaces reports whether the next batch replaces one that was dropped.
func (s *State) Replaces() bool { return s.First == 0 && s.Former.Reason != "" }

// Inherit returns the shuffle of a channel's new table, which goes on with hand next under the batch that the last table left. Where
// why says that it may not, or another batch dealt the hand before, a new batch replaces the one whose message shows that hand.
// One that the last table dropped without another is still to be replaced.
func (s State) Inherit(was State, before *Proof, next int64, why Reason) State {
	if was.Replaces() {
		s.Former, s.Root = was.Former, was.Root
	}
	if why == "" && was.Covers(next) {
		if was.continues(before, next) {
			s.Seals = was.Seals
			return s
		}
		why = StoreLost
	}
	if before != nil && before.Setup != nil && engine.ID(before.Setup.Batch.Message) > was.Message { // the store has lost a newer one
		b := &before.Setup.Batch
		was.Seals = Seals{First: int64(b.First), Size: int(b.Size), Message: engine.ID(b.Message)}
	}
	if why != "" && was.First > 0 && was.has(next) {
		dropped := was.Drop(why)
		s.Former, s.Root = dropped.Former, dropped.Root
	}
	return s
}

// Found returns the shuffle whose batch stands in a message that the record lacks; 0: in none.
func (s State) Found(posted engine.ID) State {
	switch {
	case posted == 0:
	case s.First == 0: // of a batch that Drop has dropped
		s.Former.Message = posted
	default:
		s.Message = posted
	}
	return s
}

// Secret returns the sealer for the secret of a batch, or of one hand of the history.
func (ks *Keys) Secret(k store.Key, kind string, hand int64) Sealer {
	return Sealer{aead: ks.aead, context: fmt.Sprintf("%d/%d/%s/%d\n", k.Guild, k.Channel, kind, hand)}
}

// NewSecret returns 32 random bytes. Tests that fix the seed get a function of it.
func (ks *Keys) NewSecret(k store.Key, first int64) (secret fair.Secret) {
	if ks.Seed != nil {
		return fair.Mac(fair.U64(*ks.Seed), "cardroom/seed", fair.U64(uint64(k.Channel)), fair.U64(uint64(first)))
	}
	rand.Read(secret[:])
	return secret
}

// handSecret derives the secret of one hand of a batch. It reveals nothing about the other hands.
func handSecret(batch fair.Secret, hand int64) fair.Secret {
	return fair.Mac(batch[:], "cardroom/hand", fair.U64(uint64(hand)))
}

// handAt returns the hand of a commitment.
func handAt(k store.Key, scheme fair.Scheme, hand int64) fair.Hand {
	return fair.Hand{Scheme: scheme, Table: fair.ID(k.Channel), Number: uint64(hand)}
}

// commitmentOf returns the commitment to a hand.
func commitmentOf(k store.Key, scheme fair.Scheme, secret fair.Secret, hand int64) *fair.Seal {
	return fair.NewSeal(secret, handAt(k, scheme, hand))
}

// Batch holds the commitments to the hands of one batch.
type Batch struct {
	First       int64
	Secret      []byte // encrypted
	Commitments []fair.Hash
	Chain       *fair.Hash // of the beacon; nil: none
	Root        fair.Hash
}

// Commitments returns the commitments to some hands from first on, in the scheme of new batches. The same arguments return the
// same ones.
func Commitments(k store.Key, secret fair.Secret, first int64, hands int) []fair.Hash {
	return commitments(k, fair.Fair2, secret, first, hands)
}

// commitments returns the commitments to some hands from first on in a scheme.
func commitments(k store.Key, scheme fair.Scheme, secret fair.Secret, first int64, hands int) []fair.Hash {
	list := make([]fair.Hash, hands)
	for i := range list {
		hand := first + int64(i)
		list[i] = fair.Commit(handSecret(secret, hand), handAt(k, scheme, hand))
	}
	return list
}

// NewBatch makes the commitments to some hands from first on, whose values come from the beacon of a chain; nil: of none. It
// takes about 0.6 ms a hand, so run it outside the table's jobs.
func (ks *Keys) NewBatch(k store.Key, secret fair.Secret, first int64, hands int, chain *fair.Hash) Batch {
	commit := Commitments
	if ks.Made != nil {
		commit = ks.Made
	}
	made := Batch{First: first, Commitments: commit(k, secret, first, hands), Chain: chain, Secret: ks.Secret(k, "batch", first).Seal(secret[:], nil)}
	made.Root = fair.Published(fair.ID(k.Channel), uint64(first), chain, made.Commitments)
	return made
}

// Remake makes the commitments of the published batch of a shuffle again. It takes as long as NewBatch.
func (ks *Keys) Remake(k store.Key, s *State, secret fair.Secret) Batch {
	if s.Scheme == fair.Fair2 {
		return ks.NewBatch(k, secret, s.First, s.Hands(), s.Chain)
	}
	made := Batch{First: s.First, Commitments: commitments(k, fair.Fair1, secret, s.First, s.Hands()), Secret: s.Secret}
	made.Root = fair.BatchRoot(made.Commitments)
	return made
}

// openSecret decrypts a secret.
func openSecret(s Sealer, hidden []byte) (secret fair.Secret, err error) {
	clear, err := s.Open(hidden, nil)
	if err == nil && copy(secret[:], clear) != len(secret) {
		err = errSeal
	}
	return secret, err
}

// BatchSecret returns the secret of the batch of a shuffle.
func (ks *Keys) BatchSecret(k store.Key, s *State) (fair.Secret, error) {
	return openSecret(ks.Secret(k, "batch", s.First), s.Secret)
}

// With returns the shuffle with a new batch, whose root is not published yet.
func (s State) With(made Batch) State {
	switch {
	case s.Message != 0 && s.has(made.First) && s.Scheme == fair.Fair2:
		s = s.Drop(NoBeacon)
	case s.Message != 0 && s.has(made.First):
		s = s.Drop(OldScheme)
	case s.Message != 0:
		s.Former = Former{}
	}
	s.Scheme, s.First, s.Message, s.Root, s.Chain, s.Secret = fair.Fair2, made.First, 0, made.Root, made.Chain, made.Secret
	s.Size = 0
	if len(made.Commitments) != BatchSize {
		s.Size = len(made.Commitments)
	}
	s.BeaconTimeout = s.BeaconTimeout && made.Chain != nil
	return s
}

// path returns the Merkle path from the commitment of a hand to the root.
func (b *Batch) path(hand int64) ([]fair.Hash, error) {
	proof, err := fair.NewBatch1(b.Commitments, int(hand-b.First))
	return proof.Path, err
}
