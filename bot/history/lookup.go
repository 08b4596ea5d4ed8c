package history

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/reply"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// Choices completes the hand of /verify and /history: the latest hands, or the one whose number was typed. Those that only the channel's
// other table has come last.
func Choices(e *table.Env, in *interaction.Interaction) []render.Choice {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	newest, other := tablesAt(ctx, e, in)
	list := choicesOf(e, in, newest, likelyHands(ctx, e, in, newest))
	if other == newest {
		return list
	}
	lacked := slices.DeleteFunc(likelyHands(ctx, e, in, other), func(h store.Hand) bool { return hasHand(ctx, e, newest, h.Number) })
	return append(list, choicesOf(e, in, other, lacked)...)
}

// likelyHands returns the latest hands of a table, or the one whose number was typed; none if the store does not answer.
func likelyHands(ctx context.Context, e *table.Env, in *interaction.Interaction, k store.Key) []store.Hand {
	hands, err := e.Store.Hands(ctx, k, 0, reply.MaxChoices)
	if err != nil {
		return nil
	}
	n, err := handNumber(in.Options[in.Focus])
	if len(hands) > 0 && err == nil && n < hands[len(hands)-1].Number {
		if hands, err = e.Store.Hands(ctx, k, n+1, 1); err != nil {
			return nil
		}
	}
	return hands
}

// choicesOf returns hands of a table as choices.
func choicesOf(e *table.Env, in *interaction.Interaction, k store.Key, hands []store.Hand) (list []render.Choice) {
	for _, h := range hands {
		f, err := e.Codec.DecodeHand(k, h)
		if err != nil {
			continue
		}
		won, void := int64(0), false
		for _, e := range f.Events {
			if e.Kind == engine.Won {
				won += e.Amount
			}
			void = void || e.Kind == engine.HandVoided
		}
		list = append(list, text.HandChoice(in.Lang, h.Number, won, void))
	}
	return list
}

// handNumber parses the number of a hand, with or without "#".
func handNumber(text string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(locale.PlainAmount(text), "#"), 10, 64)
	if err == nil && (n < 1 || n >= maxHand) {
		err = strconv.ErrRange
	}
	return n, err
}

// maxHand is more than the number of any hand, and the store can still count past it.
const maxHand = 1<<53 - 1

// requestedHand returns the number of the requested hand, by default the latest, and the latest hand of the channel; its
// number is 0 if there is none.
func requestedHand(e *table.Env, in *interaction.Interaction) (number int64, last store.Hand, err error) {
	text, given := in.Options["hand"]
	if last, err = storedHand(e, in, 0); err != nil || last.Number == 0 {
		return 0, last, err
	}
	if given {
		if number, err = handNumber(text); err != nil {
			return 0, last, &options.Error{Option: "hand", Want: in.Lang.Range(1, last.Number)}
		}
		return number, last, nil
	}
	return last.Number, last, nil
}

// storedHand returns the hand with a number, or the newest one below it if it is missing. 0 means the newest.
func storedHand(e *table.Env, in *interaction.Interaction, number int64) (store.Hand, error) {
	before := number
	if number > 0 {
		before++
	}
	hands, err := readHands(e, in.Key, before, 1)
	if len(hands) == 0 {
		return store.Hand{}, err
	}
	return hands[0], err
}

// readHands returns the newest hands of a table below a number, newest first. 0 means those of the whole history.
func readHands(e *table.Env, key store.Key, before int64, most int) ([]store.Hand, error) {
	return storage.Read(e.Ctx, func(ctx context.Context) ([]store.Hand, error) { return e.Store.Hands(ctx, key, before, most) })
}
