package account

import (
	"errors"

	"cardroom/bot/interaction"
	"cardroom/bot/message"
	"cardroom/bot/storage"
	"cardroom/bot/table"
	"cardroom/render"
	"cardroom/render/text"
	"cardroom/store"
)

// Ledger handles /ledger: each player's buy-ins at this table since it opened, and their net with the chips in front of
// them.
func Ledger(t *table.Table, in *interaction.Interaction) {
	people, owed, err := current(t)
	if err != nil {
		t.Refuse(in, err)
		return
	}
	answerLedger(t.Env, in, people, owed)
}

// current returns the sessionLines of an open table with the chips on it.
func current(t *table.Table) (people, owed []text.Line, err error) {
	people, owed, err = sessionLines(t.Env, t.Key, t.Record().Session, t.Record().Owes)
	v := t.View()
	for i := range people {
		people[i].Net += table.OwnChips(&v, table.SeatOf(&v, people[i].Person))
	}
	return people, owed, err
}

// answerLedger answers with a session, and the button that posts it.
func answerLedger(e *table.Env, in *interaction.Interaction, people, owed []text.Line) {
	e.Reply.Send(in, message.Ephemeral(withPost(in, text.Ledger(in.Lang, people, owed), render.VerbLedger, "")))
}

// PostLedger handles the button that posts the ledger, as it stands now.
func PostLedger(e *table.Env, in *interaction.Interaction) {
	if !in.Ephemeral {
		e.RefuseStale(in)
		return
	}
	post := func(people, owed []text.Line, err error) {
		switch {
		case err != nil:
			e.Reply.Refuse(in, err)
		case e.Reply.MayPost(in):
			l := table.PublicLang(e, in)
			e.Reply.Post(in, l, message.Content{Text: text.Ledger(l, people, owed)}, nil)
		}
	}
	if t := e.Tables.Known(in.Key); t != nil && t.Summary().Open {
		t.Must(func() { post(current(t)) })
		return
	}
	people, owed, _, err := lastSession(e, in.Key)
	post(people, owed, err)
}

// sessionLines returns the ledger of a session without the chips on the table, and that of the free-chips session before
// it.
func sessionLines(e *table.Env, key store.Key, session, owes int64) (people, owed []text.Line, err error) {
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
	if people = read(session); owes != 0 {
		owed = read(owes)
	}
	if err != nil {
		return nil, nil, errors.Join(storage.ErrUnknown, err)
	}
	return people, owed, nil
}

// LastLedger handles /ledger in a channel without an open table. It shows the last session with a finished hand, so that
// players can settle up.
func LastLedger(e *table.Env, in *interaction.Interaction) {
	people, owed, played, err := lastSession(e, in.Key)
	switch {
	case err != nil:
		e.Reply.Refuse(in, errors.Join(storage.ErrUnknown, err))
	case !played:
		e.Reply.Text(in, string(in.Lang.Say.NoTable))
	default:
		answerLedger(e, in, people, owed)
	}
}

// lastSession returns the sessionLines of the last session; played is false if there is none.
func lastSession(e *table.Env, key store.Key) (people, owed []text.Line, played bool, err error) {
	ctx, cancel := storage.Within(e.Ctx)
	defer cancel()
	last, err := e.Store.Hands(ctx, key, 0, 1)
	if err != nil || len(last) == 0 {
		return nil, nil, false, err
	}
	f, err := e.Codec.DecodeHand(key, last[0])
	if err != nil || f.Tournament {
		return nil, nil, false, err
	}
	all, err := e.Prefs.Forgotten(key.Guild)
	if err != nil {
		return nil, nil, false, err
	}
	people, owed, err = sessionLines(e, key, f.Session, f.Owes)
	all.Unname(people, f.Session)
	all.Unname(owed, f.Owes)
	return people, owed, true, err
}
