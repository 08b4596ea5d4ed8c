package history

import (
	"errors"
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/interaction"
	"cardroom/bot/record"
	"cardroom/bot/shuffle"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// Verify handles /verify: it checks the receipt of a hand and answers in words, with the receipt as a file. For several hands
// it gives their receipts in one file.
func Verify(e *table.Env, in *interaction.Interaction) {
	number, last, err := requestedHand(e, in)
	switch {
	case err != nil:
	case last.Number == 0:
		e.Reply.Text(in, string(in.Lang.Say.Fair.None))
	case in.Options["hands"] != "":
		err = verifySeries(e, in, last.Number)
	default:
		err = verifyHand(e, in, number, last)
	}
	if err != nil {
		e.Reply.Refuse(in, err)
	}
}

// verifyHand answers with the result of the receipt of one hand; last is the channel's latest one.
func verifyHand(e *table.Env, in *interaction.Interaction, number int64, last store.Hand) error {
	say := &in.Lang.Say.Fair
	h, err := storedHand(e, in, number)
	if err != nil {
		return err
	}
	if h.Number != number {
		missing := say.Unknown
		switch {
		case number > last.Number:
		case h.Number > 0: // an older one is there, and a table drops its oldest hands alone
			missing = say.SeriesUnproven
		default:
			missing = in.Lang.History.Dropped
		}
		e.Reply.Text(in, missing.Format("hand", render.HandNumber(number), "list", render.HandNumber(number)))
		return nil
	}
	made, err := e.Codec.Receipt(in.Key, h)
	if unproven(err) {
		logUnproven(e, in, err)
		without := say.Unproven
		if unreadable(err) {
			without = say.Unreadable
		}
		e.Reply.Text(in, without.Format("hand", render.HandNumber(number)))
		return nil
	}
	if err != nil {
		return err
	}
	f := made.Receipt.Facts()
	others, err := seriesOf(e, in, int64(f.First), min(int64(f.First+f.Size)-1, last.Number))
	if err != nil {
		return err
	}
	shown, err := e.Codec.DecodeHand(in.Key, h)
	if err != nil {
		return err
	}
	v := text.Verified{Voids: text.UnknownVoids, Leftover: shown.Leftover, Unplaced: shown.Unplaced, Others: others}
	newest, err := e.Codec.DecodeHand(in.Key, last)
	if err == nil {
		v.Voids = newest.Voids
	}
	logUnproven(e, in, err)
	answerVerified(e, in, made, v)
	return nil
}

// unproven reports whether a hand has no receipt, by the error of making one: it has no proof or a false one, or cannot be read.
func unproven(err error) bool {
	return errors.Is(err, shuffle.ErrUnproven) || errors.Is(err, shuffle.ErrFalse) || unreadable(err)
}

// unreadable reports whether an error is of a hand that cannot be read.
func unreadable(err error) bool {
	_, ok := errors.AsType[*record.UnreadableError](err)
	return ok
}

// logUnproven writes to the operator's log why hands have no receipt, if there is something to mend. It names the first one.
func logUnproven(e *table.Env, in *interaction.Interaction, errs ...error) {
	errs = slices.DeleteFunc(errs, func(err error) bool { return err == nil || errors.Is(err, shuffle.ErrUnproven) })
	if len(errs) > 0 {
		e.Log.Error("no receipt can be made of hands; run cardroom doctor", "channel", uint64(in.Key.Channel), "hands", len(errs), "first", errs[0])
	}
}

// answerVerified answers with the result of the receipt, the receipt and the user's own proof. The argument v has the facts
// that the receipt lacks.
func answerVerified(e *table.Env, in *interaction.Interaction, made *shuffle.Receipt, v text.Verified) {
	r, f := made.Receipt, made.Receipt.Facts()
	parts, files := []*fair.OwnProof(nil), []*discordgo.File{file(fmt.Sprintf("cardroom-hand-%d.json", f.Hand), jsonType, r.JSON())}
	if own := ownProof(made, in.User); own != nil {
		parts, files = append(parts, own), append(files, file(fmt.Sprintf("cardroom-hand-%d-own.json", f.Hand), jsonType, own.JSON()))
	}
	report := e.Beacons.Verifier().Verify(r, parts...)
	if !report.OK() {
		e.Log.Error("a receipt does not prove its hand; please report this as a bug", "hand", f.Hand, "table", uint64(in.Key.Channel), "fault", report.Faults[0].Text)
		e.Reply.Files(in, in.Lang.Say.Fair.Fault.Format("hand", render.HandNumber(int64(f.Hand)), "fault", text.FaultOf(in.Lang, string(report.Faults[0].Step))), files[:1]...)
		return
	}
	link := linksHere(e, in)
	v.Hand, v.Grade, v.Index, v.Size = int64(f.Hand), byte(gradeFor(e, r, report, in.User)), f.Hand-f.First, f.Size
	v.Link, v.Cuts, v.Void, v.Own, v.Beacon = link(f.Seals), typedCuts(r), f.Void, len(parts) > 0, beaconOf(e, r)
	v.Moved, v.Mixed = in.Key.Channel != in.Channel, f.Message != 0
	if v.Mixed {
		v.Message = link(f.Message)
	}
	if v.LacksMessage() {
		v.Grade = byte(fair.GradeD)
	}
	e.Reply.Files(in, text.Verdict(in.Lang, v), files...)
}

// linksHere returns a function that returns the link to a message of the table; "" to one of a channel that was deleted (T118).
func linksHere(e *table.Env, in *interaction.Interaction) func(fair.ID) string {
	since := engine.ID(0)
	if in.Key.Channel != in.Channel {
		ctx, cancel := storage.Within(e.Ctx)
		defer cancel()
		_, since = movedTo(ctx, e, store.Key{Guild: in.Key.Guild, Channel: in.Channel})
	}
	return func(id fair.ID) string {
		if engine.ID(id) < since {
			return ""
		}
		return render.Link(in.Key.Guild, in.Channel, engine.ID(id))
	}
}

// beaconOf returns the beacon of a hand; nil if it has none.
func beaconOf(e *table.Env, p fair.Proof) *text.MixedBeacon {
	r, ok := p.(*fair.Receipt)
	if !ok || r.Beacon == nil {
		return nil
	}
	b := &text.MixedBeacon{Name: r.Beacon.Chain.Half() + "…", Round: uint64(r.Beacon.Round), Late: len(r.Beacon.Signature) == 0}
	if known := e.Beacons.Client(&r.Beacon.Chain); known != nil {
		c := known.Chain()
		b.Name, b.Demo, b.Chosen = c.Name, c.Demo, c.Note != "" && !c.Demo
	}
	return b
}

// ownProof returns the proof of a user's own cards; nil if they were dealt none.
func ownProof(made *shuffle.Receipt, who engine.ID) *fair.OwnProof {
	if made.Deal == nil {
		return nil
	}
	own, err := made.Deal.OwnProof(fair.ID(who), made.Dealt)
	if err != nil {
		return nil
	}
	return own
}

// gradeFor returns the grade of the receipt for a user: a cut proves more to the player who typed it. The key of the demo's
// beacon is public, so its value proves nothing; cardroom verify, which does not know the beacon, says the same.
func gradeFor(e *table.Env, r fair.Proof, report fair.Report, who engine.ID) fair.Grade {
	if b := beaconOf(e, r); b != nil && b.Demo {
		return fair.GradeD
	}
	if report.Grade == fair.GradeB && !slices.Contains(report.Cutters, fair.ID(who)) {
		return report.Others
	}
	return report.Grade
}

// typedCuts returns how many players typed a cut.
func typedCuts(r fair.Proof) (n int) {
	switch r := r.(type) {
	case *fair.Receipt:
		return len(r.Cuts)
	case *fair.Receipt1:
		for _, c := range r.Cuts {
			if c.Typed() {
				n++
			}
		}
	}
	return n
}
