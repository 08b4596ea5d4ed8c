package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"sync"

	"cardroom/bot/beacon"
	"cardroom/bot/channel"
	"cardroom/bot/discordtest/registry"
	"cardroom/bot/invariant"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/store"
)

// Registered returns the commands as Discord lists them once a bot has registered them.
var Registered = sync.OnceValues(func() (registry.List, error) {
	body, err := json.Marshal(routes().Commands())
	if err != nil {
		return registry.List{}, err
	}
	ids := 0
	return registry.Registry{}.Replace(registry.Scope{Application: "1", NewID: func() string {
		ids++
		return strconv.Itoa(ids)
	}}, body)
})

// Read opens stored records for the tests of this package's users.
func (b *Bot) Read(stored store.Record) (invariant.Stored, error) {
	r, t, err := b.Codec.DecodeTable(stored)
	s := invariant.Stored{Table: t, First: r.Shuffle.First, Root: r.Shuffle.Root.String(), Message: r.Shuffle.Message}
	commitment, mixed, setup := r.Shuffle.Commitment, r.Shuffle.Entropy, r.Shuffle.Setup
	if p := r.Shuffle.Proof; p != nil {
		commitment, mixed, setup = p.Commitment, &p.Entropy, p.Setup
	}
	if commitment != (fair.Hash{}) {
		text, _ := json.Marshal(mixed)
		if setup != nil {
			text, _ = json.Marshal(setup)
		}
		s.Commitment, s.Entropy = commitment.String(), string(text)
	}
	s.Beacon = b.beaconOf(&r.Shuffle, setup)
	return s, err
}

// beaconOf returns the stored facts of a hand under a beacon.
func (b *Bot) beaconOf(s *shuffle.State, setup *fair.Setup) (found invariant.Beacon) {
	found.Used, found.Timeout = s.UsesBeacon(), s.BeaconTimeout
	if setup == nil || setup.Beacon == nil {
		return found
	}
	value := setup.Beacon
	found.Message, found.Round, found.Value = engine.ID(setup.Message), uint64(value.Round), len(value.Signature) > 0
	client := b.Beacons.Client(&value.Chain)
	if client == nil {
		return found // the program no longer knows it
	}
	chain := client.Chain()
	round, err := chain.Round(setup.Message)
	if err == nil && round != found.Round {
		err = fmt.Errorf("round %d is stored, and the message fixes %d", found.Round, round)
	}
	if err == nil && found.Value {
		err = verifyOnce(chain, round, value.Signature)
	}
	found.Fault = err
	return found
}

// verified holds the results of [verifyOnce].
var verified sync.Map

// verifyOnce returns the result of chain.Verify, and computes it once: a signature stands in every commit of its hand, and two
// pairings cost more than the rest of a commit.
func verifyOnce(chain *beacon.Chain, round uint64, signature []byte) error {
	key := fmt.Sprintf("%x %d %x", chain.Hash, round, signature)
	if known, ok := verified.Load(key); ok {
		err, _ := known.(error)
		return err
	}
	err := chain.Verify(round, signature)
	verified.Store(key, err)
	return err
}

// Idle reports whether no table has a job left and all messages show their newest content. Every goroutine of the bot must
// be at rest. The lock of a table's queue, which comes last, orders these reads before the table's next job.
func (b *Bot) Idle() bool {
	idle := true
	for _, t := range b.Tables.All(0) {
		quiet := t.Asleep() || channel.Of(t).Idle()
		idle = t.Queued() == 0 && quiet && idle
	}
	return idle
}

// HasProof reports whether a hand of the history has its proof.
func (b *Bot) HasProof(k store.Key, h store.Hand) (bool, error) {
	f, _, err := b.Codec.Ended(k, h)
	if err != nil {
		return false, fmt.Errorf("hand %d: %w", h.Number, err)
	}
	return f.Proof != nil, nil
}

// VoidReceipt returns the fault of the receipt of a void hand: it must open the deck, and be accepted.
func (b *Bot) VoidReceipt(guild, channel engine.ID, number int64) error {
	k := store.Key{Guild: guild, Channel: channel}
	hands, err := b.Store.Hands(context.Background(), k, number+1, 1)
	if err != nil || len(hands) != 1 || hands[0].Number != number {
		return fmt.Errorf("the history has %d, %v", len(hands), err)
	}
	made, err := b.Codec.Receipt(k, hands[0])
	if err != nil {
		return err
	}
	read, err := fair.ReadProof(made.Receipt.JSON())
	if err != nil {
		return err
	}
	if report := fair.Verify(read); !report.OK() || !read.Facts().Void {
		return fmt.Errorf("%v, the secret is open: %v", report.Faults, read.Facts().Void)
	}
	return nil
}

// FillLine takes every slot of the tables' throttle, until free is called.
func (b *Bot) FillLine() (free func()) {
	var release []func()
	for range table.AtOnce {
		release = append(release, b.Throttle.Acquire())
	}
	return func() {
		for _, free := range release {
			free()
		}
	}
}

// Newer returns a record as the next version of the program would have stored it, with the same key. Older does the
// reverse.
func Newer(key []byte, r store.Record) []byte {
	return rewrap(key, r, record.TableSchema, newerSchema)
}

func Older(key []byte, r store.Record) []byte {
	return rewrap(key, r, newerSchema, record.TableSchema)
}

const newerSchema = "cardroom/record/99"

func rewrap(key []byte, r store.Record, from, to string) []byte {
	e := record.NewEnvelope(key)
	body, err := e.Unwrap(from, r.Key, r.Version, r.Data)
	if err != nil {
		return r.Data
	}
	return e.Wrap(to, r.Key, r.Version, body)
}

// AsFair1 returns a record whose seals an earlier release made: the batch and a hand that waits for its message are of
// fair/1.
func AsFair1(key []byte, stored store.Record) ([]byte, error) {
	codec, err := record.NewCodec(key, nil)
	if err != nil {
		return nil, err
	}
	r, t, err := codec.DecodeTable(stored)
	if err != nil {
		return nil, err
	}
	s := &r.Shuffle
	secret, err := codec.Keys.BatchSecret(stored.Key, s)
	if err != nil {
		return nil, err
	}
	s.Scheme = ""
	s.Root = codec.Keys.Remake(stored.Key, s, secret).Root
	if s.Setup != nil {
		s.Entropy, s.Prev = &fair.Entropy1{}, s.Setup.Prev
	}
	s.Setup, s.Start = nil, fair.Hash{}
	encoded, err := codec.EncodeTable(stored.Key, r, &t)
	if err != nil {
		return nil, err
	}
	return encoded(stored.Version), nil
}

// Shares notes for the metrics how many shards the bot's process plays, and how one came or left.
func (b *Bot) Shares(n int, how string) { b.process.SetShards(n, how) }
