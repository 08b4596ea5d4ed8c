package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"cardroom/bot/channel"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/bot/tournament/scene"
	"cardroom/bot/tournament/thread"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/engine/tournament/tables"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
)

// caller calls the players of a tournament to its table, and tells those who are out. All of it is a courtesy, which holds nothing up.
// A call that Discord refuses is not tried again in this run of the program.
type caller struct {
	director *Director
	event    engine.ID   // the tournament: a later one may have the same table
	tried    record.Call // the last call that was posted, or could not be
	posting  bool
	deleting []engine.ID // messages that this run of the program deletes
	renaming string      // name of the thread that was tried last
	seen     int64       // number of the newest event of the director that the caller knows; 0: none since the table was read

	winners map[int][]engine.ID // by busted entries that may rebuy: the players who won their last chips, in a hand before the next
}

// update posts the call that is due, deletes those that are over, and tells the players who went out.
func (c *caller) update() {
	t, e := c.director.table, c.director.event()
	if c.event != e.ID {
		*c = caller{director: c.director, event: e.ID, winners: map[int][]engine.ID{}}
	}
	c.tellOut()
	if t.Venue().IsDeleted() {
		return
	}
	if len(e.Call.Over) > 0 {
		c.delete(e.Call.Over)
	}
	c.rename()
	due := record.Call{Why: e.Call.Why, Until: e.Call.Until}
	if due.Why == "" || e.Call.Message != 0 || c.posting || c.tried.Why == due.Why && c.tried.Until == due.Until {
		return
	}
	c.tried = due
	message := c.director.callMessage(e)
	nonce := t.Nonce("call/"+string(due.Why), int64(e.ID), int64(e.Call.NonceMoment()))
	c.posting = t.Env.Tasks.Go(func() {
		id, err := t.Send(t.Env.Ctx, failpoint.CallPlayers, rest.Draft{Message: message, Nonce: nonce})
		t.Must(func() { c.posted(due, id, err) })
	})
}

// retry posts a call later that did not reach Discord, if it still is due: it may have the button with which play goes on (T100).
func (c *caller) retry(due record.Call, err error) {
	t := c.director.table
	t.Log.Info("could not call the players of a tournament", "why", due.Why, "err", err)
	if wait, hope := message.Retryable(err); hope {
		t.QueueAfter(wait, func() {
			if t.InTournament() && c.tried.Why == due.Why && c.tried.Until == due.Until {
				c.tried = record.Call{}
				c.update()
			}
		})
	}
}

// rename gives the thread that the bot made for the table the name of the tournament. Discord may refuse: then it keeps its old one.
func (c *caller) rename() {
	t, e := c.director.table, c.director.event()
	name := thread.Name(t.Locale(), e.Name)
	if e.Thread == "" || e.Thread == name || c.renaming == name || t.Where().Channel == e.Lobby.Channel {
		return
	}
	c.renaming = name
	t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, table.CreateTimeout)
		defer cancel()
		err := t.Env.Hook.Do(failpoint.RenameThread, func() error {
			return t.Env.Rest.RenameThread(ctx, fmt.Sprint(t.Where().Channel), name)
		})
		if err != nil {
			t.Log.Info("could not rename the thread of a tournament", "err", err)
			return
		}
		t.Must(func() {
			if t.InTournament() && c.director.event().ID == e.ID {
				t.Amend(func(r *record.Table) { r.Event.Thread = name })
			}
		})
	})
}

// posted stores the message of a call, or tries again after an error. A call that is over by then is deleted.
func (c *caller) posted(due record.Call, id engine.ID, err error) {
	c.posting = false
	t := c.director.table
	switch {
	case err != nil:
		c.retry(due, err)
	case !t.InTournament():
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
			if t.InTournament() {
				t.Amend(func(r *record.Table) { r.Event.Call.Forget(id) })
			}
		})
	}
}

// callMessage returns the message that is due. It mentions the players who are not out, and the next run of the program leaves it
// where it is.
func (d *Director) callMessage(e *record.Event) *discordgo.MessageSend {
	l, lobby := d.table.Locale(), scene.Lobby(d.table)
	people, list := scene.Players(lobby)
	players, content := strings.Join(list, ", "), message.Content{IDs: message.CustomID{Table: d.table.Key.Channel}}
	switch e.Call.Why {
	case record.CallReady:
		content.Text = text.CallReady(l, lobby, players, e.Call.Until)
	case record.CallSoon, record.CallFull:
		content.Text = text.CallFull(l, lobby, players, e.Call.Until)
	case record.CallSeat:
		content.Text = text.CallSeats(l, lobby)
	case record.CallGone:
		content.Text, people = text.CallGone(l, lobby, players), nil
	default:
		content.Text = text.CallAway(l, lobby, players, e.Call.Until)
	}
	content.Text += "\n" + render.PostedMark + render.Channel(e.Lobby.Channel)
	if e.Call.Why == record.CallReady || e.Call.Why == record.CallGone {
		content.Rows = d.own([][]render.Button{{text.HereButton(l)}})
	}
	m := content.Send()
	m.AllowedMentions = message.Mention("", people...).AllowedMentions
	return m
}

// tellOut tells each player who went out since the last commit their place and prize, if a token reaches them (T117). Players who lost
// their entries because they did nothing read it at the table. People on the waitlist who got no place read that at the table, too.
func (c *caller) tellOut() {
	e := c.director.event()
	last, list := c.seen, e.Log
	if n := len(list); n > 0 {
		c.seen = list[n-1].No
	}
	if last == 0 { // the program may have told them before its end
		return
	}
	var missed, refunded, noPlace []engine.ID
	v := c.director.table.View()
	for _, x := range list {
		switch {
		case x.No <= last:
		case x.Kind == tournament.RebuyOffered:
			c.winners[x.Entry] = tables.KnockedOutBy(&v, x.Person)
		case x.Kind == tournament.ChipsAdded:
			delete(c.winners, x.Entry)
		case x.Kind == tournament.WentOut && e.State.EntryOf(x.Person) == x.Entry: // a restart gives up a stack for another (T70)
			c.sendOut(x.Entry, c.winners[x.Entry])
		case x.Kind == tournament.Unregistered && x.Missed:
			missed = append(missed, x.Person)
		case x.Kind == tournament.TakenOut:
			refunded = append(refunded, x.Person)
		case x.Kind == tournament.Unlisted && x.Missed && !e.Again && e.State.View().Phase < tournament.Finished:
			noPlace = append(noPlace, x.Person) // with again, they register first for the next one
		}
	}
	gate := &c.director.table.Locale().Tournament.Gate
	over := e.EntriesOver() || begins(c.director) && e.State.Options().Late == 0
	c.tellGone("missed", locale.Either(over, gate.MissedClosed, gate.Missed), missed)
	c.tellGone("refunded", gate.TakenOut, refunded)
	c.tellGone("no-place", gate.NoPlace, noPlace)
}

// tellGone tells some people at the table why they have no entry.
func (c *caller) tellGone(why string, words locale.Text, people []engine.ID) {
	if len(people) == 0 {
		return
	}
	mentions := make([]string, len(people))
	for i, who := range people {
		mentions[i] = render.Mention(who)
	}
	said := words.Format("players", strings.Join(mentions, ", "), "name", c.director.name())
	courtesy(c.director, fmt.Sprintf("%s/%d", why, c.seen), message.Mention(said, people...))
}

// sendOut tells a player who is out. The winners of their last chips are those of an earlier hand, if the table shows none. A player who is
// disqualified loses them to no other.
func (c *caller) sendOut(n int, winners []engine.ID) {
	t, x := c.director.table, c.director.event().State.Entry(n)
	v, in := t.View(), t.Private().Reach(x.Person)
	if x.House != engine.Person || x.Place == 1 || in == nil {
		return
	}
	if by := tables.KnockedOutBy(&v, x.Person); x.Disqualified {
		winners = nil
	} else if len(by) > 0 {
		winners = by
	}
	content := outMessage(c.director, in.Lang, n, winners)
	t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, table.CreateTimeout)
		defer cancel()
		if _, err := t.Env.Posts.FollowUp(ctx, failpoint.TellOut, in.Ref, content); err != nil {
			t.Log.Info("could not tell a player that they are out", "player", uint64(x.Person), "err", err)
		}
	})
}

// outMessage returns the message to a player who went out: why they were disqualified, their place and prize, the winners of their last
// chips, and a button where they may enter again (T117).
func outMessage(d *Director, l *locale.Lang, n int, winners []engine.ID) message.Content {
	e := d.event()
	x := e.State.Entry(n)
	out := text.Outcome{Name: d.name(), Place: text.OutPlace(l, x, e.State.View()), Won: x.Prize + x.Bounty}
	for _, by := range winners {
		out.By = append(out.By, scene.Player(e, e.State.Entry(e.State.EntryOf(by))))
	}
	lines := append(text.Struck(l, x, d.name(), e.Reasons[n]), text.Out(l, out))
	content := message.Content{Text: strings.Join(lines, "\n"), IDs: message.CustomID{Table: d.table.Key.Channel}}
	if e.State.Try(tournament.Register{At: at(), Person: x.Person}) == nil {
		content.Rows = d.own([][]render.Button{{text.AgainButton(l)}})
	}
	return content
}

// postNews posts that the bubble burst, or that two players are left (T116). It is a courtesy: a failed post holds nothing
// up.
func (d *Director) postNews() {
	e := d.event()
	notice := e.News()
	var players []string
	for _, x := range e.State.Entries() {
		if !x.Out && notice&record.NewsHeadsUp != 0 {
			players = append(players, scene.Player(e, x)+" "+d.table.Locale().Chips(x.Stack))
		}
	}
	content := text.News(d.table.Locale(), scene.Lobby(d.table), d.event().Lobby.Channel, notice&record.NewsBurst != 0, players)
	d.post(fmt.Sprintf("news/%d", notice), message.Mention(content), func(engine.ID, error) {
		d.posting.Reset()
		d.store("news", func(e *record.Event) { e.Reported |= notice })
	})
}
