package table

import (
	"context"
	"errors"
	"time"

	"cardroom/bot/beacon"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/internal/retry"
	"cardroom/render/text"
)

// BeaconLead is how long after the start of a hand its beacon's value comes at most. So a hand may start as long before its time.
const BeaconLead = 5 * time.Second

// value is the fetch of the beacon's value for the hand that waits for it.
type value struct {
	retry.Attempt
	probe retry.Attempt // of a beacon that was late
	back  bool          // the probe has found values
}

// UnderBeacon reports whether the cards of the next hand come from a beacon.
func (d *Dealer) UnderBeacon() bool {
	return d.table.version != 0 && d.table.state.record.Shuffle.Chain != nil
}

// LacksClient reports whether the program does not know the beacon of the next hand: the operator has removed it.
func (d *Dealer) LacksClient() bool { return d.UnderBeacon() && d.client() == nil }

// client returns the client of the beacon; nil if the program does not know it.
func (d *Dealer) client() *beacon.Client {
	return d.table.Env.Beacons.Client(d.table.state.record.Shuffle.Chain)
}

// nextChain returns the chain for a new batch.
func (d *Dealer) nextChain() *fair.Hash {
	if d.table.state.record.Shuffle.Plain {
		return nil
	}
	return d.table.Env.Beacons.Next()
}

// Waits reports whether a hand under a beacon has started and is not dealt. It has no board yet.
func (d *Dealer) Waits() bool {
	return d.table.version != 0 && d.table.View().Phase == engine.Shuffling && d.table.state.record.Shuffle.Waits()
}

// LacksMessage reports whether such a hand has no message yet.
func (d *Dealer) LacksMessage() bool {
	message, _ := d.table.state.record.Shuffle.HandMessage()
	return d.Waits() && message == 0
}

// HandMessage returns a function that returns the text of the message of the hand that waits for it. The function first waits
// until such a message fixes the round that it shows, so call it outside the table's jobs. It returns false if ctx ends.
//
// Discord dates the message, and its date alone decides. So where Discord takes long, the message may show an earlier round.
func (d *Dealer) HandMessage() func(ctx context.Context) (string, bool) {
	t, client, names := d.table, d.client(), []string(nil)
	v, s := t.View(), &t.state.record.Shuffle
	for _, who := range s.Setup.Players {
		seat := SeatOf(&v, engine.ID(who))
		name := t.Names.met[seat.Player].Name
		if seat.House != engine.Person {
			name = t.state.record.Names[seat.Player]
		}
		names = append(names, name)
	}
	m := text.HandMessage{Hand: v.Hand, Names: names, Start: s.Start.Half()}
	return func(ctx context.Context) (string, bool) {
		var ok bool
		m.Round, ok = client.AwaitSlot(ctx)
		return m.String(), ok
	}
}

// PlaceMessage stores the id of the message of a hand that waits for the beacon, and the round that the message fixes. Only
// then may the value be fetched. A hand is void if its message cannot be found (0).
func (d *Dealer) PlaceMessage(id engine.ID) error {
	t := d.table
	if d.LacksClient() {
		return d.voidLate()
	}
	if id == 0 {
		return d.void(record.VoidNotice{Hidden: true})
	}
	round, err := d.client().Chain().Round(fair.ID(id))
	if err != nil {
		t.Log.Error("cannot deal a hand; it is void", "hand", t.View().Hand, "message", uint64(id), "err", err)
		return d.voidLate()
	}
	r := t.state.record
	r.Shuffle = r.Shuffle.WithMessage(id, round)
	return t.commit(t.idempotencyKey("message"), t.state.game, r, nil, nil)
}

// FetchValue fetches the beacon's value for the hand whose message is stored. Then the hand is dealt, or it is void if the
// value is late.
func (d *Dealer) FetchValue() {
	if d.value.Blocked() {
		return
	}
	t := d.table
	id, round := t.state.record.Shuffle.HandMessage()
	chain, commitments, posted := t.state.record.Shuffle.Chain, d.Commitments(), message.CreatedAt(id)
	d.value.InFlight = t.Env.Tasks.Go(func() {
		signature, err := t.Env.Beacons.Fetch(t.Env.Running, chain, round, posted.Add(beacon.Patience))
		batch := commitments()
		t.Must(func() {
			d.KeepBatch(batch)
			d.storeValue(id, signature, err)
		})
	})
}

// ValueDue returns when to fetch the value again; zero while it is fetched.
func (d *Dealer) ValueDue() time.Time {
	if d.value.InFlight {
		return time.Time{}
	}
	return later(d.value.NotBefore(), time.Now())
}

// storeValue deals the hand of a message with the beacon's value. If the fetch ended because the program stops, nothing has
// happened: the next run fetches the same value.
func (d *Dealer) storeValue(id engine.ID, signature []byte, err error) {
	d.value.InFlight = false
	t := d.table
	if now, _ := t.state.record.Shuffle.HandMessage(); !d.Waits() || now != id {
		return
	}
	client, late, why := d.client(), errors.Is(err, beacon.ErrLate), err
	switch {
	case late:
		err = d.voidLate()
	case err != nil:
		t.Log.Debug("stopped waiting for the beacon", "hand", t.View().Hand, "err", err)
		d.value.Failed(probeBackoff)
		return
	default:
		err = d.dealWith(id, signature)
	}
	switch {
	case err != nil:
		d.value.Failed(message.PostBackoff)
		t.Log.Warn("could not store a hand with the beacon's value; retrying", "hand", t.View().Hand, "err", err)
		return
	case !late:
		t.Env.Metrics.Beacon.Values.Since(time.Now().Add(-client.Since(message.CreatedAt(id))))
	case client != nil:
		t.Env.Metrics.Beacon.Timeouts.Inc()
		t.Log.Warn("the beacon was late; the hand is void, and the next one waits for the beacon", "hand", t.View().Hand, "err", why)
	}
	d.value.Reset()
}

// dealWith stores the signature of the beacon and deals the hand, in one commit.
func (d *Dealer) dealWith(id engine.ID, signature []byte) error {
	t, r := d.table, d.table.state.record.Clone()
	next, events, err := d.dealOrVoid(t.state.game, &r, r.Shuffle.WithValue(signature), id, nil)
	if err != nil {
		return err
	}
	return t.commit(t.idempotencyKey("value"), next, r, events, nil)
}

// voidLate voids the hand that waits for the beacon. The next hand waits until the beacon gives values again. Where the operator
// has removed the beacon, it waits for new seals only.
func (d *Dealer) voidLate() error {
	if d.LacksClient() {
		d.table.Log.Warn("the beacon of a hand was removed (CARDROOM_BEACON); the hand is void", "hand", d.table.View().Hand)
		return d.void(record.VoidNotice{Removed: true})
	}
	return d.void(record.VoidNotice{Timeout: true})
}

// void voids the hand that waits for the beacon, before a card is dealt. The channel reads why.
func (d *Dealer) void(why record.VoidNotice) error {
	t := d.table
	next, events, err := t.state.game.Apply(engine.Void{At: engine.At(time.Now())}, nil)
	if err != nil {
		return err
	}
	r := t.state.record
	r.Shuffle.BeaconTimeout, d.value.back = why.Timeout, false
	why.Hand = t.View().Hand
	r.VoidNotice = why
	return t.commit(t.idempotencyKey("late"), next, r, events, nil)
}

// needsValues reports whether the next hand waits until the beacon gives values again.
func (d *Dealer) needsValues() bool {
	return d.AwaitsBeacon() && !d.value.back && d.table.state.game.Pending().Need == engine.NeedStart
}

// AwaitsBeacon reports whether the beacon was late for the last hand. The next one waits for it, or for the host to seal anew
// without it.
func (d *Dealer) AwaitsBeacon() bool {
	return d.UnderBeacon() && d.table.state.record.Shuffle.BeaconTimeout && d.table.View().Phase == engine.Idle
}

// probeBackoff is how long a table waits before it asks its beacon again.
var probeBackoff = retry.Backoff{First: 2 * time.Second, Max: time.Minute}

// probeBeacon asks a beacon that was late whether it gives values again.
func (d *Dealer) probeBeacon() {
	if d.value.probe.Blocked() || !d.needsValues() || d.LacksClient() {
		return
	}
	t, client := d.table, d.client()
	d.value.probe.InFlight = t.Env.Tasks.Go(func() {
		ok := client.Probe(t.Env.Running)
		t.Must(func() {
			d.value.probe.InFlight, d.value.back = false, ok
			if !ok {
				d.value.probe.Failed(probeBackoff)
				return
			}
			d.value.probe.Reset()
			t.Log.Info("the beacon gives values again")
		})
	})
}

// Reseal drops the seals of a table that waits for its beacon. New ones without a beacon replace them.
func Reseal(r *record.Table) {
	r.Shuffle = r.Shuffle.Drop(shuffle.NoBeacon)
	r.Shuffle.Plain = true
}
