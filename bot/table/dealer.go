package table

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render/text"
)

// Dealer takes the next hand to its cards: it posts the commitments to the decks, collects the players' cuts, waits for the beacon,
// and deals once the hand's message stands.
type Dealer struct {
	table       *Table
	commitments commitments // to the coming hands
	value       value       // of the beacon
	since       engine.ID   // a message that is older than that of any hand that the store has lost before this run
}

// Since returns the newest message in the channel that the store knew when this run of the program began. All hands that the store had
// lost have newer ones.
func (d *Dealer) Since() engine.ID { return d.since }

// IsUnsure reports whether the store may have lost hands of the batch, if the channel does not say: it was not in use for a while,
// and nothing was found out since.
func (d *Dealer) IsUnsure() bool { return d.table.state.record.Shuffle.Checked != d.table.Env.Unused }

// commitments tracks making and posting the commitments to the coming hands.
type commitments struct {
	retry.Attempt
	batch shuffle.Batch // the record's batch, if it was made or computed since the table woke
}

// Commitments returns a function that returns the record's batch, for the hand that waits for its message. The function may
// have to compute the batch, so call it outside the table's jobs.
func (d *Dealer) Commitments() func() shuffle.Batch {
	remembered, s := d.commitments.batch, &d.table.state.record.Shuffle
	if remembered.Root == s.Root || d.table.View().Phase != engine.Shuffling {
		return func() shuffle.Batch { return remembered }
	}
	secret, err := d.table.Env.Codec.Keys.BatchSecret(d.table.Key, s)
	if err != nil {
		return func() shuffle.Batch { return remembered }
	}
	k, was := d.table.Key, *s
	return func() shuffle.Batch { return d.table.Env.Codec.Keys.Remake(k, &was, secret) }
}

// needsCommitment reports whether the next hand could start but its commitment is not yet in the channel.
func (d *Dealer) needsCommitment() bool {
	s := &d.table.state.record.Shuffle
	return d.table.version != 0 && d.table.state.game.Pending().Need == engine.NeedStart && (!s.MayStart(d.nextNumber()) || d.LacksClient())
}

// nextNumber returns the number of the hand that starts next.
func (d *Dealer) nextNumber() int64 {
	return max(d.table.View().Turn.Hand, d.table.state.record.Shuffle.Used) + 1
}

// publish makes the commitments to the coming hands and posts their root in the channel. First it stores the secret. Then
// it posts the message, under a nonce that makes a retry harmless. Then it stores the message's id. From then on it accepts
// cuts from players.
func (d *Dealer) publish() {
	if d.commitments.Blocked() || !d.needsCommitment() {
		return
	}
	hand, chain, was, hands := d.nextNumber(), d.nextChain(), d.table.state.record.Shuffle, shuffle.HandsFor(directed(d.table))
	if was.IsReady(hand, chain) {
		d.postCommitments()
		return
	}
	stands := was.First == hand && !d.LacksClient() // if it was posted
	d.commitments.InFlight = d.table.Env.Tasks.Go(func() {
		posted, err := d.findCommitments(&was)
		if err != nil || posted != 0 && stands {
			d.table.Must(func() { d.storeMessage(was.First, posted, err) })
			return
		}
		made := d.table.Env.Codec.Keys.NewBatch(d.table.Key, d.table.Env.Codec.Keys.NewSecret(d.table.Key, hand), hand, hands, chain)
		d.table.Must(func() { d.storeBatch(made, posted) })
	})
}

// findCommitments returns the message of a batch that may have been posted, because the seals that replace it name it. It returns 0
// if it is not among the newest thousand messages, or the bot may not read them.
func (d *Dealer) findCommitments(s *shuffle.State) (id engine.ID, err error) {
	if !s.MayBePosted() {
		return 0, nil
	}
	root, e := s.Root.String(), d.table.Env
	found, reach, err := e.Posts.Own(e.Ctx, d.table.Where().Channel, e.Me.Load(), time.Time{}, func(content string) bool { return strings.Contains(content, root) })
	if errors.Is(err, rest.ErrForbidden) {
		return 0, nil
	}
	if len(found) > 0 {
		id = found[len(found)-1]
	}
	if id == 0 && reach == message.Cut {
		d.table.Log.Warn("the channel has too many new messages to find the message of earlier seals; the new seals do not name it", "hand", s.First)
	}
	return id, err
}

// storeBatch stores the secret of a batch if the next hand still needs it; posted is the message of the batch before, if found.
func (d *Dealer) storeBatch(made shuffle.Batch, posted engine.ID) {
	d.commitments.InFlight = false
	if !d.needsCommitment() || d.nextNumber() != made.First {
		return
	}
	r := d.table.state.record
	r.Shuffle = r.Shuffle.Found(posted).With(made)
	r.Shuffle.Checked = d.table.Env.Unused
	if err := d.table.commit(d.table.idempotencyKey("seals"), d.table.state.game, r, nil, nil); err != nil {
		d.commitmentsFailed(err)
		return
	}
	d.commitments.batch = made
	d.publish()
}

// leaveCommitments stores the batch of a table that is about to close, or the one that it has dropped and not replaced. Without
// either it clears the earlier table's note: that batch is used up.
func (d *Dealer) leaveCommitments(s *shuffle.State) (err error) {
	note := ""
	if s.Message != 0 || s.Used > 0 || s.Replaces() {
		if note, err = d.table.Env.Codec.EncodeSeals(d.table.Key, s); err != nil {
			return err
		}
	}
	ctx, cancel := storage.Within(d.table.Env.Ctx)
	defer cancel()
	return d.table.Env.Hook.Do(failpoint.KeepSeals, func() error { return d.table.Env.Store.SetNote(ctx, record.SealsNote(d.table.Key), note) })
}

// takeCommitments copies the batch of the channel's last table into s if it covers the hand after last, which has a proof. The
// table replaces a batch that it cannot decrypt, or that may have dealt the hand already, by a new one that names it (shuffle.State.Inherit).
func (d *Dealer) takeCommitments(s *shuffle.State, last int64, proof *shuffle.Proof) error {
	ctx, cancel := storage.Within(d.table.Env.Ctx)
	defer cancel()
	note, err := d.table.Env.Store.Note(ctx, record.SealsNote(d.table.Key))
	if err != nil {
		return err
	}
	was, err := d.table.Env.Codec.DecodeSeals(d.table.Key, note)
	why := shuffle.Reason("")
	if s.Used = d.table.Recovery.reached; err == nil {
		s.Used = max(s.Used, was.Used)
	}
	switch {
	case last < d.table.Recovery.reached:
		why = shuffle.StoreLost
		d.table.Log.Warn("the store lost commits; making new commitments for the next hands", "hand", last+1, "was", s.Used)
	case note != "" && err != nil:
		why = shuffle.KeyLost
		d.table.Log.Warn("cannot decrypt the commitments of the channel's last table; making new ones for the next hands", "err", err)
	}
	*s = s.Inherit(was, proof, max(last, s.Used)+1, why)
	return nil
}

// postCommitments posts the root of the batch.
func (d *Dealer) postCommitments() {
	s := &d.table.state.record.Shuffle
	first, nonce := s.First, d.table.Nonce("seal", s.First, int64(binary.BigEndian.Uint64(s.Root[:]))) // others after lost commits
	m := &discordgo.MessageSend{Content: text.Commitment(d.table.Locale(), first, first+int64(s.Hands())-1, s.Root.String(), s.BeaconName(), text.Former{
		Message: s.Former.Message, Reason: string(s.Former.Reason),
	})}
	d.commitments.InFlight = d.table.Env.Tasks.Go(func() {
		id, err := d.table.Send(d.table.Env.Ctx, failpoint.PostSeals, rest.Draft{Message: m, Nonce: nonce, Plain: true})
		d.table.Must(func() { d.storeMessage(first, id, err) })
	})
}

// storeMessage stores the id of the message with the root. It drops earlier cuts, because the bot could have chosen the
// secret after it saw them.
func (d *Dealer) storeMessage(first int64, id engine.ID, err error) {
	d.commitments.InFlight = false
	switch {
	case err != nil:
		d.commitmentsFailed(err)
		return
	case d.table.version == 0 || d.table.state.record.Shuffle.First != first || d.table.state.record.Shuffle.Message != 0:
		return
	}
	r := d.table.state.record
	dropped := r.Shuffle.Cuts
	r.Shuffle.Message, r.Shuffle.Cuts, r.Shuffle.Plain = id, nil, false
	if err := d.table.commit(d.table.idempotencyKey("sealed"), d.table.state.game, r, nil, nil); err != nil {
		d.commitmentsFailed(err)
		return
	}
	for _, c := range dropped {
		d.cutLost(c, first)
	}
	d.commitments.Reset()
}

// commitmentsFailed schedules a retry with backoff. No hand starts before it succeeds.
func (d *Dealer) commitmentsFailed(err error) {
	d.table.Venue().Failed(&d.commitments.Attempt, err)
	d.table.Log.Warn("could not post the commitments to the next hands; retrying", "err", err)
}

// nextHand returns the table with the next hand, which the director of a tournament begins.
func (d *Dealer) nextHand(now engine.Moment) (next engine.Table, r record.Table, events []engine.Event, err error) {
	next, r = d.table.state.game, d.table.state.record
	if !directed(d.table) {
		next, events, err = next.Apply(engine.Start{Lot: d.table.Env.Random(), After: r.Shuffle.Used, At: now}, nil)
		return next, r, events, err
	}
	r = r.Clone()
	events, err = d.table.Director.StartHand(&next, &r, now)
	return next, r, events, err
}

// startHand closes the cuts and starts the next hand.
func (d *Dealer) startHand(now time.Time) error {
	next, r, events, err := d.nextHand(engine.At(now))
	if err != nil {
		return err
	}
	if r.Shuffle, err = r.Shuffle.StartHand(d.table.Key, next.View(0)); err != nil {
		return err
	}
	d.table.Display.HandStarts()
	return d.table.commit(d.table.idempotencyKey("due"), next, r, events, nil)
}

// PlaceBoard stores a message as the table's board. The same commit deals a hand that waits for the board. A frozen other
// than zero is the time since which the table had no board: PlaceBoard extends the clocks by it. The first board of a hand
// under a beacon needs no commit of its own: the next one stores it, and a new run of the program finds it in the channel.
func (d *Dealer) PlaceBoard(board record.BoardRef, frozen time.Time) error {
	d.table.Recovery.forbidden = false // Discord has taken the message
	next, r, events, now := d.table.state.game, d.table.state.record.Clone(), []engine.Event(nil), engine.At(time.Now())
	var err error
	if !frozen.IsZero() {
		credit := engine.CreditDowntime{Last: engine.At(frozen), At: now}
		if next, events, err = next.Apply(credit, nil); err == nil {
			err = r.CreditDowntime(credit)
		}
		if err != nil {
			d.table.Log.Error("could not extend the clocks by the downtime", "err", err)
		}
	}
	v := d.table.View()
	if v.Phase == engine.Shuffling && v.Hand == board.Hand && !d.Waits() {
		if next, events, err = d.dealOrVoid(next, &r, r.Shuffle, board.Message, events); err != nil {
			return fmt.Errorf("dealing the hand: %w", err)
		}
	}
	board.Posted = now
	if v.Phase != engine.Idle && v.Hand == board.Hand && r.Shuffle.UsesBeacon() && r.Board.Hand != board.Hand && len(events) == 0 {
		d.table.Amend(func(r *record.Table) { r.SetBoard(board) })
		d.table.notify(nil, nil)
		return nil
	}
	r.SetBoard(board)
	return d.table.commit(d.table.idempotencyKey("board"), next, r, events, nil)
}

// dealOrVoid deals the hand that waits for its message, with the state of its shuffle. If the hand cannot be dealt so that its proof
// holds, it is void.
func (d *Dealer) dealOrVoid(next engine.Table, r *record.Table, s shuffle.State, id engine.ID, events []engine.Event) (engine.Table, []engine.Event, error) {
	t, v, now := d.table, d.table.View(), engine.At(time.Now())
	deck, s, err := t.Env.Codec.Keys.Deal(t.Key, s, d.Commitments()(), v.Hand, id, shuffle.DealtIn(v))
	switch {
	case errors.Is(err, shuffle.ErrUnfit):
		t.Log.Error("cannot deal a hand; it is void", "hand", v.Hand, "message", uint64(id), "err", err)
		return next.Apply(engine.Void{At: now}, events)
	case err != nil:
		return next, events, err
	}
	r.Shuffle = s
	return next.Apply(engine.Deal{Deck: deck, Message: id, At: now}, events)
}

// KeepBatch keeps the record's batch, which was computed again, until the table falls asleep.
func (d *Dealer) KeepBatch(made shuffle.Batch) {
	if made.Root == d.table.state.record.Shuffle.Root {
		d.commitments.batch = made
	}
}

// AwaitsCommitments reports whether the commitments to the next hand are missing or being posted.
func (d *Dealer) AwaitsCommitments() bool { return d.commitments.InFlight || d.needsCommitment() }

// Pending returns the table's next need, and when it is due.
func (t *Table) Pending() engine.Pending { return t.state.game.Pending() }

// NumberHands makes t continue the hand numbers of the channel's last table, because channel and number identify a hand. It
// also continues the transcripts, the count of void hands and the commitments.
func (d *Dealer) NumberHands(t engine.Table) (engine.Table, shuffle.State, error) {
	ctx, cancel := storage.Within(d.table.Env.Ctx)
	defer cancel()
	last, err := d.table.Env.Store.Hands(ctx, d.table.Key, 0, 1)
	if err != nil {
		return t, shuffle.State{}, storage.Unread(err)
	}
	s, f := shuffle.State{}, record.Hand{}
	d.since = 0
	if len(last) > 0 {
		f, err = d.table.Env.Codec.DecodeHand(d.table.Key, last[0])
		if err != nil { // a damaged hand or a new key must not stop the channel from opening a table
			d.table.Log.Error("cannot read the channel's last hand; its chain of transcripts begins again", "err", err)
			f.Voids = text.UnknownVoids
		}
		t, s.Last, s.Voids, d.since = t.Following(last[0].Number), f.Last, f.Voids, f.ShuffleState().Newest()
	}
	if err := d.takeCommitments(&s, t.View(0).Turn.Hand, f.Proof); err != nil {
		return t, shuffle.State{}, storage.Unread(err)
	}
	d.since = max(d.since, s.Newest())
	if d.table.Recovery.reached == 0 && d.since != 0 { // an earlier run had a table here
		d.table.Display.Found()
	}
	return t, s, nil
}
