package history

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"cardroom/bot/interaction"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render/text"
	"cardroom/store"
)

// maxSeries is how many hands /verify gives at once.
const maxSeries = shuffle.BatchSize

// verifySeries answers with the receipts of a range of hands in one file. It lists those that were void, have no proof or are no longer
// kept.
func verifySeries(e *table.Env, in *interaction.Interaction, last int64) error {
	first, to, ok := handRange(in.Options["hands"])
	to = min(to, last)
	if !ok || first > to || to-first >= maxSeries {
		e.Reply.Text(in, text.SeriesRange(in.Lang, maxSeries, last))
		return nil
	}
	stored, older, err := storedHands(e, in, first, to)
	if err != nil {
		return err
	}
	v := text.Series{First: first, Last: to, Moved: in.Key.Channel != in.Channel}
	v.Dropped, v.Unproven = missing(stored, older, first, to)
	if len(stored) == 0 {
		without, numbers := in.Lang.Say.Fair.SeriesDropped, v.Dropped
		if older {
			without, numbers = in.Lang.Say.Fair.SeriesUnproven, v.Unproven
		}
		e.Reply.Text(in, without.Format("list", text.HandNumbers(numbers, math.MaxInt)))
		return nil
	}
	var lines bytes.Buffer
	var faults []error
	for _, h := range stored {
		made, err := e.Codec.Receipt(in.Key, h)
		switch {
		case err == nil:
			f := made.Receipt.Facts()
			v.Receipts++
			if f.Void {
				v.Void = append(v.Void, h.Number)
			}
			if f.Late {
				v.Late = append(v.Late, h.Number)
			}
			lines.Write(made.Receipt.JSON())
		case unproven(err):
			faults = append(faults, err)
			v.Unproven = append(v.Unproven, h.Number)
			lines.Write(fair.Entry{Table: fair.ID(in.Key.Channel), Hand: uint64(h.Number)}.JSON())
		default:
			return err
		}
		lines.WriteByte('\n')
	}
	logUnproven(e, in, faults...)
	slices.Sort(v.Unproven)
	e.Reply.Files(in, text.SeriesVerdict(in.Lang, v), file(fmt.Sprintf("cardroom-hands-%d-%d.jsonl", first, to), seriesType, lines.Bytes()))
	return nil
}

// seriesOf returns which hands of a range were void or late, have no proof, cannot be read or are no longer kept. It reads no cards.
func seriesOf(e *table.Env, in *interaction.Interaction, first, last int64) (v text.Series, err error) {
	stored, older, err := storedHands(e, in, first, last)
	if err != nil {
		return v, err
	}
	v.First, v.Last = first, last
	v.Dropped, v.Unproven = missing(stored, older, first, last)
	var faults []error
	for _, h := range stored {
		f, err := e.Codec.DecodeHand(in.Key, h)
		if err != nil {
			faults, v.Unproven = append(faults, err), append(v.Unproven, h.Number)
			continue
		}
		if !f.Proof.Provable() {
			v.Unproven = append(v.Unproven, h.Number)
		}
		if slices.ContainsFunc(f.Events, func(e engine.Event) bool { return e.Kind == engine.HandVoided }) {
			v.Void = append(v.Void, h.Number)
		}
		if f.Proof.TimedOut() {
			v.Late = append(v.Late, h.Number)
		}
	}
	logUnproven(e, in, faults...)
	slices.Sort(v.Unproven)
	return v, nil
}

// seriesType is the media type of JSON lines.
const seriesType = "application/jsonl"

// handRange parses two numbers of hands with a hyphen between them.
func handRange(typed string) (first, last int64, ok bool) {
	from, to, found := strings.Cut(strings.ReplaceAll(typed, "–", "-"), "-")
	if !found {
		to = from
	}
	first, err1 := handNumber(from)
	last, err2 := handNumber(to)
	return first, last, err1 == nil && err2 == nil
}

// storedHands returns the hands of a range that the history has, in rising order. Where it lacks some it reports whether it has an older one.
func storedHands(e *table.Env, in *interaction.Interaction, first, last int64) (list []store.Hand, older bool, err error) {
	found, err := readHands(e, in.Key, last+1, int(last-first)+1) // where some are missing, older ones come in their place
	for _, h := range slices.Backward(found) {
		if h.Number >= first {
			list = append(list, h)
		} else {
			older = true
		}
	}
	return list, older, err
}

// missing returns the numbers of a range that are not among stored hands, which are in rising order: those that the table dropped, and those
// that it lost. It drops its oldest hands alone, so it lost each that follows a stored one, in the range or older.
func missing(stored []store.Hand, older bool, first, last int64) (dropped, lost []int64) {
	for n := first; n <= last; n++ {
		switch {
		case len(stored) > 0 && stored[0].Number == n:
			stored, older = stored[1:], true
		case older:
			lost = append(lost, n)
		default:
			dropped = append(dropped, n)
		}
	}
	return dropped, lost
}
