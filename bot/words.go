package bot

import (
	"context"
	"errors"
	"strconv"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// refuse answers with why something was not done. This is the one place where errors become words: what is a person's
// own is told in their language; anything else is a reference number, with the details in the log.
func (a *actor) refuse(k *ask, err error) {
	r, refused := errors.AsType[engine.Refusal](err)
	if _, rules := errors.AsType[engine.RulesError](err); refused && !rules {
		if r.Reason == engine.Stale {
			a.bot.meter.stale.Inc()
		}
		a.bot.tell(k, render.Refusal(a.scene(k.user, k.lang), r))
		return
	}
	a.bot.refuse(k, err)
}

func (b *Bot) refuse(k *ask, err error) {
	say := &k.lang.Say
	if text, ok := optionWords(k.lang, err); ok {
		b.tell(k, text)
		return
	}
	var amount *locale.AmountError
	var funds *store.FundsError
	var limit *store.LimitError
	var fenced *store.FencedError
	switch {
	case errors.Is(err, errHeld):
		b.tell(k, string(k.lang.Money.Held))
	case err == nil: // done before, and answered then
		b.nod(k)
	case errors.Is(err, render.ErrDiscards):
		b.tell(k, string(say.Which))
	case errors.As(err, &amount):
		b.tell(k, k.lang.BadAmount(amount))
	case errors.As(err, &funds):
		b.tell(k, say.Funds.Format("have", k.lang.Chips(funds.Have), "need", k.lang.Chips(funds.Need)))
	case errors.As(err, &limit):
		b.tell(k, k.lang.BadAmount(&locale.AmountError{Why: locale.Over, Min: 1, Max: locale.MaxChips}))
	case errors.Is(err, errUnknown), errors.Is(err, context.DeadlineExceeded), errors.As(err, &fenced):
		b.tell(k, string(say.NotConfirmed))
	default:
		b.internal(k, err)
	}
}

// optionWords is what an option has to be, where that is what is wrong.
func optionWords(l *locale.Lang, err error) (text string, ok bool) {
	var option *optionError
	var clash *conflict
	var rules engine.RulesError
	var alien *misfit
	switch {
	case errors.As(err, &alien):
		return l.Host.Misfit.Format("option", render.Code(alien.option), "value", alien.value), true
	case errors.As(err, &option):
		return l.Numbered(l.Say.BadOption.Format("option", render.Code(option.option), "range", option.want), option.rule), true
	case errors.As(err, &clash):
		text = l.Settings.Needs.Format("option", render.Code(clash.option), "value", clash.value,
			"other", render.Code(ruleOptions[clash.rules.Field]), "range", legal(l, clash.rules),
			"rule", l.Why.Rule.Format("n", strconv.Itoa(clash.rules.Rule)))
		if clash.rules.Field == "Seats" { // which no option changes
			text = locale.Sentences(text, string(l.Why.OtherGame))
		}
		return text, true
	case errors.As(err, &rules):
		text = l.Say.BadOption.Format("option", render.Code(ruleOptions[rules.Field]), "range", legal(l, rules))
		return l.Numbered(text, rules.Rule), true
	}
	return "", false
}

// ruleOptions are the options of /table open and /table settings by the fields of the rules they set.
var ruleOptions = map[string]string{
	"Variant": "game", "Limit": "limit", "SmallBlind": "small-blind", "BigBlind": "big-blind", "MinBuyIn": "min-buyin",
	"MaxBuyIn": "max-buyin", "Seats": "seats", "Ante": "ante", "BigBlindAnte": "ante", "NoBlinds": "blinds", "MinBet": "min-bet",
	"ChipUnit": "chip-unit", "Straddle": "straddle", "Clock": "clock", "TimeBank": "time-bank", "Pause": "pause",
	"Runout": "runout", "RunIt": "run-it", "DrawAny": "draw", "AskLosers": "auto-muck", "ReturnWindow": "return-window",
	"SitOutLimit": "sitout-limit",
}

// legal is what an option of the rules has to be, as people type it.
func legal(l *locale.Lang, e engine.RulesError) string {
	if e.Field == "NoBlinds" { // without a big blind there is none to post the ante
		return "on"
	}
	return l.Range(e.Min, min(e.Max, locale.MaxChips))
}

// internal answers with a reference that finds the error in the log.
func (b *Bot) internal(k *ask, err error) {
	ref := strconv.FormatUint(b.roll()>>40, 36)
	b.log.Error("something went wrong", "ref", ref, "guild", uint64(k.key.Guild), "table", uint64(k.key.Channel),
		"player", uint64(k.user), "err", err)
	b.tell(k, k.lang.Say.Internal.Format("ref", ref))
}

// neverWas says that a press comes from a message that was posted to be the board and never became it: it stands below the
// board, and the program was killed before it knew of it. Where a hand runs or is to start, sweep finds it first.
func (a *actor) neverWas(k *ask) bool {
	return k.kind == asksPress && k.drawn && !k.panel && !a.posting.flying && k.message != a.posting.stray && k.message > a.record.Board.Message
}

// refuseStale answers a press on a button that was drawn for another moment.
func (a *actor) refuseStale(k *ask) {
	if a.version == 0 {
		a.bot.tell(k, string(k.lang.Say.NoTable))
		return
	}
	if a.neverWas(k) {
		a.deleteMessage(k.message, nil)
	}
	a.refuse(k, engine.Refusal{Reason: engine.Stale, Rule: 28})
}
