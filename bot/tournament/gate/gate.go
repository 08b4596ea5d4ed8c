package gate

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// MostApplications is how many people may wait for the organiser of a tournament.
const MostApplications = 20

// Shown returns a gate as a lobby shows it.
func Shown(g *record.Gate) text.Gate {
	return text.Gate{Roles: g.Roles, NotRoles: g.NotRoles, Word: len(g.Codes) > 0, Approval: g.Approval}
}

// Refused returns why roles keep a person from registering, "" if they do not.
func Refused(l *locale.Lang, e *record.Event, guild engine.ID, has func(engine.ID) bool) string {
	name := e.Title()
	switch {
	case e.LacksRole(has):
		return l.Tournament.Said.Why.Role.Format("name", name, "roles", text.Roles(l, e.Roles, guild))
	case e.Bars(has):
		return l.Tournament.Gate.NotRole.Format("name", name, "roles", text.Roles(l, e.NotRoles, guild))
	}
	return ""
}

// AskWord opens a modal for the invitation word of a user. Its verb is that of the button that they pressed.
func AskWord(t *table.Table, in *interaction.Interaction, verb, title string) {
	e := t.Record().Event
	price := strconv.FormatInt(e.State.Options().Price, 10)
	id := message.CustomID{Table: t.Key.Channel, Verb: verb, Arg: price, Total: int64(e.ID)}
	t.Env.Reply.Form(in, id, title, []render.Input{{Label: string(in.Lang.Tournament.Gate.Label), Required: true, Most: mostWord}})
}

// Asked returns the text for a person for whom an organiser is asked: to register, or with an entry alive to start again.
func Asked(l *locale.Lang, e *record.Event, who engine.ID) string {
	said := l.Tournament.Gate.Asked
	if plays(e, who) {
		said = l.Tournament.Gate.Restarts
	}
	return said.Format("organiser", render.Mention(e.By), "name", e.Title())
}

// plays reports whether a person has an entry alive.
func plays(e *record.Event, who engine.ID) bool {
	n := e.State.EntryOf(who)
	return n != 0 && !e.State.Entry(n).Out
}

// Skipped returns why a person on the waitlist gets no free place, "" if they may have it (T13).
func Skipped(l *locale.Lang, e *record.Event, guild, who engine.ID, has func(engine.ID) bool) string {
	name, player := e.Title(), render.Mention(who)
	switch {
	case e.LacksRole(has):
		return l.Tournament.Said.SkippedRole.Format("player", player, "name", name, "roles", text.Roles(l, e.Roles, guild))
	case e.Bars(has):
		return l.Tournament.Gate.SkippedNot.Format("player", player, "name", name, "roles", text.Roles(l, e.NotRoles, guild))
	case e.NeedsWord(who) || e.NeedsApproval(who) && who != e.By:
		return l.Tournament.Gate.Skipped.Format("player", player, "name", name)
	}
	return ""
}

// TooPoor returns why a person on the waitlist who cannot pay gets no free place (T13).
func TooPoor(l *locale.Lang, e *record.Event, who engine.ID) string {
	o := e.State.Options()
	return l.Tournament.Said.Skipped.Format("player", render.Mention(who), "name", e.Title(), "price", l.Chips(o.Price))
}

// Wallet returns the line of a price that was paid or given back, with the chips that the wallet holds now. It is empty for a
// tournament without a price.
func Wallet(t *table.Table, in *interaction.Interaction, line locale.Text) string {
	o := t.Record().Event.State.Options()
	if o.Price == 0 {
		return ""
	}
	left, err := t.Env.Wallet(in.Key.Guild, in.User)
	if err != nil { // the answer does without the line
		return ""
	}
	return "\n" + line.Format("amount", in.Lang.Chips(o.Price), "left", in.Lang.Chips(left.Balance))
}

// CheckFunds returns an error if the wallet of a user holds less than the price.
func CheckFunds(t *table.Table, in *interaction.Interaction) error {
	o := t.Record().Event.State.Options()
	if o.Price == 0 {
		return nil
	}
	own, err := t.Env.Wallet(in.Key.Guild, in.User)
	if err == nil && own.Balance < o.Price {
		err = &store.FundsError{Person: in.User, Have: own.Balance, Need: o.Price}
	}
	return err
}

// freed returns the text for a person of the waitlist who has got a place (T13): in play with their seat, with the price, and in a check-in
// that they have to press (T14). It is "" if they have lost the place since.
func freed(t *table.Table, q record.Application) string {
	l, e := t.Locale(), t.Record().Event
	said, v, n := &l.Tournament.Said, e.State.View(), e.State.EntryOf(q.Person)
	if !plays(e, q.Person) {
		return ""
	}
	words := said.Freed.Format("player", render.Mention(q.Person), "name", e.Title())
	if v.Phase == tournament.Running {
		seat := strconv.Itoa(e.State.Entry(n).Seat + 1)
		words = said.Admitted.Format("player", render.Mention(q.Person), "name", e.Title(), "seat", seat, "channel", render.Channel(t.Where().Channel))
	}
	if q.Price > 0 {
		words = locale.Sentences(words, said.Charged.Format("amount", l.Chips(q.Price)))
	}
	switch {
	case slices.Contains(v.Missing, n):
		words = locale.Sentences(words, MustPress(t, l, q.Person))
	case v.Phase < tournament.Seated && v.StartsAt > engine.At(time.Now()):
		begins := l.Tournament.StartsAt.Format("date", text.FullTime(v.StartsAt), "when", render.RelativeTime(v.StartsAt))
		words = locale.Sentences(words, begins, string(said.Withdraw))
	}
	return words
}

// MustPress returns that a person in a check-in has to press to keep their seat, and until when (T14). Where their group comes later it
// says when. The button has the language of the lobby.
func MustPress(t *table.Table, l *locale.Lang, who engine.ID) string {
	e, said := t.Record().Event, &l.Tournament.Said
	words := strings.TrimSpace(said.CallReady.Format("button", string(t.Locale().Tournament.Buttons.Here), "name", e.Title(), "players", "",
		"when", render.RelativeTime(e.State.View().ReadyBy)))
	err := e.State.Try(tournament.CheckIn{At: tournament.At(engine.At(time.Now())), Person: who})
	if early, ok := errors.AsType[tournament.Refusal](err); ok && early.Reason == tournament.TooSoon {
		return locale.Sentences(said.Why.Group.Format("when", render.RelativeTime(early.Until)), words)
	}
	return words
}

// KnowsPrice reports whether the price is that of the button, or of the modal that it opened. If not it answers with the price, and asks
// whether to register for it. An older button has no price, and a command none.
func KnowsPrice(t *table.Table, in *interaction.Interaction) bool {
	e := t.Record().Event
	price := e.State.Options().Price
	now := strconv.FormatInt(price, 10)
	known := in.CustomID.Arg == "" || in.CustomID.Arg == now
	if !known {
		words := in.Lang.Tournament.Said.NewPrice.Format("name", e.Title(), "amount", in.Lang.Chips(price))
		t.Env.Reply.Confirm(in, words, message.CustomID{Table: t.Key.Channel}, render.VerbRegister, now, int64(e.ID))
	}
	return known
}

// Registered returns the text for a person who has registered, and whether they are on the waitlist. In a check-in it says if they still have
// to press (T14). It is "" for a person who is neither registered nor on the waitlist.
func Registered(t *table.Table, l *locale.Lang, who engine.ID) (words string, listed bool) {
	e, said := t.Record().Event, &l.Tournament.Said
	name, v := e.Title(), e.State.View()
	if i := slices.Index(v.Waitlist, who); i >= 0 {
		return said.Listed.Format("name", name, "n", l.Chips(int64(i+1))), true
	}
	if !plays(e, who) {
		return "", false
	}
	words = said.Registered.Format("name", name)
	switch {
	case v.Phase >= tournament.Seated:
		words = locale.Sentences(words, said.Seat.Format("channel", render.Channel(t.Where().Channel)))
	case slices.Contains(v.Missing, e.State.EntryOf(who)):
		words = locale.Sentences(words, MustPress(t, l, who))
	}
	return words, false
}
