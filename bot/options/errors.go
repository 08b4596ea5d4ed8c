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
		return l.Numbered(l.Say.BadOption.Format("option", render.Code(option.Option), "range", option.Want), option.Rule), true
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
	return l.Range(e.Min, min(e.Max, locale.MaxChips))
}

// ErrChipsOnTable refuses a different source of chips while players have chips on the table.
var ErrChipsOnTable = errors.New("cannot change the chip source while players have chips on the table")
