package host

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cardroom/bot/channel"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/options"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// confirm answers a command with a question, whose button confirms it. The command comes back as the verb and its argument, with the
// session of the table that it is about.
func confirm(t *table.Table, in *interaction.Interaction, text, verb, arg string) {
	t.Env.Reply.Confirm(in, text, message.CustomID{Table: t.Key.Channel}, verb, arg, t.Record().Session)
}

// RequireQuestion reports whether the host pressed a question about the open table, and tells the user if not. The channel may have
// another table by now.
func RequireQuestion(t *table.Table, in *interaction.Interaction) bool {
	if t.Record().Session != in.CustomID.Total {
		channel.Of(t).RefuseStale(in)
		return false
	}
	return RequireSettingsPanel(t, in)
}

// reply answers a command, or a confirmed one: then the answer takes the place of the question.
func reply(t *table.Table, in *interaction.Interaction, err error, said string) {
	if err != nil || in.Kind != interaction.Press {
		t.Answer(in, err, said)
		return
	}
	t.Env.Reply.Send(in, message.Update(message.Content{Text: said}))
}

// hasPeople reports whether a person is seated.
func hasPeople(t *table.Table) bool {
	return slices.ContainsFunc(t.View().Seats, func(s engine.SeatView) bool { return s.House == engine.Person })
}

// Close handles /table close. It asks first while players are seated.
func Close(t *table.Table, in *interaction.Interaction) {
	v, say := t.View(), &in.Lang.Host
	if hasPeople(t) && !v.Closing {
		now := locale.Either(v.Practice, say.SureCloseGone, say.SureClose)
		later := locale.Either(v.Practice, say.SureHandGone, say.SureCloseHand)
		confirm(t, in, string(locale.Either(v.Phase != engine.Idle, later, now)), render.VerbClose, "")
		return
	}
	ConfirmClose(t, in)
}

// ConfirmClose closes the table.
func ConfirmClose(t *table.Table, in *interaction.Interaction) {
	v, say := t.View(), &in.Lang.Say
	done := locale.Either(v.Phase != engine.Idle, say.ClosedAfter, say.Closed)
	if v.Practice {
		done = locale.Either(v.Phase != engine.Idle, say.AfterGone, in.Lang.Board.AllGone)
	}
	orderAction(t, in, engine.Close{At: engine.At(time.Now())}, text.DidClose, done)
}

// ConfirmHandOver makes the user of a question the host.
func ConfirmHandOver(t *table.Table, in *interaction.Interaction) {
	if in.Target.User = message.Snowflake(in.CustomID.Arg); in.Target.User == 0 {
		channel.Of(t).RefuseStale(in)
		return
	}
	handOver(t, in)
}

// changesChips reports whether the first house player would change the stakes of a table, or let people play wallet chips
// against the house.
func changesChips(t *table.Table) bool {
	return t.Record().Extras.Funds != options.Free && len(botsOf(t, engine.Person)) == 0 && !t.View().Practice
}

// askForBots asks before the first house player of a wallet table.
func askForBots(t *table.Table, in *interaction.Interaction, level engine.Level, count int) {
	chips := locale.Either(t.View().Rules.Staked, in.Lang.Host.SureBotsStaked, in.Lang.Host.SureBots)
	confirm(t, in, string(chips), render.VerbBots, strconv.Itoa(int(level))+" "+strconv.Itoa(count))
}

// ConfirmBots seats the house players of a question.
func ConfirmBots(t *table.Table, in *interaction.Interaction) {
	first, second, _ := strings.Cut(in.CustomID.Arg, " ")
	level, err := strconv.Atoi(first)
	count, err2 := strconv.Atoi(second)
	if err != nil || err2 != nil || level <= int(engine.Person) || level > int(engine.Hard) || count < 1 || count > MaxBots {
		channel.Of(t).RefuseStale(in)
		return
	}
	seatBots(t, in, engine.Level(level), count)
}
