package bot

import (
	"context"
	"errors"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// give is /chips give: chips of one's own for somebody else.
func (b *Bot) give(k *ask) { b.present(k, k.user, store.ReasonGift) }

// grant is /chips grant: new chips for somebody, from who manages the server.
func (b *Bot) grant(k *ask) {
	if !k.has(discordgo.PermissionManageGuild) {
		b.tell(k, string(k.lang.Money.NeedGrant))
		return
	}
	b.present(k, 0, store.ReasonGrant)
}

// present pays the person whom a command names what it says, from a wallet or, with 0, as new chips. The interaction that
// comes twice pays once, and is answered as before.
func (b *Bot) present(k *ask, from engine.ID, why store.Reason) {
	say, player := &k.lang.Money, render.Mention(k.named.who)
	amount, err := locale.ParseChips(k.options["amount"])
	switch {
	case err != nil:
		b.refuse(k, err)
		return
	case k.named.bot:
		b.tell(k, say.NoBot.Format("player", player))
		return
	case k.named.who == from:
		b.tell(k, string(say.Oneself))
		return
	case !k.named.here:
		b.tell(k, k.lang.Host.NotHere.Format("player", player))
		return
	}
	err = b.pay(store.Payment{
		Guild: k.key.Guild, ID: k.id, At: time.Now().UTC(), From: from, To: k.named.who, Amount: amount, Reason: why,
	})
	var limit *store.LimitError
	var gift *store.GiftError
	switch {
	case errors.As(err, &gift):
		b.tell(k, tooGenerous(k, gift))
	case errors.As(err, &limit):
		b.tell(k, say.Overfull.Format("player", player, "amount", k.lang.Chips(limit.Max)))
	case errors.Is(err, errUnknown):
		b.tell(k, string(say.NotConfirmed))
	case err != nil:
		b.refuse(k, err)
	default:
		b.tell(k, b.presented(k, from, amount))
	}
}

// tooGenerous says how much of a day's gifts is left from one person to another, and when there may be more.
func tooGenerous(k *ask, e *store.GiftError) string {
	text := k.lang.Money.GiftLeft
	if e.Left == 0 {
		text = k.lang.Money.GiftNone
	}
	return text.Format("player", render.Mention(k.named.who), "amount", k.lang.Chips(e.Left), "given", k.lang.Chips(store.GiveLimit),
		"taken", k.lang.Chips(store.TakeLimit), "when", render.RelativeTime(engine.At(e.Resets)))
}

// presented says what was paid, and what a wallet holds now: the giver's, or that of who was granted new chips.
func (b *Bot) presented(k *ask, from engine.ID, amount int64) string {
	say, whose, holds, done := &k.lang.Money, from, k.lang.Money.Wallet, k.lang.Money.Gave
	if from == 0 {
		whose, holds, done = k.named.who, say.TheirWallet, say.Granted
	}
	text := done.Format("player", render.Mention(k.named.who), "amount", k.lang.Chips(amount))
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	w, err := b.store.Wallet(ctx, k.key.Guild, whose)
	if err != nil {
		return text // which is true all the same
	}
	return text + " " + holds.Format("balance", k.lang.Chips(w.Balance))
}

// pay makes a payment, and asks once more under the same id when the outcome is unknown.
func (b *Bot) pay(p store.Payment) error {
	return twice(func(ctx context.Context) error {
		return b.effect(PayWallet, func() error {
			_, err := b.store.Pay(ctx, p)
			return err
		})
	})
}

// giftChoices is amounts for a gift, none of them more than can be given, or for a grant.
func (b *Bot) giftChoices(k *ask) (list []render.Choice) {
	if k.focus != "amount" {
		return nil
	}
	amounts, most := []int64{100, 500, 1_000, 5_000, 10_000}, int64(locale.MaxChips)
	if k.path == "chips give" {
		var err error
		if most, err = b.mostGift(k); err != nil {
			return nil
		}
	}
	for _, n := range amounts {
		if n <= most {
			list = append(list, render.Choice{Label: k.lang.Chips(n), Value: k.lang.Chips(n)})
		}
	}
	return list
}

// mostGift is the most chips that the asker can give now, to whom they have named if they have.
func (b *Bot) mostGift(k *ask) (int64, error) {
	ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
	defer cancel()
	now := time.Now()
	from, err := b.store.Wallet(ctx, k.key.Guild, k.user)
	if err != nil {
		return 0, err
	}
	most := min(from.Balance, from.Gifts.MayGive(now))
	if k.named.who == 0 {
		return most, nil
	}
	to, err := b.store.Wallet(ctx, k.key.Guild, k.named.who)
	return min(most, to.Gifts.MayTake(now)), err
}
