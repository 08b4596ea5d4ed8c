package history

import (
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/shuffle"
	"cardroom/bot/table"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/render/text"
)

// Verify handles /verify: it checks the receipt of a hand and answers in words, with the receipt as a file.
func Verify(e *table.Env, in *interaction.Interaction) {
	say := &in.Lang.Say.Fair
	number, last, err := requestedHand(e, in)
	switch {
	case err != nil:
		e.Reply.Refuse(in, err)
		return
	case last.Number == 0:
		e.Reply.Text(in, string(say.None))
		return
	}
	h, err := storedHand(e, in, number)
	if err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	if h.Number != number {
		e.Reply.Text(in, say.Unknown.Format("hand", render.HandNumber(number)))
		return
	}
	made, err := e.Codec.Receipt(in.Key, h)
	if errors.Is(err, shuffle.ErrUnproven) {
		e.Reply.Text(in, say.Unproven.Format("hand", render.HandNumber(number)))
		return
	}
	newest, _, err2 := e.Codec.Ended(in.Key, last)
	if err := errors.Join(err, err2); err != nil {
		e.Reply.Refuse(in, err)
		return
	}
	answerVerified(e, in, made, newest.Voids)
}

// answerVerified answers with the result of the receipt, the receipt and the user's own proof.
func answerVerified(e *table.Env, in *interaction.Interaction, made *shuffle.Receipt, voids int64) {
	r := made.Receipt
	own, err := made.Deal.OwnProof(fair.ID(in.User), made.Dealt)
	if err != nil { // the user was dealt no card
		own = nil
	}
	parts, files := []*fair.OwnProof(nil), []*discordgo.File{file(fmt.Sprintf("cardroom-hand-%d.json", r.Hand), jsonType, r.JSON())}
	if own != nil {
		parts, files = append(parts, own), append(files, file(fmt.Sprintf("cardroom-hand-%d-own.json", r.Hand), jsonType, own.JSON()))
	}
	report := fair.Verify(r, parts...)
	if !report.OK() {
		e.Log.Error("a receipt does not prove its hand; please report this as a bug", "hand", r.Hand, "table", uint64(in.Key.Channel), "fault", report.Faults[0].Text)
		e.Reply.Files(in, in.Lang.Say.Fair.Fault.Format("hand", render.HandNumber(int64(r.Hand)), "fault", text.FaultOf(in.Lang, string(report.Faults[0].Step))), files[:1]...)
		return
	}
	e.Reply.Files(in, text.Verdict(in.Lang, text.Verified{
		Hand: int64(r.Hand), Grade: byte(report.Grade), Index: r.Batch.Index, Size: r.Batch.Size,
		Link:  fmt.Sprintf("https://discord.com/channels/%d/%d/%d", in.Key.Guild, r.Batch.Channel, r.Batch.Message),
		Mixed: len(r.Messages) > 0, Cuts: typedCuts(r), Void: r.Secret != nil, Voids: voids, Own: own != nil,
	}), files...)
}

// typedCuts returns how many players typed a cut.
func typedCuts(r *fair.Receipt) (n int) {
	for _, c := range r.Cuts {
		if c.Typed() {
			n++
		}
	}
	return n
}
