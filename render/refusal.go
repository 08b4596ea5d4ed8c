package render

import (
	"slices"
	"strconv"

	"cardroom/engine"
	"cardroom/render/locale"
)

// Refusal returns the sentence for a command that the table refused: the mistake, the remedy, and the number of the rule
// where there is one. The scene's view is the table as it stands, or the zero view.
func Refusal(s Scene, r engine.Refusal) string { return s.Language().Numbered(s.reason(r), r.Rule) }

// reason returns the sentence without the number of the rule.
func (s Scene) reason(r engine.Refusal) string {
	l, t := s.Language(), s.Language().Why
	place := slices.Index(s.View.Waitlist, s.View.Viewer)
	switch why := r.Reason; {
	case why == engine.NotSeated && place >= 0 && !s.View.FreeFor(s.View.Viewer):
		return l.Panel.InLine.Format("n", strconv.Itoa(place+1))
	case why == engine.NotYourTurn && s.View.Hand == 0 && len(s.View.Seats) == 0:
		return string(t.SomeoneElse)
	case why == engine.NotYourTurn && s.View.ToAct < 0:
		return string(t.NobodysTurn)
	case why == engine.NotYourTurn:
		return t.NotYourTurn.Format("player", s.NameAt(s.View.ToAct))
	case why == engine.BadBuyIn && r.Rule == 7:
		return locale.Either(s.Free || s.View.Practice, t.BringBackFree, t.BringBack).Format("amount", l.Chips(r.Min))
	case why == engine.BadBuyIn && r.Max == 0:
		return t.BadBuyInMin.Format("amount", l.Chips(r.Min))
	case why == engine.BadBuyIn:
		return t.BadBuyIn.Format("range", l.Range(r.Min, r.Max))
	case why == engine.BadTopUp:
		return t.BadTopUp.Format("range", l.Range(max(r.Min, 1), r.Max))
	case why == engine.CannotCheck:
		return locale.Either(s.View.Legal.Min == 0, t.CallOrFold, t.CannotCheck).Format("amount", l.Chips(r.Min))
	case (why == engine.TooLittle || why == engine.TooMuch) && r.Min == r.Max:
		return l.Amount.Only.Format("amount", l.Chips(r.Min))
	case why == engine.TooLittle, why == engine.TooMuch:
		return locale.Either(why == engine.TooLittle, t.TooLittle, t.TooMuch).Format("range", l.Range(r.Min, r.Max))
	case why == engine.CannotRaise && r.Max > 0:
		return t.OnlyCall.Format("amount", l.Chips(r.Max))
	case why == engine.OffUnit:
		return t.OffUnit.Format("unit", l.Chips(s.View.Rules.ChipUnit))
	case why == engine.NoRuns && r.Max > 0:
		return t.ManyRuns.Format("range", l.Range(r.Min, r.Max))
	case why == engine.WaitlistFull:
		return t.LineFull.Format("most", l.Chips(r.Max))
	case why == engine.TooManyCards:
		return t.TooManyCards.Format("most", l.Chips(r.Max))
	case why == engine.SeatGoes:
		return t.SeatGoes.Format("player", s.NameAt(int(r.Min-1)), "seat", l.Chips(r.Min), "seats", l.Chips(r.Max))
	case why == engine.NoSuchSeat:
		return t.NoSuchSeat.Format("seats", strconv.Itoa(s.View.Rules.Seats))
	}
	if text := reasonText(t, r.Reason, s.View.Legal.Bet); text != "" {
		return string(text)
	}
	return string(t.Other)
}

// reasonText returns the sentence of a reason that needs no numbers, and "" for the others. Bets means that a raise is a bet.
func reasonText(t locale.WhyText, why engine.Reason, bets bool) locale.Text {
	return map[engine.Reason]locale.Text{
		engine.NotSeated: t.NotSeated, engine.AlreadySeated: t.AlreadySeated, engine.SeatTaken: t.SeatTaken,
		engine.TableFull: t.TableFull, engine.StackFull: t.StackFull, engine.InHand: t.InHand, engine.Stale: t.Stale,
		engine.NoHand: t.NoHand, engine.NothingToCall: locale.Either(bets, t.NothingToCall, t.CheckOrRaise), engine.CannotRaise: t.CannotRaise,
		engine.AlreadyOut: t.AlreadyOut, engine.NotOut: t.NotOut, engine.AlreadyPaused: t.AlreadyPaused,
		engine.NotPaused: t.NotPaused, engine.TableClosedNow: t.TableClosed, engine.HandRuns: t.HandRuns,
		engine.TooFewPlayers: t.TooFewPlayers, engine.NotDue: t.NotDue, engine.NoChips: t.NoChips,
		engine.CannotStraddle: t.CannotStraddle, engine.CannotCallTime: t.CannotCallTime,
		engine.NothingToShow: t.NothingToShow, engine.NoRuns: t.NoRuns, engine.NoPlan: t.NoPlan,
		engine.OnWaitlist: t.InLine, engine.NotOnWaitlist: t.NotInLine, engine.SeatKept: t.SeatKept,
		engine.SeatsFree: t.SeatsFree, engine.NowShow: t.NowShow, engine.OtherGame: t.OtherGame,
		engine.NowDraw: t.NowDraw, engine.NowBet: t.NowBet, engine.NoSuchCard: t.NoSuchCard,
		engine.BadRules: t.BadRules, engine.InTournament: t.InTournament,
	}[why]
}
