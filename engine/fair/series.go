package fair

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Entry is a hand of a series. A hand that the bot cannot prove has no receipt; that is a fault of the table, not a gap.
type Entry struct {
	Table ID
	Hand  uint64
	Proof Proof // nil for a hand that cannot be proven
}

// unprovable is how an entry without a receipt is written.
type unprovable struct {
	Table      ID     `json:"table"`
	Hand       uint64 `json:"hand"`
	Unprovable bool   `json:"unprovable"`
}

// EntryOf returns the entry of a receipt, which may not be nil.
func EntryOf(p Proof) Entry {
	f := p.Facts()
	return Entry{f.Table, f.Hand, p}
}

// JSON returns the entry as it is written: one line.
func (e Entry) JSON() []byte {
	if e.Proof != nil {
		return e.Proof.JSON()
	}
	return write(unprovable{e.Table, e.Hand, true})
}

// ReadSeries reads the entries of a file: one a line, or those of a JSON array, or a single one.
func ReadSeries(data []byte) ([]Entry, error) {
	parts, err := partsOf(data)
	if err != nil && len(parts) > 0 {
		return nil, fmt.Errorf("after number %d of the series: %w", len(parts), err)
	}
	if err != nil || len(parts) == 1 && bytes.TrimLeft(data, " \t\r\n")[0] == '{' {
		e, err := readEntry(data) // whose error says more of a single receipt
		return []Entry{e}, err
	}
	entries := make([]Entry, len(parts))
	for i, part := range parts {
		if entries[i], err = readEntry(part); err != nil {
			return nil, fmt.Errorf("number %d of the series: %w", i+1, err)
		}
	}
	if len(entries) == 0 {
		return nil, errors.New("no receipt")
	}
	return entries, nil
}

// mostEntries is how many hands ReadSeries reads.
const mostEntries = 100_000

// partsOf returns the parts of a series.
func partsOf(data []byte) (parts []json.RawMessage, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	list := bytes.HasPrefix(bytes.TrimLeft(data, " \t\r\n"), []byte("["))
	if list {
		d.Token()
	}
	for !list || d.More() {
		var part json.RawMessage
		switch err := d.Decode(&part); {
		case errors.Is(err, io.EOF) && parts != nil && !list:
			return parts, nil
		case errors.Is(err, io.EOF) && list:
			return parts, io.ErrUnexpectedEOF
		case err != nil:
			return parts, explain(err)
		case len(parts) == mostEntries:
			return parts, fmt.Errorf("more than %d hands: give fewer at once", mostEntries)
		}
		parts = append(parts, part)
	}
	if _, err := d.Token(); err != nil {
		return parts, io.ErrUnexpectedEOF
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return parts, errors.New("something stands behind the list")
	}
	return parts, nil
}

// readEntry reads a receipt, or the line of a hand that has none.
func readEntry(data []byte) (Entry, error) {
	var of struct{ Unprovable *bool }
	if json.Unmarshal(data, &of) != nil || of.Unprovable == nil {
		p, err := ReadProof(data)
		if err != nil {
			return Entry{}, err
		}
		return EntryOf(p), nil
	}
	var u unprovable
	if err := cmp.Or(read(data, &u), checkHead(u.Table, u.Hand)); err != nil {
		return Entry{}, fmt.Errorf("not a hand without a proof: %w", err)
	}
	if !u.Unprovable {
		return Entry{}, errors.New("not a hand without a proof: unprovable: false")
	}
	return Entry{Table: u.Table, Hand: u.Hand}, nil
}

// Series holds the findings of a check of a table's hands together. The lists have numbers of hands.
type Series struct {
	Entries    []Entry  // in the order of their numbers
	Reports    []Report // of each entry; zero for one without a receipt
	Faults     []Finding
	Unprovable []uint64
	Voids      []uint64 // all void hands
	Before     []uint64 // those among them that were void before their message stood
	Late       []uint64 // those among them whose beacon was late
	Replaced   []uint64 // first hands of batches that replaced one with hands left
}

// OK reports whether all receipts fit, by themselves and together.
func (s *Series) OK() bool {
	return len(s.Faults) == 0 && !slices.ContainsFunc(s.Reports, func(r Report) bool { return !r.OK() })
}

// VerifySeries checks receipts of one table, each by itself and all together. An own part is checked with the receipt of its
// hand.
func (v Verifier) VerifySeries(entries []Entry, ownProofs ...*OwnProof) *Series {
	s := &series{Series: Series{Entries: slices.Clone(entries)}, verifier: v, ownProofs: ownProofs}
	slices.SortStableFunc(s.Entries, func(a, b Entry) int { return cmp.Compare(a.Hand, b.Hand) })
	for i, e := range s.Entries {
		s.Reports = append(s.Reports, s.verify(e))
		switch {
		case e.Table != s.Entries[0].Table:
			s.fault("Hand %d is of table %d, and the series is of table %d.", e.Hand, e.Table, s.Entries[0].Table)
		case i > 0 && e.Hand == s.number:
			s.fault("Hand %d is there twice.", e.Hand)
		default:
			s.add(e)
		}
	}
	for _, o := range s.ownProofs {
		if !slices.ContainsFunc(s.Entries, func(e Entry) bool { return e.Proof != nil && e.Hand == o.Hand }) {
			s.fault("There is an own part of hand %d, and no receipt of that hand.", o.Hand)
		}
	}
	return &s.Series
}

// series is a series that is being checked.
type series struct {
	Series
	verifier  Verifier
	ownProofs []*OwnProof
	number    uint64 // of the hand before; 0 before the first
	gap       bool   // numbers are missing since the last receipt
	last      *Facts // of the last receipt
	batch     *Facts // of the last receipt that names a batch
	message   ID     // the newest message of a hand
}

func (s *series) fault(format string, args ...any) {
	s.Faults = append(s.Faults, Finding{StepSeries, fmt.Sprintf(format, args...)})
}

// verify checks the receipt of an entry with the own parts of its hand.
func (s *series) verify(e Entry) Report {
	if e.Proof == nil {
		return Report{}
	}
	var of []*OwnProof
	for _, o := range s.ownProofs {
		if o.Hand == e.Hand {
			of = append(of, o)
		}
	}
	return s.verifier.Verify(e.Proof, of...)
}

// add compares an entry with those before it.
func (s *series) add(e Entry) {
	if s.number > 0 && e.Hand > s.number+1 {
		s.gap = true
		if s.number+2 == e.Hand {
			s.fault("Hand %d is missing.", e.Hand-1)
		} else {
			s.fault("Hands %d to %d are missing.", s.number+1, e.Hand-1)
		}
	}
	first := s.number == 0
	s.number = e.Hand
	if e.Proof == nil {
		s.Unprovable = append(s.Unprovable, e.Hand)
		s.fault("Hand %d cannot be proven.", e.Hand)
		return
	}
	f := e.Proof.Facts()
	s.count(&f)
	s.checkPrev(&f, first)
	s.checkMessages(e.Proof, &f)
	s.checkBatch(&f)
	s.last, s.gap = &f, false
}

// count counts a hand.
func (s *series) count(f *Facts) {
	if f.Void {
		s.Voids = append(s.Voids, f.Hand)
	}
	if f.Message == 0 {
		s.Before = append(s.Before, f.Hand)
	}
	if f.Late {
		s.Late = append(s.Late, f.Hand)
	}
}

// checkPrev compares prev with the transcript of the last receipt. The first one of the table has none. A transcript before
// the first of the series, or in a gap, is unknown.
func (s *series) checkPrev(f *Facts, first bool) {
	var want Hash
	switch {
	case s.gap || s.last == nil && !(first && f.Hand == 1):
		return
	case s.last != nil:
		want = s.last.Transcript
	}
	if f.Prev != want {
		s.fault("Hand %d names %s as the hand before, and that is %s.", f.Hand, f.Prev, want)
	}
}

// checkMessages checks that the messages of hands, and their cuts, come one hand after another.
func (s *series) checkMessages(p Proof, f *Facts) {
	if r, ok := p.(*Receipt); ok {
		for _, c := range r.Cuts {
			if c.Message <= s.message {
				s.fault("Message %d with a cut for hand %d is not newer than message %d of a hand before.", c.Message, f.Hand, s.message)
			}
		}
	}
	if f.Message == 0 {
		return
	}
	if f.Message <= s.message {
		s.fault("Message %d of hand %d is not newer than message %d of a hand before.", f.Message, f.Hand, s.message)
	}
	s.message = max(s.message, f.Message)
}

// checkBatch checks that a new batch is newer than the one before, and begins with the first hand that uses it.
func (s *series) checkBatch(f *Facts) {
	if s.last != nil && s.last.Scheme == Fair2 && f.Scheme == Fair1 {
		s.fault("Hand %d is of fair/1, after hands of fair/2.", f.Hand)
	}
	if f.Seals == 0 {
		return
	}
	if b := s.batch; b != nil && !b.sameBatch(f) {
		if f.Seals <= b.Seals {
			s.fault("Message %d with the seals of hand %d is not newer than message %d with those before.", f.Seals, f.Hand, b.Seals)
		}
		if f.First > f.Hand || f.First <= s.last.Hand {
			s.fault("The batch of message %d begins with hand %d, and hand %d is the first that uses it.", f.Seals, f.First, f.Hand)
		}
		if b.First+b.Size > f.Hand {
			s.Replaced = append(s.Replaced, f.Hand)
		}
	}
	s.batch = f
}

// sameBatch reports whether two hands name one batch.
func (f *Facts) sameBatch(g *Facts) bool {
	chains := f.Chain == g.Chain || f.Chain != nil && g.Chain != nil && *f.Chain == *g.Chain
	return chains && f.Scheme == g.Scheme && f.Seals == g.Seals && f.First == g.First && f.Size == g.Size && f.Channel == g.Channel && f.Published == g.Published
}
