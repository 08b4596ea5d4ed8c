package options

import (
	"errors"
	"strconv"

	"cardroom/engine/poker"
	"cardroom/render"
	"cardroom/render/locale"
)

// ErrorText returns the text for an error about an option. ok is false for every other error.
func ErrorText(l *locale.Lang, err error) (text string, ok bool) {
	var option *Error
	var clash *ConflictError
	var rules poker.RulesError
	var alien *NotApplicableError
	switch {
	case errors.As(err, &alien):
		return l.Host.Misfit.Format("option", render.Code(alien.option), "value", alien.value), true
	case errors.As(err, &option):
		return l.Numbered(option.text(l), option.Rule), true
	case errors.As(err, &clash):
		return l.Settings.Needs.Format("option", render.Code(clash.option), "value", clash.value,
			"other", render.Code(ruleOptions[clash.rules.Field]), "range", rangeText(l, clash.rules),
			"rule", l.Why.Rule.Format("n", strconv.Itoa(clash.rules.Rule))), true
	case errors.As(err, &rules):
		text = l.Say.BadOption.Format("option", render.Code(ruleOptions[rules.Field]), "range", rangeText(l, rules))
		return l.Numbered(text, rules.Rule), true
	}
	return "", false
}

// text returns the sentence for the error, without the number of the rule.
func (e *Error) text(l *locale.Lang) string {
	option := render.Code(e.Option)
	switch e.Kind {
	case OneOf:
		return l.Say.OneOf.Format("option", option, "list", e.Want)
	case Examples:
		return l.Say.SuchAs.Format("option", option, "list", e.Want)
	case Numbers:
		return l.Say.NoNumber.Format("option", option, "list", e.Want)
	case Characters:
		return l.Say.BadLength.Format("option", option, "range", e.Want)
	}
	return l.Say.BadOption.Format("option", option, "range", e.Want)
}

// ruleOptions maps the fields of [poker.Rules] to the options of /table open and /table settings that set them.
var ruleOptions = map[string]string{
	"Variant": "game", "Limit": "limit", "SmallBlind": "small-blind", "BigBlind": "big-blind", "MinBuyIn": "min-buyin",
	"MaxBuyIn": "max-buyin", "Seats": "seats", "Ante": "ante", "BigBlindAnte": "ante", "NoBlinds": "blinds", "MinBet": "min-bet",
	"ChipUnit": "chip-unit", "Straddle": "straddle", "Clock": "clock", "TimeBank": "time-bank", "Pause": "pause",
	"Runout": "runout", "RunIt": "run-it", "DrawAny": "draw", "AskLosers": "auto-muck", "ReturnWindow": "return-window",
	"SitOutLimit": "sitout-limit",
}

// rangeText returns the legal values of an option, as a user types them.
func rangeText(l *locale.Lang, e poker.RulesError) string {
	if e.Field == "NoBlinds" { // without blinds there is no big blind to post the ante
		return "on"
	}
	legal := l.Range(e.Min, min(e.Max, locale.MaxChips))
	switch {
	case e.Field == "MaxBuyIn":
		return l.Settings.NoMaximum.Format("range", legal)
	case e.Field == "Ante" && e.Min == 0: // with blinds
		return l.Settings.Or.Format("range", legal, "value", "bb")
	}
	return legal
}

// ErrChipsOnTable refuses a different source of chips while players have chips on the table.
var ErrChipsOnTable = errors.New("cannot change the chip source while players have chips on the table")
