package phh

import (
	"cardroom/engine"
	"cardroom/engine/poker"
)

// post writes what was to be posted. A blind has its full size, however short the stack was (R15); a dead post, the chips
// that were paid.
func (p *played) post(h *Hand) {
	r, n := p.view.Rules, len(p.players)
	h.Antes, h.Blinds = make([]int64, n), make([]int64, n)
	dead := make([]int64, n)
	big := p.big()
	minBet := r.BigBlind
	for k, who := range p.players {
		at := k
		if n == 2 {
			at = 1 - k // the small blind is first
		}
		h.Antes[at] = r.Ante
		dead[at] = who.posts[engine.PostBigBlindAnte] + who.posts[engine.PostDeadSmall]
		switch {
		case k == big:
			h.Blinds[at] = r.BigBlind
		case who.posts[engine.PostSmallBlind] > 0:
			h.Blinds[at] = r.SmallBlind
		case who.posts[engine.PostStraddle] > 0:
			h.Blinds[at] = 2 * r.BigBlind
			minBet = h.Blinds[at]
		case who.posts[engine.PostLive] > 0:
			h.Blinds[at] = -r.BigBlind
		}
	}
	p.kill(h, dead)
	if n == 2 && r.SmallBlind == r.BigBlind && !r.NoBlinds {
		h.First = 2 // the button, as ever (R11)
	}
	if r.Limit == poker.FixedLimit {
		h.SmallBet, h.BigBet = r.BigBlind, 2*r.BigBlind
		return
	}
	h.MinBet = max(minBet, r.MinBet)
}

// kill marks the chips that are dead: the antes where there are no others, so that any reader of the format knows of them.
func (p *played) kill(h *Hand, dead []int64) {
	some := false
	for _, chips := range dead {
		some = some || chips > 0
	}
	live := p.view.Rules.Ante > 0
	switch {
	case some && live:
		h.Dead = dead
	case some:
		h.Antes = dead
	}
	if some || live {
		h.Trim = &live
	}
}

// big returns the place of the big blind; -1 where there is none. A player whom the ante left no chips is the first who could
// have it: between the button and the big blind there is only the small blind (R12).
func (p *played) big() int {
	if p.view.Rules.NoBlinds {
		return -1
	}
	for k, who := range p.players {
		if who.posts[engine.PostBigBlind] > 0 {
			return k
		}
	}
	if len(p.players) > 2 && p.players[0].posts[engine.PostSmallBlind] > 0 {
		return 1
	}
	return 0
}
