package render

import (
	"slices"
	"strconv"
	"strings"

	"cardroom/engine"
	"cardroom/render/locale"
)

// Deal is the open proposal of a deal in a tournament (T93).
type Deal struct {
	Number int64 // the buttons carry it
	By     engine.ID
	Until  engine.Moment
	Left   int64 // to play for
	Chips  bool  // the proposal by chips may be made
	Parts  []DealPart
}

// DealPart is what a player would get.
type DealPart struct {
	Player         engine.ID
	ICM, Chips     int64
	ByICM, ByChips bool // they agreed
}

// The What of the buttons below a proposal begins with one of these. The number of the deal follows.
const (
	DealByICM   = "icm"
	DealByChips = "chips"
	DealNo      = "no"
)

// Offers is what the reader of a panel may buy or ask for at a tournament's table.
type Offers struct {
	Rebuy, Twice, AddOn, Deal bool
	Price, AddOnPrice         int64
}

// agreed marks the amount of a player who agreed.
const agreed = " ✓"

// deal returns the lines of a proposal.
func (b board) deal() []string {
	t, d := b.lang.Tournament.Deals, b.Tournament.Deal
	icm, chips := make([]string, len(d.Parts)), make([]string, len(d.Parts))
	mark := map[bool]string{true: agreed}
	for i, p := range d.Parts {
		name := b.nameOf(p.Player)
		icm[i] = name + " " + b.lang.Chips(p.ICM) + mark[p.ByICM]
		chips[i] = name + " " + b.lang.Chips(p.Chips) + mark[p.ByChips]
	}
	lines := []string{
		t.Asked.Format("player", b.nameOf(d.By), "when", RelativeTime(d.Until)),
		t.ICM.Format("list", strings.Join(icm, locale.Dot)),
	}
	if d.Chips {
		lines = append(lines, t.Chips.Format("list", strings.Join(chips, locale.Dot)))
	}
	if d.Left > 0 {
		lines = append(lines, t.Left.Format("amount", b.lang.Chips(d.Left)))
	}
	return lines
}

// nameOf returns the name of a player with a seat.
func (b board) nameOf(player engine.ID) string {
	i := slices.IndexFunc(b.View.Seats, func(s engine.SeatView) bool { return s.Player == player })
	if i < 0 {
		return Mention(player)
	}
	return b.NameOf(b.View.Seats[i])
}

// answers returns the buttons below a proposal, and none without one.
func (s Scene) answers() (row []Button) {
	if s.Tournament == nil || s.Tournament.Deal == nil || s.View.Phase != engine.Idle {
		return nil
	}
	t, d := s.Language().Tournament.Deals, s.Tournament.Deal
	answer := func(label locale.Text, what string, style Style) Button {
		return Button{Label: string(label), Verb: VerbDeal, What: what + " " + strconv.FormatInt(d.Number, 10), Style: style}
	}
	row = []Button{answer(t.ByICM, DealByICM, Primary)}
	if d.Chips {
		row = append(row, answer(t.ByChips, DealByChips, Primary))
	}
	return append(row, answer(t.No, DealNo, Secondary))
}

// offers returns the buttons of a player at a tournament's table: to rebuy or not, to be away or back, to buy the add-on, and to
// ask for a deal (T122).
func (p panel) offers() (row []Button) {
	if p.Tournament == nil {
		return []Button{p.presence()}
	}
	o, t, busted := p.Tournament.Own, p.lang.Tournament.Rebuys, p.seat.RebuyBy != 0
	add := func(when bool, b Button) {
		if when {
			row = append(row, b)
		}
	}
	add(!busted, p.presence())
	style := map[bool]Style{true: Success}[busted]
	add(o.Rebuy, Button{Label: p.lang.Button.Rebuy.Format("amount", p.lang.Chips(o.Price)), Verb: VerbRebuy, Style: style})
	add(o.Twice, Button{Label: t.Twice.Format("amount", p.lang.Chips(2*o.Price)), Verb: VerbRebuy, To: 2})
	add(busted, Button{Label: string(t.No), Verb: VerbNoRebuy})
	add(o.AddOn, Button{Label: t.Buy.Format("amount", p.lang.Chips(o.AddOnPrice)), Verb: VerbAddOn, Style: Success})
	add(o.Deal, Button{Label: string(p.lang.Tournament.Deals.Ask), Verb: VerbAskDeal})
	return row
}
