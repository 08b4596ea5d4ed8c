package account

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// Give is /chips give: chips of one's own for somebody else.
func Give(b *table.Env, k *interaction.Interaction) { present(b, k, k.User, store.ReasonGift) }

// Grant is /chips grant: new chips for somebody, from who manages the server.
func Grant(b *table.Env, k *interaction.Interaction) {
	if !k.Has(discordgo.PermissionManageGuild) {
		b.Reply.Text(k, string(k.Lang.Money.NeedGrant))
		return
	}
	present(b, k, 0, store.ReasonGrant)
}

// present pays the person whom a command names what it says, from a wallet or, with 0, as new chips. The interaction that
// comes twice pays once, and is answered as before.
func present(b *table.Env, k *interaction.Interaction, from engine.ID, why store.Reason) {
	say, player := &k.Lang.Money, render.Mention(k.Target.User)
	amount, err := locale.ParseChips(k.Options["amount"])
	switch {
	case err != nil:
		b.Reply.Refuse(k, err)
		return
	case k.Target.Bot:
		b.Reply.Text(k, say.NoBot.Format("player", player))
		return
	case k.Target.User == from:
		b.Reply.Text(k, string(say.Oneself))
		return
	case !k.Target.Member:
		b.Reply.Text(k, k.Lang.Host.NotHere.Format("player", player))
		return
	}
	err = pay(b, store.Payment{
		Guild: k.Key.Guild, ID: k.ID, At: time.Now().UTC(), From: from, To: k.Target.User, Amount: amount, Reason: why,
	})
	var limit *store.LimitError
	var gift *store.GiftError
	switch {
	case errors.As(err, &gift):
		b.Reply.Text(k, tooGenerous(k, gift))
	case errors.As(err, &limit):
		b.Reply.Text(k, say.Overfull.Format("player", player, "amount", k.Lang.Chips(limit.Max)))
	case errors.Is(err, storage.ErrUnknown):
		b.Reply.Text(k, string(say.NotConfirmed))
	case err != nil:
		b.Reply.Refuse(k, err)
	default:
		b.Reply.Text(k, presented(b, k, from, amount))
	}
}

// tooGenerous says how much of a day's gifts is left from one person to another, and when there may be more.
func tooGenerous(k *interaction.Interaction, e *store.GiftError) string {
	text := k.Lang.Money.GiftLeft
	if e.Left == 0 {
		text = k.Lang.Money.GiftNone
	}
	return text.Format("player", render.Mention(k.Target.User), "amount", k.Lang.Chips(e.Left), "given", k.Lang.Chips(store.GiveLimit),
		"taken", k.Lang.Chips(store.TakeLimit), "when", render.RelativeTime(engine.At(e.Resets)))
}

// presented says what was paid, and what a wallet holds now: the giver's, or that of who was granted new chips.
func presented(b *table.Env, k *interaction.Interaction, from engine.ID, amount int64) string {
	say, whose, holds, done := &k.Lang.Money, from, k.Lang.Money.Wallet, k.Lang.Money.Gave
	if from == 0 {
		whose, holds, done = k.Target.User, say.TheirWallet, say.Granted
	}
	text := done.Format("player", render.Mention(k.Target.User), "amount", k.Lang.Chips(amount))
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	w, err := b.Store.Wallet(ctx, k.Key.Guild, whose)
	if err != nil {
		return text // which is true all the same
	}
	return text + " " + holds.Format("balance", k.Lang.Chips(w.Balance))
}

// pay makes a payment, and asks once more under the same id when the outcome is unknown.
func pay(b *table.Env, p store.Payment) error {
	return storage.Twice(b.Ctx, func(ctx context.Context) error {
		return b.Hook.Do(failpoint.PayWallet, func() error {
			_, err := b.Store.Pay(ctx, p)
			return err
		})
	})
}

// GiftChoices is amounts for a gift, none of them more than can be given, or for a grant.
func GiftChoices(b *table.Env, k *interaction.Interaction) (list []render.Choice) {
	if k.Focus != "amount" {
		return nil
	}
	amounts, most := []int64{100, 500, 1_000, 5_000, 10_000}, int64(locale.MaxChips)
	if k.Path == "chips give" {
		var err error
		if most, err = mostGift(b, k); err != nil {
			return nil
		}
	}
	for _, n := range amounts {
		if n <= most {
			list = append(list, render.Choice{Label: k.Lang.Chips(n), Value: k.Lang.Chips(n)})
		}
	}
	return list
}

// mostGift is the most chips that the asker can give now, to whom they have named if they have.
func mostGift(b *table.Env, k *interaction.Interaction) (int64, error) {
	ctx, cancel := storage.Within(b.Ctx)
	defer cancel()
	now := time.Now()
	from, err := b.Store.Wallet(ctx, k.Key.Guild, k.User)
	if err != nil {
		return 0, err
	}
	most := min(from.Balance, from.Gifts.MayGive(now))
	if k.Target.User == 0 {
		return most, nil
	}
	to, err := b.Store.Wallet(ctx, k.Key.Guild, k.Target.User)
	return min(most, to.Gifts.MayTake(now)), err
}
