package tournament

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/table"
	"cardroom/bot/tournament/gate"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/locale"
)

// buy carries out a purchase of a player, and says how many chips it brought, or that they come after the hand.
func (d *Director) buy(in *interaction.Interaction, command func(n int) tournament.Command) {
	n, ok := d.alive(in)
	if !ok {
		return
	}
	before := d.event().State.Entry(n).Stack
	if !d.order(in, command(n)) {
		return
	}
	said := &in.Lang.Tournament.Rebuys
	if bought := d.event().State.Entry(n).Stack - before; bought > 0 {
		d.say(in, said.Bought.Format("amount", in.Lang.Chips(bought)))
		return
	}
	d.say(in, string(said.Waits))
}

// AskRebuy handles the button of a board: it opens the menu of a player who may rebuy, and tells others why they may not (T66).
func AskRebuy(t *table.Table, in *interaction.Interaction) {
	d := directorOf(t)
	n, ok := d.alive(in)
	switch {
	case !ok:
	case t.Scene(in.User, in.Lang).Tournament.Own.Rebuy:
		channel.OpenSeatMenu(t, in, "")
	case d.allows(in, tournament.Rebuy{At: at(), Entry: n}): // the director does not see the chips of a hand that runs
		d.refuse(in, tournament.Refusal{Reason: tournament.TooManyChips, Rule: 66})
	}
}

// Rebuy handles the button at a tournament's table: one stack, or two (T66).
func Rebuy(t *table.Table, in *interaction.Interaction) {
	directorOf(t).buy(in, func(n int) tournament.Command {
		return tournament.Rebuy{At: at(), Entry: n, Twice: in.CustomID.Total == 2}
	})
}

// AddOn handles the button (T67).
func AddOn(d *Director, in *interaction.Interaction) {
	d.buy(in, func(n int) tournament.Command { return tournament.AddOn{At: at(), Entry: n} })
}

// NoRebuy handles the button of a busted player who does not rebuy.
func NoRebuy(d *Director, in *interaction.Interaction) {
	if n, ok := d.alive(in); ok && d.order(in, tournament.Decline{At: at(), Entry: n}) {
		d.say(in, string(in.Lang.Tournament.Rebuys.Declined))
	}
}

// Restart handles the button at a tournament's table, and its modal for an invitation word: a new entry in the place of a small stack (T70),
// where the gate lets it in (T11).
func Restart(d *Director, in *interaction.Interaction) {
	n, ok := d.alive(in)
	if !ok || !d.allows(in, tournament.Restart{At: at(), Entry: n}) || !passGate(d, in, render.VerbRestart) {
		return
	}
	err := d.enter(in, tournament.Restart{At: at(), Entry: n})
	if why, ok := errors.AsType[tournament.Refusal](err); ok && why.Reason == tournament.HandRuns {
		keepWord(d, in)
	}
	if err != nil {
		d.refuse(in, err)
		return
	}
	o := d.event().State.Options()
	said := &in.Lang.Tournament
	d.say(in, said.Rebuys.Restarted.Format("amount", in.Lang.Chips(o.Stack))+gate.Wallet(d.table, in, said.Said.PaidIn))
}

// AskDeal handles the button: it proposes a deal, during a hand for after it (T93).
func AskDeal(d *Director, in *interaction.Interaction) {
	n, ok := d.alive(in)
	if !ok || !d.order(in, tournament.AskDeal{At: at(), Entry: n}) {
		return
	}
	said := &in.Lang.Tournament.Deals
	deal := d.event().State.View().Deal
	d.say(in, string(locale.Either(deal.Open(), said.Proposed, said.Wanted)))
}

// Deal handles the buttons below a proposal (T96).
func Deal(d *Director, in *interaction.Interaction) {
	n, ok := d.alive(in)
	if !ok {
		return
	}
	said := &in.Lang.Tournament.Deals
	answer, typed, _ := strings.Cut(in.CustomID.Arg, " ")
	number, err := strconv.ParseInt(typed, 10, 64)
	if err != nil {
		number = -1 // of no deal
	}
	to := map[string]tournament.Proposal{render.DealByICM: tournament.ByICM, render.DealByChips: tournament.ByChips}[answer]
	if to == 0 {
		if d.order(in, tournament.RefuseDeal{At: at(), Entry: n, Number: number}) {
			d.say(in, string(said.Refused))
		}
		return
	}
	if deal := d.event().State.View().Deal; deal.Same() { // the board offers one of them; that of an older program offered both
		to = scene.Offered(deal)
	}
	if !d.order(in, tournament.AgreeDeal{At: at(), Entry: n, Number: number, To: to}) {
		return
	}
	switch s, x := d.event().State.View(), d.event().State.Entry(n); {
	case s.Deal.Made == 0:
		d.say(in, string(said.Agreed))
	case x.Place > 1: // tellOut says what they won
		d.say(in, string(said.Made))
	default:
		d.say(in, locale.Sentences(string(said.Made), in.Lang.Tournament.Said.Won.Format("amount", in.Lang.Chips(x.Prize+x.Bounty))))
	}
}

// offers adds to a board the deal that is proposed, and the choices of the view's reader about their stack. Two proposals that give the
// same amounts are one. The view learns until when busted players may rebuy.
func (d *Director) offers(s *render.Tournament, v *engine.View) {
	e := d.event()
	view, o := e.State.View(), e.State.Options()
	if o.Rebuys.Until != 0 {
		v.Seats = slices.Clone(v.Seats)
		for i, seat := range v.Seats {
			if n := e.State.EntryOf(seat.Player); n != 0 {
				v.Seats[i].RebuyBy = e.State.Entry(n).RebuyBy
			}
		}
	}
	if view.Deal.Open() {
		s.Deal = &render.Deal{Number: view.Deal.Number, Until: view.Deal.Until, Left: view.Deal.Left, Chips: view.Deal.Chips && !view.Deal.Same()}
		s.Deal.By = e.State.Entry(view.Deal.Asked[len(view.Deal.Asked)-1]).Person
		for _, p := range view.Deal.Parts {
			s.Deal.Parts = append(s.Deal.Parts, render.DealPart{
				Player: e.State.Entry(p.Entry).Person, ICM: p.ICM, Chips: p.Chips,
				ByICM: p.Says(scene.Offered(view.Deal)), ByChips: p.Says(tournament.ByChips),
			})
		}
	}
	n := e.State.EntryOf(v.Viewer)
	if v.Viewer == 0 || n == 0 {
		return
	}
	allowed := func(c tournament.Command) bool { return e.State.Try(c) == nil }
	own := &s.Own
	own.Price, own.AddOnPrice, own.Struck = o.Price, o.Rebuys.AddOnPrice, e.State.Entry(n).Disqualified
	if seat, ok := v.SeatOf(v.Viewer); ok && seat.Stack <= o.Stack {
		own.Rebuy = allowed(tournament.Rebuy{At: at(), Entry: n})
		own.Twice = allowed(tournament.Rebuy{At: at(), Entry: n, Twice: true})
	}
	own.Restart = allowed(tournament.Restart{At: at(), Entry: n})
	own.AddOn = allowed(tournament.AddOn{At: at(), Entry: n})
	own.Deal = allowed(tournament.AskDeal{At: at(), Entry: n})
}
