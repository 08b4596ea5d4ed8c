package bot

import (
	"context"
	"errors"
	"maps"
	"slices"

	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/render/text"
	"cardroom/store"
)

// counted says what of a hand is in the stats of those who played it. What was stored before there were any says nothing.
type counted string

const (
	countedYes  counted = "yes"      // as far as it was not void
	countedNo   counted = "practice" // nothing of it: before net was counted apart
	countedPlay counted = "play"     // all but the chips, which no wallet feels
)

// countsFor is how the hand that runs counts: what is won and lost in chips that no wallet feels is nobody's net.
func (a *actor) countsFor(v engine.View) counted {
	if a.unfelt(&v) {
		return countedPlay
	}
	return countedYes
}

// statsOf is what a hand that has just ended adds to the stats of those who played it.
func statsOf(c counted, events []engine.Event) (all []store.Stats) {
	if c != countedYes && c != countedPlay {
		return nil
	}
	for _, p := range stats.Of(events) {
		if c == countedPlay {
			p.Net = 0
		}
		all = append(all, store.Stats{Person: p.ID, Counts: p.Counts})
	}
	return all
}

// played is /stats: what a person has done in the hands of this server.
func (b *Bot) played(k *ask) {
	who := k.user
	if k.named.who != 0 {
		who = k.named.who
	}
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	s, err := b.store.Stats(ctx, k.key.Guild, who)
	if err != nil {
		b.refuse(k, errors.Join(errUnknown, err))
		return
	}
	b.tell(k, text.Stats(k.lang, who, s.Counts))
}

// recount is the stats of a guild as its history gives them.
type recount struct {
	all    map[engine.ID]stats.Counts
	gone   gone // of whom nothing is counted up to a moment
	since  gone // the same, a moment later
	less   bool // hands that were counted are not kept any more, or cannot be opened
	oldest counted
	last   int64 // the number of the hand looked at last
}

// take takes in a hand; those of a channel come newest first.
func (r *recount) take(h store.Hand, f *finished) {
	r.oldest, r.last = f.Counted, h.Number
	gone := r.gone.of(f.Events)
	for _, s := range statsOf(f.Counted, f.Events) {
		if gone.has(s.Person) {
			continue
		}
		r.all[s.Person] = r.all[s.Person].Plus(s.Counts)
	}
}

// end is the end of a channel. Where the oldest hand that is kept was played since there are stats, and is not the first, the
// history has dropped others.
func (r *recount) end() {
	r.less = r.less || r.oldest != "" && r.last > 1
	r.oldest, r.last = "", 0
}

// statsIn is the stats of everyone in a guild.
func (e *examination) statsIn(ctx context.Context, guild engine.ID) (map[engine.ID]stats.Counts, error) {
	list, err := e.in.AllStats(ctx, guild)
	all := map[engine.ID]stats.Counts{}
	for _, s := range list {
		all[s.Person] = s.Counts
	}
	return all, err
}

// compare says whose stats differ from what the history gives, which was read between two looks at them: hands may have
// ended meanwhile. Where the history has dropped hands, nobody can tell whether there were enough of them.
func (e *examination) compare(guild engine.ID, before, after map[engine.ID]stats.Counts, r *recount) {
	if r.less {
		e.n.Uncounted++
		before = nil
	}
	people := map[engine.ID]bool{}
	for _, all := range []map[engine.ID]stats.Counts{before, after, r.all} {
		for who := range all {
			people[who] = true
		}
	}
	for _, who := range slices.Sorted(maps.Keys(people)) {
		low, due, high := before[who].Numbers(), r.all[who].Numbers(), after[who].Numbers()
		if !r.gone[who].Equal(r.since[who]) {
			continue // they were forgotten meanwhile
		}
		fits := r.less || low != high || low == due // a loss may have come to a gain, so Net is compared where nothing has moved
		for i := range stats.Size - 1 {
			fits = fits && low[i] <= due[i] && due[i] <= high[i]
		}
		if !fits {
			e.say("guild %d: the stats of %d are %+v, and by the history %+v", guild, who, after[who], r.all[who])
		}
	}
}
