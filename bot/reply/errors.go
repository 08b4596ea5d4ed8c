package reply

import (
	"context"
	"errors"
	"strconv"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/rest"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// Refuse answers with the words for an error, those of its method Sentence if it has one. An internal error gets a reference number, which
// finds the details in the log.
func (r *Responder) Refuse(in *interaction.Interaction, err error) {
	say := &in.Lang.Say
	if text, ok := options.ErrorText(in.Lang, err); ok {
		r.Text(in, text)
		return
	}
	var worded interface {
		error
		Sentence(*locale.Lang) string
	}
	var amount *locale.AmountError
	var funds *store.FundsError
	var limit *store.LimitError
	var fenced *store.FencedError
	var limited *rest.RateLimited
	unknown := errors.Is(err, storage.ErrUnknown) || errors.Is(err, context.DeadlineExceeded) || errors.As(err, &fenced)
	if unknown {
		r.Unconfirmed(in, err)
	}
	switch {
	case errors.Is(err, options.ErrChipsOnTable):
		r.Text(in, string(in.Lang.Money.Held))
	case err == nil: // done and answered before
		r.Ack(in)
	case errors.As(err, &worded):
		r.Text(in, worded.Sentence(in.Lang))
	case errors.Is(err, render.ErrDiscards):
		r.Text(in, string(say.Which))
	case errors.As(err, &amount):
		r.Text(in, in.Lang.BadAmount(amount))
	case errors.As(err, &funds):
		r.Text(in, say.Funds.Format("have", in.Lang.Chips(funds.Have), "need", in.Lang.Chips(funds.Need)))
	case errors.As(err, &limit):
		r.Text(in, in.Lang.BadAmount(&locale.AmountError{Why: locale.Over, Min: 1, Max: locale.MaxChips}))
	case errors.Is(err, storage.ErrUnread):
		r.Text(in, string(say.Unread))
	case unknown:
		r.Text(in, string(say.NotConfirmed))
	case errors.Is(err, rest.ErrOutage), errors.As(err, &limited): // Discord's own failure, or its limit
		r.Log.Warn("Discord failed; the user is to try again", "guild", uint64(in.Key.Guild), "table", uint64(in.Key.Channel), "err", err)
		r.Text(in, string(say.DiscordFails))
	default:
		r.internal(in, err)
	}
}

// unconfirmedEvery is the shortest time between two log lines about unconfirmed requests.
const unconfirmedEvery = time.Minute

// Unconfirmed logs why the store does not confirm a user's request, at most once a minute. Tables log their outages by
// themselves, and give [storage.ErrUnknown] without a cause.
func (r *Responder) Unconfirmed(in *interaction.Interaction, err error) {
	r.unconfirmed.mu.Lock()
	defer r.unconfirmed.mu.Unlock()
	if err == storage.ErrUnknown || time.Since(r.unconfirmed.at) < unconfirmedEvery {
		return
	}
	r.unconfirmed.at = time.Now()
	r.Log.Warn("the store did not confirm what a user asked for; if this goes on, cardroom doctor checks the store",
		"guild", uint64(in.Key.Guild), "table", uint64(in.Key.Channel), "err", err)
}

// RefuseThread answers a command for which Discord made no thread, with the remedy. The texts are those of the command for a missing
// permission and for a channel without threads.
func (r *Responder) RefuseThread(in *interaction.Interaction, err error, botMay, none locale.Text) {
	say := &in.Lang.Say
	limited, _ := errors.AsType[*rest.RateLimited](err)
	r.Log.Info("could not make a thread; the user reads what to do", "guild", uint64(in.Key.Guild), "channel", uint64(in.Channel), "err", err)
	switch {
	case errors.Is(err, rest.ErrForbidden):
		r.Text(in, botMay.Format("list", string(say.MayMakeThread)))
	case errors.Is(err, rest.ErrNoChannel):
		r.Text(in, string(say.ThreadDeleted))
	case errors.Is(err, rest.ErrThreads):
		r.Text(in, string(say.ThreadFull))
	case limited != nil && limited.After > 0:
		r.Text(in, say.ThreadLimit.Format("when", render.RelativeTime(engine.At(time.Now().Add(limited.After)))))
	case errors.Is(err, rest.ErrOutage): // a second command could make a second thread
		r.Text(in, string(say.ThreadUnsure))
	case errors.Is(err, rest.ErrChannelType):
		r.Text(in, string(none))
	case errors.Is(err, rest.ErrModerated):
		r.Text(in, string(say.ThreadTitle))
	case rest.Refused(err):
		r.Text(in, string(say.ThreadFailed))
	default:
		r.Refuse(in, err)
	}
}

// internal answers with a reference number, which finds the error in the log.
func (r *Responder) internal(in *interaction.Interaction, err error) {
	ref := strconv.FormatUint(r.Random()>>40, 36)
	r.Log.Error("internal error; the user got a reference number", "ref", ref, "guild", uint64(in.Key.Guild), "table", uint64(in.Key.Channel),
		"player", uint64(in.User), "err", err)
	r.Text(in, in.Lang.Say.Internal.Format("ref", ref))
}
