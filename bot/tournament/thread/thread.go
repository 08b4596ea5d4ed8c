// Package thread makes the threads of tournaments' tables, and archives them (T112).
package thread

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/failpoint"
	"cardroom/bot/gateway"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/bot/tournament/calendar"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/render/locale"
)

// Make returns a channel for a table: a thread beside the lobby, or the lobby's channel where none may be made and no table
// is in it. An earlier try may have made the thread, after another channel or message; made reports that this one did.
func Make(env *table.Env, guild, lobby, after engine.ID, name string) (to engine.ID, made bool, err error) {
	me := env.Me.Load()
	switch {
	case Connecting(env):
		return 0, false, calendar.ErrConnecting
	case me == nil: // Discord has not said who the bot is
	default:
		if to = madeBefore(env, guild, lobby, after, *me, name); to != 0 {
			return to, false, nil
		}
	}
	switch kind, unseen := channel.Kind(env, lobby); {
	case unseen != nil: // the bot cannot post there, either
		return 0, false, unseen
	case gateway.IsThread(kind):
		err = errInThread
	default:
		to, err = channel.MakeThread(env, lobby, kind == discordgo.ChannelTypeGuildNews, name, ArchiveAfter)
	}
	if (rest.Refused(err) || errors.Is(err, errInThread)) && !env.Tables.Plays(guild, lobby) {
		return lobby, false, nil
	}
	return to, err == nil, err
}

// errInThread is the reason why a table gets no thread where its lobby is in one.
var errInThread = errors.New("a thread has no threads, and another table is in it: close that, or move the lobby with /tournament resume")

// Name returns the name of the thread of a tournament's table (T112).
func Name(l *locale.Lang, name string) string {
	return l.Tournament.Thread.Format("name", name, "n", strconv.Itoa(scene.Only))
}

// ArchiveAfter is after how many minutes without a message Discord archives a thread (T112).
const ArchiveAfter = 24 * 60

// archiveDelay is how long the thread of a closed table stays open, for the last edits of its messages.
const archiveDelay = 10 * time.Second

// Archive archives the thread of a table that is closed, if the bot made it. A failure leaves that to Discord, after a day.
func Archive(t *table.Table, e *record.Event) {
	thread := t.Where().Channel
	if e.Thread == "" || thread == e.Lobby.Channel || e.Venue.Deleted != 0 {
		return
	}
	do := func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, message.RequestTimeout)
		defer cancel()
		err := t.Env.Hook.Do(failpoint.ArchiveThread, func() error { return t.Env.Rest.ArchiveThread(ctx, fmt.Sprint(thread)) })
		if err != nil {
			t.Log.Info("could not archive the thread of a tournament", "channel", uint64(thread), "err", err)
		}
	}
	t.QueueAfter(archiveDelay, func() {
		if !t.IsOpen() {
			t.Env.Tasks.Go(do)
		}
	})
}

// connectTime is how long the bot waits at most until Discord says who it is.
const connectTime = time.Minute

// Connecting reports whether Discord has not said yet who the bot is.
func Connecting(env *table.Env) bool { return env.Me.Load() == nil && env.Uptime() < connectTime }

// madeBefore returns the thread that an earlier try made for a table, or 0: the program ended before it stored the thread, or
// Discord's reply was lost. No table has been in it.
func madeBefore(env *table.Env, guild, lobby, after engine.ID, me, name string) engine.ID {
	ctx, cancel := context.WithTimeout(env.Ctx, message.RequestTimeout)
	defer cancel()
	list, err := env.Rest.Threads(ctx, fmt.Sprint(guild), fmt.Sprint(lobby), me, name)
	if err != nil {
		env.Log.Info("cannot list the threads of a server; making a new one", "guild", uint64(guild), "err", err)
	}
	for _, s := range list {
		id := message.Snowflake(s)
		used := func(t *table.Table) bool { return id == t.Key.Channel || id == t.Where().Channel }
		if id > after && !slices.ContainsFunc(env.Tables.All(guild), used) {
			return id
		}
	}
	return 0
}
