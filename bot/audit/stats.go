package audit

import (
	"context"
	"maps"
	"slices"

	"cardroom/bot/prefs"
	"cardroom/bot/record"
	"cardroom/engine"
	"cardroom/engine/stats"
	"cardroom/store"
)

// recount counts the stats of a guild again from its history.
type recount struct {
	all       map[engine.ID]stats.Counts
	forgotten prefs.Forgotten // nothing before the time they asked counts
	since     prefs.Forgotten // the same, read after the history
	less      bool            // the history lacks counted hands, or has one that cannot be read
	unread    bool            // it has one that cannot be read
	oldest    record.StatsMode
	last      int64 // number of the hand read last
}

// add adds a hand. The hands of a channel arrive newest first.
func (r *recount) add(h store.Hand, f *record.Hand) {
	r.oldest, r.last = f.StatsMode, h.Number
	forgotten := r.forgotten.InHand(f.Events)
	for _, s := range record.StatsOf(f.StatsMode, f.Events) {
		if forgotten.Has(s.Person) {
			continue
		}
		r.all[s.Person] = r.all[s.Person].Plus(s.Counts)
	}
}

// lacks records that an error kept hands from it.
func (r *recount) lacks(err error) {
	if err != nil {
		r.less, r.unread = true, true
	}
}

// end ends a channel. The history has dropped hands if the oldest one left counts towards the stats and is not hand 1.
func (r *recount) end() {
	r.less = r.less || r.oldest != "" && r.last > 1
	r.oldest, r.last = "", 0
}

// statsIn returns the stats of everyone in a guild.
func (a *auditor) statsIn(ctx context.Context, guild engine.ID) (map[engine.ID]stats.Counts, error) {
	list, err := a.in.AllStats(ctx, guild)
	all := map[engine.ID]stats.Counts{}
	for _, s := range list {
		all[s.Person] = s.Counts
	}
	return all, err
}

// compare reports users whose stats differ from the recount. It has the stats from before and after reading the history,
// because hands may have ended meanwhile. If the history has dropped hands, the stats may be larger than the recount, but
// not smaller.
func (a *auditor) compare(guild engine.ID, before, after map[engine.ID]stats.Counts, r *recount) {
	switch {
	case r.unread:
		a.n.Unread++
	case r.less:
		a.n.Uncounted++
	}
	if r.less {
		before = nil
	}
	people := map[engine.ID]bool{}
	for _, all := range []map[engine.ID]stats.Counts{before, after, r.all} {
		for who := range all {
			people[who] = true
		}
	}
	for _, who := range slices.Sorted(maps.Keys(people)) {
		low, due, high := ofHands(before[who]), ofHands(r.all[who]), ofHands(after[who])
		if !r.forgotten[who].Equal(r.since[who]) {
			continue // they asked to be forgotten meanwhile
		}
		fits := r.less || low != high || low == due // Net can go down, so it is compared only if nothing has moved
		for i := range stats.HandSize - 1 {
			fits = fits && low[i] <= due[i] && due[i] <= high[i]
		}
		if !fits {
			a.say("guild %d: the stats of %d are %+v, and by the history %+v", guild, who, after[who], r.all[who])
		}
	}
}

// ofHands returns the numbers that the history of hands has.
func ofHands(c stats.Counts) [stats.HandSize]int64 {
	n := c.Numbers()
	return [stats.HandSize]int64(n[:])
}
