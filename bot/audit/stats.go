package audit

import (
	"context"
	"maps"
	"slices"

	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

// recount is the stats of a guild as its history gives them.
type recount struct {
	all       map[engine.ID]stats.Counts
	forgotten prefs.Forgotten // of whom nothing is counted up to a moment
	since     prefs.Forgotten // the same, a moment later
	less      bool            // hands that were counted are not kept any more, or cannot be opened
	oldest    record.StatsMode
	last      int64 // the number of the hand looked at last
}

// add takes in a hand; those of a channel come newest first.
func (r *recount) add(h store.Hand, f *record.Hand) {
	r.oldest, r.last = f.StatsMode, h.Number
	forgotten := r.forgotten.InHand(f.Events)
	for _, s := range table.StatsOf(f.StatsMode, f.Events) {
		if forgotten.Has(s.Person) {
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
func (a *auditor) statsIn(ctx context.Context, guild engine.ID) (map[engine.ID]stats.Counts, error) {
	list, err := a.in.AllStats(ctx, guild)
	all := map[engine.ID]stats.Counts{}
	for _, s := range list {
		all[s.Person] = s.Counts
	}
	return all, err
}

// compare says whose stats differ from what the history gives, which was read between two looks at them: hands may have
// ended meanwhile. Where the history has dropped hands, nobody can tell whether there were enough of them.
func (a *auditor) compare(guild engine.ID, before, after map[engine.ID]stats.Counts, r *recount) {
	if r.less {
		a.n.Uncounted++
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
		if !r.forgotten[who].Equal(r.since[who]) {
			continue // they were forgotten meanwhile
		}
		fits := r.less || low != high || low == due // a loss may have come to a gain, so Net is compared where nothing has moved
		for i := range stats.Size - 1 {
			fits = fits && low[i] <= due[i] && due[i] <= high[i]
		}
		if !fits {
			a.say("guild %d: the stats of %d are %+v, and by the history %+v", guild, who, after[who], r.all[who])
		}
	}
}
