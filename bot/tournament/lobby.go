package tournament

import (
	"context"
	"errors"
	"fmt"
	"time"

	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/bot/tournament/scene"
	"cardroom/engine"
	"cardroom/engine/tournament"
	"cardroom/internal/retry"
	"cardroom/render"
	"cardroom/render/text"
)

// lobbyGap is the least time between two edits of a lobby (T110).
const lobbyGap = 5 * time.Second

// These say how a table that is to close waits for its lobby, which no later run of the program edits: how long at most, and how
// often it looks.
const (
	lobbyPatience = 3 * lobbyGap
	lobbyLook     = 500 * time.Millisecond
)

// lobbyView keeps the message of the lobby up to date.
type lobbyView struct {
	retry.Attempt // to post the message, or to edit it after a refusal
	director      *Director
	event         engine.ID      // the tournament: a later one may have the same table
	at            message.Ref    // the message that the editor edits
	editor        *editor.Editor // nil before the first edit, and between a refusal and the next try
	hurried       bool           // a press has shortened the wait after a refusal, in vain so far
	uncertain     bool           // an earlier try may have posted the message
	patience      time.Time      // when the table closes whatever the lobby shows; zero: it does not close yet
}

// Show implements [table.Director].
func (d *Director) Show() {
	d.lobby.show()
	d.caller.update()
	d.listed.Show()
	asksOf(d).Show()
	d.orphans.Note(d.table, d.event())
}

// current returns the tournament. The view begins anew with each one of its table; the last edit of the lobby before goes on.
func (l *lobbyView) current() *record.Event {
	e := l.director.event()
	if l.event != e.ID {
		*l = lobbyView{director: l.director, event: e.ID}
	}
	return e
}

// show posts the lobby, or brings it up to date.
func (l *lobbyView) show() {
	e := l.current()
	switch {
	case e.Lobby.Message == 0:
		l.post()
		return
	case l.at == e.Lobby && l.editor == nil && l.Blocked():
		return
	case l.at != e.Lobby || l.editor == nil:
		l.edits(e.Lobby)
	case l.editor.Idle(): // the last edit has succeeded
		l.Reset()
		l.hurried = false
	}
	content := l.director.lobbyContent()
	if e.State.View().Phase >= tournament.Finished {
		l.editor.Retire(content, nil)
		return
	}
	l.editor.Show(content)
}

// due returns when the next try posts or edits the lobby; zero: none is due.
func (l *lobbyView) due() time.Time {
	stands := l.current().Lobby.Message != 0
	if l.InFlight || l.Failures == 0 || stands && (l.editor != nil || l.director.table.Venue().IsDeleted()) {
		return time.Time{}
	}
	return l.NotBefore()
}

// settled reports whether the lobby shows how the tournament ended, or has not for so long that it probably cannot.
func (l *lobbyView) settled() bool {
	e, now := l.current(), time.Now()
	if l.patience.IsZero() {
		l.patience = now.Add(lobbyPatience)
		if l.editor == nil { // Discord may take the last edit by now
			l.director.table.Env.Rest.Retry(fmt.Sprint(e.Lobby.Channel))
			l.Postpone(0)
		}
		l.show()
	}
	return now.After(l.patience) || l.editor != nil && l.at == e.Lobby && l.editor.Idle()
}

// edits makes the editor of a message.
func (l *lobbyView) edits(at message.Ref) {
	if l.editor != nil {
		l.editor.Close()
	}
	t := l.director.table
	edit := func(ctx context.Context, c message.Content, pictures ...rest.Picture) error {
		return t.Env.Hook.Do(failpoint.EditLobby, func() error {
			return t.Env.Rest.Edit(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message), c.Edit(pictures...), pictures...)
		})
	}
	failed := func(err error) {
		t.Must(func() {
			if t.InTournament() && l.at == at {
				l.refused(err)
			}
		})
	}
	l.at, l.editor = at, editor.New(&t.Env.Screens, &editor.Pacer{Gap: lobbyGap}, edit, failed)
	l.editor.Background = true
}

// lobbyBackoff is the retry schedule after edits that Discord refuses.
var lobbyBackoff = retry.Backoff{First: lobbyGap, Max: rest.BlockTime, Factor: 4}

// refused goes on after an edit that Discord refused. It posts the lobby anew where its message is gone, or too old to be edited.
func (l *lobbyView) refused(err error) {
	t := l.director.table
	if errors.Is(err, rest.ErrGone) || errors.Is(err, rest.ErrUneditable) {
		t.Amend(func(r *record.Table) { r.Event.Lobby.Message = 0 })
		l.post()
		return
	}
	l.editor = nil
	if l.Failed(lobbyBackoff); rest.KeepsOut(err) {
		l.Postpone(rest.BlockTime + lobbyGap) // until the client sends something to the channel again
	}
	t.Log.Log(t.Env.Ctx, l.Level(), "could not edit the lobby of a tournament; retrying", "err", err)
}

// Unblocked tries at once to show the lobby, and to move a table without a channel there: the client sends requests to it again.
func Unblocked(t *table.Table) {
	if t.InTournament() {
		d := directorOf(t)
		if t.Venue().IsDeleted() {
			d.posting.Reset()
		}
		d.lobby.Postpone(0)
		d.lobby.show()
	}
}

// pressed shortens the wait after a refusal where an interaction shows that the bot has its permissions again. Until one succeeds, the
// others wait: Discord may have another reason.
func (l *lobbyView) pressed(in *interaction.Interaction) {
	switch t := l.director.table; {
	case l.Failures == 0 || in.BotPermissions == 0 || in.Channel != l.director.event().Lobby.Channel:
	case interaction.KeptOut(t.Env.Rest, in, in.Lang.Say.BotLost) != "":
		l.hurried = false
	case !l.hurried:
		l.hurried = true
		Unblocked(t)
	}
}

// post posts the lobby.
func (l *lobbyView) post() {
	if l.Blocked() {
		return
	}
	t, e := l.director.table, l.director.event()
	content, channel := l.director.lobbyContent(), e.Lobby.Channel
	nonce := t.Nonce("lobby", int64(e.ID), int64(l.at.Message))
	l.InFlight = t.Env.Tasks.Go(func() {
		ctx, cancel := context.WithTimeout(t.Env.Ctx, table.CreateTimeout)
		defer cancel()
		id, err := t.Env.Posts.Create(ctx, failpoint.PostLobby, channel, rest.Draft{Message: content.Send(), Nonce: nonce})
		t.Must(func() {
			if l.event == e.ID {
				l.posted(channel, id, content, err)
			}
		})
	})
}

// posted stores the message of the lobby.
func (l *lobbyView) posted(channel, id engine.ID, shows message.Content, err error) {
	l.InFlight = false
	t := l.director.table
	switch {
	case !t.InTournament() || channel != l.director.event().Lobby.Channel: // it moved meanwhile
		return
	case err != nil:
		message.Postpone(&l.Attempt, err)
		l.uncertain = l.uncertain || !rest.Refused(err)
		t.Log.Warn("could not post the lobby of a tournament; retrying", "err", err)
		return
	}
	earlier := l.at.Message == 0 && time.Since(engine.Moment(t.Record().Session).Time()) > t.Env.Uptime() // a run of the program, too
	l.Reset()
	if l.edits(message.Ref{Channel: channel, Message: id}); !l.uncertain && !earlier {
		l.editor.Shows(shows)
	}
	l.uncertain = false
	l.editor.Show(l.director.lobbyContent())
	if err := t.Store("lobby", func(r *record.Table) { r.Event.Lobby.Message = id }); err != nil {
		t.Log.Info("could not store the lobby of a tournament; retrying with the next change", "err", err)
	}
}

// shown returns the tournament of a table as its lobby shows it, also where its hand cannot end.
func shown(d *Director) text.Lobby {
	t := scene.Lobby(d.table)
	if t.Trouble == 0 && stuck(d) {
		t.Trouble = text.NoEnd
	}
	return t
}

// lobbyContent returns the lobby's message.
func (d *Director) lobbyContent() message.Content {
	l, t := d.table.Locale(), shown(d)
	rows := d.own(text.LobbyButtons(l, t))
	return message.Content{Text: text.LobbyMessage(l, t), Rows: rows, IDs: message.CustomID{Table: d.table.Key.Channel}}
}

// own has buttons name the tournament, because a later one may have the same table.
func (d *Director) own(rows [][]render.Button) [][]render.Button {
	for _, row := range rows {
		for i := range row {
			row[i].To = int64(d.event().ID)
		}
	}
	return rows
}
