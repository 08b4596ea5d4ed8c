package account

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/record"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/render"
	"cardroom/render/locale"
	"cardroom/render/text"
	"cardroom/store"
)

// sheet is a ledger: the lines of people, and those of the free-chips session before it, which players still owe.
type sheet struct {
	people, owed []text.Line
	tournament   bool // the lines are prize chips
}

// text returns the ledger in words.
func (s *sheet) text(l *locale.Lang) string {
	if s.tournament {
		return text.TournamentLedger(l, s.people)
	}
	return text.Ledger(l, s.people, s.owed)
}

// Ledger handles /ledger: each player's buy-ins at this table since it opened, and their net with the chips in front of
// them. At a tournament's table it is each player's payments into the tournament and out of it.
func Ledger(t *table.Table, in *interaction.Interaction) {
	s, err := current(t)
	if err != nil {
		t.Refuse(in, err)
		return
	}
	answerLedger(t.Env, in, s)
}

// current returns the ledger of an open table with the chips on it. It names also users who asked to be forgotten: see [prefs.Forgotten].
func current(t *table.Table) (s sheet, err error) {
	s, err = readSheet(t.Env, t.Key, t.Record().Session, t.Record().Owes)
	if s.tournament = t.InTournament(); s.tournament {
		return s, err
	}
	v := t.View()
	for i := range s.people {
		s.people[i].Net += record.OwnChips(&v, table.SeatOf(&v, s.people[i].Person))
	}
	return s, err
}

// answerLedger answers with a session, and the button that posts it.
func answerLedger(e *table.Env, in *interaction.Interaction, s sheet) {
	e.Reply.Send(in, message.Ephemeral(withPost(in, s.text(in.Lang), render.VerbLedger, "")))
}

// PostLedger handles the button that posts the ledger, as it stands now.
func PostLedger(e *table.Env, in *interaction.Interaction) {
	if !in.Ephemeral {
		e.RefuseStale(in)
		return
	}
	post := func(s sheet, err error) {
		switch {
		case err != nil:
			e.Reply.Refuse(in, err)
		case e.Reply.MayPost(in):
			l := table.PublicLang(e, in)
			e.Reply.Post(in, l, message.Content{Text: s.text(l)}, nil)
		}
	}
	if t := e.Tables.Known(in.Key); t != nil && t.Summary().Open {
		t.Must(func() { post(current(t)) })
		return
	}
	s, _, err := lastSession(e, in.Key)
	post(s, err)
}

// readSheet returns the ledger of a session without the chips on the table.
func readSheet(e *table.Env, key store.Key, session, owes int64) (s sheet, err error) {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	read := func(session int64) (people []text.Line) {
		lines, failed := e.Store.Session(ctx, key, session)
		err = errors.Join(err, failed)
		for _, l := range lines {
			people = append(people, text.Line{Person: l.Person, In: l.In, Out: l.Out, Net: l.Out - l.In})
		}
		return people
	}
	if s.people = read(session); owes != 0 {
		s.owed = read(owes)
	}
	return s, storage.Unread(err)
}

// LastLedger handles /ledger in a channel without an open table. It shows the last session with a finished hand, so that
// players can settle up.
func LastLedger(e *table.Env, in *interaction.Interaction) {
	s, played, err := lastSession(e, in.Key)
	switch {
	case err != nil:
		e.Reply.Refuse(in, err)
	case !played:
		e.Reply.Text(in, string(in.Lang.Say.NoTable))
	default:
		answerLedger(e, in, s)
	}
}

// lastSession returns the ledger of the last session; played is false if there is none.
func lastSession(e *table.Env, key store.Key) (s sheet, played bool, err error) {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	last, err := e.Store.Hands(ctx, key, 0, 1)
	if err != nil || len(last) == 0 {
		return s, false, storage.Unread(err)
	}
	f, err := e.Codec.DecodeHand(key, last[0])
	if err != nil {
		return s, false, err
	}
	all, err := e.Prefs.Forgotten(key.Guild)
	if err != nil {
		return s, false, err
	}
	s, err = readSheet(e, key, f.Session, f.Owes)
	s.tournament = f.Tournament
	all.Unname(s.people, f.Session)
	all.Unname(s.owed, f.Owes)
	return s, true, err
}
