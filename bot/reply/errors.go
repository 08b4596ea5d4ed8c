package reply

import (
	"context"
	"errors"
	"net/http"
	"strconv"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/rest"
	"cardroom/bot/storage"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// Refuse answers with the words for an error. An internal error gets a reference number, which finds the details in the
// log.
func (r *Responder) Refuse(in *interaction.Interaction, err error) {
	say := &in.Lang.Say
	if text, ok := options.ErrorText(in.Lang, err); ok {
		r.Text(in, text)
		return
	}
	var amount *locale.AmountError
	var funds *store.FundsError
	var limit *store.LimitError
	var fenced *store.FencedError
	var failed *rest.Error
	switch {
	case errors.Is(err, options.ErrChipsOnTable):
		r.Text(in, string(in.Lang.Money.Held))
	case err == nil: // done and answered before
		r.Ack(in)
	case errors.Is(err, render.ErrDiscards):
		r.Text(in, string(say.Which))
	case errors.As(err, &amount):
		r.Text(in, in.Lang.BadAmount(amount))
	case errors.As(err, &funds):
		r.Text(in, say.Funds.Format("have", in.Lang.Chips(funds.Have), "need", in.Lang.Chips(funds.Need)))
	case errors.As(err, &limit):
		r.Text(in, in.Lang.BadAmount(&locale.AmountError{Why: locale.Over, Min: 1, Max: locale.MaxChips}))
	case errors.Is(err, storage.ErrUnknown), errors.Is(err, context.DeadlineExceeded), errors.As(err, &fenced):
		r.Text(in, string(say.NotConfirmed))
	case errors.As(err, &failed) && failed.Status >= http.StatusInternalServerError: // Discord's own failure
		r.Log.Warn("Discord failed; the user is to try again", "guild", uint64(in.Key.Guild), "table", uint64(in.Key.Channel), "err", err)
		r.Text(in, string(say.DiscordFails))
	default:
		r.internal(in, err)
	}
}

// internal answers with a reference number, which finds the error in the log.
func (r *Responder) internal(in *interaction.Interaction, err error) {
	ref := strconv.FormatUint(r.Random()>>40, 36)
	r.Log.Error("internal error; the user got a reference number", "ref", ref, "guild", uint64(in.Key.Guild), "table", uint64(in.Key.Channel),
		"player", uint64(in.User), "err", err)
	r.Text(in, in.Lang.Say.Internal.Format("ref", ref))
}
