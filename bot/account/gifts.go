package account

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/store"
)

// Give handles /chips give, which pays from the user's own wallet.
func Give(e *table.Env, in *interaction.Interaction) { transfer(e, in, in.User, store.ReasonGift) }

// Grant handles /chips grant, which lets server managers create chips.
func Grant(e *table.Env, in *interaction.Interaction) {
	if !in.Has(discordgo.PermissionManageGuild) {
		e.Reply.Text(in, string(in.Lang.Money.NeedGrant))
		return
	}
	transfer(e, in, 0, store.ReasonGrant)
}

// transfer pays the chips of a command to the user it names, from a wallet or, with 0, as new chips. An interaction that
// arrives twice pays once and gets the same answer.
func transfer(e *table.Env, in *interaction.Interaction, from engine.ID, why store.Reason) {
	amount, err := locale.ParseChips(in.Options["amount"])
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	if why := cannotReceive(in, from); why != "" {
		e.Reply.Text(in, why)
		return
	}
	if from != 0 && askForGift(e, in, amount) {
		return
	}
	carryOut(e, in, store.Payment{
		Guild: in.Key.Guild, ID: in.ID, At: time.Now().UTC(), From: from, To: in.Target.User, Amount: amount, Reason: why,
	})
}

// cannotReceive returns why the target of an interaction gets no chips from a user, or "" if they may.
func cannotReceive(in *interaction.Interaction, from engine.ID) string {
	player := render.Mention(in.Target.User)
	switch {
	case in.Target.Bot:
		return in.Lang.Money.NoBot.Format("player", player)
	case in.Target.User == from:
		return string(in.Lang.Money.Oneself)
	case !in.Target.Member:
		return in.Lang.Host.NotHere.Format("player", player)
	}
	return ""
}

// askForGift asks before a gift of more than half of the user's wallet, or of an unreadable wallet, and reports whether it did. A
// gift that the wallet cannot pay needs no question.
func askForGift(e *table.Env, in *interaction.Interaction, amount int64) bool {
	own, err := e.Wallet(in.Key.Guild, in.User)
	if err == nil && (amount <= own.Balance/2 || amount > own.Balance || amount > own.Gifts.MayGive(time.Now())) {
		return false
	}
	say, player, chips := in.Lang.Money.SureGift, render.Mention(in.Target.User), in.Lang.Chips(amount)
	if err != nil {
		e.Log.Info("could not read a wallet, so its owner has to confirm a gift", "guild", uint64(in.Key.Guild), "err", err)
		say = in.Lang.Money.SureUnread
	}
	text := say.Format("player", player, "amount", chips, "have", in.Lang.Chips(own.Balance))
	e.Reply.Confirm(in, text, message.CustomID{Table: in.Key.Channel}, render.VerbGift, userText(in.Target.User)+" "+in.ID, amount)
	return true
}

// ConfirmGift handles the button that confirms a gift. A question pays once, however often its button is pressed, and not if its command
// has paid: the payment has the id of the interaction that asked. A forged button says nothing about its receiver but the ID: that of a
// house player is older than any user.
func ConfirmGift(e *table.Env, in *interaction.Interaction) {
	to, asked, _ := strings.Cut(in.CustomID.Arg, " ")
	receiver, amount := message.Snowflake(to), in.CustomID.Total
	user := message.CreatedAt(receiver).After(message.CreatedAt(0)) && receiver < message.Snowflake(asked)
	in.Target = interaction.Target{User: receiver, Member: user}
	asks := in.Ephemeral && in.CustomID.Table == in.Key.Channel && amount >= 1 && amount <= locale.MaxChips
	if !asks || cannotReceive(in, in.User) != "" {
		e.RefuseStale(in)
		return
	}
	carryOut(e, in, store.Payment{
		Guild: in.Key.Guild, ID: asked, At: time.Now().UTC(), From: in.User, To: receiver, Amount: amount, Reason: store.ReasonGift,
	})
}

// carryOut makes a payment and answers. The answer to a press takes the place of the question. A payment that was confirmed
// before has a message only while the program remembers its messages: a former run may have ended before the first. Later, it would read
// as a second payment.
func carryOut(e *table.Env, in *interaction.Interaction, p store.Payment) {
	say, player := &in.Lang.Money, render.Mention(in.Target.User)
	paid, err := pay(e, p)
	var limit *store.LimitError
	var gift *store.GiftError
	switch {
	case errors.As(err, &gift):
		e.Reply.Text(in, giftLimitText(in, gift))
	case errors.As(err, &limit):
		e.Reply.Text(in, say.Overfull.Format("player", player, "amount", in.Lang.Chips(limit.Max)))
	case errors.Is(err, storage.ErrUnknown) && p.From == 0 && p.To != in.User: // the balance is another user's
		e.Reply.Unconfirmed(in, err)
		e.Reply.Text(in, say.GrantUnknown.Format("player", player))
	case errors.Is(err, storage.ErrUnknown):
		refuseUnconfirmed(e, in, err)
	case err != nil:
		e.Reply.Refuse(in, err)
	default:
		said := transferText(e, in, p.From, p.Amount)
		if in.Kind == interaction.Press {
			e.Reply.Send(in, message.Update(message.Content{Text: said}))
		} else {
			e.Reply.Text(in, said)
		}
		if !paid.Duplicate || e.Reply.Remembers(message.CreatedAt(message.Snowflake(p.ID))) {
			notifyReceiver(e, in, p.From, p.Amount, p.ID)
		}
	}
}

// notifyReceiver mentions the user who got chips, in the channel of the command, unless the bot or the giver may not write there. Gifts
// that follow each other fast are paid without a message. A grant always has one, which notifies another user once in ten minutes.
func notifyReceiver(e *table.Env, in *interaction.Interaction, from engine.ID, amount int64, payment string) {
	who := in.Target.User
	writes, _ := in.MayWrite()
	if _, blind := interaction.MissingPermissions(in); blind || !writes {
		return
	}
	l := table.PublicLang(e, in)
	text, notifies := l.Money.Granted.Format("player", render.Mention(who), "amount", l.Chips(amount)), false
	switch {
	case from == 0:
		notifies = who != in.User && e.Reply.MayNotify(in.User, who, payment)
	case !e.Reply.MayShowGift(in.User, who, payment):
		return
	default:
		text = l.Money.Received.Format("player", render.Mention(who), "amount", l.Chips(amount), "giver", render.Mention(from))
		notifies = true
	}
	send := message.Mention(text)
	if notifies {
		send = message.Mention(text, who)
	}
	e.Tasks.Go(func() {
		if err := e.Posts.CreateLater(e.Ctx, failpoint.MentionGift, in.Channel, send, "gift"+payment); err != nil {
			if notifies {
				e.Reply.NotNotified(in.User, who, payment)
			}
			e.Log.Info("could not mention a user who got chips", "user", uint64(who), "err", err)
		}
	})
}

// giftLimitText returns how much one user may still give another today, and when the limit resets.
func giftLimitText(in *interaction.Interaction, limit *store.GiftError) string {
	text := in.Lang.Money.GiftLeft
	if limit.Left == 0 {
		text = in.Lang.Money.GiftNone
	}
	return text.Format("player", render.Mention(in.Target.User), "amount", in.Lang.Chips(limit.Left), "given", in.Lang.Chips(store.GiveLimit),
		"taken", in.Lang.Chips(store.TakeLimit), "when", render.RelativeTime(engine.At(limit.Resets)))
}

// transferText returns the chips paid and the balance of the wallet now: the giver's, or that of a user who was granted chips.
func transferText(e *table.Env, in *interaction.Interaction, from engine.ID, amount int64) string {
	say, whose, holds, done := &in.Lang.Money, from, in.Lang.Money.Wallet, in.Lang.Money.Gave
	if from == 0 {
		whose, done = in.Target.User, say.Granted
		holds = locale.Either(whose == in.User, say.OwnWallet, say.TheirWallet)
	}
	text := done.Format("player", render.Mention(in.Target.User), "amount", in.Lang.Chips(amount))
	w, err := e.Wallet(in.Key.Guild, whose)
	if err != nil {
		return text // the payment is made all the same
	}
	return locale.Sentences(text, holds.Format("balance", in.Lang.Chips(w.Balance)))
}

// refuseUnconfirmed answers a user whose payment from or to their own wallet is not confirmed.
func refuseUnconfirmed(e *table.Env, in *interaction.Interaction, err error) {
	e.Reply.Unconfirmed(in, err)
	e.Reply.Text(in, in.Lang.Say.Unconfirmed.Format("command", "/chips balance"))
}

// pay makes a payment, and retries it under the same ID if the outcome is unknown. Such a retry is no duplicate: it may find the
// payment of the first try. Neither is a later call for a payment whose outcome has stayed unknown to this run of the program.
func pay(e *table.Env, p store.Payment) (paid store.Receipt, err error) {
	tries := 0
	err = storage.Twice(e.Ctx, func(ctx context.Context) error {
		tries++
		return e.Hook.Do(failpoint.PayWallet, func() (err error) {
			paid, err = e.Store.Pay(ctx, p)
			return err
		})
	})
	if errors.Is(err, storage.ErrUnknown) {
		e.Reply.Unsure(p.ID)
	} else if e.Reply.WasUnsure(p.ID) || tries > 1 {
		paid.Duplicate = false
	}
	return paid, err
}

// GiftChoices completes the amount of a gift, within the user's limits, or of a grant.
func GiftChoices(e *table.Env, in *interaction.Interaction) (list []render.Choice) {
	if in.Focus != "amount" {
		return nil
	}
	amounts, most := []int64{100, 500, 1_000, 5_000, 10_000}, int64(locale.MaxChips)
	if in.Path == "chips give" {
		var err error
		if most, err = mostGift(e, in); err != nil {
			return nil
		}
	}
	for _, n := range amounts {
		if n <= most {
			list = append(list, render.Choice{Label: in.Lang.Chips(n), Value: in.Lang.Chips(n)})
		}
	}
	return list
}

// mostGift returns the most chips that the user can give now, to the user they have named if any.
func mostGift(e *table.Env, in *interaction.Interaction) (int64, error) {
	now := time.Now()
	from, err := e.Wallet(in.Key.Guild, in.User)
	if err != nil {
		return 0, err
	}
	most := min(from.Balance, from.Gifts.MayGive(now))
	if in.Target.User == 0 {
		return most, nil
	}
	to, err := e.Wallet(in.Key.Guild, in.Target.User)
	return min(most, to.Gifts.MayTake(now)), err
}
