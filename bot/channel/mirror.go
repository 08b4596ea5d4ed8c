package channel

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"cardroom/bot/board"
	"cardroom/bot/editor"
	"cardroom/bot/failpoint"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/rest"
	"cardroom/bot/table"
	"cardroom/engine"
	"cardroom/internal/retry"
	"cardroom/render/text"
)

// mirrorGap is the least time between two edits of a mirror. Other edits go first.
const mirrorGap = 2500 * time.Millisecond

// maxDeletions is how often a mirror that a user deleted is posted again, within the life of one message (maxBoardAge).
const maxDeletions = 3

// mirrorBackoff is the retry schedule for posting a mirror that Discord refuses for an unknown reason. After its last try,
// the mirror ends.
var mirrorBackoff = retry.Backoff{First: 2 * time.Second, Max: time.Minute, Tries: 5}

// mirror shows the board in another channel, for spectators.
type mirror struct {
	channel  *Channel
	table    *table.Table
	posting  retry.Attempt
	at       message.Ref    // the message that the editor edits
	editor   *editor.Editor // nil before the first edit
	deleting []message.Ref  // messages of former mirrors, to be deleted
	anew     engine.Moment  // when Discord last refused to edit it
}

// update brings the mirror up to date.
func (m *mirror) update() {
	m.deleteObsolete()
	r := m.table.Record().Mirror
	if m.at != r.Ref {
		m.stopEditing()
	}
	switch {
	case r.Channel == 0:
		return
	case !m.table.IsOpen():
		m.showClosed()
		return
	case m.table.Venue().IsForbidden(), m.table.View().Phase == engine.Shuffling: // the deal follows in a moment, with more to see
		return
	case m.table.Env.Tables.Plays(m.table.Key.Guild, r.Channel): // a table was opened there since then
		m.end(errHasTable)
		return
	case r.Message == 0 || time.Since(r.Posted.Time()) > maxBoardAge:
		m.post()
		return
	}
	m.messageEditor().Show(board.Mirror(m.table))
}

var errHasTable = errors.New("the channel has a table of its own")

// messageEditor returns the editor of the mirror's message.
func (m *mirror) messageEditor() *editor.Editor {
	if m.editor != nil {
		return m.editor
	}
	at := m.table.Record().Mirror.Ref
	edit := func(ctx context.Context, f message.Content, pictures ...rest.Picture) error {
		return m.table.Env.Hook.Do(failpoint.EditMirror, func() error {
			return m.table.Env.Rest.Edit(ctx, fmt.Sprint(at.Channel), fmt.Sprint(at.Message), f.Edit(pictures...), pictures...)
		})
	}
	failed := func(err error) { m.table.Must(func() { m.editFailed(at, err) }) }
	m.at, m.editor = at, editor.New(&m.table.Env.Screens, &editor.Pacer{Gap: mirrorGap}, edit, failed)
	m.editor.Background = true
	return m.editor
}

// stopEditing closes the editor of the mirror's message.
func (m *mirror) stopEditing() {
	if m.editor != nil {
		m.editor.Close()
		m.editor = nil
	}
}

// idle reports whether the mirror is up to date and no request for it is under way.
func (m *mirror) idle() bool { return !m.posting.InFlight && (m.editor == nil || m.editor.Idle()) }

// showClosed shows the closed table for the last time.
func (m *mirror) showClosed() {
	if m.table.Record().Mirror.Message != 0 {
		m.messageEditor().Retire(board.Mirror(m.table), nil)
	}
	m.table.Amend(func(r *record.Table) { r.Mirror = record.MirrorRef{} })
	m.editor = nil
}

// post posts the mirror: its first message, or a new one when the old is too old to edit.
func (m *mirror) post() {
	if m.posting.Blocked() {
		return
	}
	r, f := m.table.Record().Mirror, board.FirstMirror(m.table)
	nonce := m.table.Nonce("mirror", int64(r.By), r.Posts)
	m.posting.InFlight = m.table.Env.Tasks.Go(func() {
		id, err := m.table.Env.Studio.Post(&f, func(pictures ...rest.Picture) (engine.ID, error) {
			ctx, cancel := context.WithTimeout(rest.LowPriority(m.table.Env.Ctx), message.RequestTimeout)
			defer cancel()
			return m.table.Env.Posts.Create(ctx, failpoint.PostMirror, r.Channel, rest.Draft{Message: f.Send(pictures...), Nonce: nonce, Pictures: pictures})
		})
		m.table.Must(func() { m.posted(r, message.Ref{Channel: r.Channel, Message: id}, f.Layout != nil, err) })
	})
}

// posted takes over a mirror's message. An earlier run of the program may have posted it, so the commit edits it too.
func (m *mirror) posted(was record.MirrorRef, at message.Ref, components bool, err error) {
	m.posting.InFlight = false
	switch r := m.table.Record().Mirror; {
	case !m.table.IsOpen() || r != was:
		if err == nil {
			m.channel.messages.deleteIn(at, nil)
		}
		if m.table.IsOpen() {
			m.update()
		}
		return
	case err != nil:
		m.postFailed(err)
		return
	}
	m.posting.Reset()
	next := was
	next.Ref, next.Posted, next.Posts, next.Components = at, engine.At(time.Now()), was.Posts+1, components
	if was.Message != 0 { // the old message is not deleted yet
		next.Deletions = 0
	}
	if err := m.table.Store("mirror", func(r *record.Table) { r.SetMirror(next) }); err != nil {
		m.table.Log.Info("could not store the new message of a mirror; retrying", "err", err)
	}
}

// postFailed retries later or ends the mirror. A rate limit or an outage never ends it.
func (m *mirror) postFailed(err error) {
	wait, hope := message.Retryable(err)
	if hope {
		m.posting.Postpone(wait)
	} else {
		wait = m.posting.Failed(mirrorBackoff)
		if rest.KeepsOut(err) || mirrorBackoff.Exhausted(m.posting.Failures) {
			m.end(err)
			return
		}
	}
	m.table.QueueAfter(wait, m.update)
}

// RetryMirror lets the mirror be posted at once, despite earlier failures.
func (c *Channel) RetryMirror() { c.mirror.posting.Reset() }

// editFailed handles a mirror's message that can no longer be edited.
func (m *mirror) editFailed(at message.Ref, err error) {
	now := m.table.Record().Mirror
	if m.at == at {
		m.editor = nil
	}
	if !m.table.IsOpen() || m.table.Venue().IsForbidden() || now.Ref != at { // says nothing about this channel
		return
	}
	deleted := errors.Is(err, rest.ErrGone) && now.Deletions < maxDeletions
	if !deleted && (!errors.Is(err, rest.ErrUneditable) || time.Since(m.anew.Time()) < anewEvery) {
		m.end(err)
		return
	}
	m.anew = engine.At(time.Now())
	if err := m.table.Store("mirror gone", func(r *record.Table) {
		if now.Message = 0; deleted {
			r.Mirror.Message, r.Mirror.Deletions = 0, now.Deletions+1
			return
		}
		r.SetMirror(now)
	}); err != nil {
		m.table.Log.Info("could not store that a mirror's message is gone", "err", err)
	}
}

// end ends a mirror that cannot be shown, and records that in the table's audit log.
func (m *mirror) end(why error) {
	m.table.Log.Warn("cannot show the board in another channel; ending the mirror", "channel", uint64(m.table.Record().Mirror.Channel), "err", why)
	m.table.Env.Metrics.Boards.MirrorsLost.Inc()
	if err := m.table.Store("mirror lost", func(r *record.Table) {
		r.Audit(text.AuditEntry{What: text.DidLoseMirror, Channel: r.Mirror.Channel})
		if errors.Is(why, errHasTable) { // otherwise the bot cannot reach its message
			r.SetMirror(record.MirrorRef{})
		}
		r.Mirror = record.MirrorRef{}
	}); err != nil {
		m.table.Log.Info("could not store the end of a mirror", "err", err)
	}
}

// deleteObsolete deletes the messages of former mirrors. The record remembers them until they are deleted.
func (m *mirror) deleteObsolete() {
	for _, at := range m.table.Record().OldMirrors {
		if slices.Contains(m.deleting, at) {
			continue
		}
		m.deleting = append(m.deleting, at)
		m.channel.messages.deleteIn(at, func() {
			isAt := func(other message.Ref) bool { return other == at }
			m.deleting = slices.DeleteFunc(m.deleting, isAt)
			m.table.Amend(func(r *record.Table) { r.OldMirrors = slices.DeleteFunc(r.OldMirrors, isAt) })
		})
	}
}
