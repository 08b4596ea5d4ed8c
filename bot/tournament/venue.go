package tournament

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/failpoint"
	"cardroom/bot/history"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/bot/tournament/calendar"
	"cardroom/bot/tournament/orphan"
	"cardroom/bot/tournament/scene"
	"cardroom/bot/tournament/thread"
	"cardroom/engine"
	"cardroom/engine/fair"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/draw"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// moveBackoff is the retry schedule of a table that finds no channel.
var moveBackoff = retry.Backoff{First: 2 * time.Second, Max: 5 * time.Minute}

// Orphaned implements [table.Director]. The hand stands until the table has another channel. The seals that were in the deleted
// one deal no further hand.
func (d *Director) Orphaned() bool {
	e := d.event()
	switch {
	case e.State.View().Phase >= tournament.Finished:
		return false
	case e.Venue.Deleted != 0:
		return true
	}
	d.table.Log.Warn("the channel of a tournament's table was deleted; moving the table to another one", "channel", uint64(d.table.Where().Channel))
	d.table.Display.Adopted(d.table.Record().Board.Message, 0)
	d.table.Display.Opening()
	d.tried("stranded", d.table.Store("stranded", func(r *record.Table) { r.LeaveChannel(engine.At(time.Now())) }), message.PostBackoff)
	return true
}

// strandedStep returns the next step of a tournament without a channel. A pause that ends by itself gets back the time without one,
// like everything else (T98), so it does not end meanwhile.
func strandedStep(d *Director, at tournament.At) func() {
	e, now := d.event(), engine.Moment(at)
	v, p := e.State.View(), e.State.Pending()
	waited := e.Venue.Deleted.Add(orphan.Limit(e)) <= now
	switch {
	case v.Phase >= tournament.Finished && e.Series.Due:
		return nil
	case v.Phase >= tournament.Finished:
		return d.close
	case v.Phase < tournament.Running && waited:
		return func() { d.afterCredit("give up", tournament.Cancel{At: at, Now: true}) }
	case v.Phase == tournament.Running && v.Halt == 0 && waited:
		return func() { d.afterCredit("stop", tournament.Pause{At: at}) }
	case v.Phase == tournament.Running && v.Halt != 0 && !v.Halt.Cancels() && waited:
		return func() { d.afterCredit("go on", tournament.Resume{At: at}) }
	case v.Halt.Cancels() && p.Due != 0 && p.Due <= now:
		return func() { d.direct("tick", tournament.Tick{At: at}) }
	}
	return d.relocate
}

// relocate makes a thread for the table beside the lobby. Where none may be made, the table plays in the lobby's channel, if that
// has no table. A message there tells the players.
func (d *Director) relocate() {
	e, env := d.event(), d.table.Env
	lobby, name, before := e.Lobby.Channel, thread.Name(d.table.Locale(), e.Name), d.table.Where().Channel
	content, people := d.movedMessage(e)
	id, since := int64(e.ID), e.Venue.Deleted.Time()
	d.posting.InFlight = env.Tasks.Go(func() {
		to, made, err := thread.Make(env, d.table.Key.Guild, lobby, before, name)
		var notice engine.ID
		if err == nil && !made {
			notice, err = findPost(env, to, since, engine.ID(id), func(c string) bool { return c == content })
		}
		if err == nil && notice == 0 {
			notice, err = postMoved(env, to, message.Mention(content, people...), d.table.Nonce("event/moved", id, int64(to)))
		}
		if err == nil {
			err = history.Moved(env, d.table.Key, to, notice)
		}
		d.table.Must(func() { d.relocated(lobby, to, err) })
	})
}

// findPost returns the bot's oldest matching message in a channel after another one, or 0. It also finds one whose nonce Discord has
// forgotten. It reads the channel back to a time. It returns [calendar.ErrConnecting] until the bot knows its own user; retry then.
func findPost(env *table.Env, to engine.ID, since time.Time, after engine.ID, matches func(content string) bool) (engine.ID, error) {
	if thread.Connecting(env) {
		return 0, calendar.ErrConnecting
	}
	found, _, err := env.Posts.Own(env.Ctx, to, env.Me.Load(), since, matches)
	if err != nil {
		env.Log.Info("cannot look for a message of a tournament; posting it", "channel", uint64(to), "err", err)
	}
	for _, id := range slices.Backward(found) {
		if id > after {
			return id, nil
		}
	}
	return 0, nil
}

// postMoved posts the message in the new channel.
func postMoved(env *table.Env, to engine.ID, m *discordgo.MessageSend, nonce string) (engine.ID, error) {
	ctx, cancel := context.WithTimeout(env.Ctx, table.CreateTimeout)
	defer cancel()
	return env.Posts.Create(ctx, failpoint.PostMove, to, rest.Draft{Message: m, Nonce: nonce})
}

// movedMessage returns the message in the new channel and the players that it mentions, and the organiser (T118). It shows the seal of the draws again,
// because the message with that was deleted.
func (d *Director) movedMessage(e *record.Event) (content string, people []engine.ID) {
	var names []string
	for _, x := range e.State.Entries() {
		if x.House == engine.Person && !x.Out {
			people, names = append(people, x.Person), append(names, scene.Player(e, x))
		}
	}
	if !slices.Contains(people, e.By) {
		people, names = append(people, e.By), append(names, render.Mention(e.By))
	}
	return text.Moved(d.table.Locale(), d.name(), strings.Join(names, ", "), draw.Seal(fair.ID(e.ID), scene.Seed(d.table, d.event().ID)).String()), people
}

// relocated stores the new channel of the table. The players get back the time without one (T98).
func (d *Director) relocated(lobby, to engine.ID, err error) {
	d.posting.InFlight = false
	e := d.event()
	if !d.table.InTournament() || !d.table.Venue().IsDeleted() || lobby != e.Lobby.Channel {
		return
	}
	if err == nil {
		d.table.Venue().Unblock()
		err = d.table.UpdateByItself("moved", func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
			events, err := credit(r, next)
			r.Event.Venue.Channel, r.Event.Venue.Deleted = to, 0
			return events, err
		})
	}
	if d.tried("move", err, moveBackoff); err != nil {
		d.posting.Hasten(e.Venue.Deleted.Time().Add(orphan.Limit(e)))
	}
}

// credit gives back the time in which the table had no channel, to the hand and to the tournament.
func credit(r *record.Table, next *engine.Table) ([]engine.Event, error) {
	c := engine.CreditDowntime{Last: r.Event.Venue.Deleted, At: engine.At(time.Now())}
	credited, events, err := next.Apply(c, nil)
	if err != nil {
		return nil, err
	}
	*next = credited
	return events, r.CreditDowntime(c)
}

// directAfterCredit brings the director a command, once the time without a channel is given back.
func directAfterCredit(d *Director, r *record.Table, next *engine.Table, c tournament.Command) ([]engine.Event, error) {
	events, err := credit(r, next)
	if err == nil {
		_, err = r.Event.Direct(c, scene.Lots(d.table, r.Event))
	}
	return events, err
}

// afterCredit brings the director a command that follows from the time without a channel.
func (d *Director) afterCredit(name string, c tournament.Command) {
	d.tried(name, d.table.UpdateByItself(name, func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		return directAfterCredit(d, r, next, c)
	}), message.PostBackoff)
}

// moveLobby handles /tournament resume for a tournament whose table has no channel: the lobby moves to the channel of the command,
// and the table moves there, too. After a pause it waits for a channel as long as before.
func (d *Director) moveLobby(in *interaction.Interaction) {
	said := &in.Lang.Tournament.Said
	if elsewhere := in.Channel != d.event().Lobby.Channel; elsewhere && in.Thread && d.table.Env.Tables.Plays(in.Key.Guild, in.Channel) {
		d.say(in, string(said.NoThread))
		return
	}
	if why := interaction.KeptOut(d.table.Env.Rest, in, said.BotMay); why != "" {
		d.say(in, why)
		return
	}
	moved := d.organise(in, "", func(r *record.Table, next *engine.Table) ([]engine.Event, error) {
		if r.Event.Lobby.Channel != in.Channel {
			r.Event.Lobby = message.Ref{Channel: in.Channel}
			r.Event.NoteMove(in.User, engine.At(time.Now()))
		}
		if r.Event.State.View().Halt == 0 {
			return nil, nil
		}
		return directAfterCredit(d, r, next, tournament.Resume{At: at()})
	})
	if !moved {
		return
	}
	Unblocked(d.table)
	words := said.Resumed.Format("name", d.name())
	if in.MayExclude() {
		words += "\n" + string(in.Lang.Say.PrivateThread)
	}
	d.say(in, words)
}
