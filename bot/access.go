package bot

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/rest"
	"cardroom/engine"

	"github.com/bwmarrin/discordgo"
)

// A table whose channel the bot may not use stands still and keeps its chips, with no clock running. It goes on when an
// interaction from the channel tells that the bot may again, when the server takes it back, or by asking now and then. Where
// the channel itself is no more nobody can play on: the hand is void, and everyone gets their chips back.

// attempt is something that is asked of Discord until it succeeds: one request at a time, and after every failure in a row
// it is waited longer.
type attempt struct {
	flying bool // a request is under way
	fails  int
	next   time.Time // not before that
}

// waits says that nothing is to be asked now.
func (t *attempt) waits() bool { return t.flying || time.Now().Before(t.next) }

// over forgets the failures: the last attempt succeeded, or there is new hope.
func (t *attempt) over() { t.fails, t.next = 0, time.Time{} }

// failed notes that an attempt was in vain. Where Discord refuses the bot, asking soon would count towards a ban.
func (a *actor) failed(t *attempt, err error) {
	t.fails++
	a.shut = errors.Is(err, rest.ErrForbidden) || errors.Is(err, rest.ErrNoChannel)
	wait := min(time.Minute, time.Second<<min(t.fails, 6))
	if a.shut {
		wait = rest.BlockTime
	}
	t.next = time.Now().Add(wait)
}

// admitted says whether what is asked may be done at a table whose channel has refused the bot. An ask tells what the bot
// may do where it comes from: enough, and the table goes on; too little, and the asker is told what is missing. Leaving
// needs no board.
func (a *actor) admitted(k *interaction.Interaction) bool {
	missing, blind := interaction.MissingPermissions(k)
	switch {
	case !blind && k.BotPermissions != 0:
		a.admit()
	case blind && k.Kind != interaction.Completion && k.Path != "leave":
		a.bot.reply.Text(k, k.Lang.Say.BotLost.Format("list", strings.Join(missing, ", ")))
		return false
	}
	return true
}

// admit lets the table go on.
func (a *actor) admit() {
	a.bot.rest.Unblock(fmt.Sprint(a.key.Channel))
	a.shut = false
	a.posting.over()
	a.sealing.over()
	if a.board == nil || a.boardIsBehind() {
		a.postBoard()
	}
}

var errRemoved = fmt.Errorf("the bot was removed from the server: %w", rest.ErrForbidden)

// removed stands the table still at once: nobody can act, and nobody is to run out of time for it.
func (a *actor) removed() {
	if a.version == 0 {
		return
	}
	if a.board != nil {
		a.board.Close()
		a.board = nil
	}
	a.dropMirror()
	a.notPosted(errRemoved)
}

// back lets a table go on whose server has taken the bot in again.
func (a *actor) back() {
	if a.shut {
		a.admit()
	}
}

// abandon closes the table of a channel that is no more. A hand that runs is void (R65).
func (a *actor) abandon() {
	if a.version == 0 {
		return
	}
	a.log.Warn("the channel is gone: the table is closed, and every stack goes back")
	now := engine.At(time.Now())
	if a.view().Phase != engine.Idle {
		if err := a.apply(a.once("void"), engine.Void{At: now}); err != nil {
			a.log.Error("the hand of a channel that is gone was not made void", "err", err)
			return
		}
	}
	if err := a.apply(a.once("close"), engine.Close{At: now}); err != nil {
		a.log.Error("the table of a channel that is gone was not closed", "err", err)
	}
}

// moved takes in that a connection was resumed, that the bot came to a server or left one, or that a channel is gone.
func (b *Bot) moved(event any) {
	switch e := event.(type) {
	case *discordgo.Resumed:
		b.metrics.Gateway.Resumes.Inc()
	case *discordgo.GuildDelete:
		if e.Guild == nil || e.Unavailable {
			return // an outage of Discord's
		}
		b.outside(message.Snowflake(e.ID), true)
		b.atTables(message.Snowflake(e.ID), 0, (*actor).removed)
	case *discordgo.GuildCreate: // one a guild after every connection, and when the bot is taken in
		if e.Guild != nil && !e.Unavailable && b.outside(message.Snowflake(e.ID), false) {
			b.atTables(message.Snowflake(e.ID), 0, (*actor).back)
		}
	case *discordgo.ChannelDelete:
		if e.Channel != nil {
			b.atTables(message.Snowflake(e.GuildID), message.Snowflake(e.ID), (*actor).abandon)
		}
	case *discordgo.ThreadDelete:
		if e.Channel != nil {
			b.atTables(message.Snowflake(e.GuildID), message.Snowflake(e.ID), (*actor).abandon)
		}
	}
}

// outside notes whether the bot is no member of a guild, and says what was noted before.
func (b *Bot) outside(guild engine.ID, is bool) (was bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	was = b.left[guild]
	delete(b.left, guild)
	if is {
		b.left[guild] = true
	}
	return was
}

// atTables queues a job at the tables of a guild: all, or that of one channel.
func (b *Bot) atTables(guild, channel engine.ID, job func(*actor)) {
	for _, a := range b.tables(guild) {
		if channel == 0 || channel == a.key.Channel {
			a.must(func() { job(a) })
		}
	}
}
