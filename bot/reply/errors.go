package reply

import (
	"context"
	"errors"
	"strconv"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/storage"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// Refuse answers with what an error means to the asker. An error that is not theirs is a reference number, with the details
// in the log.
func (p *Responder) Refuse(k *interaction.Interaction, err error) {
	say := &k.Lang.Say
	if text, ok := options.ErrorText(k.Lang, err); ok {
		p.Text(k, text)
		return
	}
	var amount *locale.AmountError
	var funds *store.FundsError
	var limit *store.LimitError
	var fenced *store.FencedError
	switch {
	case errors.Is(err, options.ErrChipsOnTable):
		p.Text(k, string(k.Lang.Money.Held))
	case err == nil: // done before, and answered then
		p.Ack(k)
	case errors.Is(err, render.ErrDiscards):
		p.Text(k, string(say.Which))
	case errors.As(err, &amount):
		p.Text(k, k.Lang.BadAmount(amount))
	case errors.As(err, &funds):
		p.Text(k, say.Funds.Format("have", k.Lang.Chips(funds.Have), "need", k.Lang.Chips(funds.Need)))
	case errors.As(err, &limit):
		p.Text(k, k.Lang.BadAmount(&locale.AmountError{Why: locale.Over, Min: 1, Max: locale.MaxChips}))
	case errors.Is(err, storage.ErrUnknown), errors.Is(err, context.DeadlineExceeded), errors.As(err, &fenced):
		p.Text(k, string(say.NotConfirmed))
	default:
		p.internal(k, err)
	}
}

// internal answers with a reference that finds the error in the log.
func (p *Responder) internal(k *interaction.Interaction, err error) {
	ref := strconv.FormatUint(p.Random()>>40, 36)
	p.Log.Error("something went wrong", "ref", ref, "guild", uint64(k.Key.Guild), "table", uint64(k.Key.Channel),
		"player", uint64(k.User), "err", err)
	p.Text(k, k.Lang.Say.Internal.Format("ref", ref))
}
