package tournament

import (
	"context"
	"slices"
	"strings"

	"cardroom/bot/channel"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/render"
	"cardroom/render/text"
)

// caller calls the players of a tournament to its table, and tells those who are out. All of it is a courtesy: what fails is not
// tried again in this run of the program, and holds nothing up.
type caller struct {
	director *Director
	tried    record.Call // the last call that was posted, or could not be
	posting  bool
	deleting []engine.ID // messages that this run of the program deletes
	seen     int64       // number of the newest event of the director that the caller knows; 0: none since the table was read
}

// update posts the call that is due, deletes those that are over, and tells the players who went out.
func (c *caller) update() {
	c.tellOut()
	t, e := c.director.table, c.director.event()
	if table.ChannelDeleted(t) {
		return
	}
	if len(e.Call.Over) > 0 {
		c.delete(e.Call.Over)
	}
	due := record.Call{Why: e.Call.Why, Until: e.Call.Until}
	if due.Why == "" || e.Call.Message != 0 || c.posting || c.tried.Why == due.Why && c.tried.Until == due.Until {
		return
	}
	c.tried = due
	content, people := c.director.callMessage(e)
	content += "\n" + render.PostedMark + render.Channel(e.Lobby.Channel) // the next run of the program leaves it
	nonce := t.Nonce("call/"+string(due.Why), int64(e.ID), int64(due.Until))
	c.posting = t.Env.Tasks.Go(func() {
		id, err := t.Send(failpoint.CallPlayers, message.Mention(content, people...), nonce)
		if err != nil {
			t.Log.Info("could not call the players of a tournament", "why", due.Why, "err", err)
		}
		t.Must(func() { c.posted(due, id) })
	})
}

// posted stores the message of a call; 0 is none. A call that is over by then is deleted.
func (c *caller) posted(due record.Call, id engine.ID) {
	c.posting = false
	t := c.director.table
	switch {
	case id == 0:
	case !table.InTournament(t):
		c.delete([]engine.ID{id})
	default:
		err := t.Store("call", func(r *record.Table) {
			if now := &r.Event.Call; now.Why == due.Why && now.Until == due.Until {
				now.Message = id
			} else {
				now.Over = append(now.Over, id)
			}
		})
		if err != nil {
			t.Log.Info("could not store the message that calls the players of a tournament", "err", err)
		}
	}
}

// delete deletes messages of calls that are over. The record has each until it is deleted, for the next run of the program.
func (c *caller) delete(list []engine.ID) {
	t := c.director.table
	for _, id := range list {
		if slices.Contains(c.deleting, id) {
			continue
		}
		c.deleting = append(c.deleting, id)
		channel.Delete(t, id, func() {
			if table.InTournament(t) {
				t.Amend(func(r *record.Table) { r.Event.Call.Forget(id) })
			}
		})
	}
}

// callMessage returns the message that is due, and the players whom it mentions: those who are not out.
func (d *Director) callMessage(e *record.Event) (content string, people []engine.ID) {
	l, lobby := d.table.Locale(), d.Lobby()
	var names []string
	for _, x := range lobby.Entries {
		if x.Out {
			continue
		}
		if x.House == engine.Person {
			people = append(people, x.Person)
		}
		names = append(names, x.Player)
	}
	switch e.Call.Why {
	case record.CallFull:
		return text.CallFull(l, lobby, strings.Join(names, ", "), e.Call.Until), people
	case record.CallSeat:
		return text.CallSeats(l, lobby), people
	}
	return text.CallAway(l, lobby, strings.Join(names, ", "), e.Call.Until), people
}

// tellOut tells each player who went out since the last commit their place and prize, if a token reaches them (T117).
func (c *caller) tellOut() {
	e := c.director.event()
	last, list := c.seen, e.Log
	if n := len(list); n > 0 {
		c.seen = list[n-1].No
	}
	if last == 0 { // the program may have told them before its end
		return
	}
	for _, x := range list {
		if x.No > last && x.Kind == tournament.WentOut {
			c.sendOut(e.State.Entry(x.Entry))
		}
	}
}

// sendOut tells a player who is out.
func (c *caller) sendOut(x tournament.Entry) {
	t := c.director.table
	in := table.Reach(t, x.Person)
	if x.House != engine.Person || x.Place == 1 || in == nil {
		return
	}
	content := text.Out(in.Lang, c.director.name(), x.Place, x.Tied, x.Prize+x.Bounty)
	t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, table.CreateTimeout)
		defer cancel()
		err := t.Env.Hook.Do(failpoint.TellOut, func() error {
			_, err := t.Env.Rest.FollowUp(ctx, in.Ref, message.Private(message.Content{Text: content}))
			return err
		})
		if err != nil {
			t.Log.Info("could not tell a player that they are out", "player", uint64(x.Person), "err", err)
		}
	})
}
