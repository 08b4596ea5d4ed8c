package bot

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"cardroom/bot/interaction"
	"cardroom/bot/options"
	"cardroom/bot/reply"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"

	"github.com/bwmarrin/discordgo"
)

// verify is /verify: the receipt of a hand of the channel, checked, in plain words and as a file.
func (b *Bot) verify(k *interaction.Interaction) {
	say := &k.Lang.Say.Fair
	number, last, err := b.handAsked(k)
	switch {
	case err != nil:
		b.reply.Refuse(k, err)
		return
	case last.Number == 0:
		b.reply.Text(k, string(say.None))
		return
	}
	h, err := b.handOfHistory(k, number)
	if err != nil {
		b.reply.Refuse(k, err)
		return
	}
	if h.Number != number {
		b.reply.Text(k, say.Unknown.Format("hand", render.HandNumber(number)))
		return
	}
	made, err := b.codec.Receipt(k.Key, h)
	if errors.Is(err, shuffle.ErrUnproven) {
		b.reply.Text(k, say.Unproven.Format("hand", render.HandNumber(number)))
		return
	}
	newest, _, err2 := b.codec.Ended(k.Key, last)
	if err := errors.Join(err, err2); err != nil {
		b.reply.Refuse(k, err)
		return
	}
	b.answerVerified(k, made, newest.Voids)
}

// answerVerified tells what the receipt proves, with the receipt and the asker's own part.
func (b *Bot) answerVerified(k *interaction.Interaction, made *shuffle.Receipt, voids int64) {
	r := made.Receipt
	own, err := made.Deal.OwnProof(fair.ID(k.User), made.Dealt)
	if err != nil { // dealt no card
		own = nil
	}
	parts, files := []*fair.OwnProof(nil), []*discordgo.File{jsonFile(fmt.Sprintf("cardroom-hand-%d.json", r.Hand), r.JSON())}
	if own != nil {
		parts, files = append(parts, own), append(files, jsonFile(fmt.Sprintf("cardroom-hand-%d-own.json", r.Hand), own.JSON()))
	}
	report := fair.Verify(r, parts...)
	if !report.OK() {
		b.log.Error("a receipt does not fit", "hand", r.Hand, "table", uint64(k.Key.Channel), "fault", report.Faults[0].Text)
		b.reply.Files(k, k.Lang.Say.Fair.Fault.Format("hand", render.HandNumber(int64(r.Hand)), "fault", text.FaultOf(k.Lang, string(report.Faults[0].Step))), files[:1]...)
		return
	}
	b.reply.Files(k, text.Verdict(k.Lang, text.Verified{
		Hand: int64(r.Hand), Grade: byte(report.Grade), Index: r.Batch.Index, Size: r.Batch.Size,
		Link:  fmt.Sprintf("https://discord.com/channels/%d/%d/%d", k.Key.Guild, r.Batch.Channel, r.Batch.Message),
		Mixed: len(r.Messages) > 0, Cuts: typedCuts(r), Void: r.Secret != nil, Voids: voids, Own: own != nil,
	}), files...)
}

// handChoices is the hands that /verify and /history could be asked for: the last ones, or the one whose number was typed.
func (b *Bot) handChoices(k *interaction.Interaction) (list []render.Choice) {
	ctx, cancel := storage.Within(b.ctx)
	defer cancel()
	hands, err := b.store.Hands(ctx, k.Key, 0, reply.MaxChoices)
	if err != nil {
		return nil
	}
	n, err := handNumber(k.Options[k.Focus])
	if len(hands) > 0 && err == nil && n < hands[len(hands)-1].Number {
		if hands, err = b.store.Hands(ctx, k.Key, n+1, 1); err != nil {
			return nil
		}
	}
	for _, h := range hands {
		f, err := b.codec.DecodeHand(k.Key, h)
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
		list = append(list, text.HandChoice(k.Lang, h.Number, won, void))
	}
	return list
}

// handNumber reads the number of a hand, with or without the sign.
func handNumber(text string) (int64, error) {
	n, err := strconv.ParseInt(strings.TrimPrefix(strings.TrimSpace(text), "#"), 10, 64)
	if err == nil && (n < 1 || n >= mostHand) {
		err = strconv.ErrRange
	}
	return n, err
}

// mostHand is more than any hand's number, so that the store can count past it.
const mostHand = 1<<53 - 1

// typedCuts is how many players typed a cut.
func typedCuts(r *fair.Receipt) (n int) {
	for _, c := range r.Cuts {
		if c.Typed() {
			n++
		}
	}
	return n
}

func jsonFile(name string, data []byte) *discordgo.File {
	return &discordgo.File{Name: name, ContentType: "application/json", Reader: bytes.NewReader(data)}
}

// handAsked is the number of the hand that is asked for, the last one of the channel unless it is named, and that last one,
// zero where there is none.
func (b *Bot) handAsked(k *interaction.Interaction) (number int64, last store.Hand, err error) {
	text, named := k.Options["hand"]
	if last, err = b.handOfHistory(k, 0); err != nil || last.Number == 0 {
		return 0, last, err
	}
	if named {
		if number, err = handNumber(text); err != nil {
			return 0, last, &options.Error{Option: "hand", Want: k.Lang.Range(1, last.Number)}
		}
		return number, last, nil
	}
	return last.Number, last, nil
}

// handOfHistory is the finished hand with a number, or the newest one below it; 0 is the newest.
func (b *Bot) handOfHistory(k *interaction.Interaction, number int64) (store.Hand, error) {
	ctx, cancel := storage.Within(b.ctx)
	defer cancel()
	before := number
	if number > 0 {
		before++
	}
	hands, err := b.store.Hands(ctx, k.Key, before, 1)
	if err != nil {
		return store.Hand{}, errors.Join(storage.ErrUnknown, err)
	}
	if len(hands) == 0 {
		return store.Hand{}, nil
	}
	return hands[0], nil
}
